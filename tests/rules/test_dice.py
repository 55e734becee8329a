"""Every kind of dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.rules import Refused
from apps.rules.dice import HandDice, KeptDice, Recorded, ScriptedDice, system_dice, typed_by_hand


@given(st.integers(0, 30), st.integers(1, 100))
def test_system_dice_show_faces_of_the_die(count, sides):
    faces = system_dice(count, sides)
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


def test_system_dice_show_every_face():
    assert set(system_dice(2000, 6)) == {1, 2, 3, 4, 5, 6}


def test_scripted_dice_fall_as_written():
    dice = ScriptedDice([3, 6, 1])
    assert (dice(2, 6), dice.left, dice(1, 4), dice.left) == ((3, 6), [1], (1,), [])


@pytest.mark.parametrize(("faces", "says"), [([1], "2d6"), ([1, 7], "7"), ([0, 1], "0")])
def test_scripted_dice_fail_clearly(faces, says):
    with pytest.raises(AssertionError, match=says):
        ScriptedDice(faces)(2, 6)


def test_typed_faces_come_first_and_the_rest_is_rolled():
    dice = HandDice([5, 2], then=ScriptedDice([4]))
    assert not typed_by_hand(dice)
    assert dice(1, 6) == (5,)
    assert typed_by_hand(dice)
    assert (dice.left, dice(2, 6)) == ([2], (2, 4))


def test_dice_that_rolled_everything_were_not_typed():
    dice = HandDice([], then=ScriptedDice([4]))
    assert (dice(1, 6), dice.typed) == ((4,), False)


@pytest.mark.parametrize(("faces", "code"), [([7], "face-off-die"), ([0], "face-off-die"), ([], "faces-missing")])
def test_typed_faces_that_do_not_fit_are_refused(faces, code):
    dice = HandDice(faces)
    with pytest.raises(Refused) as no:
        dice(1, 6)
    assert (no.value.code, no.value.field) == (code, "faces")
    assert "d6" in no.value.text
    assert dice.left == faces


def test_a_wrong_face_is_refused_before_the_program_rolls():
    never = ScriptedDice([])
    with pytest.raises(Refused):
        HandDice([11], then=never)(2, 10)


def test_thrown_dice_fall_the_same_again():
    dice = KeptDice([(10, 3), (6, 5), (10, 8)], then=ScriptedDice([1, 2]))
    assert dice(1, 6) == (5,)
    assert dice(3, 10) == (3, 8, 1)
    assert (dice.left, dice(1, 6)) == ([], (2,))


def test_thrown_dice_of_another_size_stay():
    dice = KeptDice([(10, 3)], then=ScriptedDice([6]))
    assert (dice(1, 6), dice.left) == ((6,), [(10, 3)])


def test_every_die_is_noted():
    dice = Recorded(HandDice([5], then=ScriptedDice([4, 1])))
    assert not typed_by_hand(dice)
    dice(2, 6)
    dice(1, 4)
    assert dice.fallen == [(6, 5), (6, 4), (4, 1)]
    assert typed_by_hand(dice)


def test_typed_faces_show_through_thrown_dice():
    dice = KeptDice([(6, 1)], then=HandDice([5]))
    assert (dice(1, 6), dice.typed, dice(1, 6), dice.typed) == ((1,), False, (5,), True)


def test_plain_dice_are_never_typed():
    assert not typed_by_hand(system_dice)
    assert not typed_by_hand(ScriptedDice([1]))
