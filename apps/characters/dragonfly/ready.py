"""Dragonfly's ready characters, and supporting cast by the dozen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apps.characters import ready
from apps.characters.dragonfly import document as documents
from apps.characters.dragonfly import importing, writing
from apps.characters.dragonfly.document import Document
from apps.characters.dragonfly.sheet import LISTED
from apps.characters.dragonfly.weapons import GAME, SHEET, maneuver, weapons
from apps.characters.listed import Row
from apps.characters.models import Character, Move
from apps.table.turn import Turn

__all__ = ["SHEET"]
MOST_SHOWN = 3


def listed_cast() -> list[Row]:
    """Supporting cast for the form of it."""
    return [_cast_row(one) for one in ready.listed(GAME, "cast")]


def _cast_row(plain: Mapping[str, Any]) -> Row:
    scores = ("muscle", "combat", "brains", "life_points", "armor", "weapons")
    fights = ", ".join(weapons()[one]["name"] for one in plain["weapons"])
    line = f"Combat {plain['combat']} · {fights}"
    return Row(plain["id"], plain["name"], line, {key: plain.get(key, 0) for key in scores})


def document(plain: Mapping[str, Any]) -> Document:
    """A full sheet of the list: a Cast Member with the maneuvers that its weapons name."""
    groups = (("attribute", "attributes"), ("skill", "skills"), ("quality", "qualities"))
    ratings = [_rating(group, key, value) for group, name in groups for key, value in plain.get(name, {}).items()]
    own = [_rating("skill", f"own-{place}", value, name) for place, (name, value) in enumerate(_own(plain))]
    life = _rating("life", "life-points", plain["life_points"])
    return documents.made_of({
        "name": plain["name"],
        "sheet": SHEET,
        "role": "cast-member",
        "ratings": [*ratings, *own, life],
        "tracks": [{"key": "armor", "value": plain.get("armor", 0)}],
        "traits": [{"key": "character-type", "text": plain["type"]}, {"key": "notes", "text": plain["notes"]}],
        "conditions": [],
        "maneuvers": [maneuver(weapons()[one], SHEET) for one in plain["weapons"]],
    })  # fmt: skip


def _own(plain: Mapping[str, Any]) -> Iterable[tuple[str, int]]:
    own: dict[str, int] = plain.get("own_skills", {})
    return own.items()


def _rating(group: str, key: str, value: int, label: str = "") -> dict[str, Any]:
    return {"group": group, "key": key, "value": value, "label": label}


def best(found: Document) -> tuple[str, ...]:
    """The highest Attribute and skills, Life Points, and how they fight."""
    attributes = _highest(found, "attribute")[:1]
    life = next(one.value for one in found.ratings if one.group == "life")
    fights = ", ".join(one.name.lower() for one in found.maneuvers)
    return (*attributes, *_highest(found, "skill")[:MOST_SHOWN], f"Life Points {life}", f"Fights with: {fights}")


def _highest(found: Document, group: str) -> list[str]:
    held = sorted((one for one in found.ratings if one.group == group), key=lambda one: -one.value)
    return [f"{one.label or LISTED[one.key].title} {one.value}" for one in held]


def bring(turn: Turn, character: Character, found: Document) -> Move | None:
    """Writes one on a new sheet, with the Drama Points of any new one."""
    importing.write(turn, character, found)
    return writing.start_points(turn, character)
