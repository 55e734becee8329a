"""Rough Magic's ready heroes, and unnamed enemies by the dozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import ready
from apps.characters.listed import Row
from apps.characters.models import Character, Move
from apps.characters.rough_magic import document as documents
from apps.characters.rough_magic import importing
from apps.characters.rough_magic.document import AttackPart, Document
from apps.characters.rough_magic.lines import TITLES, usual_attributes
from apps.characters.rough_magic.sheet import NAMED as SHEET
from apps.characters.rough_magic.sheet_form import HERO
from apps.table.turn import Turn

__all__ = ["SHEET"]
GAME = "rough_magic"
MOST_SHOWN = 3
ATTACKS: dict[str, Any] = {
    "attack": "",
    "range": None,
    "types": [],
    "radius": 0,
    "harmless": False,
    "attribute": "",
    "against": "",
}
GEAR = ATTACKS | {"defends": "", "helps": "", "hands": 1, "worn": True, "left": None}
POWER = ATTACKS | {"defends": "", "helps": "", "text": "", "metres": 0, "all_out": 0, "esoteric": False, "on": False}


def listed_cast() -> list[Row]:
    """Those without a name, for the form of them."""
    return [_cast_row(one) for one in ready.listed(GAME, "cast")]


def _cast_row(plain: Mapping[str, Any]) -> Row:
    attacks = f"{plain['weapon']} {plain['weapon_rank']}, {plain['attack']}"
    worn = f" · Armour {plain['armour_rank']}" if plain["armour_rank"] else ""
    line = f"Brawn {plain['brawn']}, Agility {plain['agility']} · {attacks}{worn}"
    return Row(plain["id"], plain["name"], line, {key: plain.get(key, "") for key in plain.keys() - {"id", "name"}})


def document(plain: Mapping[str, Any]) -> Document:
    """A hero of the list; what it leaves out is as a blank row of the form."""
    return documents.made_of({
        "name": plain["name"],
        "role": HERO,
        "unnamed": False,
        "notes": plain["notes"],
        "ranks": plain["ranks"],
        "mass": plain.get("mass"),
        "at_home": plain.get("at_home", []),
        "senses": plain.get("senses", ""),
        "skills": [_skill(name, areas) for name, areas in plain["skills"].items()],
        "gear": [{**GEAR, **one} for one in plain["gear"]],
        "powers": [{**POWER, **one} for one in plain.get("powers", [])],
        "complications": plain["complications"],
        "lost": 0,
        "stun": 0,
        "conditions": [],
    })  # fmt: skip


def _skill(name: str, areas: list[str]) -> dict[str, Any]:
    return {"name": name, "areas": areas, "attributes": usual_attributes(name)}


def best(found: Document) -> tuple[str, ...]:
    """The best attributes, the skills, the gear and the powers."""
    ranks = sorted(found.ranks.items(), key=lambda one: -one[1])[:MOST_SHOWN]
    owned: list[AttackPart] = [*found.gear, *found.powers]
    return (
        *(f"{TITLES[key]} {rank}" for key, rank in ranks),
        *(one.name for one in found.skills),
        *(f"{one.name} {one.rank}" for one in owned),
    )


def bring(turn: Turn, character: Character, found: Document) -> Move | None:
    """Writes one on a new sheet; plot points are a person's, and come with the session."""
    importing.write(turn, character, found)
    return None
