"""A field of many chips: what is chosen and what somebody has most of stands there, the rest lies behind "More"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms

SHOWN = 3


def split(field: forms.BoundField, chosen: str, number: Callable[[str], int | None] | None) -> dict[str, Any]:
    """The options of a field as `shown` and `more`; without `number`, how much one has of each, all are shown."""
    options = [(str(option.data["value"]), option) for option in field]
    values = [value for value, _ in options]
    near = {"", chosen, *(best(values, number) if number else values)}
    return {
        "field": field,
        "shown": [option for value, option in options if value in near],
        "more": [option for value, option in options if value not in near],
    }


def best(values: list[str], number: Callable[[str], int | None]) -> list[str]:
    """A few of these: those of which there is most."""
    return sorted((one for one in values if number(one)), key=lambda one: number(one) or 0, reverse=True)[:SHOWN]
