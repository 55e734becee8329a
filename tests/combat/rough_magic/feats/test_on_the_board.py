"""A move on the board is the movement of a turn, as far as the pace carries."""

from __future__ import annotations

from typing import Any

import pytest

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
