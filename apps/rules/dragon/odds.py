"""Exact odds of a pool: how many dice reach the target number is a binomial."""

from fractions import Fraction
from math import comb

from apps.rules.dragon.checks import SIDES, Pool
from apps.rules.odds import Distribution, remembered


@remembered(most=4096)
def success_odds(pool: Pool) -> Distribution[int]:
    """How often each number of successes falls."""
    good = min(max(SIDES + 1 - pool.target, 0), SIDES)
    weights: dict[int, int] = {}
    for n in range(pool.dice + 1):
        left = max(0, n - pool.off)
        weights[left] = weights.get(left, 0) + comb(pool.dice, n) * good**n * (SIDES - good) ** (pool.dice - n)
    return Distribution.of(weights)


def at_least(pool: Pool, required: int = 1) -> Fraction:
    """The chance of as many successes as a task asks for (dragon.required-successes)."""
    return success_odds(pool).chance(lambda n: n >= required)
