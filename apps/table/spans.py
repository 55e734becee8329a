"""Stretches of play: sessions and scenes are opened and closed by acts; what ends with them is listed in one event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.table.models import Span
from apps.table.switches import values_of
from apps.table.turn import Turn

Ending = Callable[[Turn, Span], list[dict[str, Any]]]
_endings: list[Ending] = []


def ends_with_span(ending: Ending) -> Ending:
    """Registers what else ends when a span closes; it returns facts of all that it ended, for the event's list."""
    _endings.append(ending)
    return ending


def open_span(turn: Turn, kind: str, title: str = "", text: str = "", inside: Span | None = None) -> Span:
    """Opens the next span of that kind with the switches as they are now."""
    before = turn.desk.all(Span, inside=inside, kind=kind)
    return turn.create(
        Span,
        table=turn.table,
        kind=kind,
        number=max((one.number for one in before), default=0) + 1,
        title=title,
        text=text,
        inside=inside,
        options=values_of(turn.desk),
        opened_at=turn.now,
    )


def close_span(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Closes a span and all that it holds; returns the facts of everything that ended with it."""
    ended = []
    for inner in turn.desk.all(Span, inside=span, closed_at=None):
        ended += close_span(turn, inner)
    for ending in _endings:
        ended += ending(turn, span)
    turn.change(span, closed_at=turn.now)
    return ended
