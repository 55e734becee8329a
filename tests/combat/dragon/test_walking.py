"""A move by a number of hexes, at a table without a board."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.models import Fight
from tests.characters.dragon.conftest import made
from tests.combat.dragon.conftest import in_round
from tests.combat.wounded import does, told, undo
from tests.people import state_of_play


def walks(person: Any, character: Character, hexes: int, status: int = 200) -> str:
    return does(person, "dragon.move", status, character=character.public_id, hexes=hexes)


@pytest.mark.played("dragon.movement", "dragon.diceless-actions")
def test_it_goes_as_far_as_the_sheet_says(gm: Any, ines: Any, ana: Character, duel: Fight) -> None:
    before = state_of_play(gm.table)
    assert "5 of 4 hexes: Ana goes no further in a move" in walks(ines, ana, 5, 422)
    assert state_of_play(gm.table) == before
    walks(ines, ana, 4)
    assert told(gm.table)["hexes"] == 4
    assert "moves Ana 4 hexes" in gm.log()
    assert "Ana moves no further in this phase" in walks(ines, ana, 1, 422)
    undo(ines)
    walks(ines, ana, 1)
    assert "moves Ana 1 hex." in gm.log()


def test_the_form_says_how_far(ines: Any, ana: Character, duel: Fight) -> None:
    from tests.combat.conftest import in_words

    words = in_words(ines.get("dragon.move", character=ana.public_id, hexes=3))
    assert "Move 3 of 4 hexes" in words


def test_who_may_and_when(gm: Any, ines: Any, marek: Any, ana: Character, guard: Character, duel: Fight) -> None:
    assert "not yours" in walks(marek, ana, 1, 422)
    assert "not yours" in walks(ines, guard, 1, 422)
    assert "the other side’s" in walks(gm, guard, 1, 422)
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, characters=[ana.public_id])
    assert "Ana stands on the board" in walks(ines, ana, 1, 422)


def test_the_gm_lets_an_enemy_go_further(gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Bad"))
    walks(gm, guard, 9)
    assert told(gm.table)["hexes"] == 9


def test_of_somebody_hidden_nobody_hears(gm: Any, ines: Any, ana: Character) -> None:
    witch = made(gm, name="Witch", role="enemy", hidden="on")
    in_round(gm, {ana: (2,), witch: (2,)}, (2, "Bad"))
    before = ines.page()
    walks(gm, witch, 2)
    assert "Witch" in gm.log()
    assert ines.log() in before or "Witch" not in ines.page()


def test_there_is_nothing_to_do_outside_a_fight(ines: Any, ana: Character) -> None:
    assert ines.post("dragon.move", character=ana.public_id, hexes=1).status_code == 422
