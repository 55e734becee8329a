"""Who dives clear of an attack lies somewhere else on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.board.board import ground_of
from apps.board.models import Spot
from apps.characters.models import Character
from apps.rules.distance import cell_named
from tests.combat.rough_magic.attacks.conftest import answers, in_words, refused, starts, states
from tests.combat.rough_magic.attacks.test_answer_attack import answer, cell, hit
from tests.combat.rough_magic.order.conftest import newest
from tests.combat.rough_magic.standing import on_the_board

Dice = Callable[..., Any]
DIVING = pytest.mark.played("rough_magic.diving-clear")


def apart(one: str, other: str) -> int:
    board = Spot.objects.select_related("board").latest("pk").board
    cells = [cell_named(name) or (0, 0) for name in (one, other)]
    return ground_of(board).apart(*cells)


@DIVING
def test_from_a_blow_one_lies_out_of_its_reach(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    """Two metres, a hex, is close combat: the nearest cell beyond is two hexes from Sel, one from where Jun stood."""
    on_the_board(gm, jun="H8", sel="I8")
    starts(gm, sel, jun)
    ask = hit(gm, dice, sel, jun)
    words = ines.panel("asks")
    facts = answers(ines, ask, "dive")
    there = cell(jun)
    assert (apart(there, "I8"), apart(there, "H8"), facts["cell"]) == (4, 2, there)
    assert f"Prone then, at {there}." in words
    assert f"dives clear to {there}" in ines.log()
    gm.does("undo", event=newest(gm, "attack-settled").public_id)
    assert cell(jun) == "H8"


@DIVING
def test_a_cell_that_is_named_counts_if_it_is_within_reach(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    """Jun gets 63 m far; a hex is 20 m here."""
    on_the_board(gm, jun="H8", sel="I8")
    gm.does("change-board", grid="hex", columns=24, rows=16, per_cell=20)
    starts(gm, sel, jun)
    ask = hit(gm, dice, sel, jun)
    assert "Dives to the cell" in in_words(ines.get("rough_magic.answer-attack", ask=ask.public_id))
    far = refused(ines, "rough_magic.answer-attack", **answer(ask, "dive", cell="D8"))
    assert "Jun Vey gets 63 m, and the nearest safe place is 80 m away" in far
    answers(ines, ask, "dive", cell="E8")
    assert cell(jun) == "E8"


@DIVING
def test_metres_that_are_typed_lead_away_from_the_attacker(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    on_the_board(gm, jun="H8", sel="L8")
    starts(gm, sel, jun)
    answers(ines, hit(gm, dice, sel, jun, 6, 6, weapon="Rifle"), "dive", metres=6)
    assert (apart(cell(jun), "H8"), apart(cell(jun), "L8")) == (6, 14)


def test_without_a_board_no_cell_is_asked_for(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, sel, jun)
    ask = hit(gm, dice, sel, jun)
    assert "Dives to the cell" not in in_words(ines.get("rough_magic.answer-attack", ask=ask.public_id))
    assert "Dive to another cell" not in ines.panel("asks")
    assert answers(ines, ask, "dive")["cell"] == ""


@pytest.mark.played("rough_magic.cover", "rough_magic.diving-clear")
def test_whoever_dives_from_an_attack_leaves_their_cover(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, sel, jun)
    gm.does("rough_magic.state", character=jun.public_id, state="cover", does="begins")
    assert answers(ines, hit(gm, dice, sel, jun, 6, 6), "dive")["ended"] == ["cover"]
    assert states(jun) == ["prone"]
