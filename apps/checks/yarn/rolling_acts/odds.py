"""Exact odds of a roll as the kit draws them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from apps.checks.yarn.rolling_acts.difficulty import Against
from apps.rules.odds import Comparison, percent
from apps.rules.yarn.odds import botch_odds, break_odds, check_odds, opposed_odds, six_odds, total_odds
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import Pool
from apps.table.chances import column

Drawn = dict[str, Any]
SELDOM = Fraction(1, 200)
"""Totals that fall more seldom get no column."""


def compared(pool: Pool, against: Against, options: Options) -> Comparison | None:
    """The chances against what it is up against; None where that is nothing, or not known here."""
    if against.obstacle is not None:
        return opposed_odds(pool, against.obstacle, options, inert=True)
    return None if against.factor is None else check_odds(pool, against.factor, options)


def chance(pool: Pool, against: Against, options: Options) -> str:
    """The chance to succeed in words; empty where nobody can say."""
    found = compared(pool, against, options)
    return percent(found.higher) if found else ""


def drawn(pool: Pool, against: Against, options: Options, *, other: tuple[str, Pool] | None = None) -> Drawn:
    """The chances of a roll, and a column for each total. `other` is the same roll with or without an experience die,
    under its words."""
    found = compared(pool, against, options)
    return {
        "headline": percent(found.higher) if found else "",
        "sentence": _sentence(against),
        "hints": _hints(pool, against, options, found),
        "bought": _other(against, options, *other) if other and found else "",
        "columns": columns(pool, against.factor, options),
    }


def _sentence(against: Against) -> str:
    if against.obstacle is not None:
        count = "one die" if against.dice == 1 else f"{against.dice} dice"
        return f"Chance to beat {count}; below, how often each total falls"
    return "How often each total falls" if against.factor is None else f"Chance to beat {against.factor}"


def _hints(pool: Pool, against: Against, options: Options, found: Comparison | None) -> list[str]:
    good, bad = break_odds(pool, options)
    six = six_odds(pool, against.factor, options) if against.factor is not None else Fraction(0)
    named = [
        (found.equal if found else Fraction(0), "a draw"),
        (good, "a good break"),
        (bad, "a bad break"),
        (botch_odds(pool, options), "a botch"),
        (six, "fails with a six"),
    ]
    return [f"{percent(value)} {words}" for value, words in named if value]


def _other(against: Against, options: Options, words: str, pool: Pool) -> str:
    return f"{chance(pool, against, options)} {words}"


def columns(pool: Pool, factor: int | None, options: Options) -> list[Drawn]:
    """A column for each total that falls now and then, the number to beat among them."""
    return [
        column(n, value, "open" if factor is None else "win" if n > factor else "", target=n == factor)
        for n, value in total_odds(pool, options).chances
        if value >= SELDOM or n == factor
    ]
