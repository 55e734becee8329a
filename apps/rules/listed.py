"""Rows of a book's lists, found by what people write."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from apps.rules.refusal import Refused


class Listed(Protocol):
    """Anything with a stable id and a title."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...


Row = TypeVar("Row", bound=Listed)


def pick(field: str, name: str, rows: Sequence[Row]) -> Row:
    """The row with this id or title, whatever the case; refuses any other, naming the input `field`."""
    for row in rows:
        if _slug(name) in (row.id, _slug(row.title)):
            return row
    known = ", ".join(row.id for row in rows)
    raise Refused("not-listed", f"“{name}” is not listed: {field.replace('_', ' ')} is one of {known}.", field)


def _slug(name: str) -> str:
    return name.strip().casefold().replace(" ", "-")
