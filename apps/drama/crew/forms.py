"""What the forms of Crew's drama share: whose crewmember, and which entry of whose sheet."""

from __future__ import annotations

from typing import Any

from apps.characters.access import known_to, knows_of, played_by
from apps.characters.forms import OwnCharacterForm
from apps.characters.models import Character, Entry
from apps.rules.crew.steps import written
from apps.table.choices import OneRow
from apps.table.models import Table
from apps.table.viewer import Viewer

CREWMEMBER = "crewmember"


def crew_known_to(viewer: Viewer) -> list[Character]:
    """The crewmembers of whom this seat knows."""
    return [one for one in known_to(viewer) if one.role == CREWMEMBER]


def own_crew(viewer: Viewer) -> list[Character]:
    """The crewmembers for whom this seat may act: a player's own, everybody's for a GM."""
    return [one for one in played_by(viewer) if one.role == CREWMEMBER]


def players_crew(table: Table) -> list[Character]:
    """Every player's crewmember."""
    return [one for one in table.desk.all(Character, role=CREWMEMBER) if one.seat_id is not None]


class OwnCrewmemberForm(OwnCharacterForm):
    """An act of somebody's crewmember, who has plot points: a player's own, anybody's for a GM."""

    def open_characters(self) -> list[Character]:
        return own_crew(self.viewer)


class EntryChoice(OneRow):
    """Something with a name and a die on somebody's sheet; the form's `setup` says among which."""

    def __init__(self, label: str, gone: str = "That is not there any more.", **about: Any) -> None:
        super().__init__(label=label, error_messages={"invalid_choice": gone}, **about)

    def label_from_instance(self, entry: Any) -> str:
        return f"{entry.name} {written(entry.amount or 6)} · {entry.character.name}"


def known_entries(viewer: Viewer, kind: str) -> list[Entry]:
    """All entries of that kind on the sheets of those of whom this seat knows."""
    return [one for one in viewer.desk.all(Entry, kind=kind) if knows_of(viewer, one.character)]
