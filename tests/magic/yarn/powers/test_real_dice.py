"""Real dice of powers: those of a use lie closed till it is answered, those of a resistance fall with the answer."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.magic.yarn.conftest import left, line, psychic, uses, wizard
from tests.people import Person
from tests.yarn_world import asked, made, refused, told


def faces(roll: Any) -> list[int]:
    return [one["face"] for one in roll["dice"]]


def test_a_use_that_nobody_resists(marek: Person, table: Any, dice: Any) -> None:
    joss = made(marek, **psychic("telekinesis"))
    dice()
    uses(marek, joss, "telekinesis", faces="5 4")
    assert (faces(told(table)["roll"]), told(table)["roll"]["typed"], left(joss)) == ([5, 4], True, 5)
    assert "Shoves 9 kg" in marek.log()
    assert "Real dice" in marek.log()


@pytest.mark.parametrize(("typed", "why"), [("5 4 3", "2 dice are thrown for this, and 3 are here."),
                                            ("5 9", "9 is not on a d6")])  # fmt: skip
def test_other_dice_than_fall_are_refused_before_any_shot_is_paid(
    marek: Person, bess: Character, typed: str, why: str
) -> None:
    joss = made(marek, **psychic("telekinesis"))
    said = refused(marek, "yarn.use-power", power=line(joss, "telekinesis"), faces=typed)
    assert why in said
    assert typed in said
    assert left(joss) == 6


def test_both_sides_type_theirs_and_the_first_lie_closed(
    marek: Person, gm: Person, ines: Person, table: Any, bess: Character, dice: Any
) -> None:
    joss = made(marek, **psychic("aura-sight"))
    power = line(joss, "aura-sight")
    wrong = refused(marek, "yarn.use-power", power=power, target=bess.public_id, faces="6")
    assert "The pool has 2 dice, and 1 face is written here." in wrong
    dice()
    marek.does("yarn.use-power", power=power, target=bess.public_id, faces="6 3")
    for one in (gm, ines, marek):
        assert "Real dice" not in one.log()
    assert "and 3 faces are written here" in refused(
        gm, "yarn.resist-power", ask=asked(gm), way="resist", faces="1 2 3"
    )
    gm.does("yarn.resist-power", ask=asked(gm), way="resist", base=2, faces="5 2")
    found = told(table)
    assert (faces(found["roll"]), faces(found["met"]), found["works"]) == ([6, 3], [5, 2], True)
    assert (found["roll"]["typed"], found["met"]["typed"]) == (True, True)
    assert gm.log().count("Real dice") == 2
    assert ines.log().count("Real dice") == 1  # what resists is hers


def test_taken_back_all_fall_the_same_again(marek: Person, gm: Person, table: Any, bess: Character, dice: Any) -> None:
    joss = made(marek, **psychic("aura-sight"))
    uses(marek, joss, "aura-sight", target=bess.public_id, faces="6 3")
    dice()
    gm.does("yarn.resist-power", ask=asked(gm), way="resist", base=2, faces="5 2")
    before = told(table)
    gm.does("undo")
    assert "They count again" in refused(gm, "yarn.resist-power", ask=asked(gm), way="resist", base=2, faces="6 6")
    gm.does("yarn.resist-power", ask=asked(gm), way="resist", base=2)
    assert told(table) == before


def test_only_the_resistance_is_typed(marek: Person, gm: Person, table: Any, bess: Character, dice: Any) -> None:
    joss = made(marek, **wizard("grip-of-stone"))
    marek.does("yarn.cast", spell=line(joss, "grip-of-stone"), target=bess.public_id)
    dice()
    gm.does("yarn.resist-power", ask=asked(gm), way="resist", base=2, faces="6 6")
    assert (faces(told(table)["met"]), told(table)["met"]["typed"], told(table)["works"]) == ([6, 6], True, False)


def test_the_gm_throws_both_behind_her_screen(
    marek: Person, gm: Person, table: Any, bess: Character, dice: Any
) -> None:
    """Whoever does not know of it is not asked, and sees no die of it."""
    joss = made(marek, **psychic(pool=""))
    before, said = marek.log(), {"power": line(bess, "Knows"), "target": joss.public_id, "metres": 2, "sight": "on"}
    assert "2 dice are thrown for this, and 1 is here." in refused(gm, "yarn.use-power", **said, met_faces="1")
    dice()
    gm.does("yarn.use-power", **said, faces="6 6 5", met_faces="1 2")
    found = told(table, audience="gms")
    assert (faces(found["roll"]), faces(found["met"])) == ([6, 6, 5], [1, 2])
    assert (found["roll"]["typed"], found["met"]["typed"]) == (True, True)
    assert marek.log() == before
    assert "met_faces" not in marek.get("yarn.use-power").content.decode()
