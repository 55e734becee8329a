"""Rolls that the GM asks for: answered with one tap or with other skills, with a number that is shown or hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Ask, Telling
from tests.checks.conftest import full_facts
from tests.checks.dragon.test_check import skill
from tests.combat.conftest import in_words
from tests.people import newest_event, state_of_play

Dice = Callable[..., Any]


def asks(gm: Any, *cast: Character, **more: Any) -> Ask:
    given = {"substat": "wit", "required": 2, "label": "What moves there"} | more
    answer = gm.post("dragon.ask-check", characters=[one.public_id for one in cast], **given)
    assert answer.status_code == 200, in_words(answer)
    return Ask.objects.filter(table=gm.table, closed_at=None).latest("pk")


@pytest.mark.played("dragon.required-successes", "dragon.dice-pool")
def test_whoever_is_asked_answers_with_one_tap(gm: Any, ines: Any, marek: Any, ana: Character, dice: Dice) -> None:
    ask = asks(gm, ana)
    assert "Roll 3 dice" in ines.panel("asks")
    assert "35%" in ines.panel("asks")
    assert "What moves there" not in marek.panel("asks")
    dice(7, 8, 1)
    ines.post("dragon.answer-check", ask=ask.public_id)
    facts = full_facts(gm.table)
    assert (facts["successes"], facts["required"], facts["success"]) == (2, 2, True)
    assert "two of two needed" in marek.log()
    assert ines.post("dragon.answer-check", ask=ask.public_id).status_code == 422


def test_skills_are_theirs_to_name(gm: Any, ines: Any, ana: Character, dice: Dice) -> None:
    ask = asks(gm, ana, substat="accuracy", required=1)
    form = in_words(ines.get("dragon.answer-check", ask=ask.public_id, skills=skill(ana, "Sword")))
    assert "6 dice, each with 5 or more" in form
    dice(5, 5, 1, 1, 1, 1)
    ines.post("dragon.answer-check", ask=ask.public_id, skills=[skill(ana, "Sword")])
    assert full_facts(gm.table)["successes"] == 2


@pytest.mark.played("dragon.visibility")
def test_a_hidden_number_is_in_nothing_that_a_player_is_shown(gm: Any, ines: Any, ana: Character, dice: Dice) -> None:
    ask = asks(gm, ana, required=3, hidden="hidden")
    assert "three" not in ines.panel("asks")
    form = in_words(ines.get("dragon.answer-check", ask=ask.public_id))
    assert "How many successes fall" in form
    assert "Chance of" not in form
    dice(7, 8, 9)
    ines.post("dragon.answer-check", ask=ask.public_id)
    known = Telling.objects.get(event=newest_event(gm.table), audience="everybody").facts
    assert known["successes"] == 3
    assert not {"required", "success", "surplus", "shortfall"} & set(known)
    assert "three of three needed" in gm.log()
    assert "the GM knows how many are needed" in ines.log()


def test_an_answer_that_was_taken_back_falls_with_the_same_faces(
    gm: Any, ines: Any, ana: Character, dice: Dice
) -> None:
    ask = asks(gm, ana)
    dice(7, 8, 1)
    ines.post("dragon.answer-check", ask=ask.public_id)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert "the same faces count again" in ines.panel("asks")
    assert ines.post("dragon.answer-check", ask=ask.public_id, faces="9 9 9").status_code == 422
    dice()
    ines.post("dragon.answer-check", ask=ask.public_id)
    assert [face for face, _ in full_facts(gm.table)["faces"]] == [7, 8, 1]


def test_what_is_asked_in_secret_is_heard_by_those_who_are_asked(
    gm: Any, ines: Any, marek: Any, ana: Character, dice: Dice
) -> None:
    ask = asks(gm, ana, mode="blind")
    assert "What moves there" not in marek.page()
    dice(7, 8, 1)
    ines.post("dragon.answer-check", ask=ask.public_id)
    assert "Rolled blind" in ines.log()
    assert "two of two" in gm.log()
    assert "What moves there" not in marek.page()


def test_the_form_tells_everybody_s_chance(gm: Any, ana: Character, guard: Character) -> None:
    form = in_words(gm.get("dragon.ask-check", characters=ana.public_id, substat="accuracy", required=1))
    assert "Ana Ines 95%" in form
    assert "Lantern guard played by the GM 87%" in form


@pytest.mark.parametrize("given", [{"characters": []}, {"substat": "luck"}, {"required": 21}])
def test_what_cannot_be_asked_is_refused(gm: Any, ana: Character, given: dict[str, Any]) -> None:
    before = state_of_play(gm.table)
    data = {"characters": [ana.public_id], "substat": "wit"} | given
    assert gm.post("dragon.ask-check", **data).status_code == 422
    assert state_of_play(gm.table) == before


def test_players_ask_nobody(ines: Any, ana: Character) -> None:
    assert ines.post("dragon.ask-check", characters=[ana.public_id], substat="wit").status_code == 403


def test_many_of_the_gms_lie_in_a_fold_below_the_players_characters(gm: Any, ana: Character) -> None:
    gm.does("dragon.quick-cast", name="Tide warden", weapon="blade", copies=6)
    assert "<summary>The GM’s own" not in gm.get("dragon.ask-check").content.decode()
    gm.does("dragon.quick-cast", name="Bell-witch", weapon="fist", copies=1)
    first, fold = gm.get("dragon.ask-check").content.decode().split("<summary>The GM’s own: 7</summary>")
    assert (ana.name in first, "Tide warden" in first) == (True, False)
    assert all(name in fold for name in ("Tide warden 1", "Tide warden 6", "Bell-witch"))
    assert '<details class="more">' in first
    witch = Character.objects.get(name="Bell-witch")
    chosen = gm.get("dragon.ask-check", characters=[witch.public_id], substat="wit").content.decode()
    assert '<details class="more" open>' in chosen
