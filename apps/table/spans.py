"""Stretches of play: sessions and scenes are opened and closed by acts; what ends with them is listed in one event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.table.models import Span
from apps.table.turn import Turn

Ending = Callable[[Turn, Span], list[dict[str, Any]]]
_endings: list[Ending] = []


def ends_with_span(ending: Ending) -> Ending:
    """Registers what else ends when a span closes; it returns facts of all that it ended, for the event's list."""
    _endings.append(ending)
    return ending


def open_span(turn: Turn, kind: str, title: str = "", text: str = "", inside: Span | None = None) -> Span:
    """Opens the next span of that kind with the switches as they are now."""
    last = turn.table.spans.filter(kind=kind, inside=inside).order_by("-number").first()
    span = turn.create(
        Span, table=turn.table, kind=kind, number=(last.number if last else 0) + 1, title=title, text=text,
        inside=inside, options=dict(turn.table.switches.values_list("key", "value")), opened_at=turn.now,
    )  # fmt: skip
    turn.forget_spans()
    return span


def close_span(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Closes a span and all that it holds; returns the facts of everything that ended with it."""
    ended = []
    for inner in Span.objects.filter(inside=span, closed_at=None):
        ended += close_span(turn, inner)
    for ending in _endings:
        ended += ending(turn, span)
    turn.change(span, closed_at=turn.now)
    turn.forget_spans()
    return ended
