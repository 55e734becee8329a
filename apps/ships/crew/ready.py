"""Crew's ready ships and vehicles, each a whole sheet for the form of a new one (crew.ship-sheet)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import ready
from apps.characters.listed import Row
from apps.rules.crew.lists import SHIP_ATTRIBUTES
from apps.rules.crew.steps import written


def listed_ships() -> list[Row]:
    """Ships, land vehicles and watercraft for the form of a new one."""
    return [Row(one["id"], one["name"], _line(one), _values(one)) for one in ready.listed("crew", "ships")]


def _line(plain: Mapping[str, Any]) -> str:
    """Its three dice and what it owns."""
    dice = (f"{one.title} {written(plain['attributes'][one.id])}" for one in SHIP_ATTRIBUTES[plain["type"]])
    owned = plain["signature"]
    return ", ".join((*dice, f"{owned['name']} {written(owned['die'])}"))


def _values(plain: Mapping[str, Any]) -> dict[str, Any]:
    """As the form has it."""
    owned = plain["signature"]
    return {
        **{name: plain[name] for name in ("type", "model")},
        **{key: str(size) for key, size in plain["attributes"].items()},
        "name": plain["name"],
        "distinction_1_name": plain["distinction"],
        "signature_1_name": owned["name"],
        "signature_1_die": str(owned["die"]),
    }
