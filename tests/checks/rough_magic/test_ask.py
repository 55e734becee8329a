"""The GM asks for rolls: one tap answers, the form says first what bears on it, secrets stay what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry
from apps.checks.rough_magic.asking import KINDS
from apps.table.models import Ask, Telling
from tests.checks.conftest import full_facts, open_ask
from tests.checks.rough_magic.conftest import has_points, is_in, points_of
from tests.combat.conftest import in_words
from tests.people import newest_event

Dice = Callable[..., Any]


def asks(gm: Any, *cast: Character, status: int = 200, **more: Any) -> Any:
    given = {"attribute": "perception", "grade": "demanding", "label": "Footsteps"} | more
    answer = gm.post("rough_magic.ask-check", characters=[one.public_id for one in cast], **given)
    assert answer.status_code == status, in_words(answer)
    return answer


def answers(person: Any, status: int = 200, **more: Any) -> Any:
    ask = Ask.objects.get(table=person.table, closed_at=None, exchange__kind__in=KINDS)
    answer = person.post("rough_magic.answer-check", ask=ask.public_id, **more)
    assert answer.status_code == status, in_words(answer)
    return answer


@pytest.mark.played("rough_magic.skills")
def test_the_skills_that_players_characters_have_of_their_own_are_offered(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    for one, name in ((jun, "Medicine"), (jun, "stealth"), (sel, "Torture")):
        Entry.objects.create(character=one, kind="skill", name=name, facts={"areas": [], "attributes": ["reason"]})
    form = BeautifulSoup(gm.get("rough_magic.ask-check").content, "lxml")
    offered = [field["value"] for field in form.select("input[name=skill]")]
    assert (offered[:2], offered[-1], "Torture" in offered) == (["", "Athletics"], "Medicine", False)
    asks(gm, jun, skill="Medicine")
    assert "Medicine by Perception" in ines.page()


@pytest.mark.played("rough_magic.roll", "rough_magic.skill-modifiers")
def test_one_tap_rolls_what_was_asked_with_what_holds_now(gm: Any, ines: Any, jun: Character, dice: Dice) -> None:
    is_in(jun, "distracted")
    asks(gm, jun)
    assert "against 14 (Demanding)" in ines.page()
    dice(6, 6)
    answers(ines)
    facts = full_facts(gm.table)
    assert (facts["what"], facts["total"], facts["target"], facts["success"]) == ("Perception", 12, 14, False)


def test_the_form_of_an_answer_has_boxes_odds_and_a_plot_point(gm: Any, ines: Any, jun: Character, dice: Dice) -> None:
    has_points(ines, 1)
    asks(gm, jun, skill="Culture", attribute="")
    form = in_words(ines.get("rough_magic.answer-check", ask=open_ask(gm.table).public_id))
    assert "Culture by Reason" in form or "Jun Vey: Footsteps" in form
    assert "Expertise: Songs" in form
    dice(1, 1)
    answers(ines, point="success")
    assert full_facts(gm.table)["success"]
    assert points_of(ines) == 0


def test_everybody_s_chance_stands_in_the_gm_s_form(gm: Any, jun: Character, bramble: Character) -> None:
    form = in_words(
        gm.get("rough_magic.ask-check", characters=[jun.public_id], attribute="perception", grade="challenging")
    )
    assert "Jun Vey Ines 42%" in form
    assert "Ask one person" in form


@pytest.mark.played("rough_magic.visibility")
def test_a_hidden_number_is_told_to_nobody_but_the_gm(gm: Any, ines: Any, jun: Character, dice: Dice) -> None:
    asks(gm, jun, hidden="hidden")
    form = in_words(ines.get("rough_magic.answer-check", ask=open_ask(gm.table).public_id))
    assert "Chance of" not in form
    assert "14" not in form.partition("Demanding")[0].partition("Target number")[2][:12]
    dice(3, 3)
    answers(ines)
    less = Telling.objects.get(event=newest_event(gm.table), audience="everybody").facts
    assert not {"target", "dv", "margin", "success", "extreme", "may_turn"} & less.keys()
    assert "the GM knows what it comes to" in ines.log()
    assert full_facts(gm.table)["success"] is False


@pytest.mark.played("rough_magic.automatic-success")
def test_whoever_does_not_know_what_came_of_it_cannot_turn_it(gm: Any, ines: Any, jun: Character, dice: Dice) -> None:
    has_points(ines, 1)
    asks(gm, jun, hidden="hidden")
    dice(3, 3)
    answers(ines)
    answer = ines.post("rough_magic.automatic-success", event=newest_event(gm.table).public_id)
    assert answer.status_code == 422
    assert "Only the GM knows" in in_words(answer)


def test_against_an_enemy_the_number_is_learned_with_the_roll(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    asks(gm, jun, opponents=[sel.public_id])
    assert "against Sel Marrow: Perception" in in_words(ines.at_address(""))
    dice(6, 6)
    answers(ines)
    assert "13 was needed" in ines.log()


def test_an_answer_taken_back_falls_the_same_way(gm: Any, ines: Any, jun: Character, dice: Dice) -> None:
    asks(gm, jun)
    dice(6, 5)
    answers(ines)
    gm.does("undo", event=newest_event(gm.table).public_id)
    answers(ines, 422, faces="6 6")
    answers(ines)
    assert full_facts(gm.table)["faces"] == [6, 5]


def test_nobody_is_asked_by_a_player_and_nobody_answers_for_others(
    gm: Any, ines: Any, marek: Any, watcher: Any, jun: Character
) -> None:
    assert ines.post("rough_magic.ask-check", characters=[jun.public_id]).status_code == 403
    assert "Nobody is named yet" in in_words(asks(gm, status=422))
    asks(gm, jun)
    answers(marek, 422)
    answers(watcher, 403)
    assert Ask.objects.filter(closed_at=None).count() == 1
