"""A move on the board is the movement of a turn, as far as the pace carries."""

from __future__ import annotations

from typing import Any

import pytest

from apps.board.models import Spot
from apps.characters.models import Character
from tests.combat.conftest import in_words
from tests.combat.rough_magic.standing import fights, on_the_board, states, used
from tests.combat.wounded import does, undo


def moves(person: Any, who: Character, to: str, status: int = 200, **more: Any) -> str:
    return does(person, "move-token", status, character=who.public_id, to=to, **more)


@pytest.mark.played("rough_magic.movement", "rough_magic.movement-action")
def test_a_walk_may_be_broken_off_and_ended(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    """Agility 7 walks 11 metres: five cells of two metres."""
    on_the_board(gm, jun="B5", sel="S5")
    fights(gm, jun, sel)
    assert "Move to F5, 8 of 11 metres" in in_words(ines.get("move-token", character=jun.public_id, to="F5"))
    assert "12 of 11 metres" in moves(ines, jun, "H5", 422)
    moves(ines, jun, "D5")
    assert used(jun, "half") == 1
    assert "8 of 7 metres" in moves(ines, jun, "H5", 422)
    moves(ines, jun, "G5")
    assert "has moved in this turn already" in moves(ines, jun, "H5", 422)
    undo(ines)
    moves(ines, jun, "F5")


@pytest.mark.played("rough_magic.gait")
def test_a_pace_that_was_declared_carries_further(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    on_the_board(gm, jun="B5", sel="S5")
    fights(gm, jun, sel)
    does(ines, "rough_magic.pace", character=jun.public_id, gait="run")
    moves(ines, jun, "L5")
    assert (states(jun), used(jun, "move")) == (["running"], 1)


def test_outside_ones_turn_only_the_gm_moves_somebody(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character
) -> None:
    on_the_board(gm, jun="B5", bramble="C5")
    fights(gm, jun, bramble)
    assert "not Bramble Oke’s turn" in moves(marek, bramble, "D5", 422)
    moves(gm, bramble, "P5", put="on")
    gm.does("rough_magic.next")
    assert used(bramble, "move") == 0


def test_without_a_fight_the_board_is_free(gm: Any, ines: Any, jun: Character) -> None:
    on_the_board(gm, jun="B5")
    moves(ines, jun, "R5")


# by the form of a move


def goes(person: Any, who: Character, how: str = "walk", status: int = 200, **more: Any) -> str:
    return does(person, "rough_magic.move", status, character=who.public_id, how=how, **more)


def cell(who: Character) -> tuple[int, int]:
    spot = Spot.objects.get(character=who)
    return spot.x, spot.y


@pytest.mark.played("rough_magic.movement-action", "rough_magic.gait")
def test_a_move_by_its_form_takes_the_token_along(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    on_the_board(gm, jun="B5", sel="S5")
    fights(gm, jun, sel)
    form = in_words(ines.get("rough_magic.move", character=jun.public_id, how="run", cell="L5"))
    assert "Run 20 m" in form
    goes(ines, jun, "run", cell="L5")
    assert (cell(jun), states(jun), used(jun, "move")) == ((11, 4), ["running"], 1)
    assert "moves: Run, 20 m, L5" in gm.log()
    undo(ines)
    assert cell(jun) == (1, 4)


@pytest.mark.played("rough_magic.movement-action")
def test_a_part_of_a_walk_is_counted_by_the_cell(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    on_the_board(gm, jun="B5", sel="S5")
    fights(gm, jun, sel)
    goes(ines, jun, cell="D5")
    assert (used(jun, "half"), used(jun, "walked")) == (1, 4)
    assert "7 m is as far as" in goes(ines, jun, status=422, cell="H5")


def test_typed_metres_count_before_the_board(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    """Round the corner it is farther than the board has it; without a cell nobody moves on it."""
    on_the_board(gm, jun="B5", sel="S5")
    fights(gm, jun, sel)
    goes(ines, jun, cell="D5", metres=9)
    assert (used(jun, "walked"), cell(jun)) == (9, (3, 4))
    goes(ines, jun, metres=2)
    assert cell(jun) == (3, 4)


def test_all_the_way_is_no_place_on_a_board(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    on_the_board(gm, jun="B5", sel="S5")
    fights(gm, jun, sel)
    assert "stands on the board: say to which cell" in goes(ines, jun, status=422)
    assert "is not on this board" in goes(ines, jun, status=422, cell="Z99")
    gm.does("rough_magic.state", character=jun.public_id, state="prone", does="begins")
    goes(ines, jun, "stand")


def test_where_no_board_is_seen_nothing_is_asked(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    gm.does("lay-board", grid="hex", columns=24, rows=16, per_cell=2, hidden="on", characters=[jun.public_id])
    fights(gm, jun, sel)
    goes(ines, jun)
    assert used(jun, "move") == 1
