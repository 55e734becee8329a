"""What a blast does and what a defence costs, in words: filters of the library `rolls`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.templatetags.rolls import register
from apps.rules.rough_magic.lists import ENDURANCE

UNHURT = (ENDURANCE[0].title.capitalize(), ENDURANCE[0].object)
WORDS = {"task": "the task of this turn", "held turn": "the held turn"}


@register.filter
def price_of_dive(price: str) -> str:
    """Costs the turn of round 7."""
    return f"Costs {WORDS.get(price) or f'the turn of {price}'}" if price else ""


@register.filter
def struck(rows: list[Mapping[str, Any]]) -> list[str]:
    """Ressa Tull: Weakened. Left out is who neither lost anything nor dived."""
    return [words for row in rows if (words := _what_became_of(row))]


def _what_became_of(row: Mapping[str, Any]) -> str:
    if row["answer"] == "dives":
        return f"{row['character']} dives clear"
    level = [row["level"] or "Struck"] if _lost_some(row) else []
    states = [*row["begun"], *(f"{one} unless resisted" for one in row["resists"])]
    return f"{row['character']}: {', '.join([*level, *states])}" if level or states else ""


def _lost_some(row: Mapping[str, Any]) -> bool:
    """By the levels lost, or where they are not told by the level."""
    levels = row.get("levels")
    return bool(levels) if levels is not None else row["level"] not in UNHURT
