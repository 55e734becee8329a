"""Points that lie aside while an answer is awaited: nobody holds them, nobody can spend them otherwise, and what is
left of them goes back to its givers when the exchange closes, whoever closes it."""

from __future__ import annotations

from apps.characters.models import Character, Move, Track
from apps.characters.points import move, told_by
from apps.table.desk import Desk, kept
from apps.table.exchanges import when_closing
from apps.table.models import Exchange, Seat
from apps.table.turn import Turn

ASIDE = "aside"
OF_THE_TABLE = "table"


def _key(exchange: Exchange, giver: Track) -> str:
    """Public ids alone, which are found when a table is carried."""
    holder = giver.seat or giver.character
    return f"{ASIDE}-{exchange.public_id}-{holder.public_id if holder else OF_THE_TABLE}-{giver.key}"


def lies_aside(track: Track) -> bool:
    """Whether a track of the table's is one of these, and nobody's bank."""
    return track.key.startswith(f"{ASIDE}-")


def set_aside(turn: Turn, giver: Track, points: int, exchange: Exchange, why: str = "", rule: str = "") -> Move:
    """Takes points out of a hand. Refuses (too-few-points) more than lie there."""
    key = _key(exchange, giver)
    held = turn.desk.one(Track, character=None, seat=None, key=key)
    pile = held or turn.create(Track, table=turn.table, character=None, seat=None, key=key)
    return move(turn, giver, pile, points, why, rule)


def piles_of(exchange: Exchange) -> tuple[Track, ...]:
    """The piles that lie aside for it, one of each giver, in the order in which they first gave."""
    return _piles(exchange.desk, exchange)


@kept
def _piles(desk: Desk, exchange: Exchange) -> tuple[Track, ...]:
    start = f"{ASIDE}-{exchange.public_id}-"
    return tuple(one for one in desk.all(Track, character=None, seat=None) if one.key.startswith(start))


def giver_of(pile: Track) -> Track:
    """From whose hand it was taken."""
    _, _, holder, key = pile.key.split("-", 3)
    seat, character = pile.desk.one(Seat, public_id=holder), pile.desk.one(Character, public_id=holder)
    found = pile.desk.one(Track, seat=seat, character=character, key=key)
    if found is None:
        raise LookupError(pile.key)
    return found


def given_by(exchange: Exchange, giver: Track) -> int:
    """How many of somebody's points lie aside for it."""
    found = exchange.desk.one(Track, character=None, seat=None, key=_key(exchange, giver))
    return found.value if found is not None else 0


def aside_for(exchange: Exchange) -> int:
    """How many points lie aside for it in all."""
    return sum(one.value for one in piles_of(exchange))


def take_back(turn: Turn, giver: Track, points: int, exchange: Exchange, why: str = "", rule: str = "") -> Move:
    """Some of them go back to their giver before it closes. Refuses (too-few-points) more than lie there."""
    return move(turn, _pile(turn, exchange, giver), giver, points, why, rule)


def pay(
    turn: Turn, giver: Track, target: Track | None, points: int, exchange: Exchange, why: str = "", rule: str = ""
) -> Move:
    """Some of them go to whom they were meant for; None is the supply."""
    return move(turn, _pile(turn, exchange, giver), target, points, why, rule)


def _pile(turn: Turn, exchange: Exchange, giver: Track) -> Track:
    found = turn.desk.one(Track, character=None, seat=None, key=_key(exchange, giver))
    if found is None:
        turn.refuse("too-few-points", "Nothing of theirs lies aside here.", "points")
    return found


@when_closing
def _given_back(turn: Turn, exchange: Exchange) -> None:
    """Whatever was not paid is its giver's again, and the ledger says so with what closed it; of one who has left the
    table it is the supply's."""
    left = [one for one in piles_of(exchange) if one.value]
    back = [move(turn, one, _still_here(giver_of(one)), one.value, "Given back", "") for one in reversed(left)]
    if back:
        turn.later(lambda: told_by(turn, turn.events[-1], *back))


def _still_here(giver: Track) -> Track | None:
    return None if giver.seat is not None and giver.seat.removed_at else giver
