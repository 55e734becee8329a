"""A sheet is its owner's and the GM's; others see as much of it as the owner allows (rough_magic.visibility)."""

from __future__ import annotations

from django import forms

from apps.characters import rows
from apps.characters.access import knowers_of, played_by
from apps.characters.forms import OwnCharacterForm, acting_for, named
from apps.characters.models import Character
from apps.characters.rough_magic.sheet import OPEN, RoughSheet, sheet_of
from apps.rules.rough_magic.visibility import SHEET, visibility
from apps.table.acts import act
from apps.table.turn import Turn

YES, NO = "yes", "no"


class OpenForm(OwnCharacterForm):
    """Whose ranks everybody may read, or nobody else any more."""

    open = forms.ChoiceField(label="Others may", choices=[(YES, "Read the ranks"), (NO, "Not read them")])

    def open_characters(self) -> list[Character]:
        return [one for one in played_by(self.viewer) if one.seat is not None]


def is_open(sheet: RoughSheet) -> bool:
    """Whether those who do not play them read their ranks."""
    return visibility(viewer="player", item=SHEET, allowed=sheet.open).shown


@act("rough_magic.open-sheet", title="Who reads the sheet", form=OpenForm, button="So it is")
def open_sheet(turn: Turn, form: OpenForm) -> None:
    """The owner opens the ranks to everybody, or closes them again. Refuses what is so already (same)."""
    character: Character = form.cleaned_data["character"]
    opens = form.cleaned_data["open"] == YES
    if sheet_of(character).open == opens:
        turn.refuse("same", f"The sheet of {character.name} is so already. Nothing was changed.", "open")
    acting_for(turn, character)
    rows.set_trait(turn, character, OPEN, YES if opens else "")
    facts = named(character) | {"open": opens, "rule": "rough_magic.visibility"}
    turn.tell("rough_magic.sheet-opened", facts, to=knowers_of(character))
