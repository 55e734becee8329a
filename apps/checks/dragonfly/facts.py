"""What the events of checks hold, and what of it those may know from whom something is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Character
from apps.checks.versus import SOMEBODY as SOMEBODY
from apps.checks.versus import openly as openly

Facts = dict[str, Any]


def open_version(facts: Mapping[str, Any], character: Character, difficulty_hidden: bool) -> Facts | None:
    """The version for whoever may not know all: None where nothing is hidden.

    A hidden difficulty takes the number, the total, the levels and the need with it: what stays is what the die and
    the open numbers make, and whether it was enough.
    """
    if not (character.hidden or difficulty_hidden):
        return None
    known = dict(facts)
    if character.hidden:
        known |= {"character": SOMEBODY, "character_id": ""}
    if not difficulty_hidden:
        return known
    parts = [part for part in facts["parts"] if part["kind"] != "difficulty"]
    for name in ("total", "levels", "word", "required", "so_far", "difficulty"):
        known.pop(name, None)
    return known | {"parts": parts, "open_total": sum(p["value"] for p in parts) + (facts["face"] or 0), "hidden": True}
