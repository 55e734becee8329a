"""One form of the whole sheet. Rows of the table's own entries work without a script: blank ones stand ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms

from apps.characters.dragonfly import measures, weapons
from apps.characters.dragonfly.sheet import DragonflySheet, Number, sheet_of
from apps.characters.forms import EditsSheet, WholeSheetForm, number, one_line, some_lines
from apps.characters.models import Character
from apps.rules.dragonfly import characters as rules
from apps.rules.dragonfly.lists import ATTRIBUTES, CAST_QUALITIES, ROLES, SCORES, SKILLS, SheetRow

OWN_SKILLS = 16
OWN_QUALITIES = 8
MOST_LIFE_POINTS = 9999
MOST_TIMES = 9


def field_of(key: str) -> str:
    """The form's name for a number of the sheet: "kung_fu" for "kung-fu"."""
    return key.replace("-", "_")


class SheetForm(WholeSheetForm):
    """Everything on a sheet. `kind` is full or score; a subclass says how it is known."""

    name = one_line("Name")
    role = forms.ChoiceField(label="Role")
    character_type = one_line("Character type", required=False, help_text="Free text, such as White Hat")
    life_points = number("Life Points, maximum", most=MOST_LIFE_POINTS)
    armor = number("Armor Value", most=999, required=False)
    drama_points = number("Drama Points", most=999, required=False)
    daily_healing = number(
        "Daily healing", most=999, required=False, help_text="Empty: Constitution a day, by the rules"
    )
    damage_multiplier = number(
        "Damage is multiplied by",
        most=MOST_TIMES,
        required=False,
        help_text="Empty: an ordinary human, for whom bullets and blades are doubled. 1: not doubled",
    )
    initiative = number("Initiative", -99, 999, required=False, help_text="Empty: the Combat Score")
    additional_actions = number("Additional actions", most=20, required=False)
    notes = some_lines("Notes", required=False)
    seen_armor = forms.IntegerField(required=False, widget=forms.HiddenInput)
    seen_drama_points = forms.IntegerField(required=False, widget=forms.HiddenInput)

    BLANK_ROWS, MORE_ROWS, MOST_ROWS = 2, 4, OWN_SKILLS
    kind = "full"
    sheet: DragonflySheet | None = None

    def setup(self) -> None:
        self._shape()
        self._offer_roles()
        if self.sheet is not None:
            self.start_with(starting_values(self.sheet))

    def _shape(self) -> None:
        """The fields that this kind of sheet has."""
        if self.kind == "full":
            for row in (*ATTRIBUTES, *SKILLS):
                self._number(row)
            self._own_rows("skill", OWN_SKILLS)
            for name in ("initiative", "additional_actions"):
                del self.fields[name]
        else:
            for row in SCORES:
                self._number(row)
            del self.fields["character_type"]
        self._qualities()
        for name in ("life_points", "armor"):
            self.fields[name].help_text = f"Usually {measures.span(name, self.kind)}"
        if not self.viewer.is_gm:
            del self.fields["drama_points"], self.fields["seen_drama_points"]

    def _number(self, row: SheetRow) -> None:
        measure = measures.beside(row.id, row.group, self.kind)
        self.fields[field_of(row.id)] = number(row.title, required=False, help_text=f"{measure} · {row.covers}")

    def _qualities(self) -> None:
        usual = {"nerves-of-steel": "fear_test", "fast-reaction-time": "fear_test"}
        for one in rules.qualities(options=self.viewer.options):
            hint = getattr(one, usual.get(one.id, "maneuver_for_position"))
            self.fields[field_of(one.id)] = number(
                one.title, -99, required=False, help_text=f"Empty: not on the sheet. Usually {hint}"
            )
        self._own_rows("quality", OWN_QUALITIES)

    def _own_rows(self, group: str, most: int) -> None:
        for place in range(1, most + 1):
            start = f"own_{group}_{place}"
            self.fields[f"{start}_key"] = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
            self.fields[f"{start}_name"] = one_line(f"Own {group} {place}, name", 40, required=False)
            self.fields[f"{start}_value"] = number(f"Own {group} {place}, number", -99, required=False)

    def _offer_roles(self) -> None:
        self.offer("role", [(role.id, role.title) for role in ROLES if self._may_be(role.id, role.sheets)])

    def _may_be(self, role: str, sheets: tuple[str, ...]) -> bool:
        if self.kind not in sheets:
            return False
        now = self.sheet.character.role if self.sheet else ""
        return self.viewer.is_gm or role in {"cast-member", now}

    def clean(self) -> dict[str, Any]:
        """An own entry needs its name; two of a name would be one too many."""
        seen: set[str] = set()
        for group, most in (("skill", OWN_SKILLS), ("quality", OWN_QUALITIES)):
            for place in range(1, most + 1):
                name = self.cleaned_data.get(f"own_{group}_{place}_name", "")
                if not name and self.cleaned_data.get(f"own_{group}_{place}_value") is not None:
                    self.add_error(f"own_{group}_{place}_name", f"This {group} has a number and no name.")
                if name and name.casefold() in seen:
                    self.add_error(f"own_{group}_{place}_name", f"“{name}” is on the sheet twice.")
                seen.add(name.casefold())
        return self.cleaned_data

    def newly(self, name: str) -> int | None:
        """A number that changes in play too: what was typed, or None where it stayed as this person saw it."""
        typed: int | None = self.cleaned_data.get(name)
        return None if typed == self.cleaned_data.get(f"seen_{name}") else typed

    # what the template draws

    def attributes(self) -> list[Any]:
        return [self[field_of(row.id)] for row in ATTRIBUTES] if self.kind == "full" else []

    def skills(self) -> list[Any]:
        return [self[field_of(row.id)] for row in SKILLS] if self.kind == "full" else []

    def scores(self) -> list[Any]:
        return [self[field_of(row.id)] for row in SCORES] if self.kind == "score" else []

    def qualities(self) -> list[Any]:
        return [self[field_of(row.id)] for row in CAST_QUALITIES]

    def own_skills(self) -> list[Any]:
        return list(self._shown("skill", OWN_SKILLS)) if self.kind == "full" else []

    def own_qualities(self) -> list[Any]:
        return list(self._shown("quality", OWN_QUALITIES))

    def _shown(self, group: str, most: int) -> Iterator[Any]:
        starts = [f"own_{group}_{place}" for place in range(1, most + 1)]
        used = [place for place, start in enumerate(starts, 1) if self[f"{start}_name"].value()]
        for start in starts[: max([self.row_count(), *(place + 1 for place in used)])]:
            yield {"key": self[f"{start}_key"], "name": self[f"{start}_name"], "value": self[f"{start}_value"]}


