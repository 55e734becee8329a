"""Acting with a phase: what it costs, what is rolled, who hears what."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant, Fight
from apps.table.models import Event
from tests.characters.dragon.conftest import made
from tests.combat.dragon.conftest import fighter, in_round, now
from tests.combat.wounded import a_turn_of, told, undo
from tests.people import state_of_play


@pytest.mark.played("dragon.phase-action", "dragon.diced-actions")
def test_the_phase_is_used_and_the_roll_falls(ines: Any, gm: Any, ana: Character, duel: Fight, dice: Any) -> None:
    dice(8, 3, 5, 9, 1, 6)
    ines.does("dragon.act", character=ana.public_id, words="shuts the gate", substat="accuracy", label="the latch")
    assert fighter(gm, ana).acted
    assert told(ines.table, "dragon.acted") | {"character_id": ""} == {
        "character": "Ana",
        "character_id": "",
        "round": 2,
        "part": "Good",
        "announced": "Good Guys in 2",
        "words": "shuts the gate",
        "moved": False,
        "way": "phase",
        "gone": [],
        "surcharge": False,
    }
    assert told(ines.table, "dragon.check")["successes"] == 2


@pytest.mark.played("dragon.off-category", "dragon.stacked-costs")
def test_a_roll_outside_the_category_costs_the_later_phase_that_is_named(
    ines: Any, gm: Any, ana: Character, duel: Fight, dice: Any
) -> None:
    dice(8, 3, 5)
    ines.does("dragon.act", character=ana.public_id, substat="wit", pay=[5])
    assert fighter(gm, ana).later(2) == (9,)
    assert "gives up 5" in ines.log()


def test_without_naming_it_nothing_is_rolled(ines: Any, ana: Character, duel: Fight) -> None:
    before = state_of_play(ines.table)
    answer = ines.post("dragon.act", live=True, character=ana.public_id, substat="wit")
    assert answer.status_code == 422
    assert "Name 1 later phase to give up." in answer.content.decode()
    assert state_of_play(ines.table) == before


@pytest.mark.played("dragon.trade-two")
def test_two_later_phases_buy_one_in_this_round(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (4, 6, 9), guard: (3,)}, (3, "Good"))
    ines.does("dragon.act", character=ana.public_id, words="runs", pay=[6, 9])
    assert (fighter(gm, ana).acted, fighter(gm, ana).later(3)) == (True, (4,))
    assert "Ana: runs (buys in, gives up 6 and 9)." in ines.log()


@pytest.mark.played("dragon.hold")
def test_a_kept_phase_is_used_in_a_later_round(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2, 6), guard: (5,)}, (2, "Good"))
    ines.does("dragon.hold", character=ana.public_id)
    gm.does("dragon.next-part")
    ines.does("dragon.act", character=ana.public_id, words="steps out")
    assert fighter(gm, ana).kept is None
    assert "Ana: steps out (with a kept phase)." in ines.log()


@pytest.mark.played("dragon.once-per-round")
def test_nobody_acts_twice_in_a_round(ines: Any, gm: Any, ana: Character, marek: Any, guard: Character) -> None:
    bo = made(marek, name="Bo", role="hero")
    in_round(gm, {ana: (2, 5, 9), bo: (2,), guard: (2,)}, (2, "Good"))
    ines.does("dragon.act", character=ana.public_id, words="shuts the gate")
    before = state_of_play(ines.table)
    answer = ines.post("dragon.act", live=True, character=ana.public_id, words="opens it", pay=[5, 9])
    assert "Nobody acts twice in a round" in answer.content.decode()
    assert state_of_play(ines.table) == before


def test_nothing_is_no_act(ines: Any, ana: Character, duel: Fight) -> None:
    answer = ines.post("dragon.act", live=True, character=ana.public_id)
    assert "Say what is done, or what is rolled." in answer.content.decode()


@pytest.mark.played("dragon.enemy-sub-round")
def test_nobody_acts_in_the_other_side_s_part(gm: Any, guard: Character, duel: Fight) -> None:
    answer = gm.post("dragon.act", live=True, character=guard.public_id, words="aims")
    assert "This part is the other side’s" in answer.content.decode()


def test_the_form_says_what_it_costs_and_how_the_dice_would_fall(ines: Any, ana: Character, duel: Fight) -> None:
    words = ines.get("dragon.act", character=ana.public_id, substat="wit").content.decode()
    assert "Costs round 2, and one later phase." in words
    assert "Wit is Mental, this turn is Physical:" in words
    assert "Roll 3 dice" in words
    assert [one["value"] for one in BeautifulSoup(words, "lxml").select("[name=pay][checked]")] == ["9"]


# whoever has moved


def moves(gm: Any, character: Character) -> None:
    def does(turn: Any) -> None:
        combatant = turn.desk.one(Combatant, character=character)
        spending.note_move(turn, combatant)

    a_turn_of(gm, does)


@pytest.mark.played("dragon.diceless-actions")
def test_whoever_has_moved_does_nothing_else_without_dice(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    moves(gm, ana)
    answer = ines.post("dragon.act", live=True, character=ana.public_id, words="shuts the gate")
    assert "One diceless action in a phase" in answer.content.decode()
    ines.does("dragon.act", character=ana.public_id)
    assert "Ana: that is all." in ines.log()


@pytest.mark.played("dragon.phase-action")
def test_after_what_needs_no_dice_a_roll_may_follow(ines: Any, gm: Any, ana: Character, duel: Fight, dice: Any) -> None:
    ines.does("dragon.act", character=ana.public_id, words="draws her sabre", more="on")
    assert (fighter(gm, ana).acted, now(gm).phase) == (False, "good")
    assert "Ana: draws her sabre, and then." in ines.log()
    dice(8, 3, 5, 9, 1, 6)
    ines.does("dragon.act", character=ana.public_id, substat="accuracy")
    assert fighter(gm, ana).acted


def test_what_cannot_be_paid_is_not_begun(gm: Any, guard: Character, duel: Fight) -> None:
    before = state_of_play(gm.table)
    answer = gm.post("dragon.act", live=True, character=guard.public_id, words="aims", more="on")
    assert "This part is the other side’s" in answer.content.decode()
    assert state_of_play(gm.table) == before


@pytest.mark.parametrize("word", ["wait", "hold", "pass", "decline"])
def test_whoever_has_moved_keeps_nothing(ines: Any, gm: Any, ana: Character, duel: Fight, word: str) -> None:
    moves(gm, ana)
    before = state_of_play(ines.table)
    answer = ines.post(f"dragon.{word}", live=True, character=ana.public_id)
    assert "What was done without dice has used the phase" in answer.content.decode()
    assert state_of_play(ines.table) == before


def test_the_part_closes_on_whoever_has_moved_and_the_phase_is_used(
    ines: Any, gm: Any, ana: Character, duel: Fight
) -> None:
    moves(gm, ana)
    gm.does("dragon.next-part")
    assert fighter(gm, ana).acted
    assert "Used without a roll: Ana." in ines.log()


def test_a_move_that_was_bought_costs_the_last_two(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (4, 6, 9), guard: (3,)}, (3, "Good"))
    moves(gm, ana)
    gm.does("dragon.next-part")
    assert fighter(gm, ana).later(3) == (4,)


# who hears what


def test_of_an_enemy_the_others_hear_what_is_done_and_not_what_it_costs(
    gm: Any, ines: Any, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (4,), guard: (6, 9)}, (3, "Bad"))
    gm.does("dragon.act", character=guard.public_id, words="runs", pay=[6, 9])
    assert "Lantern guard: runs (buys in, gives up 6 and 9)." in gm.log()
    assert "Lantern guard: runs." in ines.log()


def test_of_somebody_hidden_nobody_else_hears(gm: Any, ines: Any, ana: Character, dice: Any) -> None:
    lurker = made(gm, name="Bell-witch", role="enemy", hidden="on")
    in_round(gm, {ana: (4,), lurker: (3,)}, (3, "Bad"))
    before = ines.soup().get_text(" ")
    dice(9, 9, 9)
    gm.does("dragon.act", character=lurker.public_id, words="listens", substat="health")
    assert "Bell-witch: listens." in gm.log()
    assert ines.soup().get_text(" ") == before


def test_the_gm_acts_for_a_player(gm: Any, ana: Character, duel: Fight) -> None:
    gm.does("dragon.act", character=ana.public_id, words="shuts the gate")
    assert Event.objects.get(kind="dragon.acted").by_gm


def test_another_seat_does_not(marek: Any, ana: Character, duel: Fight) -> None:
    answer = marek.post("dragon.act", live=True, character=ana.public_id, words="shuts the gate")
    assert "That one is not yours, or not in the fight." in answer.content.decode()


def test_it_is_taken_back(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    ines.does("dragon.act", character=ana.public_id, words="runs")
    undo(gm, Event.objects.get(kind="dragon.acted"))
    assert not fighter(gm, ana).acted
    assert Fight.objects.get().phase == "good"
