"""Moves of points in words, filters of the library `rolls`."""

from __future__ import annotations

from apps.characters.aside import giver_of, lies_aside
from apps.characters.models import Move, Track
from apps.characters.yarn.points import GM_POOL
from apps.checks.templatetags.rolls import register

WHAT = {"tokens": "token", "bennies": "bennie", "procedural": "procedural token"}


@register.filter
def holder_of(track: Track, gm: str) -> str:
    """Whose points lie there: the table's own pool is the GM's, and what lies aside is still told of its giver."""
    if lies_aside(track):
        return f"{holder_of(giver_of(track), gm)}, laid aside"
    return f"The {gm}" if track.key == GM_POOL else track.holder_name


@register.filter
def what_moves(move: Move) -> str:
    """Tokens, bennies or what else it is, for so many of them."""
    track = move.source or move.target
    word = WHAT.get(track.key.rpartition("-")[2], "point") if track is not None else "point"
    return word if move.points == 1 else f"{word}s"
