"""What is asked when somebody cuts in: the kinds of questions, who hears of them, and when nobody waits any more."""

from __future__ import annotations

from typing import Any

from apps.characters.access import readers_of
from apps.characters.models import Character
from apps.combat import tracking
from apps.table import exchanges
from apps.table.audience import EVERYBODY
from apps.table.models import Event, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

Facts = dict[str, Any]
CLAIM, BREAK_IN = "dragon.trigger", "dragon.break-in"
OFFER, OFFERED = "dragon.offer", "dragon.offered"
KINDS = (CLAIM, BREAK_IN, OFFER, OFFERED)


def both(kind: str) -> tuple[str, str]:
    """That kind, and its twin about somebody of whom not everybody knows."""
    return (kind, f"{kind}-secret")


@ends_with_span(tracking.KIND, game="dragon")
def close_all(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With the fight nobody waits for a trigger or an offer any more."""
    for one in exchanges.open_exchanges(turn.desk, *(name for kind in KINDS for name in both(kind))):
        if one.closed_at is None:
            exchanges.close(turn, one)
    return []


def tell(turn: Turn, kind: str, about: Character, full: Facts, less: Facts | None) -> Event:
    """All of it to the GMs and to whoever plays them, `less` to everybody else; None: nobody else hears of it."""
    if less is None:
        return turn.tell(kind, full, readers_of(about))
    return turn.tell(kind, full) if full == less else turn.tell(kind, full, readers_of(about), {EVERYBODY: less})
