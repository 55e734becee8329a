"""One against another: sealed until both have thrown, and successes taken off successes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragon.sheet import sheet_of
from apps.characters.models import Character
from apps.table.models import Ask, Exchange, Telling
from tests.checks.conftest import full_facts
from tests.checks.dragon.test_check import skill
from tests.combat.conftest import in_words
from tests.people import newest_event

Dice = Callable[..., Any]


def acts(person: Any, active: Character, opponent: Character, **more: Any) -> Ask:
    given = {"substat": "accuracy", "character": active.public_id, "opponent": opponent.public_id} | more
    answer = person.post("dragon.oppose", **given)
    assert answer.status_code == 200, in_words(answer)
    return Ask.objects.filter(table=person.table, closed_at=None).latest("pk")


@pytest.mark.played("dragon.opposed-roll")
@pytest.mark.parametrize(
    ("mine", "theirs", "net", "winner"),
    [((5, 5, 6, 1, 1, 1), (7, 1, 1, 1), 2, "Ana"), ((5, 1, 1, 1, 1, 1), (7, 1, 1, 1), 0, "Lantern guard"),
     ((1, 1, 1, 1, 1, 1), (7, 8, 1, 1), -2, "Lantern guard")],
)  # fmt: skip
def test_the_resister_s_successes_are_taken_off(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, dice: Dice, mine: tuple[int, ...],
    theirs: tuple[int, ...], net: int, winner: str,
) -> None:  # fmt: skip
    dice(*mine)
    ask = acts(ines, ana, guard, skills=[skill(ana, "Sword")], label="For the lantern")
    assert ines.soup().select("#log-cards [data-awaited]")
    dice(*theirs)
    gm.post("dragon.answer-oppose", ask=ask.public_id, substat="accuracy")
    facts = full_facts(gm.table)
    assert (facts["net"], facts["winner_name"]) == (net, winner)
    assert f"{winner} wins" in marek.log()


def test_nothing_of_the_sealed_dice_is_told_before(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    dice(10, 10, 10, 10, 10, 10)
    ask = acts(ines, ana, guard)
    assert "successes" not in str(list(Telling.objects.values_list("facts", flat=True)))
    assert "successes" not in str(ask.facts)
    assert Exchange.objects.get(pk=ask.exchange_id).state["side"]["successes"] == 6
    form = in_words(gm.get("dragon.answer-oppose", ask=ask.public_id, substat="accuracy"))
    assert "How many successes fall" in form
    assert "Ana acts against Lantern guard" in gm.panel("asks")


def test_a_tie_says_why_it_is_the_resister_s(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    dice(7, 1, 1, 1, 1, 1)
    ask = acts(ines, ana, guard)
    dice(7, 1, 1, 1)
    gm.post("dragon.answer-oppose", ask=ask.public_id, substat="accuracy")
    lead = marek.soup().select_one("#log-cards .lead")
    assert "a tie goes to whoever resists" in lead.get_text(" ", strip=True)
    assert lead.b["data-glance"] == "1 to 1"


def test_who_resists_is_told_what_is_rolled_and_starts_with_what_usually_meets_it(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    dice(*[7] * sheet_of(ana).value("charisma"))
    ask = acts(ines, ana, guard, substat="charisma")
    assert "They have rolled Charisma" in gm.panel("asks")
    form = gm.get("dragon.answer-oppose", ask=ask.public_id)
    assert "They act with Charisma." in in_words(form)
    assert BeautifulSoup(form.content, "lxml").select("[name=substat][checked]")[0]["value"] == "grace"


def starts_on(person: Any, ask: Ask) -> list[str]:
    form = BeautifulSoup(person.get("dragon.answer-oppose", ask=ask.public_id).content, "lxml")
    return [str(one["value"]) for one in form.select("[name=substat][checked]")]


def test_who_resists_starts_with_what_was_rolled_against_them(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    dice(*[7] * sheet_of(ana).value("energy"))
    assert starts_on(gm, acts(ines, ana, guard, substat="energy")) == ["energy"]


def test_against_a_roll_that_is_the_gm_s_nothing_is_chosen_unless_the_gm_names_it(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    dice(7, 7, 7, 7, 7, 7, 7, 7)
    ask = acts(gm, guard, ana, substat="accuracy")
    assert starts_on(ines, ask) == []
    assert "Say what is rolled against it." in in_words(ines.post("dragon.answer-oppose", ask=ask.public_id))
    ask = acts(gm, guard, ana, substat="accuracy", meets="wit")
    assert starts_on(ines, ask) == ["wit"]
    assert "You resist with Wit." in ines.panel("asks")
    assert "They resist with" not in in_words(ines.get("dragon.oppose", character=ana.public_id))


def test_what_an_enemy_rolls_is_not_told(gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice) -> None:
    dice(7, 7, 7, 7)
    ask = acts(gm, guard, ana, substat="accuracy")
    assert {"what", "substat"}.isdisjoint(ask.facts)
    assert "They have rolled; both" in ines.panel("asks")


@pytest.mark.played("dragon.visibility")
def test_somebody_hidden_acts_without_a_name(gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice) -> None:
    gm.does("character-hidden", character=guard.public_id, hidden="yes")
    dice(7, 1, 1, 1)
    ask = acts(gm, guard, ana)
    assert "Somebody acts against Ana" in ines.panel("asks")
    dice(1, 1, 1)
    ines.post("dragon.answer-oppose", ask=ask.public_id, substat="wit")
    known = Telling.objects.get(event=newest_event(gm.table), audience="everybody").facts
    assert (known["character"], known["winner_name"]) == ("Somebody", "Somebody")


def test_an_answer_that_was_taken_back_falls_again(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    dice(1, 1, 1, 1, 1, 1)
    ask = acts(ines, ana, guard)
    dice(7, 8, 1, 1)
    gm.post("dragon.answer-oppose", ask=ask.public_id, substat="accuracy")
    gm.does("undo", event=newest_event(gm.table).public_id)
    dice()
    gm.post("dragon.answer-oppose", ask=ask.public_id, substat="accuracy")
    assert [face for face, _ in full_facts(gm.table)["sides"][1]["faces"]] == [7, 8, 1, 1]


def test_nobody_answers_for_others(
    ines: Any, marek: Any, watcher: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    dice(1, 1, 1, 1, 1, 1)
    ask = acts(ines, ana, guard)
    assert marek.post("dragon.answer-oppose", ask=ask.public_id, substat="wit").status_code == 422
    assert watcher.post("dragon.answer-oppose", ask=ask.public_id, substat="wit").status_code == 403
    assert marek.post("dragon.oppose", character=ana.public_id, opponent=guard.public_id).status_code == 422
