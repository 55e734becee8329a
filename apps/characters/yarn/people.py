"""The participants: every player on a seat, and the GM, who is one however many lead (yarn.components).

The rules call people by names; here a player's name for them is the seat's public id, the GM's is GM.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apps.characters.models import Character
from apps.characters.yarn.mending.states import is_dead
from apps.characters.yarn.sheet import MAIN, PERSON
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.parties import RECURRING as BY_THE_GM
from apps.rules.yarn.orders import GM
from apps.table.audience import Atom
from apps.table.desk import Desk
from apps.table.models import Role, Seat
from apps.table.viewer import Viewer, seated


@dataclass(frozen=True)
class Participant:
    """Somebody who takes part. `key` is how the rules call them; the GM has no seat of their own."""

    key: str
    name: str
    seat: Seat | None = None

    @property
    def is_gm(self) -> bool:
        return self.seat is None

    @property
    def atom(self) -> Atom:
        """Of whom something is asked."""
        return ("seat", self.seat.pk) if self.seat is not None else ("gms", 0)


def players(desk: Desk) -> list[Participant]:
    """The players, in the order in which they sit: that in which they came."""
    return [_player(one) for one in seated(desk) if one.role == Role.PLAYER]


def participants(desk: Desk) -> list[Participant]:
    """Everybody who takes part, the GM last; who watches does not."""
    return desk.memo("yarn participants", lambda: [*players(desk), the_gm(desk)])


def _player(seat: Seat) -> Participant:
    return Participant(seat.public_id, seat.name, seat)


def the_gm(desk: Desk) -> Participant:
    """Whoever leads, together: under the name of the one who does it alone."""
    return desk.memo("yarn leader", lambda: _leader(desk))


def _leader(desk: Desk) -> Participant:
    leading = [one.name for one in seated(desk) if one.is_gm]
    return Participant(GM, leading[0] if len(leading) == 1 else "the GM")


def of_seat(seat: Seat) -> Participant:
    """Whom somebody on this seat takes part as. Refuses one who watches (watching)."""
    if seat.is_gm:
        return the_gm(seat.desk)
    if seat.role != Role.PLAYER:
        raise Refused("watching", f"{seat.name} watches, and takes no part.")
    return _player(seat)


def of_key(desk: Desk, key: str) -> Participant | None:
    """The participant whom the rules call so; None where they have left."""
    return next((one for one in participants(desk) if one.key == key), None)


def of_viewer(viewer: Viewer) -> Participant | None:
    """Who looks; None for somebody who only watches."""
    return None if viewer.is_spectator else of_seat(viewer.seat)


def player_of(character: Character) -> Participant:
    """Who plays a character: the GM where no player does."""
    seat = character.seat
    return _player(seat) if seat is not None and seat.role == Role.PLAYER else the_gm(character.desk)


def main_of(who: Participant, desk: Desk) -> Character | None:
    """A player's main character: the first that they have of those who are not dead, or whoever was it."""
    held = desk.all(Character, seat=who.seat) if who.seat is not None else []
    mine = [one for one in held if one.role == MAIN and one.sheet == PERSON]
    return next((one for one in mine if not is_dead(one)), next(iter(mine), None))


def mains(desk: Desk) -> list[Character]:
    """The main characters that players play, in the order of their seats."""
    return [one for who in players(desk) if (one := main_of(who, desk)) is not None]


def as_cast(cast: Iterable[Character]) -> list[str]:
    """Characters as the rules are told of a cast: each with who plays it."""
    return [f"{one.public_id} ({BY_THE_GM if who.is_gm else who.key})" for one in cast for who in [player_of(one)]]


def from_cast(desk: Desk, written: str) -> Character | None:
    """The character that the rules call so, with or without who plays it."""
    return desk.one(Character, public_id=written.partition(" (")[0])
