"""The stretches of Yarn: the series, which lasts; the episode, which is a session; its scenes (yarn.episode)."""

from __future__ import annotations

from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.spans import open_span
from apps.table.turn import Turn, open_spans

SERIES, EPISODE, SCENE = "series", "session", "scene"


def series(turn: Turn) -> Span:
    """The span that never closes, opened when it is first needed: whose turn it is to choose a theme outlasts all."""
    return turn.span(SERIES) or open_span(turn, SERIES)


def open_now(desk: Desk, kind: str) -> Span | None:
    """The open span of that kind, as panels ask for it."""
    return open_spans(desk).get(kind)
