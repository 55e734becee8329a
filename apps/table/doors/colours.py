"""The eight colours of seats, and whose each is."""

from __future__ import annotations

from dataclasses import dataclass

from apps.table.desk import Desk
from apps.table.models import Role, Seat
from apps.table.viewer import seated

COLOURS = ("flame", "straw", "moss", "sea", "sky", "iris", "rose", "ash")
GM_COLOUR = "gm"
WATCHER_COLOUR = "ash"  # spectators have no colour of their own: this one takes none from a player


@dataclass(frozen=True)
class Tile:
    """One colour to choose. `owner` has it already; `open` says that it may be chosen."""

    colour: str
    owner: str
    open: bool

    @property
    def title(self) -> str:
        return self.colour.capitalize()


def tiles(desk: Desk, but: Seat | None = None) -> list[Tile]:
    """The eight colours; while one of them is free, the others are their owners'. `but` looks for itself."""
    owners = _owners(desk, but)
    all_taken = len(owners) == len(COLOURS)
    return [Tile(one, owners.get(one, ""), all_taken or one not in owners) for one in COLOURS]


def _owners(desk: Desk, but: Seat | None) -> dict[str, str]:
    players = [seat for seat in seated(desk) if seat.role == Role.PLAYER and seat is not but]
    return {seat.colour: seat.name for seat in reversed(players) if seat.colour in COLOURS}


def fitting(desk: Desk, role: str, wish: str = "") -> str:
    """The colour for a new seat: the one wished for, if it is free, else the first free one."""
    if role == Role.GM:
        return GM_COLOUR
    if role == Role.SPECTATOR:
        return WATCHER_COLOUR
    may_have = [tile.colour for tile in tiles(desk) if tile.open]
    return wish if wish in may_have else may_have[0]
