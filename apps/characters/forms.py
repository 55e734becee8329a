"""What forms about characters share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms

from apps.characters.access import all_played_by, known_to, of_public_id, played_by
from apps.characters.models import Character
from apps.characters.words import visible, visible_lines
from apps.table.acts import ActForm
from apps.table.choices import OneRow, SeveralRows
from apps.table.turn import Turn
from apps.table.viewer import seated


class CharacterChoice(OneRow):
    """One character by its public id; the form's `setup` says among which."""

    def __init__(self, **about: Any) -> None:
        about.setdefault("label", "Who")
        about.setdefault("error_messages", {}).setdefault("invalid_choice", "That character is not yours to choose.")
        super().__init__(**about)


class CharactersChoice(SeveralRows):
    """Several characters by their public ids."""

    def __init__(self, **about: Any) -> None:
        about.setdefault("error_messages", {}).setdefault(
            "invalid_choice", "One of these characters is not yours to choose."
        )
        about.setdefault("widget", forms.CheckboxSelectMultiple)
        super().__init__(**about)


def one_line(label: str, most: int = 60, **about: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=most, validators=[visible], **about)


def some_lines(label: str, most: int = 4000, **about: Any) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=most, validators=[visible_lines], widget=forms.Textarea(attrs={"rows": 4}), **about
    )


def number(label: str, least: int = 0, most: int = 99, **about: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, **about)


class OwnCharacterForm(ActForm):
    """An act of somebody: a player's own character, anybody for a GM. Ships are left out."""

    character = CharacterChoice()

    def setup(self) -> None:
        self.choose("character", self.open_characters())
        self.choose_the_only_one()

    def choose_the_only_one(self) -> None:
        """Nobody is made to choose among one; a player who has but one is not even asked."""
        open_ones = self.open_characters()
        if len(open_ones) != 1:
            return
        self.fields["character"].initial = open_ones[0].public_id
        if not self.viewer.is_gm:
            self.fields["character"].widget = forms.HiddenInput()

    def open_characters(self) -> list[Character]:
        return played_by(self.viewer)

    def chosen(self) -> Character | None:
        """The character that the form is about so far: from what was sent, or from the address."""
        return of_public_id(self.open_characters(), self["character"].value())


class OwnAnythingForm(OwnCharacterForm):
    """As `OwnCharacterForm`, for what is done with ships too."""

    def open_characters(self) -> list[Character]:
        return all_played_by(self.viewer)


class KnownCharacterForm(OwnCharacterForm):
    """An act about somebody of whom this seat knows."""

    def open_characters(self) -> list[Character]:
        return known_to(self.viewer)


class WholeSheetForm(ActForm):
    """A whole sheet. Its lists work without a script: blank rows stand ready, and more where they are asked for."""

    rows = forms.IntegerField(required=False, widget=forms.HiddenInput)
    more = forms.BooleanField(required=False, widget=forms.HiddenInput)

    kind: str
    BLANK_ROWS: ClassVar[int] = 1
    MORE_ROWS: ClassVar[int] = 3
    MOST_ROWS: ClassVar[int] = 12

    def row_count(self) -> int:
        """How many blank rows of each list stand ready, those that were asked for just now among them."""
        try:
            rows = max(self.BLANK_ROWS, min(self.MOST_ROWS, int(self["rows"].value())))
        except (TypeError, ValueError):
            rows = self.BLANK_ROWS
        return min(self.MOST_ROWS, rows + self.MORE_ROWS) if self["more"].value() else rows

    def places(self, word: str, most: int, held: int, ready: int = 0) -> range:
        """The numbers of the rows with fields in the list of that word: those that are `held` or were sent, and the
        blank ones that stand ready; never more than `most`, or than one more than are held."""
        numbered = re.compile(rf"{word}_(\d{{1,3}})_")
        sent = [int(found[1]) for name in (*self.data, *self.initial) if (found := numbered.match(name))]
        shown = max(held, *sent, 0) + self.row_count()
        return range(1, min(max(most, held + 1), max(shown, ready)) + 1)

    def opened(self, name: str, cast: list[Character]) -> Character | None:
        """Offers these in the field of that name; returns whose sheet it is so far."""
        self.choose(name, cast)
        return of_public_id(cast, self[name].value())

    def ask_whose(self, label: str = "Who plays it", help_text: str = "") -> None:
        """Fields for a new sheet of the GM's: who plays it, if anybody, and whether it is hidden."""
        self.fields["seat"] = OneRow(required=False, empty_label="Nobody", label=label, help_text=help_text)
        self.choose("seat", [one for one in seated(self.viewer.desk) if one.role != "spectator"])
        self.fields["hidden"] = forms.BooleanField(label="Hidden from the players", required=False)


class MakesSheet(WholeSheetForm):
    """Before a game's form of the sheet: a new one, a player's own or anybody's of the GM's.

    `begins` is the role that it starts with, for a GM and for a player.
    """

    begins: ClassVar[tuple[str, str]]

    def setup(self) -> None:
        if self.viewer.is_gm:
            self.ask_whose()
        for_gm, for_player = self.begins
        self.fields["role"].initial = for_gm if self.viewer.is_gm else for_player
        super().setup()


class EditsSheet(WholeSheetForm):
    """Before a game's form of the sheet: one that is there, opened by whoever plays the character."""

    character = CharacterChoice(widget=forms.HiddenInput)

    def setup(self) -> None:
        chosen = self.opened("character", played_by(self.viewer))
        if chosen:
            self.read(chosen)
        super().setup()

    def read(self, character: Character) -> None:
        """Whose sheet it is: the game's form starts from what stands on it."""
        raise NotImplementedError


def first_unless_named(form: ActForm, cast: Sequence[Character]) -> Character | None:
    """Which of them the field `character` names; before one of them is named it is the first of them."""
    found = of_public_id(cast, form["character"].value())
    if found is None and not form.is_bound and cast:
        found = cast[0]
        form.start_with({"character": found.public_id})
    return found


def acting_for(turn: Turn, character: Character) -> None:
    """Notes that a GM acts for somebody else's character."""
    turn.for_somebody_else = turn.viewer.is_gm and character.seat_id not in {None, turn.seat.pk}


def named(character: Character) -> dict[str, Any]:
    """How an event's facts name a character."""
    return {"character": character.name, "character_id": character.public_id}
