"""Names for copies, and who is one of several by theirs."""

from __future__ import annotations

from collections.abc import Collection

from apps.characters.models import Character
from apps.table.desk import Desk
from apps.table.models import Seat
from apps.table.names import stem

LONGEST = 54


def is_one_of_several(one: Character) -> bool:
    """Whether they are numbered, as those are who come in with others of their kind."""
    return bool(stem(one.name))


def taken_beside(desk: Desk, *, hidden: bool, seat: Seat | None = None) -> set[str]:
    """The names that somebody new steers clear of: of those of whom everybody knows who will know of the new one.

    A number that is left out would tell of somebody hidden: beside one of the hidden an open one may be called alike.
    `hidden` and `seat` are the new one's.
    """
    return {one.name for one in desk.all(Character) if not one.hidden or _seen_beside(one, hidden, seat)}


def _seen_beside(one: Character, hidden: bool, seat: Seat | None) -> bool:
    return hidden and (seat is None or one.seat == seat)


def numbered(desk: Desk, name: str, count: int, *, hidden: bool) -> list[str]:
    """Thug 1, Thug 2 and so on, past those who are called so already; a single one keeps a free name as it is."""
    taken = taken_beside(desk, hidden=hidden)
    return [name] if count == 1 and name not in taken else free_names(taken, name, count, first=1)


def free_names(taken: Collection[str], name: str, count: int, first: int = 2) -> list[str]:
    """So many names that are not `taken`: "Thug 2" and on."""
    bare = name.rstrip("0123456789 ")[:LONGEST] or name[:LONGEST]
    free = (f"{bare} {place}" for place in range(first, 1000) if f"{bare} {place}" not in taken)
    return [next(free) for _ in range(count)]