def starting_values(sheet: DragonflySheet) -> dict[str, Any]:
    """The sheet as the form's values."""
    found: dict[str, Any] = {
        "name": sheet.name,
        "role": sheet.character.role,
        "character_type": sheet.character_type,
        "life_points": sheet.max_life_points,
        "armor": sheet.armor,
        "drama_points": sheet.drama_points,
        "daily_healing": sheet.daily_healing,
        "damage_multiplier": sheet.own_multiplier,
        "initiative": sheet.initiative_override,
        "additional_actions": sheet.additional_actions,
        "notes": sheet.notes,
    }
    listed = (*sheet.attributes, *sheet.skills, *sheet.scores, *sheet.qualities)
    found |= {field_of(one.key): one.value for one in listed if not one.own}
    found |= {"seen_armor": sheet.armor, "seen_drama_points": sheet.drama_points}
    found |= _own_values("skill", sheet.skills) | _own_values("quality", sheet.qualities)
    return found


def _own_values(group: str, numbers: tuple[Number, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for place, one in enumerate((one for one in numbers if one.own), 1):
        start = f"own_{group}_{place}"
        found |= {f"{start}_key": one.key, f"{start}_name": one.title, f"{start}_value": one.value}
    return found


class MakeForm(SheetForm):
    """A new sheet: a player's own Cast Member, or whatever the GM needs."""

    weapons = forms.MultipleChoiceField(
        label="Fights with",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        initial=["punch"],
        help_text="More, or other numbers: on the sheet, as Combat Maneuvers",
    )

    def setup(self) -> None:
        self.kind = self._kind()
        self.fields["sheet"] = forms.CharField(widget=forms.HiddenInput, initial=self.kind, required=False)
        if self.viewer.is_gm:
            self.ask_whose()
        super().setup()
        self.offer("weapons", weapons.choices(self.kind))

    def _kind(self) -> str:
        """A new sheet of the GM's is a score sheet unless asked otherwise (dragonfly.rolling-opposition)."""
        if not self.viewer.is_gm:
            return "full"
        asked = (self.data if self.is_bound else self.initial).get("sheet") or ""
        return "full" if asked == "full" else "score"


class EditForm(EditsSheet, SheetForm):
    kind = "full"

    def read(self, character: Character) -> None:
        self.kind = character.sheet
        self.sheet = sheet_of(character)


def rows_given(group: str, data: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Own entries as (key or nothing, name, number)."""
    most = {"skill": OWN_SKILLS, "quality": OWN_QUALITIES}[group]
    starts = [f"own_{group}_{place}" for place in range(1, most + 1)]
    return [
        (data.get(f"{start}_key", ""), data[f"{start}_name"], data.get(f"{start}_value") or 0)
        for start in starts
        if data.get(f"{start}_name")
    ]


LISTED_ROWS: dict[str, tuple[SheetRow, ...]] = {"full": (*ATTRIBUTES, *SKILLS), "score": SCORES}
