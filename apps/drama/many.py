"""An act about several characters at once, of some of whom only the GMs may hear."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms

from apps.characters.access import known_to, watchers_of
from apps.characters.forms import CharactersChoice
from apps.characters.models import Character, Move
from apps.characters.points import told_by
from apps.table.acts import ActForm
from apps.table.audience import EVERYBODY, GMS, Audience
from apps.table.turn import Turn

Line = tuple[Character, dict[str, Any]]


class ForSeveralForm(ActForm):
    """Something for those chosen, or for every player's. A game says who may be chosen, and what it calls them."""

    to = forms.ChoiceField(label="To", initial="some", required=False, widget=forms.RadioSelect)
    characters = CharactersChoice(label="Whom", required=False)

    word: ClassVar[str] = "character"

    def setup(self) -> None:
        self.offer("to", [("some", "Those chosen below"), ("all", f"Every player’s {self.word}")])
        self.choose("characters", self.open_characters())

    def open_characters(self) -> list[Character]:
        return known_to(self.viewer)

    def of_players(self) -> list[Character]:
        return [one for one in self.open_characters() if one.seat_id is not None]

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("to") != "all" and not self.cleaned_data.get("characters") and not self.errors:
            self.add_error("characters", f"Choose at least one {self.word}.")
        return self.cleaned_data

    def receivers(self) -> list[Character]:
        return self.of_players() if self.cleaned_data["to"] == "all" else list(self.cleaned_data["characters"])


def tell_of_many(
    turn: Turn,
    kind: str,
    facts: Mapping[str, Any],
    lines: Sequence[Line],
    moves: Sequence[Move],
    hearers: Callable[[Character], Audience] = watchers_of,
) -> None:
    """One event, with `to` for those of whom everybody hears; what GMs alone may know is told to them in a second.

    `moves` are the lines of the ledger, one for each character in this order.
    """
    groups: dict[bool, list[int]] = {True: [], False: []}
    for place, (character, _) in enumerate(lines):
        groups[hearers(character).public].append(place)
    for public, places in groups.items():
        if places:
            those = [lines[place][1] for place in places]
            told = turn.tell(kind, {**facts, "to": those}, to=EVERYBODY if public else GMS)
            told_by(turn, told, *(moves[place] for place in places))
