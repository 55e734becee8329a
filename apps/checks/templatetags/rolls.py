"""How rolls are told in words."""

from collections.abc import Mapping
from typing import Any

from django import template

from apps.rules import registry
from apps.rules.dragonfly.lists import DIFFICULTIES, SUCCESS_LEVELS

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

register = template.Library()


@register.filter
def in_words(number: int) -> str:
    """A small number as a word: three; a large one in figures."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


@register.filter
def levels(number: int) -> str:
    """Success Levels in words: one Success Level, three Success Levels."""
    return f"{in_words(number)} Success Level{'' if number == 1 else 's'}"


@register.filter
def listed(names: list[str]) -> str:
    """Ines, Marek and June."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


@register.filter
def spoken(pieces: list[Mapping[str, Any]]) -> str:
    """What was said as one text, each roll in it as what it came to."""
    return "".join(
        f"[{piece['roll']['formula']} = {str(piece['roll']['total']).replace('-', '−')}]"
        if "roll" in piece
        else piece["text"]
        for piece in pieces
    )


@register.filter
def rule_title(id: str) -> str:
    """What the book calls a rule."""
    try:
        return registry.text(id).title
    except LookupError:
        return id


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
