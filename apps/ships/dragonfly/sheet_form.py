"""One form of a ship's whole sheet. Rows for weapons work without a script: blank ones stand ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms

from apps.characters.dragonfly.sheet_form import field_of
from apps.characters.forms import CharacterChoice, WholeSheetForm, number, one_line, some_lines
from apps.characters.listed import ListedForm, Row
from apps.rules.dragonfly.lists import MOUNTS, SENSOR_GAINS, SHIP_SYSTEMS
from apps.rules.dragonfly.ships import damage
from apps.ships.access import ships_run_by
from apps.ships.dragonfly import ready
from apps.ships.dragonfly.sheet import ShipSheet, ship_sheet_of

MOST_WEAPONS = 16
MOST_SIZE = 99
MOST_STORES = 9999
IN_PLAY = ("cargo", "supplies", "hits", "hours")
"""Numbers that change in play too: the form writes them only where they differ from what this person saw."""


class ShipForm(WholeSheetForm):
    """What a ship is, and what it carries."""

    name = one_line("Name")
    size = number("Size", 1, MOST_SIZE, initial=3, help_text="Hits before trouble; twice as many are debris")
    speed = number("Engine speed", 0, 99, initial=3, help_text="Only compared with other ships")
    gain = forms.ChoiceField(
        label="Sensor gain",
        choices=[(row.id, row.title) for row in SENSOR_GAINS],
        initial="normal",
        widget=forms.RadioSelect,
    )
    medical = forms.BooleanField(label="It has medical facilities", required=False)
    cargo = number("Cargo units", 0, MOST_STORES, required=False)
    supplies = number("Food and supplies", 0, MOST_STORES, required=False)
    notes = some_lines("Notes", required=False)

    BLANK_ROWS, MORE_ROWS, MOST_ROWS = 2, 4, MOST_WEAPONS

    def setup(self) -> None:
        mounts = [(row.id, row.title) for row in MOUNTS]
        for place in range(1, MOST_WEAPONS + 1):
            start = f"weapon_{place}"
            self.fields[f"{start}_key"] = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
            self.fields[f"{start}_name"] = one_line(f"Weapon {place}", 40, required=False)
            self.fields[f"{start}_mount"] = forms.ChoiceField(
                label=f"Weapon {place}, mount", choices=mounts, required=False, initial=MOUNTS[0].id
            )

    def weapons_given(self) -> list[tuple[str, str, str]]:
        """The weapons as (id or nothing, name, mount)."""
        data = self.cleaned_data
        starts = [f"weapon_{place}" for place in range(1, MOST_WEAPONS + 1)]
        return [
            (data.get(f"{start}_key", ""), data[f"{start}_name"], data.get(f"{start}_mount") or MOUNTS[0].id)
            for start in starts
            if data.get(f"{start}_name")
        ]

    def weapon_rows(self) -> Iterator[Any]:
        """The rows that are drawn: those in use and some blank ones."""
        starts = [f"weapon_{place}" for place in range(1, MOST_WEAPONS + 1)]
        used = [place for place, start in enumerate(starts, 1) if self[f"{start}_name"].value()]
        for start in starts[: max([self.row_count(), *(place + 1 for place in used)])]:
            yield {name: self[f"{start}_{name}"] for name in ("key", "name", "mount")}


class MakeShipForm(ListedForm, ShipForm):
    """A new ship, one of the list with one tap, and who runs it."""

    list_title = "Ready ships"

    def setup(self) -> None:
        self.ask_whose(
            "Whose ship it is", "Aboard a player’s all take their own posts; a ready one of nobody’s is manned"
        )
        super().setup()
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_ships()


class EditShipForm(ShipForm):
    """A ship that is there, with the harm that it has taken."""

    ship = CharacterChoice(widget=forms.HiddenInput)
    hits = number("Hits taken", 0, 999, required=False)
    hours = number("Hours of life support left", 0, 999, required=False, help_text="Empty: no clock runs")

    sheet: ShipSheet | None = None

    def setup(self) -> None:
        super().setup()
        for row in self.system_rows():
            self.fields[field_of(row.id)] = number(f"{row.title}, times hit", 0, 99, required=False)
            self.fields[f"{field_of(row.id)}_out"] = forms.BooleanField(
                label=f"{row.title}: out of order", required=False
            )
            self._also_seen(f"{field_of(row.id)}_out", forms.BooleanField)
        for name in (*IN_PLAY, *(field_of(row.id) for row in self.system_rows())):
            self._also_seen(name, forms.IntegerField)
        self._start()

    def _also_seen(self, name: str, kind: type[forms.Field]) -> None:
        self.fields[f"seen_{name}"] = kind(required=False, widget=forms.HiddenInput)

    def _start(self) -> None:
        chosen = self.opened("ship", ships_run_by(self.viewer))
        self.sheet = ship_sheet_of(chosen, self.viewer.options) if chosen else None
        if self.sheet is not None:
            self.start_with(starting_values(self.sheet))

    def system_rows(self) -> list[Any]:
        """The systems whose hits are remembered at this table."""
        return [row for row in SHIP_SYSTEMS if damage.repairable(row.id, self.viewer.options)]

    def changed(self, name: str) -> bool:
        """Whether a number that changes in play too was changed by this person."""
        return bool(self.cleaned_data.get(name) != self.cleaned_data.get(f"seen_{name}"))

    # what the template draws

    def seen_fields(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("seen_")]

    def systems(self) -> list[Any]:
        names = [field_of(row.id) for row in self.system_rows()]
        return [{"times": self[name], "out": self[f"{name}_out"]} for name in names]


def starting_values(sheet: ShipSheet) -> dict[str, Any]:
    """The sheet as the form's values."""
    found: dict[str, Any] = {
        "name": sheet.name,
        "size": sheet.size,
        "speed": sheet.speed,
        "gain": sheet.gain,
        "medical": sheet.medical,
        "notes": sheet.notes,
    }
    for place, weapon in enumerate(sheet.weapons, 1):
        start = f"weapon_{place}"
        found |= {f"{start}_key": weapon.id, f"{start}_name": weapon.name, f"{start}_mount": weapon.mount}
    in_play: dict[str, Any] = {name: getattr(sheet, name) for name in IN_PLAY}
    for one in sheet.systems:
        in_play |= {field_of(one.id): one.times, f"{field_of(one.id)}_out": one.out}
    return found | in_play | {f"seen_{name}": value for name, value in in_play.items()}
