"""The ladder of dice."""

import pytest

from apps.rules import Refused
from apps.rules.crew.steps import (
    BEYOND,
    LADDER,
    SIZES,
    Stepped,
    new_complication,
    read,
    read_all,
    read_fallen,
    sides,
    step,
    written,
)


@pytest.mark.rule("crew.step-ladder")
@pytest.mark.parametrize(
    ("kind", "size", "steps", "after"),
    [
        ("complication", 6, 1, 8),
        ("complication", 6, 5, BEYOND),
        ("complication", 12, 1, BEYOND),
        ("complication", BEYOND, 3, BEYOND),
        ("complication", BEYOND, -1, 12),
        ("complication", BEYOND, 0, BEYOND),
        ("complication", 6, -1, None),
        ("complication", 12, -9, None),
        ("asset", 6, 1, 8),
        ("asset", 12, 1, 12),
        ("asset", 8, -1, 6),
        ("asset", 8, -2, None),
        ("trait", 12, 1, 12),
        ("trait", 6, -1, 4),
        ("trait", 4, -1, 4),
    ],
)
def test_up_and_down(kind, size, steps, after):
    assert step(kind=kind, size=size, steps=steps) == Stepped(after, after == BEYOND)


@pytest.mark.rule("crew.step-ladder")
def test_a_step_up_and_down_again_is_no_change_between_the_ends():
    for size in SIZES[1:-1]:
        for kind in ("complication", "asset", "trait"):
            up = step(kind=kind, size=size, steps=1).size or 0
            assert step(kind=kind, size=up, steps=-1).size == size


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"kind": "skill"}, "not-a-choice", "kind"),
        ({"size": 7}, "no-size", "size"),
        ({"size": "d20"}, "no-size", "size"),
        ({"size": "8"}, "no-size", "size"),
        ({"size": True}, "no-size", "size"),
        ({"size": "d12+", "kind": "asset"}, "no-size", "size"),
        ({"size": BEYOND, "kind": "trait"}, "no-size", "size"),
        ({"steps": 0.5}, "not-whole", "steps"),
    ],
)
def test_refusals(given, code, field):
    with pytest.raises(Refused) as no:
        step(**{"kind": "complication", "size": 8, "steps": 1, **given})
    assert (no.value.code, no.value.field) == (code, field)


@pytest.mark.rule("crew.step-ladder")
@pytest.mark.parametrize(("ones", "size"), [(1, 6), (2, 8), (3, 10), (4, 12), (5, BEYOND), (9, BEYOND)])
def test_a_new_complication_by_the_number_of_ones(ones, size):
    assert new_complication(ones) == Stepped(size, size == BEYOND)


def test_a_new_complication_needs_a_one():
    with pytest.raises(Refused):
        new_complication(0)


@pytest.mark.parametrize("size", LADDER)
def test_sizes_are_read_as_they_are_written(size):
    assert read(written(size), "size", LADDER) == size == read(size, "size", LADDER)


def test_the_die_that_is_thrown():
    assert [sides(size) for size in LADDER] == [4, 6, 8, 10, 12, 12]
    assert written(BEYOND) == "d12+"


def test_several_sizes_and_fallen_dice():
    assert read_all(["d8", 4], "assets") == (8, 4)
    assert read_fallen([("d8", 6), (BEYOND, 12)]) == ((8, 6), (BEYOND, 12))
    with pytest.raises(Refused) as no:
        read_all(["d8", "d7"], "assets")
    assert no.value.field == "assets"


@pytest.mark.parametrize(("size", "face"), [("d8", 9), ("d8", 0), ("d12+", 13), (4, 5)])
def test_faces_that_are_not_on_the_die(size, face):
    with pytest.raises(Refused) as no:
        read_fallen([(size, face)])
    assert (no.value.code, no.value.field) == ("face-off-die", "dice")
