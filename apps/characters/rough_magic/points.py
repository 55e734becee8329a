"""Plot points belong to the person on a seat, whomever they play (rough_magic.plot-point-session)."""

from __future__ import annotations

from apps.characters import points
from apps.characters.models import Character, Move, Track
from apps.rules.refusal import Refused
from apps.table.models import Role, Seat
from apps.table.turn import Turn

POINTS = "plot-points"
"""The track that holds a person's plot points."""
NO_POINT = "It costs 1 plot point, and none is left."


def held_by(seat: Seat) -> int:
    """How many plot points somebody has."""
    found = seat.desk.one(Track, seat=seat, key=POINTS)
    return found.value if found is not None else 0


def track_of(turn: Turn, seat: Seat) -> Track:
    """Their points as the row that moves, made where there is none yet."""
    held = turn.desk.one(Track, seat=seat, key=POINTS)
    return held or turn.create(Track, table=turn.table, character=None, seat=seat, key=POINTS)


def has_points(seat: Seat) -> bool:
    """Whether somebody can have plot points at all: players have, the GM has none."""
    return seat.role == Role.PLAYER


def held_for(character: Character) -> int:
    """The plot points of whoever plays them; a GM's characters have none."""
    return held_by(character.seat) if character.seat is not None and has_points(character.seat) else 0


def why_penniless(character: Character, field: str) -> Refused | None:
    """Why what costs one point is not to be had for them; None if whoever plays them has one."""
    return Refused("no-points", NO_POINT, field) if held_for(character) < 1 else None


def payer_of(character: Character) -> Seat:
    """Whose points pay for this character. Refuses one that no player plays (no-player)."""
    if character.seat is None or not has_points(character.seat):
        raise Refused("no-player", f"Plot points are the players’, and no player plays {character.name}.", "character")
    return character.seat


def spend(turn: Turn, seat: Seat, why: str, rule: str, count: int = 1) -> Move:
    """Pays the GM's supply. Refuses who has not so many (too-few-points)."""
    return points.move(turn, track_of(turn, seat), None, count, why, rule)


def earn(turn: Turn, seat: Seat, why: str, rule: str, count: int = 1) -> Move:
    """Brings points from the GM's supply."""
    return points.move(turn, None, track_of(turn, seat), count, why, rule)
