"""The odds against every way in which the dice can fall."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from math import factorial, prod
from operator import le
from time import process_time
from typing import Any

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.odds import highest_of, lowest_of
from apps.rules.yarn import Options, odds
from apps.rules.yarn.checks import against, botch, clash, unstoppable_six
from apps.rules.yarn.hit_points import hit_points_several
from apps.rules.yarn.magic.spells import spell_learn
from apps.rules.yarn.odds import (
    botch_odds,
    break_odds,
    check_odds,
    hit_odds,
    hit_point_odds,
    opposed_odds,
    resist_odds,
    six_odds,
    study_odds,
    total_odds,
)
from apps.rules.yarn.pool import pool_of, throw

POOLS = [
    pool_of(base=base, bonus=bonus, penalty=penalty)
    for base, bonus, penalty in ((1, 0, 0), (2, 0, 0), (3, 0, 0), (1, 2, 0), (2, 2, 0), (1, 0, 2), (3, 0, 2), (0, 2, 0))
]
EVERY_POOL = pytest.mark.parametrize("pool", POOLS, ids=str)


def falls(pool, options=None):
    for faces in product(range(1, 7), repeat=pool.thrown):
        yield throw(pool, options or Options(), ScriptedDice(faces))


def chances(distribution):
    return {key: Fraction(n, distribution.total) for key, n in distribution}


@EVERY_POOL
@pytest.mark.rule("yarn.bonus-dice", "yarn.penalty-dice", "yarn.compare-roll")
def test_totals_are_all_falls_counted(pool):
    counted = Counter(rolled.total for rolled in falls(pool))
    assert chances(total_odds(pool)) == {key: Fraction(n, counted.total()) for key, n in counted.items()}


@EVERY_POOL
@pytest.mark.rule("yarn.break")
@pytest.mark.parametrize("options", [Options(), Options(breaks_count_dropped_dice=True)], ids=["kept", "all"])
def test_breaks_are_all_falls_counted(pool, options):
    rolls = list(falls(pool, options))
    good, bad = break_odds(pool, options)
    assert good == Fraction(sum(one.good_break for one in rolls), len(rolls))
    assert bad == Fraction(sum(one.bad_break for one in rolls), len(rolls))


@pytest.mark.rule("yarn.botch")
@pytest.mark.parametrize("options", [Options(botch="on"), Options(botch="on", botch_needs_two_dice=True), Options()])
def test_a_botch_is_in_the_odds(options):
    for base, factor in product((1, 2), range(4)):
        pool = pool_of(base=base)
        ends = Counter(
            botch(base=base, factor=factor, options=options, dice=ScriptedDice(faces)).outcome
            for faces in product(range(1, 7), repeat=base)
        )
        found = check_odds(pool, factor, options)
        counted = [Fraction(ends[end], 6**base) for end in ("success", "draw", "failure")]
        assert [found.higher, found.equal, found.lower] == counted


@pytest.mark.rule("yarn.blowing-the-top-off")
def test_the_top_goes_on_until_the_odds_say_or_more():
    options, pool = Options(blow_top="on"), pool_of(base=1, bonus=1)
    counted: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=6):
        fell = throw(pool, options, ScriptedDice((*faces, 1)))
        counted[min(fell.total, 30)] += 1
    assert chances(total_odds(pool, options)) == {key: Fraction(n, counted.total()) for key, n in counted.items()}


@pytest.mark.rule("yarn.opposed-roll")
def test_two_rolls_against_each_other():
    mine, theirs = pool_of(base=2, penalty=1), pool_of(base=1, bonus=1)
    ends = Counter(
        (one.total > other.total) - (one.total < other.total) for one in falls(mine) for other in falls(theirs)
    )
    found = opposed_odds(mine, theirs)
    assert [found.higher, found.equal, found.lower] == [Fraction(ends[n], ends.total()) for n in (1, 0, -1)]


@pytest.mark.rule("yarn.hit-points-several")
@pytest.mark.parametrize("choice", [("roll", "roll"), ("average", "roll"), ("average", "average")])
@pytest.mark.parametrize("floor", [True, False])
def test_hit_points_are_all_falls_counted(choice, floor):
    options = Options(hp_floor=floor)
    count = sum(2 * score for score, how in zip((1, 2), choice, strict=True) if how == "roll")
    counted = Counter(
        hit_points_several(relevant=(1, 2), choice=choice, options=options, dice=ScriptedDice(faces)).hit_points
        for faces in product(range(1, 7), repeat=count)
    )
    found = chances(hit_point_odds((1, 2), choice, options))
    assert found == {key: Fraction(n, counted.total()) for key, n in counted.items()}


# All optional rules together

EVERYTHING = Options(botch="on", blow_top="on", unstoppable_six="on")
SMALL = [pool_of(base=2, penalty=1), pool_of(base=1, bonus=1), pool_of(base=1), pool_of(base=0), pool_of(base=2)]


@pytest.mark.rule("yarn.opposed-roll", "yarn.botch")
@pytest.mark.parametrize("inert", [False, True], ids=["opponent", "obstacle"])
def test_botches_are_in_the_odds_of_two_rolls(inert):
    options = Options(botch="on")
    for mine, theirs in product(SMALL[:3], SMALL):
        faces = product(product(range(1, 7), repeat=mine.thrown), product(range(1, 7), repeat=theirs.thrown))
        ends = Counter(
            against(mine, theirs, options, ScriptedDice((*own, *its)), inert=inert).outcome for own, its in faces
        )
        found = opposed_odds(mine, theirs, options, inert=inert)
        counted = [Fraction(ends[end], ends.total()) for end in ("success", "draw", "failure")]
        assert [found.higher, found.equal, found.lower] == counted, (mine, theirs)


@pytest.mark.rule("yarn.botch")
@pytest.mark.parametrize("options", [Options(), Options(botch="on")], ids=["plain", "botches"])
def test_by_how_much_an_attack_is_better(options):
    for mine, theirs in product(SMALL[:3], SMALL):
        hits = [clash(one, other, options) for one in falls(mine) for other in falls(theirs)]
        counted = Counter(difference if hit else 0 for hit, difference in hits)
        assert chances(hit_odds(mine, theirs, options)) == {n: Fraction(m, len(hits)) for n, m in counted.items()}


@pytest.mark.rule("yarn.unstoppable-six")
@pytest.mark.parametrize("dropped", [False, True], ids=["kept", "all"])
def test_a_six_that_gains_something_is_in_the_odds(dropped):
    options = Options(unstoppable_six="on", unstoppable_six_counts_dropped_dice=dropped)
    for base, bonus, penalty, factor in ((2, 0, 0, 9), (1, 2, 0, 8), (2, 0, 2, 8), (2, 1, 0, 11), (1, 0, 2, 4)):
        faces = list(product(range(1, 7), repeat=base + bonus + penalty))
        gains = sum(
            unstoppable_six(
                base=base, bonus=bonus, penalty=penalty, against=factor, options=options, dice=ScriptedDice(one)
            ).limited_success
            for one in faces
        )
        assert six_odds(pool_of(base=base, bonus=bonus, penalty=penalty), factor, options) == Fraction(
            gains, len(faces)
        )
    assert six_odds(pool_of(base=2), 9) == 0


def multisets(pool):
    """Every fall of a large pool once, with the number of orders in which its faces can stand."""
    for faces in combinations_with_replacement(range(1, 7), pool.thrown):
        ways = factorial(pool.thrown) // prod(factorial(n) for n in Counter(faces).values())
        yield throw(pool, Options(), ScriptedDice(faces)), ways


@pytest.mark.rule("yarn.pool-order")
@pytest.mark.parametrize("pool", [pool_of(base=4, bonus=8), pool_of(base=6, penalty=6), pool_of(base=12)], ids=str)
def test_twelve_dice_fall_as_the_odds_say(pool):
    totals: Counter[int] = Counter()
    good = bad = failing = 0
    for one, ways in multisets(pool):
        totals[one.total] += ways
        good, bad = good + ways * one.good_break, bad + ways * one.bad_break
        failing += ways * (one.total < 20 and one.sixes > 0)
    whole = 6**12
    assert chances(total_odds(pool)) == {n: Fraction(ways, whole) for n, ways in totals.items()}
    assert break_odds(pool) == (Fraction(good, whole), Fraction(bad, whole))
    assert botch_odds(pool, EVERYTHING) == Fraction(totals[pool.counted], whole)
    assert six_odds(pool, 20, Options(unstoppable_six="on")) == Fraction(failing, whole)


def test_the_odds_of_twelve_dice_are_there_at_once():
    """With every optional rule on, and nothing worked out before."""
    held: tuple[Any, ...] = (odds.total_odds, odds.opposed_odds, odds.hit_odds, highest_of, lowest_of)
    for one in held:
        one.cache_clear()
    pool, began = pool_of(base=5, bonus=7), process_time()
    check_odds(pool, 20, EVERYTHING), break_odds(pool, EVERYTHING), six_odds(pool, 20, EVERYTHING)
    opposed_odds(pool, pool_of(base=6, penalty=6), EVERYTHING)
    assert process_time() - began < 0.02


@pytest.mark.rule("yarn.fringe-resist", "yarn.botch")
@pytest.mark.parametrize("options", [Options(), Options(botch="on"), Options(botch="on", botch_needs_two_dice=True)])
def test_to_hold_out_is_all_falls_of_both_counted(options):
    for mine, theirs, least in product((POOLS[0], POOLS[1], POOLS[3]), POOLS[:2], (0, 5)):
        held = Counter(
            power.botch_read or power.total < least or (not own.botch_read and own.total >= power.total)
            for power in _read(theirs, options)
            for own in _read(mine, options)
        )
        found = resist_odds(mine, theirs, options, reaches=partial(le, least))
        assert found == Fraction(held[True], held.total())


@dataclass(frozen=True)
class _Fell:
    total: int
    botch_read: bool


def _read(pool, options):
    return [_Fell(one.total, one.botch and options.botch == "on") for one in falls(pool, options)]


@pytest.mark.rule("yarn.spell-learn", "yarn.spell-learn-botch")
@pytest.mark.parametrize("options", [Options(), Options(blow_top="on"), Options(botch_needs_two_dice=True)])
def test_to_learn_a_spell_is_all_falls_of_a_week_counted(options):
    for count, level in product((1, 2, 3), (1, 2, 3, 6, 9)):
        learned = Counter(
            bool(spell_learn(level=level, experience_pool=5, progress=count - 1, options=options,
                             dice=ScriptedDice(faces)).learned)
            for faces in product(range(1, 7), repeat=count)
        )  # fmt: skip
        assert study_odds(count, level, options) == Fraction(learned[True], learned.total())
