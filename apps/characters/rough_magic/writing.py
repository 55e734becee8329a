"""Writing a sheet of Rough Magic: what the forms and the import share."""

from __future__ import annotations

from typing import Any

from apps.characters import lines, rows, sheets
from apps.characters.models import Character, Move
from apps.characters.rough_magic.lines import GEAR, KINDS, POWER, TITLES
from apps.characters.rough_magic.sheet import AT_HOME, DV, RoughSheet
from apps.characters.rough_magic.sheet_form import HOMES, SheetForm
from apps.characters.sheets import Long
from apps.rules.rough_magic.lists import ATTRIBUTES
from apps.table.turn import Turn

TEXTS = ("senses", "notes")


def write_sheet(turn: Turn, character: Character, form: SheetForm) -> None:
    """Writes the form's ranks, lists and texts; an empty number is taken off the sheet."""
    data = form.cleaned_data
    for key in TEXTS:
        rows.set_trait(turn, character, key, data[key])
    for row in ATTRIBUTES:
        rows.set_rating(turn, character, "attribute", row.id, data[row.id])
    rows.set_rating(turn, character, "body", "mass", data["mass"])
    for key, field in HOMES.items():
        rows.set_rating(turn, character, "at-home", f"at-home-{key}", 1 if data[field] else None)
    for kind in KINDS:
        lines.write(turn, character, kind.word, lines.given(form, kind))


def write_thing(turn: Turn, character: Character, dv: int, notes: str) -> None:
    """A thing has a DV and levels to lose (rough_magic.objects)."""
    rows.set_rating(turn, character, "defence", DV, dv)
    rows.set_trait(turn, character, "notes", notes)


def copy_sheet(turn: Turn, character: Character, name: str) -> Character:
    """A copy under another name, fresh and in no state."""
    return sheets.copy_sheet(turn, character, name, texts=TEXTS, entries=[one.word for one in KINDS])


def no_points(turn: Turn, character: Character) -> Move | None:
    """Plot points are a person's, whomever they play: nobody's sheet brings any."""
    return None


# what changed, for the event


def told(sheet: RoughSheet) -> dict[str, Any]:
    """Every line of the sheet by its title."""
    found: dict[str, Any] = {"Name": sheet.name, "Role": sheet.role_title, "Notes": Long(sheet.notes)}
    if sheet.is_thing:
        return found | {"DV": sheet.dv}
    found |= {"Unnamed": "yes" if sheet.unnamed else "", "Mass": sheet.mass, "Special senses": sheet.senses}
    found |= {row.title: sheet.ranks.get(row.id) for row in ATTRIBUTES}
    found |= {title: "yes" if key in sheet.at_home else "" for key, title in AT_HOME.items()}
    found |= {
        "Skills": "; ".join(_with_areas(one.name, one.areas) for one in sheet.skills),
        "Complications": "; ".join(one.name for one in sheet.complications),
    }
    return found | _of_lists(sheet)


def _with_areas(name: str, areas: tuple[str, ...]) -> str:
    return f"{name} ({', '.join(areas)})" if areas else name


def _of_lists(sheet: RoughSheet) -> dict[str, Any]:
    """Gear and powers by their names and ranks; of what else is about one of them, that it changed."""
    found: dict[str, Any] = {}
    for title, kind in (("Gear", GEAR), ("Powers", POWER)):
        held = lines.held_by(sheet.character, kind)
        found[title] = "; ".join(f"{row.name} {row.facts['rank']}" for row in held)
        found |= {f"{row.name}, in detail": Long([*sorted(row.facts.items()), row.amount]) for row in held}
    for skill in sheet.skills:
        found[f"{skill.name}, usual attribute"] = ", ".join(TITLES[one] for one in skill.attributes)
    return found
