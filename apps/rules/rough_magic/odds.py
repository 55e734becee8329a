"""Exact odds: of a roll, of the levels that an attack costs, of many hands and of long work."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from apps.rules.odds import Distribution, best_of, remembered, sum_of
from apps.rules.rough_magic.combat.defences import lowered
from apps.rules.rough_magic.lists import MOST, Auto
from apps.rules.rough_magic.roll import DICE, SIDES, STEP, bought, levels
from apps.rules.rough_magic.together import worth


@remembered(most=1024)
def margins(by: int, auto: Auto = "none") -> Distribution[int]:
    """How often each margin falls. `by`: AV with its net less the target number."""
    fallen = sum_of(DICE, SIDES).shift(by)
    return fallen.map(bought) if auto == "success" else fallen


@dataclass(frozen=True)
class Chances:
    """Of a roll: to succeed at all, and to do so extremely."""

    success: Fraction
    extreme: Fraction


def chances(by: int, auto: Auto = "none") -> Chances:
    """The chances of a roll; a sure failure has none."""
    if auto == "fail":
        return Chances(Fraction(0), Fraction(0))
    found = margins(by, auto)
    return Chances(found.chance(lambda margin: margin >= 0), found.chance(lambda margin: margin >= STEP))


@remembered(most=1024)
def levels_lost(
    by: int, attack: str, *, block: bool = False, dodge: bool = False, auto: Auto = "none"
) -> Distribution[int]:
    """How often an attack costs how many levels, four at the most, taken or met."""
    if auto == "fail":
        return Distribution.of({0: 1})
    met = margins(by, auto).map(lambda margin: _met(margin, attack, block, dodge))
    return met.map(lambda margin: min(MOST, levels(margin)))


def _met(margin: int, attack: str, block: bool, dodge: bool) -> int:
    return lowered(margin, attack, block=block, dodge=dodge) if margin >= 0 else margin


def together_odds(avs: Sequence[int], totals: Sequence[int] = ()) -> Distribution[int]:
    """The combined total of workers or attackers: of some the totals, of others their values, each with its net."""
    fallen: list[Distribution[int]] = [Distribution.of({total: 1}) for total in totals]
    heads = len(avs) + len(totals)
    best = best_of([*fallen, *(sum_of(DICE, SIDES).shift(av) for av in avs)])
    return best.shift(heads if heads > 1 else 0)


@remembered(most=1024)
def extended_odds(by: int, needed: int, attempts: int) -> Fraction:
    """The chance of so many successes more in so many attempts."""
    if needed <= 0:
        return Fraction(1)
    if attempts <= 0:
        return Fraction(0)
    each = margins(by).map(worth)
    parts = (Fraction(n, each.total) * extended_odds(by, needed - got, attempts - 1) for got, n in each)
    return sum(parts, Fraction(0))
