"""Phases and speed by the GM's hand, and dice of newcomers that are turned in mid-turn."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.models import Fight
from tests.combat.conftest import in_words, refused
from tests.combat.dragon.conftest import fighter, in_round
from tests.combat.dragon.picking import extra, kept_out, picked, rounds_of, speed_of, to_turn
from tests.combat.dragon.test_spending import spent
from tests.people import state_of_play


def sets(person: Any, character: Character, status: int = 302, **more: Any) -> str:
    answer = person.post("dragon.set-phases", plain=True, character=character.public_id, **more)
    assert answer.status_code == status, in_words(answer)
    return in_words(answer) if answer.content else ""


def test_the_gm_says_first_whose_and_sees_what_is_open(gm: Any, ana: Character, duel: Fight) -> None:
    assert "Whose phases? Ana Lantern guard" in in_words(gm.get("dragon.set-phases"))
    page = gm.get("dragon.set-phases", character=ana.public_id).content.decode()
    ticked = [line for line in page.split("<input") if 'name="rounds"' in line and "checked" in line.split(">")[0]]
    assert [line.split('value="')[1].split('"')[0] for line in ticked] == ["2", "5", "9"]


@pytest.mark.played("dragon.turn", "dragon.categories")
def test_the_gm_s_word_counts_for_phases_and_speed(gm: Any, ines: Any, ana: Character, duel: Fight) -> None:
    sets(gm, ana, rounds=[2, 4], speed="mind", why="A misread die")
    assert rounds_of(ana) == [2, 4]
    assert speed_of(ana)["speed"] == "mind"
    assert "sets the open phases of Ana: 2, 4 instead of 2, 5, 9 (A misread die)." in ines.log()
    gm.does("undo")
    assert (rounds_of(ana), speed_of(ana)["speed"]) == ([2, 5, 9], "reflexes")


def test_players_do_not_hear_of_the_enemies_phases(gm: Any, ines: Any, guard: Character, duel: Fight) -> None:
    sets(gm, guard, rounds=[8])
    assert rounds_of(guard) == [8]
    assert "Lantern guard: 8 instead of 2, 6." in gm.log()
    kept_out(ines.log(), "open phases")


def test_what_is_over_or_as_it_was_is_refused(gm: Any, ines: Any, ana: Character, duel: Fight) -> None:
    before = state_of_play(gm.table)
    assert "Round 1 is over for Ana." in sets(gm, ana, 422, rounds=[1, 5])
    assert "That is how it stands already." in sets(gm, ana, 422, rounds=[2, 5, 9])
    assert ines.post("dragon.set-phases", character=ana.public_id, rounds=[3]).status_code == 403
    assert state_of_play(gm.table) == before


def test_a_phase_that_is_spent_stays_so(gm: Any, ana: Character, duel: Fight) -> None:
    gm.does("dragon.set-phases", character=ana.public_id, rounds=[2, 5])
    spent(gm, ana, "Accuracy")
    assert "The phase of round 2 is used: it stays so." in sets(gm, ana, 422, rounds=[2, 7])
    sets(gm, ana, rounds=[7])
    assert [(one.round, one.spent) for one in fighter(gm, ana).phases] == [(2, "used"), (7, "open")]


def test_dice_of_a_newcomer_are_turned_in_mid_turn(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any
) -> None:
    in_round(gm, {guard: (2, 6)}, (4, "Bad"))
    gm.does("dragon.fight-join", characters=[ana.public_id])
    dice(7, 7)
    picked(ines, ana, "reflexes")
    assert rounds_of(ana) == []
    refused(ines.post("dragon.turn-dice", ask=to_turn(gm, ana), chosen=[3, 9]), "Round 3 is over for Ana.")
    ines.does("dragon.turn-dice", ask=to_turn(gm, ana), chosen=[5, 9])
    assert rounds_of(ana) == [5, 9]


def test_of_somebody_hidden_who_comes_in_nobody_hears(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Any
) -> None:
    in_round(gm, {ana: (5,), guard: (2, 6)}, (4, "Bad"))
    before = [ines.log(), ines.panel("dragon-turn"), ines.panel("awaited")]
    witch = extra(gm, "Bell-witch", hidden=True)
    gm.does("dragon.fight-join", characters=[witch.public_id])
    dice(8, 9)
    picked(gm)
    assert rounds_of(witch) == [8, 9]
    gm.does("dragon.fight-leave", character=witch.public_id)
    assert [ines.log(), ines.panel("dragon-turn"), ines.panel("awaited")] == before
