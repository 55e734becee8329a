"""What is much and what is little on a sheet, for whoever fills in a form: the book has no numbers for making somebody,
so the measure is what the ready characters and the listed cast have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from apps.characters import ready

LISTS = {"full": "people", "score": "cast"}
SKILL = "3: trained"
MORE_ACTIONS = "5 and 6: a second action a Turn, 7 and 8: a third"
"""By the Dexterity that they take (dragonfly.additional-actions)."""


def beside(key: str, group: str, kind: str) -> str:
    """The measure of one number of a sheet of that kind, in a few words."""
    if group == "skill":
        return SKILL
    words = f"Usually {span(key, kind)}"
    return f"{words}; {MORE_ACTIONS}" if key == "dexterity" else words


def span(key: str, kind: str) -> str:
    """From the least to the most that anybody on the list has."""
    least, most = _spans(kind)[key]
    return f"{least} to {most}" if least < most else str(most or "none")


@cache
def _spans(kind: str) -> dict[str, tuple[int, int]]:
    found: dict[str, list[int]] = {}
    for plain in ready.listed("dragonfly", LISTS[kind]):
        for key, value in _numbers(plain):
            found.setdefault(key, []).append(value)
    return {key: (min(values), max(values)) for key, values in found.items()}


def _numbers(plain: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    yield from plain.get("attributes", {}).items()
    yield "armor", plain.get("armor", 0)
    yield from ((key, value) for key, value in plain.items() if isinstance(value, int) and key != "armor")
