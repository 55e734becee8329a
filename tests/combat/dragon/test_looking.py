"""A look around: the GM's word on what it takes, a free roll, or the act with dice, which may be left."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.models import Fight
from apps.table.models import Ask, Event, Exchange
from tests.characters.dragon.conftest import made
from tests.combat.dragon.conftest import fighter, in_round, now
from tests.combat.wounded import told, undo
from tests.people import state_of_play

FOR = "who else is in this hall"


def newest_ask(person: Any) -> str:
    return Ask.objects.filter(table=person.table, closed_at=None).latest("pk").public_id


def looks(ines: Any, ana: Character) -> None:
    ines.does("dragon.look", character=ana.public_id, words=FOR)


def says(gm: Any, word: str, **more: Any) -> None:
    gm.does("dragon.answer-look", ask=newest_ask(gm), word=word, **more)


def test_it_is_what_the_phase_allows_without_dice(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    looks(ines, ana)
    assert (fighter(gm, ana).acted, now(gm).phase) == (False, "good")
    assert f"Ana looks around: {FOR}." in gm.log()
    answer = ines.post("dragon.look", live=True, character=ana.public_id, words="again")
    assert "One diceless action in a phase" in answer.content.decode()


@pytest.mark.played("dragon.look-around")
def test_a_free_roll_costs_nothing_and_the_act_with_dice_is_still_there(
    ines: Any, gm: Any, ana: Character, duel: Fight, dice: Any
) -> None:
    looks(ines, ana)
    says(gm, "free", required=2)
    dice(8, 3, 5)
    ines.does("dragon.answer-check", ask=newest_ask(ines))
    assert (told(gm.table, "dragon.check")["successes"], fighter(gm, ana).later(2)) == (1, (5, 9))
    assert not fighter(gm, ana).acted


@pytest.mark.played("dragon.look-around")
def test_the_act_with_dice_is_paid_outside_the_category(
    ines: Any, gm: Any, ana: Character, duel: Fight, dice: Any
) -> None:
    looks(ines, ana)
    says(gm, "diced")
    dice(8, 3, 5)
    ines.does("dragon.search", ask=newest_ask(ines), allow="yes", pay=[9])
    assert (fighter(gm, ana).acted, fighter(gm, ana).later(2)) == (True, (5,))
    assert now(gm).phase == "bad"
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_it_is_refused_before_any_die_where_the_phase_is_not_named(
    ines: Any, gm: Any, ana: Character, duel: Fight
) -> None:
    looks(ines, ana)
    says(gm, "diced")
    before = state_of_play(gm.table)
    answer = ines.post("dragon.search", live=True, ask=newest_ask(ines), allow="yes")
    assert "Name 1 later phase to give up." in answer.content.decode()
    assert state_of_play(gm.table) == before


def test_or_it_is_left(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    looks(ines, ana)
    says(gm, "diced")
    ines.does("dragon.search", ask=newest_ask(ines), allow="no")
    assert "Ana leaves it at a look." in gm.log()
    assert (fighter(gm, ana).acted, now(gm).phase) == (False, "good")


def test_no_roll_at_all(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    looks(ines, ana)
    says(gm, "nothing")
    assert "Ana looks around: no roll is needed." in ines.log()
    assert not Ask.objects.filter(closed_at=None).exists()


@pytest.mark.played("dragon.visibility")
def test_a_number_that_is_hidden(ines: Any, gm: Any, ana: Character, duel: Fight, dice: Any) -> None:
    looks(ines, ana)
    says(gm, "diced", required=3, hidden="on")
    assert "three needed (hidden)" in gm.log()
    assert "three" not in ines.page()
    dice(8, 3, 5)
    ines.does("dragon.search", ask=newest_ask(ines), allow="yes", pay=[9])
    assert "the GM knows how many are needed" in ines.log()


def test_only_the_gm_says_what_it_takes(ines: Any, ana: Character, duel: Fight) -> None:
    looks(ines, ana)
    assert ines.post("dragon.answer-look", live=True, ask=newest_ask(ines), word="free").status_code == 403


def test_another_seat_does_not_search(marek: Any, ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    looks(ines, ana)
    says(gm, "diced")
    answer = marek.post("dragon.search", live=True, ask=newest_ask(ines), allow="no")
    assert "This is no longer open." in answer.content.decode()


def test_whoever_has_no_phase_does_not_look(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (5,), guard: (3,)}, (3, "Good"))
    answer = ines.post("dragon.look", live=True, character=ana.public_id, words=FOR)
    assert "This costs 2 later phases, and only 1 is left in this turn:" in answer.content.decode()


def test_of_somebody_hidden_nobody_else_hears(gm: Any, ines: Any, ana: Character, dice: Any) -> None:
    lurker = made(gm, name="Bell-witch", role="enemy", hidden="on")
    in_round(gm, {ana: (4,), lurker: (3,)}, (3, "Bad"))
    before = ines.soup().get_text(" ")
    gm.does("dragon.look", character=lurker.public_id, words=FOR)
    says(gm, "diced", substat="health")
    dice(9, 9, 9)
    gm.does("dragon.search", ask=newest_ask(gm), allow="yes")
    assert ines.soup().get_text(" ") == before


def test_dice_that_fell_fall_again(ines: Any, gm: Any, ana: Character, duel: Fight, dice: Any) -> None:
    looks(ines, ana)
    says(gm, "diced")
    ask = newest_ask(ines)
    dice(8, 3, 5)
    ines.does("dragon.search", ask=ask, allow="yes", pay=[9])
    undo(gm, Event.objects.get(kind="dragon.acted"))
    dice(1, 1, 1)
    ines.does("dragon.search", ask=ask, allow="yes", pay=[5])
    assert told(gm.table, "dragon.check")["successes"] == 1
    assert fighter(gm, ana).later(2) == (9,)


def test_the_card_says_what_it_costs(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    looks(ines, ana)
    says(gm, "diced")
    words = ines.panel("asks")
    assert "Roll Wit costs round 2, and one later phase: 9" in words
    form = ines.get("dragon.search", ask=newest_ask(ines)).content.decode()
    assert "Wit is Mental, this turn is Physical: that takes a later phase too." in form


def test_what_was_looked_for_is_over_with_the_turn(gm: Any, ines: Any, ana: Character) -> None:
    in_round(gm, {ana: (10,)}, (10, "Late"))
    looks(ines, ana)
    gm.does("dragon.next-part")
    assert not Exchange.objects.filter(kind="dragon.look", closed_at=None).exists()
