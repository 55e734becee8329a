"""Names for copies."""

from __future__ import annotations

from collections.abc import Collection

LONGEST = 54


def free_names(taken: Collection[str], name: str, count: int, first: int = 2) -> list[str]:
    """So many names that nobody has who is in `taken`: "Thug 2" and on.

    `taken` are those of whom a seat knows: a number that is left out would tell of somebody hidden.
    """
    stem = name.rstrip("0123456789 ")[:LONGEST] or name[:LONGEST]
    free = (f"{stem} {place}" for place in range(first, 1000) if f"{stem} {place}" not in taken)
    return [next(free) for _ in range(count)]
