"""Exact odds of a power's total, and of a resistance, as the kit draws them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from apps.rules.odds import percent
from apps.rules.yarn.odds import opposed_odds, total_odds
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import Pool

Drawn = dict[str, Any]


def dice_words(count: int) -> str:
    """1 die, 2 dice."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def spread(pool: Pool, options: Options, sentence: str = "How the total falls") -> Drawn:
    """How often each total falls, where the other side is not known here."""
    found = total_odds(pool, options)
    columns = [
        {"n": n, "percent": percent(Fraction(weight, found.total)), "width": 100 * weight / found.total, "kind": "open"}
        for n, weight in found
    ]
    mean = Fraction(sum(n * weight for n, weight in found), found.total)
    return {"sentence": sentence, "columns": columns, "facts": [{"number": f"{float(mean):.3g}", "text": "on average"}]}


def against(mine: Pool, theirs: Pool, options: Options, others: Options) -> str:
    """The chance of being as much or more, for who resists; `others` are the options of the power's roll."""
    found = opposed_odds(mine, theirs, options, others=others)
    return percent(found.higher + found.equal)


def at_least(pool: Pool, level: int, options: Options) -> str:
    """The chance of that number or more."""
    return percent(total_odds(pool, options).chance(lambda n: n >= level))
