"""Importing a character: strict, a copy with new ids, one event."""

from __future__ import annotations

from typing import Any

from apps.characters import rows
from apps.characters.access import knowers_of, readers_of
from apps.characters.bringing import ImportForm as BringForm
from apps.characters.bringing import bring_conditions
from apps.characters.crew import assets, complications, document, heroes, writing
from apps.characters.crew.document import Document, FeaturePart
from apps.characters.crew.sheet_form import SHEETS
from apps.characters.forms import named
from apps.characters.models import Character, Entry
from apps.characters.points import told_by
from apps.characters.sheets import brought_by, imports
from apps.table.turn import Turn


class ImportForm(BringForm):
    players_role = "crewmember"
    players_bring = "crewmembers"


@imports("crew", ImportForm, document.read)
def import_character(turn: Turn, form: ImportForm) -> None:
    """Makes a copy of the document's character. A player's starts with the plot point of a new sheet, and without
    hero dice."""
    found: Document = form.cleaned_data["file"].document
    by_gm = turn.viewer.is_gm
    character = brought_by(turn, form, SHEETS[found.role])
    write(turn, character, found)
    _play(turn, character, found, by_gm)
    points = writing.start_points(turn, character, found.plot_points if by_gm else None)
    told = turn.tell("crew.imported", named(character), to=knowers_of(character) | readers_of(character))
    told_by(turn, told, points)


def write(turn: Turn, character: Character, found: Document) -> None:
    """The document's traits on a new sheet, without what changes in play."""
    rows.set_trait(turn, character, "notes", found.notes)
    if found.die is not None:
        rows.set_rating(turn, character, "die", "die", found.die)
    for group, dice in (("attribute", found.attributes), ("skill", found.skills)):
        for one in dice:
            rows.set_rating(turn, character, group, one.key, one.die)
    for specialty in found.specialties:
        _entry(turn, character, "specialty", specialty.name, {"skill": specialty.skill})
    for distinction in found.distinctions:
        _entry(turn, character, "distinction", distinction.name, _facts(distinction))
    for signature in found.signature_assets:
        _entry(turn, character, "signature-asset", signature.name, _facts(signature), signature.die)


def _facts(one: FeaturePart) -> dict[str, Any]:
    triggers = [{"text": row.text, "points": row.points, "effect": row.effect} for row in one.triggers]
    return {"text": one.text, "triggers": triggers}


def _entry(
    turn: Turn, character: Character, kind: str, name: str, facts: dict[str, Any], amount: int | None = None
) -> Entry:
    return turn.create(Entry, character=character, kind=kind, name=name.strip(), facts=facts, amount=amount)


def _play(turn: Turn, character: Character, found: Document, by_gm: bool) -> None:
    """What changes in play. Hero dice were won elsewhere: only a GM brings them along."""
    for asset in found.assets:
        row = assets.create(turn, character, asset.name.strip(), creator=character, size=asset.die)
        turn.change(row, facts={**row.facts, "lasts": asset.lasts})
    for one in found.complications:
        complications.put(turn, character, one.name.strip(), one.die)
    for size in found.hero_dice if by_gm else []:
        heroes.put(turn, character, size)
    for episode in found.episodes:
        _entry(turn, character, "episode", episode.title.strip(), {}, int(episode.called_back))
    bring_conditions(turn, character, found.conditions)
