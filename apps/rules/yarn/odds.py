"""Exact odds of rolls, breaks and hit points."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import comb

from apps.rules.odds import Comparison, Distribution, highest_of, lowest_of, remembered, sum_of
from apps.rules.yarn.hit_points import A_DIE, FLOOR
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import BREAK, SIDES, Pool

MOST_FURTHER = 4
"""After so many further sixes the last line of the odds says "or more"."""


@remembered(most=1024)
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
    totals = _read(pool, options)
    higher, equal = totals.chance(lambda n: n > factor), totals.chance(lambda n: n == factor)
    return Comparison(higher, equal, 1 - higher - equal)


_BOTCHED = -1
"""In the place of the total of a botch, which is below everything."""


def botch_odds(pool: Pool, options: Options = DEFAULTS) -> Fraction:
    """The chance of a botch; 0 at a table that plays without them (yarn.botch)."""
    return _read(pool, options).chance(lambda n: n == _BOTCHED)


def _read(pool: Pool, options: Options) -> Distribution[int]:
    """How often each total falls, that of a botch among them; no other roll has as low a one."""
    totals = total_odds(pool, options)
    if options.botch != "on" or pool.counted <= options.botch_needs_two_dice:
        return totals
    return totals.map(lambda n: _BOTCHED if n == pool.counted else n)


@remembered(most=1024)
def opposed_odds(
    mine: Pool, theirs: Pool, options: Options = DEFAULTS, *, inert: bool = False, others: Options | None = None
) -> Comparison:
    """How often one roll succeeds against another, draws, or fails: an own botch fails, one of the other side alone
    succeeds. `others` are the options of the other roll, where the GM has said something else of it. Dice of an `inert`
    obstacle are nobody's roll, and no optional rule reads them."""
    other = _read(theirs, DEFAULTS if inert else others or options)
    ends = _read(mine, options).with_(other, lambda own, its: -1 if own == _BOTCHED else (own > its) - (own < its))
    return Comparison(*(ends.chance(lambda end, n=n: end == n) for n in (1, 0, -1)))  # type: ignore[misc]


def resist_odds(
    resistance: Pool,
    power: Pool,
    options: Options = DEFAULTS,
    *,
    others: Options | None = None,
    reaches: Callable[[int], bool] = lambda total: True,
) -> Fraction:
    """The chance that a power does nothing to whoever resists: it is not more than the resistance (yarn.fringe-resist),
    does not reach them, or is botched. `others` are the options of the power's roll."""
    struck, met = _read(power, others or options), _read(resistance, options)
    works = struck.with_(met, lambda total, against: total > max(against, _BOTCHED) and reaches(total))
    return works.chance(lambda one: not one)


def study_odds(count: int, level: int, options: Options = DEFAULTS) -> Fraction:
    """The chance that a week's throw of so many dice learns a spell (yarn.spell-learn): all ones fail at every table
    (yarn.spell-learn-botch), and none goes on at six."""
    return check_odds(Pool(count), level - 1, replace(options, botch="on", blow_top="off")).higher


@remembered(most=1024)
def hit_odds(
    attack: Pool, defence: Pool, options: Options = DEFAULTS, *, others: Options | None = None
) -> Distribution[int]:
    """By how much an attack is better, as often as that happens; all misses are 0 (yarn.attack-roll, yarn.botch).
    `others` are the options of the defence, where the GM has said something else of it."""
    struck, met = _read(attack, options), _read(defence, others or options)
    return struck.with_(met, lambda own, its: _better(own, its, defence.counted))


def _better(own: int, its: int, least: int) -> int:
    """A botched defence has the total `least`, and is hit by 1 at the least; a botched attack misses."""
    if own == _BOTCHED:
        return 0
    return max(own - least, 1) if its == _BOTCHED else max(own - its, 0)


@remembered(most=1024)
def blow_odds(
    attack: Pool, defence: Pool, options: Options = DEFAULTS, *, others: Options | None = None
) -> Distribution[tuple[int, bool]]:
    """The same with whether the attack is at least twice the defence, which no miss is (yarn.alternate-damage)."""
    struck, met = _read(attack, options), _read(defence, others or options)
    return struck.with_(met, lambda own, its: _blow(own, its, defence.counted))


def _blow(own: int, its: int, least: int) -> tuple[int, bool]:
    better = _better(own, its, least)
    return better, better > 0 and own >= 2 * (least if its == _BOTCHED else its)


def six_odds(pool: Pool, factor: int, options: Options = DEFAULTS) -> Fraction:
    """The chance to fail against a number and to gain something all the same (yarn.unstoppable-six); 0 at a table that
    plays without it. A draw is no failure."""
    if options.unstoppable_six != "on":
        return Fraction(0)
    fails = total_odds(pool, options).chance(lambda n: n < factor)
    without = sum(n for total, n in _sixless(pool, options) if total < factor)
    return fails - Fraction(without, SIDES**pool.thrown)


def _sixless(pool: Pool, options: Options) -> Iterator[tuple[int, int]]:
    """The totals of rolls that show no six, each with the number of ways in which they fall, of all with six faces.

    Where dropped dice do not count, those of a penalty may be sixes.
    """
    hidden = 0 if options.unstoppable_six_counts_dropped_dice else pool.net_penalty
    for sixes in range(hidden + 1):
        left = pool.thrown - sixes
        keep = lowest_of if pool.net_penalty else highest_of
        for total, ways in keep(left, SIDES - 1, pool.counted):
            yield total, ways * comb(pool.thrown, sixes)


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
