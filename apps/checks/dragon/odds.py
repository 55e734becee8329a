"""Exact odds of a pool as the kit draws them."""

from __future__ import annotations

from typing import Any

from apps.rules.dragon.checks import Pool
from apps.rules.dragon.odds import at_least, success_odds
from apps.rules.odds import percent
from apps.table.chances import column

MOST_COLUMNS = 13


def drawn(pool: Pool, required: int | None) -> dict[str, Any]:
    """The chance of as many successes as are asked for, and a column for each number of them.

    `required` None: that is not known here, and only how the dice fall is shown.
    """
    columns = [
        column(n, chance, "open" if required is None else "win" if n >= required else "")
        for n, chance in sorted(success_odds(pool).chances)
        if n < MOST_COLUMNS
    ]
    known = {"hints": [f"{pool.dice} dice, each with {pool.target} or more"], "columns": columns}
    if required is None:
        return known | {"sentence": "How many successes fall"}
    return known | {"headline": percent(at_least(pool, required)), "sentence": needed(required)}


def needed(required: int) -> str:
    return "Chance of a success" if required == 1 else f"Chance of {required} successes or more"
