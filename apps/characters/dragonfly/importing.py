"""Importing a character: strict, a copy with new ids, one event."""

from __future__ import annotations

from apps.characters import rows
from apps.characters.access import knowers_of, readers_of
from apps.characters.bringing import ImportForm as BringForm
from apps.characters.bringing import bring_conditions
from apps.characters.dragonfly import document, writing
from apps.characters.dragonfly.document import Document
from apps.characters.dragonfly.maneuvers import FACTS
from apps.characters.forms import named
from apps.characters.models import Character, Entry
from apps.characters.points import told_by
from apps.characters.sheets import brought_by, imports
from apps.table.turn import Turn


class ImportForm(BringForm):
    players_role = "cast-member"
    players_bring = "Cast Members"


@imports("dragonfly", ImportForm, document.read)
def import_character(turn: Turn, form: ImportForm) -> None:
    """Makes a copy of the document's character. A player's starts with the points of a new sheet, as any other."""
    found: Document = form.cleaned_data["file"].document
    character = brought_by(turn, form, found.sheet)
    write(turn, character, found)
    held = next((one.value for one in found.tracks if one.key == "drama-points"), 0)
    points = writing.start_points(turn, character, held if turn.viewer.is_gm else None)
    facts = named(character) | {"conditions": len(found.conditions), "maneuvers": len(found.maneuvers)}
    told = turn.tell("dragonfly.imported", facts, to=knowers_of(character) | readers_of(character))
    told_by(turn, told, points)


def write(turn: Turn, character: Character, found: Document) -> None:
    """The document's rows on a new sheet, all but its points."""
    keys = {}
    writing.blank_sheet(turn, character)
    for one in found.ratings:
        keys[one.key] = rows.own_key() if one.label else one.key
        rows.set_rating(turn, character, one.group, keys[one.key], one.value, one.label.strip())
    for part in found.tracks:
        if part.key != "drama-points":
            turn.change(rows.track(turn, character, part.key), value=part.value, override=part.override)
    for trait in found.traits:
        rows.set_trait(turn, character, trait.key, trait.text)
    bring_conditions(turn, character, found.conditions)
    for maneuver in found.maneuvers:
        facts = {key: getattr(maneuver, key) for key in FACTS}
        facts["skill"] = keys.get(maneuver.skill, maneuver.skill)
        turn.create(
            Entry, character=character, kind="maneuver", name=maneuver.name, facts=facts, amount=maneuver.ammunition
        )
