"""Writing a sheet of Crew: what the forms and the import share."""

from __future__ import annotations

from typing import Any

from apps.characters import rows
from apps.characters.crew import features, points
from apps.characters.crew.holding import MINOR, is_crewmember
from apps.characters.crew.sheet import CrewSheet, sheet_of
from apps.characters.crew.sheet_form import FEATURES, SheetForm
from apps.characters.models import Character, Entry, Move
from apps.characters.points import move
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
    held = {one.public_id: one for one in character.entries.filter(kind="episode").order_by("pk")}
    for key, title, called in form.episodes_given():
        entry = held.get(key) or next((one for one in held.values() if title and one.name == title), None)
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
    """Moves what is needed so that a crewmember holds just so many; None where it holds them already."""
    track = rows.track(turn, character, points.POINTS)
    more = wanted - track.value
    if more == 0:
        return None
    source, target = (None, track) if more > 0 else (track, None)
    return move(turn, source, target, abs(more), why, "crew.pile")


def copy_sheet(turn: Turn, character: Character, name: str) -> Character:
    """A copy under another name, without anything that came in play; its plot points are yet to be given."""
    twin = rows.make_character(
        turn, name=name, sheet=character.sheet, role=character.role, seat=character.seat, hidden=character.hidden,
        present=character.present, portrait=character.portrait,
    )  # fmt: skip
    for row in character.ratings.order_by("pk"):
        rows.set_rating(turn, twin, row.group, row.key, row.value, row.label)
    for trait in character.traits.order_by("pk"):
        rows.set_trait(turn, twin, trait.key, trait.text)
    for entry in character.entries.filter(kind__in=ON_THE_SHEET).order_by("pk"):
        turn.create(Entry, character=twin, kind=entry.kind, name=entry.name, facts=entry.facts, amount=entry.amount)
    return twin


# what changed, for the event


def lines(sheet: CrewSheet) -> dict[str, Any]:
    """Every line of the sheet by its title."""
    found: dict[str, Any] = {"Name": sheet.name, "Role": sheet.role_title, "Notes": sheet.notes}
    if not sheet.is_full:
        return found | {"Die": sheet.die_text}
    found |= {one.title: one.die if one.listed else None for one in (*sheet.attributes, *sheet.skills)}
    found |= {
        "Specialties": "; ".join(f"{one.name} ({one.skill_title})" for one in sheet.specialties),
        "Distinctions": features.words(sheet.distinctions),
        "Signature Assets": features.words(sheet.signature_assets),
        "Past Episodes": "; ".join(f"{one.name}{' (called back)' if one.called_back else ''}"
                                   for one in sheet.episodes),
    }  # fmt: skip
    return found


LONG = {"Notes"}


def changes(before: dict[str, Any], character: Character) -> list[dict[str, Any]]:
    """What differs now: {"what", "from", "to"}; long texts are only said to have changed."""
    return differing(before, lines(sheet_of(character)) | texts(sheet_of(character)))


def differing(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"what": what, "from": _short(what, before.get(what)), "to": _short(what, after.get(what))}
        for what in {**before, **after}
        if before.get(what) != after.get(what)
    ]


def texts(sheet: CrewSheet) -> dict[str, Any]:
    """The sentences of Distinctions and Signature Assets: a change of one is told, its text is not."""
    return {f"{one.name}, its sentence": one.text for one in (*sheet.distinctions, *sheet.signature_assets)}


def _short(what: str, value: Any) -> Any:
    if what in LONG or what.endswith(", its sentence"):
        return None
    return None if value == "" else value


def dice_told(sheet: CrewSheet) -> str:
    """The attributes in a line, or the one die."""
    if not sheet.is_full:
        return written(sheet.die)
    return ", ".join(f"{one.title} {one.die}" for one in sheet.attributes)
