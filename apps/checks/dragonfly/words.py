"""Dragonfly's own words for rolls, filters of the library `rolls`."""

from __future__ import annotations

from apps.checks.templatetags.rolls import in_words, register
from apps.rules.dragonfly.lists import DIFFICULTIES, SUCCESS_LEVELS


@register.filter
def levels(number: int) -> str:
    """Success Levels in words: one Success Level, three Success Levels."""
    return f"{in_words(number)} Success Level{'' if number == 1 else 's'}"


@register.filter
def difficulty_title(id: str | None) -> str:
    """What Dragonfly's table calls a difficulty."""
    return next((row.title for row in DIFFICULTIES if row.id == id), "Circumstances")


@register.filter
def band(total: object) -> str:
    """The row of the Success Levels that a total falls in: 17 to 20: five levels."""
    if not isinstance(total, int):
        return ""
    if total < SUCCESS_LEVELS[0].total_from:
        return f"{SUCCESS_LEVELS[0].total_from - 1} or less: no level."
    for row in SUCCESS_LEVELS:
        if row.total_to is not None and total <= row.total_to:
            many = "level" if row.success_levels == 1 else "levels"
            return f"{row.total_from} to {row.total_to}: {in_words(row.success_levels)} {many}."
    least = total - total % 3
    return f"{least} to {least + 2}: {in_words(10 + (least - 33) // 3)} levels."
