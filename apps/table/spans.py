"""Stretches of play: sessions and scenes are opened and closed by acts; what ends with them is listed in one event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apps.table.models import Span
from apps.table.switches import values_of
from apps.table.turn import Turn

FIGHT = "fight"
"""The kind of span in which people fight: those ask for it too who know nothing of combat."""
Ending = Callable[[Turn, Span], list[dict[str, Any]]]


@dataclass(frozen=True)
class Ends:
    """What is done when a span closes: of that game alone, where one is named, and for spans of these kinds."""

    ending: Ending
    game: str
    kinds: frozenset[str]

    def concerns(self, turn: Turn, span: Span) -> bool:
        return self.game in {"", turn.table.game} and (not self.kinds or span.kind in self.kinds)


_endings: list[Ends] = []


def ends_with_span(*kinds: str, game: str = "") -> Callable[[Ending], Ending]:
    """Registers what else ends when a span closes, of these kinds or of any, at tables of this game or of any; it
    returns facts of all that it ended, for the event's list."""

    def register(ending: Ending) -> Ending:
        _endings.append(Ends(ending, game, frozenset(kinds)))
        return ending

    return register


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


def open_inside(span: Span) -> list[Span]:
    """What is open in a span and closes with it, the outer ones first."""
    inner = span.desk.all(Span, inside=span, closed_at=None)
    return [one for outer in inner for one in (outer, *open_inside(outer))]


def close_span(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Closes a span and all that it holds; returns the facts of everything that ended with it."""
    ended = []
    for inner in turn.desk.all(Span, inside=span, closed_at=None):
        ended += close_span(turn, inner)
    for one in _endings:
        if one.concerns(turn, span):
            ended += one.ending(turn, span)
    turn.change(span, closed_at=turn.now)
    return ended
