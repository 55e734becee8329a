"""Exact odds of rolls, breaks and hit points."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb

from apps.rules.odds import Comparison, Distribution, compare, highest_of, lowest_of, sum_of
from apps.rules.yarn.hit_points import A_DIE, FLOOR
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import BREAK, SIDES, Pool

MOST_FURTHER = 4
"""After so many further sixes the last line of the odds says "or more"."""


@lru_cache(maxsize=1024)
def total_odds(pool: Pool, options: Options = DEFAULTS) -> Distribution[int]:
    """How often each total falls."""
    if not pool.counted:
        return Distribution(((0, 1),))
    keep = lowest_of if pool.net_penalty else highest_of
    plain = keep(pool.thrown, SIDES, pool.counted)
    return _blown(plain, SIDES * pool.counted) if options.blow_top == "on" else plain


def _blown(plain: Distribution[int], top: int) -> Distribution[int]:
    """The highest total goes on: a further die, and another after each six."""
    weights = {total: n * SIDES**MOST_FURTHER for total, n in plain if total != top}
    for sixes in range(MOST_FURTHER):
        for face in range(1, SIDES):
            weights[top + SIDES * sixes + face] = plain.weight(top) * SIDES ** (MOST_FURTHER - 1 - sixes)
    weights[top + SIDES * MOST_FURTHER] = plain.weight(top)
    return Distribution.of(weights)


def check_odds(pool: Pool, factor: int, options: Options = DEFAULTS) -> Comparison:
    """How often a roll beats a number, equals it, or fails; a botch fails whatever it is against."""
    totals = total_odds(pool, options)
    higher, equal = totals.chance(lambda n: n > factor), totals.chance(lambda n: n == factor)
    if options.botch == "on" and pool.counted > options.botch_needs_two_dice:
        ones = totals.chance(lambda n: n == pool.counted)
        higher -= ones * (pool.counted > factor)
        equal -= ones * (pool.counted == factor)
    return Comparison(higher, equal, 1 - higher - equal)


def opposed_odds(mine: Pool, theirs: Pool, options: Options = DEFAULTS) -> Comparison:
    """How often one total is higher than the other, equal, or lower."""
    return compare(total_odds(mine, options), total_odds(theirs, options))


def break_odds(pool: Pool, options: Options = DEFAULTS) -> tuple[Fraction, Fraction]:
    """The chance of a good break, and of a bad one."""
    if pool.counted < BREAK and not options.breaks_count_dropped_dice:
        return Fraction(0), Fraction(0)
    lost = (0, 0) if options.breaks_count_dropped_dice else (pool.net_penalty, pool.net_bonus)
    good, bad = (_at_least(pool.thrown, BREAK + dropped) for dropped in lost)
    return good, bad


def _at_least(count: int, least: int) -> Fraction:
    """The chance that so many dice show one certain face."""
    ways = sum(comb(count, n) * (SIDES - 1) ** (count - n) for n in range(least, count + 1))
    return Fraction(ways, SIDES**count)


def hit_point_odds(relevant: Sequence[int], choice: Sequence[str], options: Options = DEFAULTS) -> Distribution[int]:
    """How often each number of hit points comes of several traits, each rolled or at its average."""
    figures = [_figure(score, how, options) for score, how in zip(relevant, choice, strict=True)]
    return reduce(lambda one, other: one.with_(other, max), figures, Distribution(((0, 1),)))


def _figure(score: int, how: str, options: Options) -> Distribution[int]:
    if how == "average":
        return Distribution(((max(FLOOR, A_DIE * score), 1),))
    rolled = sum_of(2 * score, SIDES)
    return rolled.map(lambda n: max(FLOOR, n)) if options.hp_floor else rolled
