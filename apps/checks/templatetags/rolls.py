"""How rolls are told in words; a game may register filters of its own with these."""

from collections.abc import Mapping
from typing import Any

from django import template

from apps.rules import registry

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

register = template.Library()


@register.filter
def in_words(number: int) -> str:
    """A small number as a word: three; a large one in figures."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


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
