"""Writing a sheet of Dragon: what the forms and the import share."""

from __future__ import annotations

from typing import Any

from apps.characters import lines, rows, sheets
from apps.characters.dragon.lines import KINDS
from apps.characters.dragon.sheet import DAMAGE, HIT_POINTS, MOVEMENT, DragonSheet
from apps.characters.dragon.sheet_form import SheetForm
from apps.characters.models import Character, Move, Track
from apps.characters.sheets import Long
from apps.rules.dragon.lists import PRIMARIES, SUBSTATS
from apps.table.turn import Turn

ENTERED = {HIT_POINTS: "hit_points", MOVEMENT: "movement"}
"""The tracks of what is entered, and the fields of it."""


def write_sheet(turn: Turn, character: Character, form: SheetForm) -> None:
    """Writes the form's stats, lists and texts; an empty number is taken off the sheet."""
    data = form.cleaned_data
    rows.set_trait(turn, character, "notes", data.get("notes", ""))
    for row in SUBSTATS:
        rows.set_rating(turn, character, "substat", row.id, data[row.id])
    for primary in PRIMARIES:
        rows.set_rating(turn, character, "primary", primary.id, data[primary.id])
    for key, field in ENTERED.items():
        set_entered(turn, character, key, data[field])
    for kind in KINDS:
        lines.write(turn, character, kind.word, lines.given(form, kind))


def set_entered(turn: Turn, character: Character, key: str, value: int | None) -> None:
    """What is entered instead of what is worked out; no row where nothing ever was."""
    there = any(one.key == key for one in character.desk.all(Track, character=character))
    if there or value is not None:
        rows.set_override(turn, character, key, value)


def copy_sheet(turn: Turn, character: Character, name: str) -> Character:
    """A copy under another name, unhurt."""
    twin = sheets.copy_sheet(turn, character, name, texts=("notes",), entries=[one.word for one in KINDS])
    for track in turn.desk.all(Track, character=character):
        if track.key != DAMAGE:
            set_entered(turn, twin, track.key, track.override)
    return twin


def no_points(turn: Turn, character: Character) -> Move | None:
    """Nobody has points to begin with in Dragon."""
    return None


# what changed, for the event


def told(sheet: DragonSheet) -> dict[str, Any]:
    """Every line of the sheet by its title."""
    found: dict[str, Any] = {"Name": sheet.name, "Role": sheet.role_title, "Notes": Long(sheet.notes)}
    found |= {one.title: one.value if one.listed else None for one in sheet.substats}
    found |= {f"{one.title}, entered": one.entered for one in sheet.primaries}
    found |= {"Hit points, entered": sheet.entered_hit_points, "Movement, entered": sheet.entered_movement}
    found |= {
        "Skills": "; ".join(f"{one.name} {one.level}{' (melee)' if one.melee else ''}" for one in sheet.skills),
        "Weapons": "; ".join(f"{one.name} ×{one.multiple}, {_used(one)}" for one in sheet.weapons),
        "Shticks": "; ".join(f"{one.name} ({one.told})" if one.told else one.name for one in sheet.shticks),
    }
    return found | {f"{one.name}, its text": Long(one.text) for one in sheet.shticks}


def _used(weapon: Any) -> str:
    return f"{weapon.attack}, {weapon.skill}" if weapon.skill else str(weapon.attack)
