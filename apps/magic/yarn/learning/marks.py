"""What only the GM knows of those who learn: who never can, and how high a spell is. Hidden lines, which no sheet of
anybody else's, no print and no document has."""

from __future__ import annotations

from apps.characters.models import Character, Entry
from apps.rules.yarn.magic.spells import SPELLS
from apps.table.turn import Turn

PSI_MUTE, TALENT, LEVEL = "psi-mute", "talent", "spell-level"


def mark_of(character: Character, kind: str, name: str = "") -> int | None:
    """What is marked; None where nothing is yet."""
    row = _row(character, kind, name)
    return row.amount if row is not None else None


def _row(character: Character, kind: str, name: str) -> Entry | None:
    return next((one for one in character.desk.all(Entry, character=character, kind=kind) if one.name == name), None)


def mark(turn: Turn, character: Character, kind: str, value: int, name: str = "") -> None:
    """Marks it, for the GMs alone."""
    row = _row(character, kind, name)
    if row is not None:
        turn.change(row, amount=value)
    else:
        turn.create(Entry, character=character, kind=kind, name=name, facts={}, amount=value, hidden=True)


def level_of_spell(character: Character, listed: str, name: str) -> int | None:
    """How high a spell is for somebody: as the GM says, else by the list; None where nobody has said."""
    said = mark_of(character, LEVEL, name)
    return said or next((row.level for row in SPELLS if row.id == listed), None)
