"""Running further: a roll of Strength or Energy, and the hexes that it wins, walked at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.board.models import Spot
from apps.characters.models import Character
from apps.combat.models import Fight
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import fighter, in_round
from tests.combat.wounded import asks, does, told, undo
from tests.people import open_a_table, sit_down, state_of_play

Dice = Callable[..., Any]
FACES = (8, 3, 7, 1)
"""Two successes with four dice."""


def runs(person: Any, character: Character, status: int = 200, substat: str = "strength", **more: Any) -> str:
    return does(person, "dragon.run", status, character=character.public_id, substat=substat, **more)


def on_a_board(gm: Any, *cast: Character) -> None:
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, free="on")
    for n, one in enumerate(cast):
        gm.does("place", characters=[one.public_id], to=f"{'BK'[n]}5")


def column(character: Character) -> int:
    return Spot.objects.get(character=character).x


@pytest.mark.played("dragon.extra-movement", "dragon.diced-actions", "dragon.dice-pool")
def test_the_example_of_the_rule(gm: Any, ines: Any, ana: Character, duel: Fight, dice: Dice) -> None:
    dice(*FACES)
    runs(ines, ana)
    facts = told(gm.table, "dragon.ran")
    assert (facts["target"], facts["successes"], facts["hexes"]) == (7, 2, 4)
    assert fighter(gm, ana).acted
    assert "runs further" in gm.log() or "to run further" in gm.log()
    assert not asks(gm.table)


def test_the_form_tells_the_hexes_and_the_price(gm: Any, ines: Any, ana: Character, duel: Fight) -> None:
    words = in_words(ines.get("dragon.run", character=ana.public_id, substat="strength"))
    assert "Roll 4 dice" in words
    assert "hexes further on average 3.2" in words


def test_nobody_runs_twice_in_a_round_nor_on_another_substat(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    bo = made(marek, name="Bo", role="hero")
    in_round(gm, {ana: (2, 5), bo: (2,), guard: (2, 6)}, (2, "Good"))
    before = state_of_play(gm.table)
    assert runs(ines, ana, 422, substat="wit")
    assert state_of_play(gm.table) == before
    dice(*FACES)
    runs(ines, ana)
    assert "acts twice" in runs(ines, ana, 422)


@pytest.mark.played("dragon.off-category", "dragon.extra-movement")
def test_outside_the_category_it_costs_a_later_phase(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2, 5, 9), guard: (2,)}, (2, "Good"), speeds={ana: "social"})
    assert "Name 1 later phase" in runs(ines, ana, 422)
    dice(*FACES)
    runs(ines, ana, pay=[9])
    assert fighter(gm, ana).later(2) == (5,)


@pytest.mark.played("dragon.extra-movement", "dragon.movement")
def test_on_a_board_the_hexes_are_walked_at_once(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    on_a_board(gm, ana, guard)
    ines.does("move-token", character=ana.public_id, to="F5")
    dice(*FACES)
    runs(ines, ana)
    [asked] = asks(gm.table, "dragon.further")
    assert "Ana runs 4 hexes further: where to?" in ines.page()
    assert "where to?" not in marek.page()
    assert "5 of 4 hexes" in does(ines, "move-token", 422, character=ana.public_id, to="K5")
    ines.does("move-token", character=ana.public_id, to="J5")
    assert (column(ana), asks(gm.table)) == (9, [])
    undo(gm)
    assert (column(ana), asks(gm.table)[0].public_id) == (5, asked.public_id)


def test_one_may_stay_and_the_gm_may_say_so(
    gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    on_a_board(gm, ana, guard)
    dice(*FACES)
    runs(ines, ana)
    [asked] = asks(gm.table)
    assert marek.post("dragon.stay", ask=asked.public_id).status_code == 422
    assert "Choose the hex" in in_words(gm.get("dragon.stay", ask=asked.public_id))
    gm.does("dragon.stay", ask=asked.public_id)
    assert asks(gm.table) == []
    assert "lets Ana go no further" in ines.log()


def test_without_a_success_nothing_is_asked(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    on_a_board(gm, ana, guard)
    dice(1, 2, 3, 4)
    runs(ines, ana)
    assert asks(gm.table) == []
    assert told(gm.table, "dragon.ran")["hexes"] == 0


@pytest.mark.played("dragon.visibility")
def test_of_an_enemy_the_dice_are_seen_and_not_what_they_come_of(
    gm: Any, ines: Any, ana: Character, guard: Character, dice: Dice
) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Bad"))
    dice(9, 9, 1)
    runs(gm, guard)
    assert "Strength" in gm.log()
    assert "Strength" not in ines.log()
    assert "4 hexes further" in ines.log()


def test_of_somebody_hidden_nobody_hears(gm: Any, ines: Any, ana: Character, dice: Dice) -> None:
    witch = made(gm, name="Witch", role="enemy", hidden="on")
    in_round(gm, {ana: (2,), witch: (2,)}, (2, "Bad"))
    on_a_board(gm, ana, witch)
    log = ines.log()
    dice(9, 9, 1)
    runs(gm, witch)
    assert asks(gm.table)[0].exchange.kind == "dragon.further-secret"
    assert ines.log() == log
    assert "Witch" not in ines.page()


def test_the_switch_says_how_far_a_success_carries(dice: Dice, db: None) -> None:
    table = open_a_table("Elsewhere", game="dragon", extra_move_per_success="3")
    gm, ines = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")
    bo = made(ines, name="Bo", role="hero", strength=4)
    in_round(gm, {bo: (2,)}, (2, "Good"))
    dice(*FACES)
    runs(ines, bo)
    assert told(table, "dragon.ran")["hexes"] == 6
