"""An order of the cast: the cards are shuffled, or laid by the GM where the table plays so (yarn.precedence)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.yarn import orders
from apps.characters.yarn.people import Participant, players
from apps.table.acts import ActForm
from apps.table.models import Span
from apps.table.turn import Turn


class OrderForm(ActForm):
    """Asks for the order only where the switch precedence-source says that the GM lays it."""

    def setup(self) -> None:
        if self.viewer.options.precedence_source == "GM arranges":
            there = [(one.key, one.name) for one in players(self.viewer.desk)]
            for place in range(1, len(there) + 1):
                field = forms.ChoiceField(label=f"Place {place}", choices=there, initial=there[place - 1][0])
                self.fields[f"place_{place}"] = field

    def laid(self) -> list[Participant] | None:
        """The order as it was laid; None where the cards are shuffled."""
        by_key = {one.key: one for one in players(self.viewer.desk)}
        found = [self.cleaned_data[name] for name in self.fields if name.startswith("place_")]
        return [by_key[key] for key in found] if found else None

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        given = [data[name] for name in self.fields if name.startswith("place_") and name in data]
        if len(set(given)) < len(given):
            self.add_error("place_1", "Everybody has one place: somebody stands here twice.")
        return data


def drawn(turn: Turn, span: Span, role: str, form: OrderForm) -> list[Participant]:
    """Draws it and keeps it with the span."""
    return orders.draw(turn, span, role, drawn=form.laid())
