"""Free dice as people write them."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.rules import Refused
from apps.rules.dice import ScriptedDice, system_dice
from apps.rules.notation import DiceTerm, Formula, NumberTerm, Pick, parse, roll, spread


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("2d6+3", "2d6 + 3"),
        ("d10", "d10"),
        ("1D10", "d10"),
        ("3d6kh2 + d4 - 1", "3d6kh2 + d4 - 1"),
        ("4d6dl1", "4d6dl1"),
        ("4d6d1", "4d6dl1"),
        ("4d6d", "4d6dl1"),
        ("4d6pl1", "4d6dl1"),
        ("4d6 PH 2", "4d6dh2"),
        ("4d6dh2", "4d6dh2"),
        ("4d6k3", "4d6kh3"),
        ("4d6 kh3", "4d6kh3"),
        ("2d20kl", "2d20kl1"),
        ("d%", "d100"),
        ("2d%+5", "2d100 + 5"),
        ("-d6 + 10", "-d6 + 10"),
        ("+d6", "d6"),
        ("10 − d6", "10 - d6"),
        ("  2d6  +  3  ", "2d6 + 3"),
        ("8 10 6", "d8 d10 d6"),
        ("d8 d10 2d6", "d8 d10 2d6"),
        ("d8, d10,2d6", "d8 d10 2d6"),
        ("100d1000", "100d1000"),
        ("d2+1000000", "d2 + 1000000"),
    ],
)
def test_what_is_read_and_how_it_is_printed(written, printed):
    formula = parse(written)
    assert formula.text == printed
    assert parse(formula.text) == formula


@pytest.mark.parametrize(
    ("written", "code", "names"),
    [
        ("", "empty", "nothing to roll"),
        ("   ", "empty", "nothing to roll"),
        ("2d6+", "unfinished", "2d6+"),
        ("d", "unfinished", "“d”"),
        ("2d6!", "unreadable", "“!”"),
        ("2x6", "unreadable", "“x6”"),
        ("2d6*2", "unreadable", "“*2”"),
        ("(2d6)", "unreadable", "“(2d6)”"),
        ("2d6+-3", "unreadable", "“-3”"),
        ("٣d6", "unreadable", "“٣d6”"),
        ("8", "no-dice", "“8”"),
        ("3 + 4", "no-dice", "“3 + 4”"),
        ("0d6", "no-dice", "“0d6”"),
        ("101d6", "too-many-dice", "101 dice"),
        ("60d6 + 41d6", "too-many-dice", "101 dice"),
        ("d1", "sides", "“d1”"),
        ("d6 + d0", "sides", "“d0”"),
        ("2d1001", "sides", "“2d1001”"),
        ("8 1 6", "sides", "“d1”"),
        ("2d6 3", "mixed-list", "“3”"),
        ("2 d6", "mixed-list", "“2”"),
        ("d6 + 1000001", "too-large", "1000001"),
        ("d6 + " + "9" * 60, "too-large", "999999999…"),
        ("9" * 60 + "d6", "too-many-dice", "dice"),
        ("3d6kh4", "pick", "“3d6kh4”"),
        ("3d6kl0", "pick", "“3d6kl0”"),
        ("2d6dl2", "pick", "drop 1."),
        ("3d6dh0", "pick", "1 to 2"),
        ("d6dl", "pick", "“d6dl”"),
        ("d" * 201, "too-long", "201"),
    ],
)
def test_what_is_refused_and_why(written, code, names):
    with pytest.raises(Refused) as no:
        parse(written)
    assert (no.value.code, no.value.field) == (code, "formula")
    assert names in no.value.text


@given(st.text(alphabet="0123456789d%khlp+- ,!(x", max_size=30))
def test_any_text_is_read_or_refused(written):
    try:
        formula = parse(written)
    except Refused:
        return
    assert parse(formula.text) == formula
    roll(formula, system_dice)


SIGNS = st.sampled_from([1, -1])
PICKS = st.builds(Pick, st.sampled_from(["kh", "kl", "dl", "dh"]), st.integers(1, 2))
DICE = st.builds(DiceTerm, SIGNS, st.integers(3, 9), st.integers(2, 1000), st.none() | PICKS)
TERMS = st.lists(DICE | st.builds(NumberTerm, SIGNS, st.integers(0, 1_000_000)), max_size=6)


@given(DICE, TERMS)
def test_what_is_printed_reads_the_same(first, more):
    formula = Formula((first, *more))
    assert parse(formula.text) == formula


def test_a_roll_keeps_every_die():
    fallen = roll(parse("4d6dl1 - d4 + 3"), ScriptedDice([2, 5, 2, 6, 4]))
    assert [(die.face, die.kept) for die in fallen.dice] == [(2, True), (5, True), (2, False), (6, True), (4, True)]
    assert [(part.text, part.value) for part in fallen.parts] == [("4d6dl1", 13), ("d4", -4), ("3", 3)]
    assert fallen.total == 12
    assert [die.sides for die in fallen.dice] == [6, 6, 6, 6, 4]


@pytest.mark.parametrize(
    ("written", "total"), [("3d6kh1", 6), ("3d6kl1", 2), ("3d6dl1", 10), ("3d6dh1", 6), ("3d6", 12), ("3d6kh3", 12)]
)
def test_keeping_and_dropping(written, total):
    assert roll(parse(written), ScriptedDice([4, 2, 6])).total == total


def test_a_list_rolls_each_die():
    fallen = roll(parse("8 10 2"), ScriptedDice([8, 10, 1]))
    assert fallen.formula.listed
    assert [(die.sides, die.face) for die in fallen.dice] == [(8, 8), (10, 10), (2, 1)]
    assert fallen.total == 19


@pytest.mark.parametrize(
    "written", ["2d6+3", "3d4kh2 - d4", "3d4dl1 + 2", "3d4kl2", "3d4dh1", "d4 d6 d2", "10 - 2d4", "d4 + d4 - d4"]
)
def test_odds_are_all_throws_counted(written):
    formula = parse(written)
    sides = [term.sides for term in formula.terms if isinstance(term, DiceTerm) for _ in range(term.count)]
    weights: dict[int, int] = {}
    for faces in product(*(range(1, side + 1) for side in sides)):
        total = roll(formula, ScriptedDice(faces)).total
        weights[total] = weights.get(total, 0) + 1
    ours = spread(formula)
    assert ours is not None
    assert dict(ours) == weights


def test_odds_are_icepools():
    ours = spread(parse("4d6kh3 + 2d8 - d10 + 1"))
    assert ours is not None
    oracle = icepool.d6.highest(4, 3) + 2 @ icepool.d8 - icepool.d10 + 1
    assert {total: Fraction(n, ours.total) for total, n in ours} == {
        total: oracle.probability(total) for total in oracle.outcomes()
    }


@pytest.mark.parametrize("written", ["100d1000", "50d20kh10", "d1000 + d1000 + d1000"])
def test_odds_too_large_to_work_out_are_none(written):
    assert spread(parse(written)) is None


@pytest.mark.parametrize("written", ["10d20", "10d20kh5", "9d20dl1 + d20", "100d6", "d20" + "+d20" * 9])
def test_odds_of_ordinary_formulas_are_worked_out(written):
    assert spread(parse(written)) is not None
