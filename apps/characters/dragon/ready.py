"""Dragon's ready heroes, and enemies by the dozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import ready
from apps.characters.dragon import document as documents
from apps.characters.dragon import importing
from apps.characters.dragon.document import Document, NumberPart
from apps.characters.dragon.sheet import SHEET
from apps.characters.dragon.sheet_form import HERO
from apps.characters.listed import Row
from apps.characters.models import Character, Move
from apps.rules.dragon.lists import PRIMARIES, SUBSTATS, WEAPONS
from apps.rules.dragon.options import Options
from apps.table.turn import Turn

__all__ = ["SHEET"]
GAME = "dragon"
TITLES = {row.id: row.title for row in SUBSTATS}
MOST_SHOWN = 4


def listed_cast(options: Options) -> list[Row]:
    """Enemies for the form of them; with hit points where the table wants them entered."""
    with_hit_points = options.hit_points_formula == "entered"
    return [_cast_row(one, with_hit_points) for one in ready.listed(GAME, "cast")]


def _cast_row(plain: Mapping[str, Any], with_hit_points: bool) -> Row:
    weapon = next(one for one in WEAPONS if one.id == plain["weapon"])
    stats = ", ".join(f"{one.title} {plain[one.id]}" for one in PRIMARIES if one.category == "Physical")
    dodges = f", Dodge {plain['dodge']}" if plain["dodge"] else ""
    left_out = {"id", "name"} if with_hit_points else {"id", "name", "hit_points"}
    values = {key: value for key, value in plain.items() if key not in left_out}
    return Row(plain["id"], plain["name"], f"{stats} · {weapon.title} {plain['skill']}{dodges}", values)


def document(plain: Mapping[str, Any]) -> Document:
    """A hero of the list."""
    skills = plain["skills"]
    return documents.made_of({
        "name": plain["name"],
        "role": HERO,
        "notes": plain["notes"],
        "substats": [{"key": key, "value": value} for key, value in plain["substats"].items()],
        "primaries": [],
        "hit_points": None,
        "movement": None,
        "skills": [{"name": name, "level": n, "melee": name in plain["melee"]} for name, n in skills.items()],
        "weapons": [{"skill": "", **one} for one in plain["weapons"]],
        "shticks": [{"text": "", "switches": [], **one} for one in plain.get("shticks", [])],
        "damage": 0,
        "conditions": [],
    })  # fmt: skip


def best(found: Document) -> tuple[str, ...]:
    """The best substats, the skills, the weapons and the shticks."""
    stats = sorted(found.substats, key=_the_best_first)[:MOST_SHOWN]
    return (
        *(f"{TITLES[one.key]} {one.value}" for one in stats),
        *(f"{one.name} {one.level}" for one in found.skills),
        *(f"{one.name} ×{one.multiple}" for one in found.weapons),
        *(one.name for one in found.shticks),
    )


def _the_best_first(one: NumberPart) -> int:
    return -one.value


def bring(turn: Turn, character: Character, found: Document) -> Move | None:
    """Writes one on a new sheet; nobody has points to begin with."""
    importing.write(turn, character, found)
    return None
