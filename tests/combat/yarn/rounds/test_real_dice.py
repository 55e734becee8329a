"""Initiative with real dice, typed by whoever throws them."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.combat.yarn.standing import Dice, acting, asked_about, begins, fighter
from tests.people import Person
from tests.yarn_world import refused, told


def test_the_faces_count_and_the_card_says_so(gm: Person, ines: Person, maud: Character, bess: Character,
                                              dice: Dice) -> None:  # fmt: skip
    """The GM's side is thrown by the program, after the last of them."""
    begins(gm, maud, bess)
    dice(2, 3)
    ines.does("yarn.roll-initiative", ask=asked_about(maud), bonus=1, faces="6 5 1")
    roll = told(gm.table, "yarn.initiative-rolled")["roll"]
    assert ([one["face"] for one in roll["dice"]], roll["total"], roll["typed"]) == ([6, 5, 1], 11, True)
    assert fighter(bess).initiative == 5
    assert acting(gm) == ["Maud Ferrin"]
    assert "Real dice" in ines.log()


def test_what_the_program_throws_is_not_called_real(gm: Person, ines: Person, maud: Character, dice: Dice) -> None:
    begins(gm, maud)
    dice(6, 5)
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    assert "Real dice" not in ines.log()


@pytest.mark.parametrize(("typed", "why"), [("6 5 4", "The pool has 2 dice, and 3 faces are written here."),
                                            ("6 7", "7 is not on a d6"), ("six", "Numbers with spaces")])  # fmt: skip
def test_other_dice_than_fall_are_refused_and_kept_in_the_field(
    gm: Person, ines: Person, maud: Character, typed: str, why: str
) -> None:
    begins(gm, maud)
    given: dict[str, Any] = {"ask": asked_about(maud), "faces": typed}
    said = refused(ines, "yarn.roll-initiative", **given)
    assert why in said
    assert typed in said
    assert fighter(maud).initiative is None


def test_faces_are_not_typed_over_dice_that_fell(gm: Person, ines: Person, maud: Character, dice: Dice) -> None:
    begins(gm, maud)
    ines.does("yarn.roll-initiative", ask=asked_about(maud), faces="6 5")
    gm.does("undo")
    assert "They count again" in refused(ines, "yarn.roll-initiative", ask=asked_about(maud), faces="6 6")
    dice()
    ines.does("yarn.roll-initiative", ask=asked_about(maud))
    assert fighter(maud).initiative == 11
    assert told(gm.table, "yarn.initiative-rolled")["roll"]["typed"] is True
