"""One form of the whole sheet of a ship or vehicle; its three attributes go by its type."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.crew import features
from apps.characters.crew.access import is_of_the_crew
from apps.characters.crew.forms import die_field
from apps.characters.crew.sheet import USUAL
from apps.characters.crew.sheet_form import FEATURES
from apps.characters.forms import CharacterChoice, WholeSheetForm, one_line, some_lines
from apps.characters.listed import ListedForm, Row
from apps.characters.models import SHIP, Character
from apps.rules.crew.lists import SHIP_ATTRIBUTES, SHIP_TYPES, Attribute
from apps.rules.crew.ships import attribute_sizes
from apps.ships.crew import ready
from apps.ships.crew.access import ships_edited_by
from apps.ships.crew.sheet import ShipSheet, ship_sheet_of

NO_SUCH_SIZE = "d6, d8 or d10; d4 and d12 only with the GM’s leave, so the GM sets those."
TYPE_CHOICES = [(row.id, row.title) for row in SHIP_TYPES]


ATTRIBUTES = {one.id: one for row in SHIP_TYPES for one in row.attributes}
"""Those of every type by their keys; a ship and a watercraft both have a hull."""


class ShipForm(WholeSheetForm):
    """What it is: `engines`, `hull`, `systems` and the rest, of which those of the chosen type count."""

    name = one_line("Name")
    type = forms.ChoiceField(label="Type", choices=TYPE_CHOICES, initial="ship", widget=forms.RadioSelect)
    model = one_line("Class", 60, required=False, help_text="Such as short-haul freighter")
    of_the_crew = forms.BooleanField(
        label="It is the crew’s: every crewmember uses it and edits this sheet", required=False, initial=True
    )
    notes = some_lines("Notes", required=False)

    sheet: ShipSheet | None = None

    def setup(self) -> None:
        for one in {**ATTRIBUTES, **{one.id: one for one in self._of_the_type()}}.values():
            self.fields[one.id] = self._die(one)
        for kind in FEATURES:
            held = () if self.sheet is None else _features(self.sheet, kind)
            features.add_fields(self, kind, len(held))
        if not self.viewer.is_gm:
            del self.fields["of_the_crew"]

    def _of_the_type(self) -> tuple[Attribute, ...]:
        """The attributes of the type that is chosen so far."""
        return next((row for row in SHIP_TYPES if row.id == self["type"].value()), SHIP_TYPES[0]).attributes

    def _die(self, one: Attribute) -> forms.Field:
        """The GM may set any die, the crew d6 to d10, and what is there already (crew.ship-attributes)."""
        sizes = set(attribute_sizes(gm_leave=self.viewer.is_gm))
        if self.sheet is not None:
            sizes.add(self.sheet.size(one.id))
        field = die_field(one.title, tuple(sorted(sizes)), required=False, initial=str(USUAL), help_text=one.used_for)
        field.error_messages["invalid_choice"] = NO_SUCH_SIZE
        return field

    def clean(self) -> dict[str, Any]:
        for kind in FEATURES:
            features.check(self, kind)
        return self.cleaned_data

    def dice_given(self) -> dict[str, int]:
        """The dice of the three attributes of the type that was chosen; d6 where none was named."""
        return {one.id: self.cleaned_data.get(one.id) or USUAL for one in SHIP_ATTRIBUTES[self.cleaned_data["type"]]}

    # what the template draws

    def attributes(self) -> list[Any]:
        """The fields of the type that is chosen so far."""
        return [self[one.id] for one in self._of_the_type()]

    def distinctions(self) -> list[Any]:
        return list(features.drawn(self, "distinction", self.row_count()))

    def signature_assets(self) -> list[Any]:
        return list(features.drawn(self, "signature-asset", self.row_count()))


def _features(sheet: ShipSheet, kind: str) -> tuple[Any, ...]:
    return sheet.distinctions if kind == "distinction" else sheet.signature_assets


class MakeShipForm(ListedForm, ShipForm):
    """A new ship or vehicle of the GM's or the crew's, one of the list with one tap."""

    list_title = "Ready ships and vehicles"

    def setup(self) -> None:
        super().setup()
        if self.viewer.is_gm:
            self.fields["hidden"] = forms.BooleanField(label="Hidden from the players", required=False)
            self.fields["of_the_crew"].initial = not any(
                map(is_of_the_crew, self.viewer.desk.all(Character, sheet=SHIP))
            )
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_ships()


class EditShipForm(ShipForm):
    """One that is there."""

    ship = CharacterChoice(
        widget=forms.HiddenInput, error_messages={"invalid_choice": "That ship is not yours to change."}
    )

    def setup(self) -> None:
        chosen = self.opened("ship", ships_edited_by(self.viewer))
        self.sheet = ship_sheet_of(chosen) if chosen else None
        if self.sheet is not None:
            self.start_with(starting_values(self.sheet))
        super().setup()


def starting_values(sheet: ShipSheet) -> dict[str, Any]:
    """The sheet as the form's values."""
    found: dict[str, Any] = {
        "name": sheet.name,
        "type": sheet.character.role,
        "model": sheet.model,
        "notes": sheet.notes,
        "of_the_crew": sheet.of_the_crew,
    }
    found |= {one.key: str(one.size) for one in sheet.attributes}
    found |= features.values("distinction", sheet.distinctions)
    return found | features.values("signature-asset", sheet.signature_assets)
