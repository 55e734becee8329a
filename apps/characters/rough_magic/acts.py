"""Making and editing sheets. Importing this module registers every act of Rough Magic's characters."""

from __future__ import annotations

from apps.characters import sheets
from apps.characters.access import readers_of
from apps.characters.forms import named
from apps.characters.rough_magic import harm, importing, opening, quick, resting, states_acts, things, writing
from apps.characters.rough_magic.sheet import sheet_of
from apps.characters.rough_magic.sheet_form import EditForm, MakeForm
from apps.characters.sheets import DuplicateForm, duplicates, edits, lesser, made_by, makes
from apps.table.turn import Turn

__all__ = ["harm", "importing", "opening", "quick", "resting", "states_acts", "things"]


@makes("rough_magic", MakeForm)
def make(turn: Turn, form: MakeForm) -> None:
    """A new hero, or an ally or enemy of the GM's, with a name or without one (rough_magic.sheet)."""
    character = made_by(turn, form)
    writing.write_sheet(turn, character, form)
    sheet = sheet_of(character)
    who = named(character) | {"role": sheet.role_title}
    ranks = {"ranks": sheet.titled_ranks, "unnamed": sheet.unnamed}
    turn.tell("rough_magic.made", who | ranks, to=readers_of(character), also=lesser(character, who))


@edits("rough_magic", EditForm)
def edit(turn: Turn, form: EditForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    sheets.edit(
        turn, "rough_magic.edited", form, lambda one: writing.told(sheet_of(one)), writing.write_sheet, sheet=form.kind
    )


@duplicates("rough_magic")
def duplicate(turn: Turn, form: DuplicateForm) -> None:
    """Copies a sheet: fresh, and in no state."""
    sheets.duplicate(turn, "rough_magic.duplicated", form, writing.copy_sheet, writing.no_points)
