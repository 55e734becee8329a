"""Forms that one tap fills in: a row of the game's list says the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.table.acts import ActForm


@dataclass(frozen=True)
class Row:
    """What a button of the list says, and what it fills in."""

    id: str
    title: str
    line: str
    values: Mapping[str, Any]


class ListedForm(ActForm):
    """`listed` are the rows. The button of one sends the form with its values; what it does not say stays as typed, and
    so does a name that is not the form's own."""

    list_title = "Ready at hand"
    beside = ""
    """What is being fought while somebody is added who is not in it, in the game's word."""
    tapped: Row | None = None
    """The row whose button was pressed."""

    @property
    def one_tap(self) -> str:
        """What the button of a row does."""
        return "adds it"

    def listed(self) -> list[Row]:
        raise NotImplementedError

    def fill_in(self) -> None:
        """To be called when the fields are there."""
        self.tapped = row = next((one for one in self.listed() if one.id == self.data.get("ready")), None)
        if row is not None:
            typed = {name: one.widget.value_from_datadict(self.data, {}, name) for name, one in self.fields.items()}
            own = typed["name"] in {"", self.fields["name"].initial}
            self.data = {**typed, **row.values, "name": row.title if own else typed["name"]}
