"""What forms about characters share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import QuerySet

from apps.characters.access import all_played_by, known_to, played_by
from apps.characters.models import Character
from apps.characters.words import visible, visible_lines
from apps.table.acts import ActForm
from apps.table.turn import Turn

if TYPE_CHECKING:
    OneRow = forms.ModelChoiceField[Any]
    SeveralRows = forms.ModelMultipleChoiceField[Any]
else:
    OneRow, SeveralRows = forms.ModelChoiceField, forms.ModelMultipleChoiceField


class CharacterChoice(OneRow):
    """One character by its public id; the form's `setup` says among which."""

    def __init__(self, **about: Any) -> None:
        about.setdefault("label", "Who")
        about.setdefault("error_messages", {}).setdefault("invalid_choice", "That character is not yours to choose.")
        super().__init__(Character.objects.none(), to_field_name="public_id", empty_label="Choose", **about)


class CharactersChoice(SeveralRows):
    """Several characters by their public ids."""

    def __init__(self, **about: Any) -> None:
        about.setdefault("error_messages", {}).setdefault(
            "invalid_choice", "One of these characters is not yours to choose."
        )
        about.setdefault("widget", forms.CheckboxSelectMultiple)
        super().__init__(Character.objects.none(), to_field_name="public_id", **about)


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
        self.choices_of("character", self.open_characters())
        self.choose_the_only_one()

    def choose_the_only_one(self) -> None:
        """Nobody is made to choose among one."""
        only = list(self.open_characters()[:2])
        if len(only) == 1:
            self.fields["character"].initial = only[0].public_id

    def open_characters(self) -> QuerySet[Character]:
        return played_by(self.viewer)

    def choices_of(self, name: str, cast: QuerySet[Character]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = cast

    def chosen(self) -> Character | None:
        """The character that the form is about so far: from what was sent, or from the address."""
        value = self["character"].value()
        if not value:
            return None
        return self.open_characters().filter(public_id=str(value)[:24]).first()


class OwnAnythingForm(OwnCharacterForm):
    """As `OwnCharacterForm`, for what is done with ships too."""

    def open_characters(self) -> QuerySet[Character]:
        return all_played_by(self.viewer)


class KnownCharacterForm(OwnCharacterForm):
    """An act about somebody of whom this seat knows."""

    def open_characters(self) -> QuerySet[Character]:
        return known_to(self.viewer)


def acting_for(turn: Turn, character: Character) -> None:
    """Notes that a GM acts for somebody else's character."""
    turn.for_somebody_else = turn.viewer.is_gm and character.seat_id not in {None, turn.seat.pk}


def named(character: Character) -> dict[str, Any]:
    """How an event's facts name a character."""
    return {"character": character.name, "character_id": character.public_id}
