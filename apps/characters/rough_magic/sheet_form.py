"""One form of the whole sheet. Rows of what the table names itself work without a script: blank ones stand ready."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import lines
from apps.characters.forms import EditsSheet, MakesSheet, WholeSheetForm, number, one_line, some_lines
from apps.characters.models import Character
from apps.characters.rough_magic.lines import COMPLICATION, GEAR, KINDS, MOST_RANK, POWER, SKILL
from apps.characters.rough_magic.sheet import AT_HOME, NAMED, ROLES, UNNAMED, RoughSheet, sheet_of
from apps.rules.rough_magic.lists import ATTRIBUTES, KNOWN_SKILLS
from apps.rules.rough_magic.sheet import MASS, UNWRITTEN

HERO = "hero"
MOST_MASS = 999999
HOMES = {key: key.replace("-", "_") for key in AT_HOME}
"""The fields of where somebody is at home, by the ids of the sheet."""


class SheetForm(WholeSheetForm):
    """Everything on a sheet; what is left empty counts as the book says (rough_magic.sheet)."""

    name = one_line("Name")
    role = forms.ChoiceField(label="Role")
    mass = number("Mass, in kilograms", 1, MOST_MASS, required=False, initial=MASS)
    senses = one_line("Special senses", 240, required=False)
    notes = some_lines("Notes", required=False)

    known_skills = tuple(row.title for row in KNOWN_SKILLS)
    kind = NAMED
    sheet: RoughSheet | None = None

    def setup(self) -> None:
        roles = ROLES if self.viewer.is_gm else {HERO: ROLES[HERO]}
        if self.sheet is not None:
            roles = roles | {self.sheet.character.role: self.sheet.role_title}
        self.offer("role", list(roles.items()))
        for row in ATTRIBUTES:
            self.fields[row.id] = number(row.title, most=MOST_RANK, required=False, initial=UNWRITTEN)
        for key, field in HOMES.items():
            self.fields[field] = forms.BooleanField(label=AT_HOME[key], required=False)
        if self.viewer.is_gm:
            self.fields["unnamed"] = forms.BooleanField(
                label="Unnamed", required=False, help_text="One of several: down at the first blow"
            )
        for kind in KINDS:
            lines.add_fields(self, kind, self.sheet.character if self.sheet else None)
        if self.sheet is not None:
            self.start_with(starting_values(self.sheet))

    def clean(self) -> dict[str, Any]:
        for kind, parts in ((SKILL, ("areas",)), (GEAR, ("rank", "helps")), (POWER, ("rank", "text"))):
            lines.nameless(self, kind, *parts)
        if "unnamed" in self.fields:
            self.kind = UNNAMED if self.cleaned_data.get("unnamed") else NAMED
        elif self.sheet is not None:
            self.kind = self.sheet.character.sheet
        return self.cleaned_data

    # what the template draws

    def attributes(self) -> list[forms.BoundField]:
        return [self[row.id] for row in ATTRIBUTES]

    def homes(self) -> list[forms.BoundField]:
        return [self[field] for field in HOMES.values()]

    def skills(self) -> list[dict[str, Any]]:
        return lines.drawn(self, SKILL, self.row_count())

    def gear(self) -> list[dict[str, Any]]:
        return lines.drawn(self, GEAR, self.row_count())

    def powers(self) -> list[dict[str, Any]]:
        return lines.drawn(self, POWER, self.row_count())

    def complications(self) -> list[dict[str, Any]]:
        return lines.drawn(self, COMPLICATION, self.row_count())


def starting_values(sheet: RoughSheet) -> dict[str, Any]:
    """The sheet as the form's values."""
    character = sheet.character
    found: dict[str, Any] = {"name": sheet.name, "role": character.role, "unnamed": sheet.unnamed, "mass": sheet.mass}
    found |= {"senses": sheet.senses, "notes": sheet.notes}
    found |= {row.id: sheet.ranks.get(row.id) for row in ATTRIBUTES}
    found |= {field: key in sheet.at_home for key, field in HOMES.items()}
    for kind in KINDS:
        found |= lines.values(character, kind)
    return found


class MakeForm(MakesSheet, SheetForm):
    begins = ("enemy", HERO)


class EditForm(EditsSheet, SheetForm):
    def read(self, character: Character) -> None:
        self.sheet = sheet_of(character)
