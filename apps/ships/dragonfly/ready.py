"""Dragonfly's ready ships, each a whole sheet for the form of a new one (dragonfly.ship-sheet)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import ready
from apps.characters.listed import Row
from apps.ships.dragonfly.sheet import GAIN_TITLES


def listed_ships() -> list[Row]:
    """Ships for the form of a new one."""
    return [Row(one["id"], one["name"], _line(one), _values(one)) for one in ready.listed("dragonfly", "ships")]


def _line(plain: Mapping[str, Any]) -> str:
    """What a Director compares: size, engines, sensors, and what it shoots with."""
    armed = ", ".join(one["name"].lower() for one in plain["weapons"]) or "unarmed"
    return f"Size {plain['size']}, engines {plain['speed']}, {GAIN_TITLES[plain['gain']].lower()}; {armed}"


def _values(plain: Mapping[str, Any]) -> dict[str, Any]:
    """As the form has it: what the row does not say is not there, whatever was typed."""
    found = {"medical": False, "cargo": 0, "supplies": 0, "notes": "", **plain}
    for place, weapon in enumerate(found.pop("weapons"), 1):
        found |= {f"weapon_{place}_name": weapon["name"], f"weapon_{place}_mount": weapon["mount"]}
    return found
