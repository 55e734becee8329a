"""What is there by what was looked at before."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def sure(value: Value | None) -> Value:
    """A value that cannot be missing here, such as the sheet of a valid form. Raises LookupError where it is."""
    if value is None:
        raise LookupError("something that was looked at before is missing")
    return value
