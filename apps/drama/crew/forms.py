"""What the forms of Crew's drama share: whose crewmember, and which entry of whose sheet."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from apps.characters.access import all_known_to, known_to, played_by
from apps.characters.forms import OneRow, OwnCharacterForm
from apps.characters.models import Character, Entry
from apps.rules.crew.steps import written
from apps.table.acts import ActForm
from apps.table.models import Table
from apps.table.viewer import Viewer

CREWMEMBER = "crewmember"


def crew_known_to(viewer: Viewer) -> QuerySet[Character]:
    """The crewmembers of whom this seat knows."""
    return known_to(viewer).filter(role=CREWMEMBER)


def own_crew(viewer: Viewer) -> QuerySet[Character]:
    """The crewmembers for whom this seat may act: a player's own, everybody's for a GM."""
    return played_by(viewer).filter(role=CREWMEMBER)


def players_crew(table: Table) -> QuerySet[Character]:
    """Every player's crewmember."""
    return table.characters.filter(role=CREWMEMBER).exclude(seat=None).select_related("seat").order_by("pk")


class OwnCrewmemberForm(OwnCharacterForm):
    """An act of somebody's crewmember, who has plot points: a player's own, anybody's for a GM."""

    def open_characters(self) -> QuerySet[Character]:
        return own_crew(self.viewer)


class EntryChoice(OneRow):
    """Something with a name and a die on somebody's sheet; the form's `setup` says among which."""

    def __init__(self, label: str, gone: str = "That is not there any more.", **about: Any) -> None:
        about.setdefault("empty_label", "Choose")
        super().__init__(
            Entry.objects.none(), to_field_name="public_id", label=label,
            error_messages={"invalid_choice": gone}, **about,
        )  # fmt: skip

    def label_from_instance(self, entry: Any) -> str:
        return f"{entry.name} {written(entry.amount or 6)} · {entry.character.name}"


def known_entries(viewer: Viewer, kind: str) -> QuerySet[Entry]:
    """All entries of that kind on the sheets of those of whom this seat knows."""
    found = Entry.objects.filter(kind=kind, character__in=all_known_to(viewer))
    return found.select_related("character", "character__seat").order_by("pk")


def among(form: ActForm, name: str, rows: QuerySet[Any]) -> None:
    """What may be chosen in the field of that name."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows
