"""People who come into the story while it is played: anybody invents them, the GM plays them, all of them are listed
(yarn.supporting-characters)."""

from __future__ import annotations

from apps.characters import rows
from apps.characters.models import Character, Trait
from apps.characters.yarn import ties, writing
from apps.characters.yarn.people import Participant
from apps.characters.yarn.sheet import MAIN, MINOR, PERSON, RECURRING
from apps.rules.yarn.drama.people import introduce_minor, promotion
from apps.table.turn import Turn

LISTED = "listed"
"""The text about a supporting character that everybody reads; the notes of their sheet are the GM's."""


def listed_as(who: Character) -> str:
    """What the list says of them."""
    found = who.desk.one(Trait, character=who, key=LISTED)
    return found.text if found is not None else ""


def newcomer(turn: Turn, name: str, text: str, by: Participant, *, asked_for: bool = False) -> Character:
    """Somebody minor; recurring from the start where they are first seen in a drama, `asked_for` something
    (yarn.introduce-minor, yarn.promotion)."""
    introduce_minor(name=name, description=text, invented_by=by.name)
    role = promotion(name=name, first_part="granter" if asked_for else "").kind
    made = rows.make_character(turn, name=name, sheet=PERSON, role=role, seat=None)
    rows.set_trait(turn, made, LISTED, text)
    writing.write_numbers(turn, made, full=None, experience=0, pool=0)
    return made


def promoted(turn: Turn, who: Character, pc: Character, need: str) -> None:
    """What a main character needs of them makes them recurring, for nothing, and links the two on the map
    (yarn.promotion). A link that is there keeps its words. Refuses a need without words (no-need)."""
    found = promotion(name=who.name, kind=who.role if who.role == RECURRING else MINOR, pc=pc.name, need=need)
    if found.kind != RECURRING:
        turn.refuse("no-need", f"What does {pc.name} need of {who.name}?", "need")
    if who.role not in (MAIN, RECURRING):
        turn.change(who, role=RECURRING)
    if ties.relation_between(pc, who) is None:
        ties.relate(turn, pc, who, need)
