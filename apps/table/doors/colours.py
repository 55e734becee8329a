"""The eight colours of seats, and whose each is."""

from __future__ import annotations

from dataclasses import dataclass

from apps.table.models import Role, Seat, Table

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


def tiles(table: Table, but: Seat | None = None) -> list[Tile]:
    """The eight colours; while one of them is free, the others are their owners'. `but` looks for itself."""
    owners = _owners(table, but)
    all_taken = len(owners) == len(COLOURS)
    return [Tile(one, owners.get(one, ""), all_taken or one not in owners) for one in COLOURS]


def _owners(table: Table, but: Seat | None) -> dict[str, str]:
    seated = table.seats.filter(removed_at=None, role=Role.PLAYER, colour__in=COLOURS).order_by("-pk")
    if but is not None:
        seated = seated.exclude(pk=but.pk)
    return {seat.colour: seat.name for seat in seated}


def fitting(table: Table, role: str, wish: str = "") -> str:
    """The colour for a new seat: the one wished for, if it is free, else the first free one."""
    if role == Role.GM:
        return GM_COLOUR
    if role == Role.SPECTATOR:
        return WATCHER_COLOUR
    may_have = [tile.colour for tile in tiles(table) if tile.open]
    return wish if wish in may_have else may_have[0]
