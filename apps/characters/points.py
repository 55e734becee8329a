"""Points move here and nowhere else; the ledger is the list of moves."""

from __future__ import annotations

from typing import NoReturn

from django.db.models import Q, QuerySet

from apps.characters.models import Move, Track
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.table.models import Event, Telling
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST = 999


def move(
    turn: Turn, source: Track | None, target: Track | None, points: int, why: str = "", rule: str = ""
) -> Move:  # fmt: skip
    """Moves `points` from one holder to another and writes the ledger's line; None is the GM's supply.

    Refuses an overdraft, and a holder with more than 999. Inside the hold; the rows are read anew. Tie the move to
    the event that tells of it with `told_by`: only who hears that event sees the line.
    """
    whole("points", points, least=1, most=MOST)
    if source is not None:
        source = _fresh(source)
        if source.value < points:
            _too_few(source, points)
        turn.change(source, value=source.value - points)
    if target is not None:
        target = _fresh(target)
        if target.value + points > MOST:
            raise Refused("too-many-points", f"That would be more than {MOST}. Nobody holds so many points.", "points")
        turn.change(target, value=target.value + points)
    return turn.create(
        Move, table=turn.table, source=source, target=target, points=points, why=why[:120], rule=rule, at=turn.now,
        event=turn.events[0] if turn.events else None,
    )  # fmt: skip


def told_by(turn: Turn, event: Event, *moves: Move | None) -> None:
    """Ties moves to the event that tells of them."""
    for one in moves:
        if one is not None:
            turn.change(one, event=event)


def _fresh(track: Track) -> Track:
    return Track.objects.select_related("character").get(pk=track.pk)


def _too_few(source: Track, points: int) -> NoReturn:
    who = source.character.name if source.character else "The table"
    has = "1 is left" if source.value == 1 else f"{source.value} are left" if source.value else "none is left"
    raise Refused("too-few-points", f"{who} would need {points}, and {has}.", "points")


def ledger(viewer: Viewer) -> QuerySet[Move]:
    """The moves that this seat may know of, newest first: those whose event it hears."""
    heard = Telling.objects.filter(viewer.hears(), table=viewer.table).values("event_id")
    known = Q(event__in=heard)
    moves = Move.objects.filter(known, table=viewer.table).order_by("-pk")
    return moves.select_related("source__character__seat", "target__character__seat", "event__seat")
