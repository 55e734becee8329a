"""Checks on the plain numbers a rule is given; whatever does not fit is Refused and names the input."""

from collections.abc import Collection

from apps.rules.refusal import Refused


def _named(field: str) -> str:
    return field.replace("_", " ")


def whole(field: str, value: object, *, least: int | None = None, most: int | None = None) -> int:
    """`value` as a whole number from `least` to `most`, both included. Refuses fractions, texts and truth values."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused("not-whole", f"{value!r} is not a whole number, and {_named(field)} needs one.", field)
    if least is not None and value < least:
        raise Refused("too-low", f"{value} is too low: {_named(field)} is {least} or more.", field)
    if most is not None and value > most:
        raise Refused("too-high", f"{value} is too high: {_named(field)} is {most} or less.", field)
    return value


def one_of(field: str, value: str, allowed: Collection[str]) -> str:
    """`value`, if it is one of the `allowed` words."""
    if value not in allowed:
        raise Refused("not-a-choice", f"“{value}” is not a choice: {_named(field)} is {', '.join(allowed)}.", field)
    return value
