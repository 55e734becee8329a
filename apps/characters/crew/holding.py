"""What a character of Crew holds as entries: Assets, Complications, Big Damn Hero dice, past Episodes and the rest."""

from __future__ import annotations

from typing import Literal

from apps.characters.models import Character, Entry

EntryKind = Literal[
    "specialty", "distinction", "signature-asset", "asset", "complication", "hero-die", "episode", "trait"
]
CREW, MINOR = "crew", "minor"
"""Sheets of people: the whole one (crewmembers and Major GMCs), and a single die (Minor GMCs and Extras)."""
ROLES = {
    "crewmember": "Crewmember",
    "major-gmc": "Major GMC",
    "minor-gmc": "Minor GMC",
    "extra": "Extra",
}


def held(character: Character, kind: EntryKind) -> list[Entry]:
    """Its entries of that kind, in the order in which they came."""
    return character.desk.all(Entry, character=character, kind=kind)


def is_crewmember(character: Character) -> bool:
    """Whether plot points are its own; everybody else is paid for from the bank."""
    return character.role == "crewmember"
