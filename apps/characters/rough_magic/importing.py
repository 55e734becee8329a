"""Importing a character: strict, a copy with new ids, one event."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.characters import lines, rows
from apps.characters.access import knowers_of, readers_of
from apps.characters.bringing import ImportForm as BringForm
from apps.characters.bringing import bring_conditions
from apps.characters.forms import named
from apps.characters.models import Character
from apps.characters.rough_magic import document, endurance, writing
from apps.characters.rough_magic.document import AttackPart, Document, RecoveryPart, SkillPart
from apps.characters.rough_magic.endurance import set_damage
from apps.characters.rough_magic.lines import COMPLICATION, GEAR, POWER, SKILL
from apps.characters.rough_magic.sheet import NAMED, UNNAMED
from apps.characters.rough_magic.sheet_form import HERO
from apps.characters.sheets import brought_by, imports
from apps.rules.rough_magic.endurance import Damage
from apps.table.turn import Turn


class ImportForm(BringForm):
    players_role = HERO
    players_bring = "heroes"


@imports("rough_magic", ImportForm, document.read)
def import_character(turn: Turn, form: ImportForm) -> None:
    """Makes a copy of the document's character, with the levels lost and what of recovering is done; states of a fight
    stay with the fight."""
    found: Document = form.cleaned_data["file"].document
    character = brought_by(turn, form, UNNAMED if found.unnamed else NAMED)
    write(turn, character, found)
    set_damage(turn, character, Damage(found.lost, found.stun))
    if found.recovery is not None:
        _recover(turn, character, found.recovery)
    bring_conditions(turn, character, found.conditions)
    turn.tell("rough_magic.imported", named(character), to=knowers_of(character) | readers_of(character))


def _recover(turn: Turn, character: Character, found: RecoveryPart) -> None:
    """How far they had come; nothing of it is what it would be of levels that are lost only now."""
    endurance.set_rest(turn, character, found.rest_open)
    endurance.count_recent(turn, character, found.since_rest)
    endurance.set_days(turn, character, found.days_with_care, found.days_without)
    if found.dead:
        endurance.set_dead(turn, character, True)


def write(turn: Turn, character: Character, found: Document) -> None:
    """The document's ranks, lists and texts on a new sheet, without what changes in play."""
    for key in writing.TEXTS:
        rows.set_trait(turn, character, key, getattr(found, key))
    for key, rank in found.ranks.items():
        rows.set_rating(turn, character, "attribute", key, rank)
    rows.set_rating(turn, character, "body", "mass", found.mass)
    for key in found.at_home:
        rows.set_rating(turn, character, "at-home", f"at-home-{key}", 1)
    lines.write(turn, character, SKILL.word, [_entry(one) for one in found.skills])
    lines.write(turn, character, GEAR.word, [_entry(one, amount=one.left) for one in found.gear])
    lines.write(turn, character, POWER.word, [_entry(one, amount=int(one.on)) for one in found.powers])
    lines.write(turn, character, COMPLICATION.word, [("", one.strip(), {}, None) for one in found.complications])


def _entry(part: SkillPart | AttackPart, amount: int | None = None) -> lines.Given:
    apart = {"name", "left", "on"}
    facts: dict[str, Any] = {key: value for key, value in msgspec.structs.asdict(part).items() if key not in apart}
    return "", part.name.strip(), facts, amount
