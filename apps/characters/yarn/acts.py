"""Making and editing sheets. Importing this module registers every act of Yarn's characters."""

from __future__ import annotations

from apps.characters import sheets
from apps.characters.access import readers_of
from apps.characters.forms import named
from apps.characters.sheets import DuplicateForm, duplicates, edits, lesser, made_by, makes
from apps.characters.yarn import adjusting, approving, clock, importing, orders, places, quick, secrets, votes, writing
from apps.characters.yarn.sheet import sheet_of
from apps.characters.yarn.sheet_form import EditForm, MakeForm
from apps.table.turn import Turn

__all__ = ["adjusting", "approving", "clock", "importing", "orders", "places", "quick", "secrets", "votes"]


@makes("yarn", MakeForm)
def make(turn: Turn, form: MakeForm) -> None:
    """A main character of one's own, or anybody of the GM's (yarn.character-checklist)."""
    character = made_by(turn, form)
    writing.write_sheet(turn, character, form)
    who = named(character) | {"role": sheet_of(character).role_title}
    turn.tell("yarn.made", who, to=readers_of(character), also=lesser(character, who))


@edits("yarn", EditForm)
def edit(turn: Turn, form: EditForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    sheets.edit(turn, "yarn.edited", form, lambda one: writing.told(sheet_of(one)), writing.write_sheet)


@duplicates("yarn")
def duplicate(turn: Turn, form: DuplicateForm) -> None:
    """Copies a sheet: unhurt, and tied to nobody."""
    sheets.duplicate(turn, "yarn.duplicated", form, writing.copy_sheet, writing.no_points)
