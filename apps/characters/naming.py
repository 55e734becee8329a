"""Names for copies."""

from __future__ import annotations

from collections.abc import Collection

from apps.characters.access import all_known_to
from apps.table.viewer import Viewer

LONGEST = 54


def numbered(viewer: Viewer, name: str, count: int) -> list[str]:
    """Thug 1, Thug 2 and so on, past those who are called so already; a single one keeps a free name as it is."""
    taken = {one.name for one in all_known_to(viewer)}
    return [name] if count == 1 and name not in taken else free_names(taken, name, count, first=1)


def free_names(taken: Collection[str], name: str, count: int, first: int = 2) -> list[str]:
    """So many names that nobody has who is in `taken`: "Thug 2" and on.

    `taken` are those of whom a seat knows: a number that is left out would tell of somebody hidden.
    """
    stem = name.rstrip("0123456789 ")[:LONGEST] or name[:LONGEST]
    free = (f"{stem} {place}" for place in range(first, 1000) if f"{stem} {place}" not in taken)
    return [next(free) for _ in range(count)]
