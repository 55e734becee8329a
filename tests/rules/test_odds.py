"""Exact odds against every throw counted, and against icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.rules.odds import Distribution, add, best_of, compare, die, highest_of, lowest_of, mean, percent, sum_of

COUNTS, SIDES = st.integers(1, 4), st.integers(1, 6)


def counted(count, sides, value):
    """Every throw of the dice, by its value."""
    weights: dict[int, int] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        weights[value(faces)] = weights.get(value(faces), 0) + 1
    return Distribution.of(weights)


@given(COUNTS, SIDES)
def test_sums_are_all_throws_counted(count, sides):
    assert sum_of(count, sides) == counted(count, sides, sum)


@given(COUNTS, SIDES, st.data())
def test_kept_dice_are_all_throws_counted(count, sides, data):
    keep = data.draw(st.integers(1, count))
    assert highest_of(count, sides, keep) == counted(count, sides, lambda faces: sum(sorted(faces)[-keep:]))
    assert lowest_of(count, sides, keep) == counted(count, sides, lambda faces: sum(sorted(faces)[:keep]))


@pytest.mark.parametrize(("count", "sides"), [(1, 10), (2, 6), (20, 10), (100, 6), (3, 1000)])
def test_sums_are_icepools(count, sides):
    ours, oracle = sum_of(count, sides), count @ icepool.d(sides)
    assert ours.outcomes == tuple(oracle.outcomes())
    assert all(Fraction(n, ours.total) == oracle.probability(total) for total, n in ours)


@pytest.mark.parametrize(("count", "sides", "keep"), [(4, 6, 3), (10, 20, 4), (20, 10, 10)])
def test_kept_dice_are_icepools(count, sides, keep):
    pool = icepool.d(sides).pool(count)
    for ours, oracle in (
        (highest_of(count, sides, keep), pool.highest(keep).sum()),
        (lowest_of(count, sides, keep), pool.lowest(keep).sum()),
    ):
        assert {total: Fraction(n, ours.total) for total, n in ours} == {
            total: oracle.probability(total) for total in oracle.outcomes()
        }


def test_no_dice_are_nought_for_certain():
    assert list(sum_of(0, 6)) == [(0, 1)]


@given(COUNTS, SIDES, COUNTS, SIDES)
@settings(max_examples=40)
def test_comparisons_are_icepools(n, a, m, b):
    ours = compare(sum_of(n, a), sum_of(m, b))
    one, other = n @ icepool.d(a), m @ icepool.d(b)
    assert ours.higher == (one > other).probability(True)
    assert ours.lower == (one < other).probability(True)
    assert ours.higher + ours.equal + ours.lower == 1


def test_the_best_of_several_is_all_falls_counted():
    several = [die(3), die(2).shift(1), die(4)]
    falls = Counter(max(one) for one in product(range(1, 4), range(2, 4), range(1, 5)))
    assert best_of(several) == Distribution.of(falls)
    assert best_of([die(6)]) == die(6)


def test_distributions_are_shifted_mapped_and_added():
    assert die(4).shift(3).outcomes == (4, 5, 6, 7)
    assert list(die(4).map(lambda face: face > 3)) == [(False, 3), (True, 1)]
    assert add(die(2), die(2)) == sum_of(2, 2)
    assert (die(4).total, die(4).weight(4), die(4).weight(5)) == (4, 1, 0)
    assert die(10).chance(lambda face: face >= 9) == Fraction(1, 5)


def test_outcomes_without_an_order_keep_the_one_given():
    assert Distribution.of({"x": 1, None: 2, "y": 0}).outcomes == ("x", None)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(9, 10), "90%"),
        (Fraction(1, 1000), "<1%"),
        (Fraction(199, 20000), "<1%"),
        (Fraction(19801, 20000), ">99%"),
        (Fraction(999, 1000), ">99%"),
        (Fraction(1, 100), "1%"),
        (Fraction(99, 100), "99%"),
        (Fraction(1, 3), "33%"),
        (Fraction(2, 3), "67%"),
        (Fraction(1, 8), "13%"),
        (Fraction(995, 1000), ">99%"),
    ],
)
def test_percent_is_honest(chance, text):
    assert percent(chance) == text


@given(st.fractions(0, 1))
def test_only_what_is_certain_is_nought_or_a_hundred(chance):
    assert (percent(chance) in ("0%", "100%")) == (chance in (0, 1))


@given(COUNTS, SIDES)
def test_chances_add_up_and_the_mean_is_that_of_all_throws(count, sides):
    falls = sum_of(count, sides)
    assert sum(chance for _, chance in falls.chances) == 1
    assert mean(falls) == Fraction(count * (sides + 1), 2)
