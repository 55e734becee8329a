"""Importing a character: strict, a copy with new ids, one event."""

from __future__ import annotations

from apps.characters import lines, rows
from apps.characters.access import knowers_of, readers_of
from apps.characters.bringing import ImportForm as BringForm
from apps.characters.bringing import bring_conditions
from apps.characters.dragon import document
from apps.characters.dragon.document import Document
from apps.characters.dragon.sheet import DAMAGE, HIT_POINTS, MOVEMENT, SHEET, sheet_of
from apps.characters.dragon.sheet_form import HERO
from apps.characters.dragon.states import FALLEN, State, set_state
from apps.characters.dragon.writing import set_entered
from apps.characters.forms import named
from apps.characters.models import Character
from apps.characters.sheets import brought_by, imports
from apps.table.turn import Turn


class ImportForm(BringForm):
    players_role = HERO
    players_bring = "heroes"


@imports("dragon", ImportForm, document.read)
def import_character(turn: Turn, form: ImportForm) -> None:
    """Makes a copy of the document's character, hurt as it was."""
    found: Document = form.cleaned_data["file"].document
    character = brought_by(turn, form, SHEET)
    write(turn, character, found)
    _hurt(turn, character, found.damage)
    bring_conditions(turn, character, found.conditions)
    turn.tell("dragon.imported", named(character), to=knowers_of(character) | readers_of(character))


def _hurt(turn: Turn, character: Character, damage: int) -> None:
    """Whoever comes with more damage than hit points lies there; no Death Check is asked for what was long ago."""
    if damage:
        rows.set_track(turn, character, DAMAGE, damage)
    if sheet_of(character).is_past:
        set_state(turn, character, State(FALLEN))


def write(turn: Turn, character: Character, found: Document) -> None:
    """The document's stats, lists and texts on a new sheet, without what changes in play."""
    rows.set_trait(turn, character, "notes", found.notes)
    for group, numbers in (("substat", found.substats), ("primary", found.primaries)):
        for one in numbers:
            rows.set_rating(turn, character, group, one.key, one.value)
    set_entered(turn, character, HIT_POINTS, found.hit_points)
    set_entered(turn, character, MOVEMENT, found.movement)
    skills = [("", one.name.strip(), {"melee": one.melee}, one.level) for one in found.skills]
    arms = [("", one.name.strip(), {"attack": one.attack, "skill": one.skill}, one.multiple) for one in found.weapons]
    shticks = [("", one.name.strip(), {"text": one.text, "switches": one.switches}, None) for one in found.shticks]
    lines.write(turn, character, "skill", skills)
    lines.write(turn, character, "weapon", arms)
    lines.write(turn, character, "shtick", shticks)
