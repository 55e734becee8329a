"""Points move here and nowhere else; the ledger is the list of moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from apps.characters.models import Move, Track
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.table import log
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST = 999


def move(turn: Turn, source: Track | None, target: Track | None, points: int, why: str = "", rule: str = "") -> Move:
    """Moves `points` from one holder to another and writes the ledger's line; None is the GM's supply.

    Refuses an overdraft, and a holder with more than 999. Tie the move to
    the event that tells of it with `told_by`: only who hears that event sees the line.
    """
    whole("points", points, least=1, most=MOST)
    if source is not None:
        source = turn.desk.own(source)
        if source.value < points:
            _too_few(source, points)
        turn.change(source, value=source.value - points)
    if target is not None:
        target = turn.desk.own(target)
        if target.value + points > MOST:
            raise Refused("too-many-points", f"That would be more than {MOST}. Nobody holds so many points.", "points")
        turn.change(target, value=target.value + points)
    return turn.create(
        Move,
        table=turn.table,
        source=source,
        target=target,
        points=points,
        why=why[:120],
        rule=rule,
        at=turn.now,
        event=turn.events[0] if turn.events else None,
    )


def set_points(turn: Turn, track: Track, wanted: int, why: str, rule: str) -> Move | None:
    """Moves what is needed so that somebody holds just so many; None where they hold them already."""
    more = wanted - track.value
    if more == 0:
        return None
    source, target = (None, track) if more > 0 else (track, None)
    return move(turn, source, target, abs(more), why, rule)


def told_by(turn: Turn, event: Event, *moves: Move | None) -> None:
    """Ties moves to the event that tells of them."""
    for one in moves:
        if one is not None:
            turn.change(one, event=event)


def _too_few(source: Track, points: int) -> NoReturn:
    holder = source.character or source.seat
    who = holder.name if holder else "The table"
    has = "1 is left" if source.value == 1 else f"{source.value} are left" if source.value else "none is left"
    raise Refused("too-few-points", f"{who} would need {points}, and {has}.", "points")


def ledger(viewer: Viewer) -> list[Move]:
    """The moves that this seat may know of, newest first: those whose event it hears."""
    return list(newest_moves(viewer))


def newest_moves(viewer: Viewer) -> Iterator[Move]:
    """The same one by one, for who wants only the first of them."""
    for one in reversed(viewer.desk.all(Move)):
        if one.event is not None and log.told(viewer, one.event) is not None:
            yield one
