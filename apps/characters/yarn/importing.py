"""Importing a character: strict, a copy with new ids, one event."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.characters import lines, rows
from apps.characters.access import knowers_of, known_to, readers_of
from apps.characters.bringing import ImportForm as BringForm
from apps.characters.bringing import bring_conditions
from apps.characters.documents import Strict
from apps.characters.forms import named
from apps.characters.models import Character, Track
from apps.characters.sheets import brought_by, imports
from apps.characters.yarn import document, ties, writing
from apps.characters.yarn.document import Document, TiePart
from apps.characters.yarn.levels import harmed, level_of, set_level
from apps.characters.yarn.lines import ARMOUR, FLAW, POWER, SPELL, THING, TRAIT, WEAPON
from apps.characters.yarn.sheet import MAIN, PERSON, SHOTS
from apps.table.turn import Turn


class ImportForm(BringForm):
    players_role = MAIN
    players_bring = "main characters"


@imports("yarn", ImportForm, document.read)
def import_character(turn: Turn, form: ImportForm) -> None:
    """Makes a copy of the document's character, as hurt as it was; tied to whoever is here under those names."""
    found: Document = form.cleaned_data["file"].document
    character = brought_by(turn, form, PERSON)
    write(turn, character, found)
    set_level(turn, character, harmed(level_of(character), found.lost))
    if shots := turn.desk.one(Track, character=character, key=SHOTS):
        turn.change(shots, value=found.pool - found.spent)
    bring_conditions(turn, character, found.conditions)
    turn.tell("yarn.imported", named(character), to=knowers_of(character) | readers_of(character))


def write(turn: Turn, character: Character, found: Document) -> None:
    """The document's texts, lists and numbers on a new sheet, without what changes in play."""
    for key, text in found.texts.items():
        rows.set_trait(turn, character, key, text)
    for kind, given, number in (
        (TRAIT, found.traits, "score"), (FLAW, found.flaws, ""), (WEAPON, found.weapons, "left"),
        (ARMOUR, found.armour, ""), (POWER, found.powers, "score"), (SPELL, found.spells, "failed"),
    ):  # fmt: skip
        lines.write(turn, character, kind.word, [_entry(one, number) for one in given])
    lines.write(turn, character, THING.word, [("", one.strip(), {}, None) for one in found.things])
    tie(turn, character, found)
    writing.write_numbers(turn, character, full=found.hit_points, experience=found.experience, pool=found.pool)


def _entry(part: Strict, number: str) -> lines.Given:
    facts: dict[str, Any] = msgspec.structs.asdict(part)
    name, amount = facts.pop("name").strip(), facts.pop(number) if number else None
    return "", name, facts, amount


def tie(turn: Turn, character: Character, found: Document) -> None:
    """Relationships and wants. One to somebody who is not here under that name keeps the name in its words."""
    here = {one.name.casefold(): one for one in known_to(turn.viewer) if one.pk != character.pk}
    for one in found.relations:
        if (other := here.get(one.about.casefold())) is not None:
            ties.relate(turn, character, other, one.text)
    ties.rewrite_wants(turn, character, [(_words(one, other), other) for one in found.wants
                                         for other in [here.get(one.about.casefold())]])  # fmt: skip


def _words(one: TiePart, other: Character | None) -> str:
    return one.text if other is not None or not one.about else f"{one.text} ({one.about})"[:240]
