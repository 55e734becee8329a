"""Crew's ready crewmembers, and GMCs by the dozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import ready
from apps.characters.crew import document as documents
from apps.characters.crew import importing, writing
from apps.characters.crew.document import DiePart, Document
from apps.characters.crew.holding import CREW, ROLES
from apps.characters.crew.sheet import ATTRIBUTE_TITLES, SKILL_TITLES
from apps.characters.listed import Row
from apps.characters.models import Character, Move
from apps.rules.crew.steps import written
from apps.table.turn import Turn

SHEET = CREW
EMPTY: dict[str, Any] = {
    "die": None,
    "assets": [],
    "complications": [],
    "hero_dice": [],
    "plot_points": 0,
    "episodes": [],
    "conditions": [],
}
"""What comes in play: nobody starts with it."""
MOST_SHOWN = 4


def document(plain: Mapping[str, Any]) -> Document:
    """A crewmember of the list."""
    return documents.made_of({
        **EMPTY,
        "role": "crewmember",
        "name": plain["name"],
        "notes": plain["notes"],
        "attributes": _dice(plain["attributes"]),
        "skills": _dice(plain["skills"]),
        "specialties": [{"name": name, "skill": skill} for name, skill in plain["specialties"].items()],
        "distinctions": [_feature(one) for one in plain["distinctions"]],
        "signature_assets": [_feature(one) for one in plain["signature_assets"]],
    })  # fmt: skip


def _dice(dice: Mapping[str, int]) -> list[dict[str, Any]]:
    return [{"key": key, "die": die} for key, die in dice.items()]


def _feature(plain: Mapping[str, Any]) -> dict[str, Any]:
    triggers = [{"points": 0, "effect": "", **one} for one in plain.get("triggers", [])]
    return {"text": "", **plain, "triggers": triggers}


def best(found: Document) -> tuple[str, ...]:
    """The attributes, the best skills, the Distinctions and what they own."""
    attributes = [f"{ATTRIBUTE_TITLES[one.key]} {written(one.die)}" for one in found.attributes]
    skills = sorted(found.skills, key=_the_best_first)[:MOST_SHOWN]
    things = [f"{one.name} {written(one.die or 0)}" for one in found.signature_assets]
    return (
        *attributes,
        *(f"{SKILL_TITLES[one.key]} {written(one.die)}" for one in skills),
        *(one.name for one in found.distinctions),
        *things,
    )


def _the_best_first(one: DiePart) -> int:
    return -one.die


def listed_cast() -> list[Row]:
    """GMCs with one die for the form of them."""
    return [
        Row(one["id"], one["name"], f"{ROLES[one['role']]} {written(one['die'])}", one)
        for one in ready.listed("crew", "cast")
    ]


def bring(turn: Turn, character: Character, found: Document) -> Move | None:
    """Writes one on a new sheet, with the plot point of any new crewmember."""
    importing.write(turn, character, found)
    return writing.start_points(turn, character)
