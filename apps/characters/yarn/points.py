"""Drama tokens and bennies belong to the person on a seat; the GM has one pool for all recurring characters, and the
kitty is the supply (yarn.drama-tokens, yarn.gm-pool)."""

from __future__ import annotations

from apps.characters import points
from apps.characters.models import Move, Track
from apps.characters.yarn.people import Participant
from apps.table.desk import Desk
from apps.table.models import Seat
from apps.table.seating.leaving import when_somebody_leaves
from apps.table.turn import Turn

TOKENS, BENNIES = "tokens", "bennies"
GM_POOL = "gm-tokens"
"""The table's own track: two GMs have one pool together."""
LEFT = "Left the table"


def _held(desk: Desk, who: Participant, key: str) -> Track | None:
    if who.is_gm:
        return desk.one(Track, character=None, seat=None, key=GM_POOL) if key == TOKENS else None
    return desk.one(Track, seat=who.seat, key=key)


def hand_of(desk: Desk, who: Participant) -> int:
    """How many tokens somebody holds; what is set aside is not among them."""
    found = _held(desk, who, TOKENS)
    return found.value if found is not None else 0


def bennies_of(desk: Desk, who: Participant) -> int:
    """How many bennies somebody has; the GM never has any."""
    found = _held(desk, who, BENNIES)
    return found.value if found is not None else 0


def track_of(turn: Turn, who: Participant, key: str = TOKENS) -> Track:
    """The row that moves, made where there is none yet. Refuses bennies for the GM (no-bennies)."""
    if who.is_gm and key == BENNIES:
        turn.refuse("no-bennies", f"The {turn.viewer.game.gm} has no bennies: they are the players’.", "points")
    held = _held(turn.desk, who, key)
    own = GM_POOL if who.is_gm else key
    return held or turn.create(Track, table=turn.table, character=None, seat=who.seat, key=own)


def pay(
    turn: Turn, payer: Participant | None, receiver: Participant | None, count: int, why: str, rule: str,
    key: str = TOKENS,
) -> Move:  # fmt: skip
    """From one to the other; None is the kitty. Refuses who has not so many (too-few-points)."""
    source = track_of(turn, payer, key) if payer else None
    target = track_of(turn, receiver, key) if receiver else None
    return points.move(turn, source, target, count, why, rule)


@when_somebody_leaves
def _to_the_kitty(turn: Turn, seat: Seat) -> None:
    """The tokens of an empty seat go back; its bennies are gone."""
    for key in (TOKENS, BENNIES):
        held = turn.desk.one(Track, seat=seat, key=key)
        if turn.table.game == "yarn" and held is not None and held.value:
            moved = points.move(turn, held, None, held.value, LEFT, "yarn.drama-tokens")
            points.told_by(turn, turn.events[0], moved)
