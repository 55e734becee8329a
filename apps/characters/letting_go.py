"""Whoever would rather play somebody else: whom they made or took themselves goes, anybody else back to the GM."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import ready, rows
from apps.characters.access import knowers_of, played_by, readers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named
from apps.characters.models import Character
from apps.table.acts import act
from apps.table.log import maker_of
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class LetGoForm(OwnCharacterForm):
    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if one.seat_id == self.viewer.seat.pk]


def is_own_work(viewer: Viewer, character: Character) -> bool:
    """Whether this seat brought the character to the table, as far as is known."""
    return maker_of(character) == viewer.seat.pk


def going(viewer: Viewer, form: LetGoForm) -> Mapping[str, Any]:
    """What becomes of them, which the button says as well."""
    character = form.cleaned_data["character"]
    found = {"chooses_anew": played_by(viewer) == [character]}
    if is_own_work(viewer, character):
        return {**found, "doomed": character, "button": f"Delete {character.name}, with all the numbers"}
    return {**found, "returned": character, "button": f"Give {character.name} back to the {viewer.game.gm}"}


@act(
    "let-go",
    title="Rather somebody else",
    form=LetGoForm,
    button="Let them go",
    template="characters/acts/let-go.html",
    preview=going,
)
def let_go(turn: Turn, form: LetGoForm) -> None:
    """A player gives up a character: what others have prepared is not lost with it, and a ready one may be taken again.
    Undo brings both back."""
    character = form.cleaned_data["character"]
    acting_for(turn, character)
    audience, facts = knowers_of(character) | readers_of(character), named(character)
    if is_own_work(turn.viewer, character):
        rows.delete_character(turn, character)
        turn.tell("character-deleted", facts, to=audience)
    else:
        turn.change(character, seat=None)
        ready.comes_back(turn, character)
        turn.tell("character-let-go", facts, to=audience | knowers_of(character))
