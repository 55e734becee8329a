"""One form of the whole sheet. Rows of what the table names itself work without a script: blank ones stand ready."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import lines
from apps.characters.dragon.lines import KINDS, SHTICK, SKILL, WEAPON, check
from apps.characters.dragon.sheet import ROLES, SHEET, DragonSheet, sheet_of
from apps.characters.forms import EditsSheet, MakesSheet, WholeSheetForm, number, one_line, some_lines
from apps.characters.models import Character
from apps.rules.dragon.lists import PRIMARIES, SUBSTATS, UNWRITTEN, substats_under

MOST_STAT = 40
MOST_HIT_POINTS = 999
MOST_HEXES = 99
MOST_DAMAGE = 9999
HERO = "hero"


class SheetForm(WholeSheetForm):
    """Everything on a sheet; what is not entered is worked out."""

    name = one_line("Name")
    role = forms.ChoiceField(label="Role")
    hit_points = number("Hit points", most=MOST_HIT_POINTS, required=False)
    movement = number("Movement, in hexes", most=MOST_HEXES, required=False)
    notes = some_lines("Notes", required=False)

    kind = SHEET
    sheet: DragonSheet | None = None

    def setup(self) -> None:
        roles = ROLES if self.viewer.is_gm else {HERO: ROLES[HERO]}
        if self.sheet is not None:
            roles = roles | {self.sheet.character.role: self.sheet.role_title}
        self.offer("role", list(roles.items()))
        for row in SUBSTATS:
            usual = UNWRITTEN[row.category]
            self.fields[row.id] = number(
                row.title, most=MOST_STAT, required=False, initial=usual, help_text=row.used_for
            )
        for primary in PRIMARIES:
            self.fields[primary.id] = number(f"{primary.title}, entered", most=MOST_STAT, required=False)
        for kind in KINDS:
            lines.add_fields(self, kind, self.sheet.character if self.sheet else None)
        if self.sheet is not None:
            self.start_with(starting_values(self.sheet))

    def clean(self) -> dict[str, Any]:
        check(self)
        self._check_entered()
        return self.cleaned_data

    def _check_entered(self) -> None:
        """What the table wants entered must be there (dragon.table-options)."""
        options = self.viewer.options
        wanted = [row.id for row in PRIMARIES] if options.primary_from_substats == "entered" else []
        wanted += ["hit_points"] if options.hit_points_formula == "entered" else []
        wanted += ["movement"] if options.move_formula == "entered" else []
        for name in wanted:
            if name in self.cleaned_data and self.cleaned_data[name] is None:
                self.add_error(name, "At this table this number is entered, not worked out.")

    # what the template draws

    def stats(self) -> list[dict[str, Any]]:
        """Each primary stat with its three substats."""
        return [
            {"title": row.title, "category": row.category, "entered": self[row.id], "substats": self._under(row.id)}
            for row in PRIMARIES
        ]

    def _under(self, primary: str) -> list[Any]:
        return [self[row.id] for row in substats_under(primary)]

    def skills(self) -> list[dict[str, Any]]:
        return lines.drawn(self, SKILL, self.row_count())

    def weapons(self) -> list[dict[str, Any]]:
        return lines.drawn(self, WEAPON, self.row_count())

    def shticks(self) -> list[dict[str, Any]]:
        return lines.drawn(self, SHTICK, self.row_count())


def starting_values(sheet: DragonSheet) -> dict[str, Any]:
    """The sheet as the form's values."""
    found: dict[str, Any] = {"name": sheet.name, "role": sheet.character.role, "notes": sheet.notes}
    found |= {"hit_points": sheet.entered_hit_points, "movement": sheet.entered_movement}
    found |= {one.key: one.value if one.listed else None for one in sheet.substats}
    found |= {one.key: one.entered for one in sheet.primaries}
    for kind in KINDS:
        found |= lines.values(sheet.character, kind)
    return found


class MakeForm(MakesSheet, SheetForm):
    begins = ("enemy", HERO)


class EditForm(EditsSheet, SheetForm):
    def read(self, character: Character) -> None:
        self.sheet = sheet_of(character)
