"""Whom the GM asks for a roll: a tile for everybody who is here, each with their chance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.characters.forms import CharactersChoice
from apps.characters.models import Character
from apps.table.acts import ActForm


class WhomForm(ActForm):
    """`chances` are those of everybody by key, in words, once they can be worked out."""

    characters = CharactersChoice(label="Whom", error_messages={"required": "Nobody is named yet."})

    def offer_people(self, here: Iterable[Character], fresh: bool) -> None:
        """Says who may be asked. A `fresh` form has everybody chosen whom somebody plays."""
        self.here = list(here)
        self.chances: dict[int, str] = {}
        self.choose("characters", self.here)
        if fresh and not self.is_bound and "characters" not in self.initial:
            self.initial["characters"] = [one.public_id for one in self.here if one.seat_id]

    @property
    def people(self) -> list[dict[str, Any]]:
        """A tile for everybody who can be asked, with their chance as the form stands."""
        chosen = self["characters"].value() or []
        return [
            {"character": one, "on": one.public_id in chosen, "chance": self.chances.get(one.pk, "")}
            for one in self.here
        ]
