"""Writing a sheet of Crew: what the forms and the import share."""

from __future__ import annotations

from typing import Any

from apps.characters import rows, sheets
from apps.characters.crew import features, points
from apps.characters.crew.holding import MINOR, held, is_crewmember
from apps.characters.crew.sheet import CrewSheet
from apps.characters.crew.sheet_form import FEATURES, SheetForm
from apps.characters.models import Character, Entry, Move
from apps.characters.points import set_points as move_to
from apps.characters.sheets import Long
from apps.rules.crew.lists import ATTRIBUTES, SKILLS
from apps.rules.crew.steps import written
from apps.table.turn import Turn

AT_FIRST = 1
"""The plot points of a new crewmember (crew.plot-point-start)."""
ON_THE_SHEET = ("specialty", "distinction", "signature-asset")
"""The kinds of entries that a copy has too: what does not change in play."""


def write_sheet(turn: Turn, character: Character, form: SheetForm) -> None:
    """Writes the form's dice, lists and texts; not the plot points, which move."""
    data = form.cleaned_data
    rows.set_trait(turn, character, "notes", data.get("notes", ""))
    if character.sheet == MINOR:
        rows.set_rating(turn, character, "die", "die", data["die"])
        return
    for attribute in ATTRIBUTES:
        rows.set_rating(turn, character, "attribute", attribute.id, data[attribute.id])
    for skill in SKILLS:
        rows.set_rating(turn, character, "skill", skill.id, data.get(skill.id))
    features.write(turn, character, "specialty", form.specialties_given())
    for kind in FEATURES:
        features.write(turn, character, kind, features.given(form, kind))
    write_episodes(turn, character, form)


def write_episodes(turn: Turn, character: Character, form: SheetForm) -> None:
    """Past Episodes (crew.callback): whoever is no GM leaves it as it was whether one was called back."""
    there = {one.public_id: one for one in held(character, "episode")}
    for key, title, called in form.episodes_given():
        entry = there.get(key) or next((one for one in there.values() if title and one.name == title), None)
        if entry is None and title:
            turn.create(Entry, character=character, kind="episode", name=title, amount=int(bool(called)))
        elif entry is not None and title:
            turn.change(entry, name=title, amount=entry.amount if called is None else int(called))
        elif entry is not None:
            turn.delete(entry)


def start_points(turn: Turn, character: Character, wanted: int | None = None) -> Move | None:
    """The plot points of a new crewmember: those named, or 1; of a GMC none."""
    more = AT_FIRST if wanted is None else wanted
    if not more or not is_crewmember(character):
        return None
    return points.gain(turn, character, "On a new sheet", "crew.plot-point-start", more)


def set_points(turn: Turn, character: Character, wanted: int, why: str) -> Move | None:
    return move_to(turn, rows.track(turn, character, points.POINTS), wanted, why, "crew.pile")


def copy_sheet(turn: Turn, character: Character, name: str) -> Character:
    """A copy under another name, without anything that came in play; its plot points are yet to be given."""
    return sheets.copy_sheet(turn, character, name, texts=("notes",), entries=ON_THE_SHEET)


# what changed, for the event


def lines(sheet: CrewSheet) -> dict[str, Any]:
    """Every line of the sheet by its title."""
    found: dict[str, Any] = {"Name": sheet.name, "Role": sheet.role_title, "Notes": Long(sheet.notes)}
    if not sheet.is_full:
        return found | {"Die": sheet.die_text}
    found |= {one.title: one.die if one.listed else None for one in (*sheet.attributes, *sheet.skills)}
    found |= {
        "Specialties": "; ".join(f"{one.name} ({one.skill_title})" for one in sheet.specialties),
        "Distinctions": features.words(sheet.distinctions),
        "Signature Assets": features.words(sheet.signature_assets),
        "Past Episodes": "; ".join(
            f"{one.name}{' (called back)' if one.called_back else ''}" for one in sheet.episodes
        ),
    }
    return found | features.sentences((*sheet.distinctions, *sheet.signature_assets))


def dice_told(sheet: CrewSheet) -> str:
    """The attributes in a line, or the one die."""
    if not sheet.is_full:
        return written(sheet.die)
    return ", ".join(f"{one.title} {one.die}" for one in sheet.attributes)
