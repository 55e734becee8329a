"""What a defence costs in words, a filter of the library `rolls`."""

from __future__ import annotations

from apps.checks.templatetags.rolls import register

WORDS = {"task": "the task of this turn", "held turn": "the held turn"}


@register.filter
def price_of_dive(price: str) -> str:
    """Costs the turn of round 7."""
    return f"Costs {WORDS.get(price) or f'the turn of {price}'}" if price else ""
