"""What everybody hears of two of whom one does something to the other: of the hidden nothing but "somebody"."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character, Condition
from apps.checks.versus import masked, names
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.turn import Turn

Facts = dict[str, Any]


def both(grip: Condition) -> tuple[Character, Character]:
    """Who holds, and who is held."""
    return sure(grip.by), grip.character


def tell(
    turn: Turn, kind: str, active: Character, other: Character, facts: Facts, public: Facts | None = None
) -> Event:
    """All of it to the GMs. Everybody hears `public`, or the same, with the hidden as somebody; where both are hidden
    only their players do."""
    full = names(active, other) | facts
    if not (active.hidden or other.hidden) and public is None:
        return turn.tell(kind, full)
    known = masked(full if public is None else names(active, other) | public, active, other)
    return turn.tell(kind, full, GMS, {_hearers(active, other): known})


def _hearers(active: Character, other: Character) -> Audience:
    if not (active.hidden and other.hidden):
        return EVERYBODY
    return players_of(active.pk, other.pk)
