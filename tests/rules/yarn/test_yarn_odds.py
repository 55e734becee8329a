"""The odds against every way in which the dice can fall."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.checks import botch
from apps.rules.yarn.hit_points import hit_points_several
from apps.rules.yarn.odds import break_odds, check_odds, hit_point_odds, opposed_odds, total_odds
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
