"""What else happens when somebody leaves a table for good; the table itself knows no characters."""

from __future__ import annotations

from collections.abc import Callable

from apps.table.models import Seat
from apps.table.turn import Turn

Goodbye = Callable[[Turn, Seat], None]
_goodbyes: list[Goodbye] = []


def when_somebody_leaves(goodbye: Goodbye) -> Goodbye:
    """Registers what is to be done, in the same act, when a seat is emptied."""
    _goodbyes.append(goodbye)
    return goodbye


def goodbyes() -> list[Goodbye]:
    return list(_goodbyes)
