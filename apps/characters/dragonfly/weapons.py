"""Ways of attacking that are chosen from a list (dragonfly.combat-maneuvers)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from apps.characters import ready
from apps.characters.dragonfly.sheet import DAMAGE_TITLES
from apps.characters.listed import Row
from apps.characters.models import Character, Entry
from apps.table.turn import Turn

GAME, SHEET = "dragonfly", "full"


@cache
def weapons() -> dict[str, Mapping[str, Any]]:
    """The listed ways of attacking by their ids."""
    return {one["id"]: one for one in ready.listed(GAME, "weapons")}


def maneuver(weapon: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """A listed way of attacking as it stands on a sheet of that kind: a score sheet's damage has the Success Levels in
    it (dragonfly.supporting-cast-sheet)."""
    full = kind == SHEET
    return {
        "name": weapon["name"],
        "attribute": "dexterity" if full else "",
        "skill": weapon["skill"] if full else "",
        "score": "" if full else "combat",
        "modifier": weapon.get("modifier", 0),
        "base_damage": weapon["damage" if full else "listed_damage"],
        "damage_type": weapon["type"],
        "weapon": weapon["with"],
        "ammunition": weapon.get("rounds"),
        "note": weapon.get("note", ""),
        "bands": weapon.get("bands", ""),
    }


def arm(turn: Turn, character: Character, chosen: Iterable[str]) -> None:
    """Puts these listed ways of attacking on a sheet."""
    for one in (maneuver(weapons()[id], character.sheet) for id in chosen):
        name, rounds = one.pop("name"), one.pop("ammunition")
        turn.create(Entry, character=character, kind="maneuver", name=name, facts=one, amount=rounds)


def listed_weapons(kind: str) -> list[Row]:
    """The ways of attacking for the form of one, on a sheet of that kind."""
    found = {id: maneuver(one, kind) for id, one in weapons().items()}
    return [Row(id, one["name"], _damage(one), one) for id, one in found.items()]


def _damage(one: Mapping[str, Any]) -> str:
    return f"{one['base_damage']} {DAMAGE_TITLES[one['damage_type']].lower()}"


def choices(kind: str) -> list[tuple[str, str]]:
    """As `listed_weapons`, to be ticked in a form."""
    return [(one.id, f"{one.title} {one.line}") for one in listed_weapons(kind)]
