"""Whom the GM asks for a roll: a tile for everybody who is here, each with their chance."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from apps.characters.forms import CharactersChoice
from apps.characters.models import Character
from apps.checks.templatetags.rolls import in_words
from apps.checks.versus import whom_to_ask
from apps.table import exchanges
from apps.table.acts import ActForm
from apps.table.audience import EVERYBODY, Audience, seats
from apps.table.models import Event
from apps.table.turn import Turn

Facts = dict[str, Any]
MOST_OF_THE_GMS = 6
"""So many of the GM's own stand among the players' characters; more of them lie in a fold below."""


@dataclass(frozen=True)
class Tiles:
    """Each has a `character`, whether it is `on`, and the `chance`."""

    first: list[Facts]
    folded: list[Facts]

    @property
    def unfolded(self) -> bool:
        """Whether one of the folded is chosen already."""
        return any(one["on"] for one in self.folded)


class WhomForm(ActForm):
    """`chances` are those of everybody by key, in words, once they can be worked out."""

    characters = CharactersChoice(label="Whom", error_messages={"required": "Nobody is named yet."})

    def offer_people(self, here: Iterable[Character], fresh: bool, likely: Collection[Character] | None = None) -> None:
        """Says who may be asked. A `fresh` form has everybody chosen whom somebody plays, of those who are `likely`."""
        self.here = list(here)
        self.chances: dict[int, str] = {}
        self.choose("characters", self.here)
        if fresh and not self.is_bound and "characters" not in self.initial:
            self.initial["characters"] = [
                one.public_id for one in self.here if one.seat_id and (likely is None or one in likely)
            ]

    @property
    def people(self) -> Tiles:
        """A tile for everybody who can be asked, with their chance as the form stands."""
        own = [one for one in self.here if one.seat_id is None]
        if not MOST_OF_THE_GMS < len(own) < len(self.here):
            return Tiles(self._tiles(self.here), [])
        return Tiles(self._tiles(one for one in self.here if one not in own), self._tiles(own))

    def _tiles(self, cast: Iterable[Character]) -> list[Facts]:
        chosen = self["characters"].value() or []
        return [
            {"character": one, "on": one.public_id in chosen, "chance": self.chances.get(one.pk, "")} for one in cast
        ]


def ask_people(asked: Collection[Character]) -> str:
    """What the button says: Ask one person; Ask three people."""
    return "Ask one person" if len(asked) == 1 else f"Ask {in_words(len(asked))} people"


def hold_open(
    turn: Turn, kinds: tuple[str, str], wanted: Any, one: Character, known: Facts, by: Event, *, secret: bool
) -> None:
    """Asks whoever plays somebody for a roll: openly with the first of these kinds, with the second where it is
    `secret` or they hide."""
    exchange = exchanges.open_exchange(turn, kinds[secret or one.hidden], wanted, by=by)
    exchanges.ask(turn, exchange, whom_to_ask(one), known | {"who": one.name, "character_id": one.public_id})


def told_of_asking(known: Facts, asked: Collection[Character], openly: bool) -> dict[Audience, Facts]:
    """What others than the GMs hear of rolls that are asked for: all of them, and of nobody hidden, what is asked
    `openly`; of a secret asking each only of their own."""
    if openly:
        shown = [one.name for one in asked if not one.hidden]
        return {EVERYBODY: known | {"names": shown}} if shown else {}
    people = {one.seat: [other.name for other in asked if other.seat == one.seat] for one in asked if one.seat}
    return {seats(seat): known | {"names": names} for seat, names in people.items() if not seat.is_gm}
