"""Writing a Dragonfly sheet: what the forms and the import share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.characters import rows, sheets
from apps.characters.dragonfly import weapons
from apps.characters.dragonfly.sheet import DragonflySheet, track_of
from apps.characters.dragonfly.sheet_form import LISTED_ROWS, field_of, rows_given
from apps.characters.models import Character, Move, Rating, Track
from apps.characters.points import move
from apps.characters.points import set_points as move_to
from apps.characters.sheets import Long
from apps.rules.dragonfly import characters as rules
from apps.rules.dragonfly.lists import CAST_QUALITIES
from apps.table.turn import Turn

NOT_IN_PLAY = ("armor", "additional-actions", "initiative", "daily-healing", "damage-multiplier")
TEXTS = ("character-type", "notes")
"""The texts of a sheet; what others note about a character in play stays with that one."""
TRACKS = ("ordinary-damage", "fire-damage", "drama-points", *NOT_IN_PLAY)


def blank_sheet(turn: Turn, character: Character) -> None:
    """Lays out the tracks of a new sheet, each at 0."""
    for key in TRACKS:
        rows.set_track(turn, character, key, 0)


def supporting_cast(turn: Turn, name: str, data: dict[str, Any], present: bool = True) -> Character:
    """One of the Supporting Cast with three scores, Life Points, Armor and listed ways of attacking."""
    about = {"sheet": "score", "role": "supporting-cast", "seat": None, "hidden": data["hidden"]}
    made = rows.make_character(turn, name=name, present=present, **about)
    blank_sheet(turn, made)
    write_numbers(turn, made, data)
    rows.set_track(turn, made, "armor", data["armor"] or 0)
    weapons.arm(turn, made, data["weapons"])
    return made


def write_numbers(turn: Turn, character: Character, data: dict[str, Any]) -> None:
    """Writes the form's ratings, overrides and texts; not the points, which move."""
    for row in LISTED_ROWS[character.sheet]:
        rows.set_rating(turn, character, _group(row.id, character), row.id, data.get(field_of(row.id)) or 0)
    for quality in CAST_QUALITIES:
        rows.set_rating(turn, character, "quality", quality.id, data.get(field_of(quality.id)))
    for group in ("skill", "quality"):
        if group == "quality" or character.sheet == "full":
            _write_own(turn, character, group, rows_given(group, data))
    rows.set_rating(turn, character, "life", "life-points", data["life_points"])
    rows.set_override(turn, character, "daily-healing", data.get("daily_healing"))
    rows.set_override(turn, character, "initiative", data.get("initiative"))
    rows.set_override(turn, character, "damage-multiplier", data.get("damage_multiplier"))
    rows.set_track(turn, character, "additional-actions", data.get("additional_actions") or 0)
    rows.set_trait(turn, character, "character-type", data.get("character_type", ""))
    rows.set_trait(turn, character, "notes", data.get("notes", ""))


def _group(key: str, character: Character) -> str:
    return next(row.group for row in LISTED_ROWS[character.sheet] if row.id == key)


def _write_own(turn: Turn, character: Character, group: str, given: Iterable[tuple[str, str, int]]) -> None:
    held = {row.key: row for row in turn.desk.all(Rating, character=character, group=group) if row.label}
    for key, name, value in given:
        known = held.pop(key if key in held else _key_named(held, name), None)
        rows.set_rating(turn, character, group, known.key if known else rows.own_key(), value, name)
    for gone in held.values():
        turn.delete(gone)


def _key_named(held: dict[str, Rating], name: str) -> str:
    return next((key for key, row in held.items() if row.label.casefold() == name.casefold()), "")


def start_points(turn: Turn, character: Character, points: int | None = None) -> Move | None:
    """The Drama Points of a new sheet: those named, or by the switch starting-drama-points."""
    wanted = rules.starting_drama_points(role=character.role, options=turn.options) if points is None else points
    if not wanted:
        return None
    return move(turn, None, track_of(character, "drama-points"), wanted, "On a new sheet", "dragonfly.drama-points")


def set_points(turn: Turn, character: Character, points: int, why: str) -> Move | None:
    return move_to(turn, rows.track(turn, character, "drama-points"), points, why, "dragonfly.drama-points")


def copy_sheet(turn: Turn, character: Character, name: str) -> Character:
    """A copy under another name, unhurt and without conditions; its Drama Points are yet to be given."""
    twin = sheets.copy_sheet(turn, character, name, texts=TEXTS, entries=("maneuver",))
    blank_sheet(turn, twin)
    for track in turn.desk.all(Track, character=character):
        if track.key in NOT_IN_PLAY:
            turn.change(rows.track(turn, twin, track.key), value=track.value, override=track.override)
    return twin


# what changed, for the event


def lines(sheet: DragonflySheet) -> dict[str, Any]:
    """Every line of the sheet by its title."""
    found: dict[str, Any] = {
        "Name": sheet.name,
        "Role": sheet.role_title,
        "Character type": sheet.character_type,
        "Life Points": sheet.max_life_points,
        "Armor Value": sheet.armor,
        "Drama Points": sheet.drama_points,
        "Daily healing": sheet.daily_healing,
        "Initiative": sheet.initiative_override,
        "Damage is multiplied by": sheet.own_multiplier,
        "Additional actions": sheet.additional_actions,
        "Notes": Long(sheet.notes),
    }
    for one in (*sheet.attributes, *sheet.skills, *sheet.scores, *sheet.qualities):
        found[one.title] = one.value
    return found
