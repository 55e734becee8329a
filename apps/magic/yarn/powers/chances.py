"""Exact odds of a power's total, and of a resistance, as the kit draws them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.rules.odds import mean, percent
from apps.rules.yarn.odds import check_odds, resist_odds, total_odds
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import Pool
from apps.table.chances import column

Drawn = dict[str, Any]


def dice_words(count: int) -> str:
    """1 die, 2 dice."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def spread(pool: Pool, options: Options, sentence: str = "How the total falls") -> Drawn:
    """How often each total falls, where the other side is not known here."""
    found = total_odds(pool, options)
    facts = [{"number": f"{float(mean(found)):.3g}", "text": "on average"}]
    return {"sentence": sentence, "columns": [column(n, chance) for n, chance in found.chances], "facts": facts}


def against(mine: Pool, theirs: Pool, options: Options, others: Options, reaches: Callable[[int], bool]) -> str:
    """The chance of holding out against a power, for who resists; `others` are the options of the power's roll."""
    return percent(resist_odds(mine, theirs, options, others=others, reaches=reaches))


def at_least(pool: Pool, level: int, options: Options) -> str:
    """The chance of holding out against a spell of that level (yarn.spell-resist)."""
    return percent(check_odds(pool, level - 1, options).higher)
