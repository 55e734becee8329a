"""Making and editing sheets. Importing this module registers every act of Yarn's characters."""

from __future__ import annotations

from apps.characters import sheets
from apps.characters.access import readers_of
from apps.characters.forms import acting_for, named
from apps.characters.models import Character
from apps.characters.sheets import DuplicateForm, changed, lesser, made_by, made_sheet, tell_edited
from apps.characters.yarn import adjusting, approving, clock, importing, orders, places, quick, secrets, votes, writing
from apps.characters.yarn.sheet import sheet_of
from apps.characters.yarn.sheet_form import EditForm, MakeForm
from apps.table.acts import act
from apps.table.turn import Turn

__all__ = ["adjusting", "approving", "clock", "importing", "orders", "places", "quick", "secrets", "votes"]
SHEET_TEMPLATE = "characters/yarn/acts/sheet.html"


@act(
    "yarn.make",
    title="A new character",
    form=MakeForm,
    template=SHEET_TEMPLATE,
    button="Make this character",
    leads_to="sheet",
    lays_open=made_sheet,
)
def make(turn: Turn, form: MakeForm) -> None:
    """A main character of one's own, or anybody of the GM's (yarn.character-checklist)."""
    character = made_by(turn, form)
    writing.write_sheet(turn, character, form)
    who = named(character) | {"role": sheet_of(character).role_title}
    turn.tell("yarn.made", who, to=readers_of(character), also=lesser(character, who))


@act(
    "yarn.edit",
    title="Edit the sheet",
    form=EditForm,
    template=SHEET_TEMPLATE,
    button="Keep the sheet",
    leads_to="sheet",
)
def edit(turn: Turn, form: EditForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    data = form.cleaned_data
    character: Character = data["character"]
    before = writing.told(sheet_of(character))
    acting_for(turn, character)
    turn.change(character, name=data["name"], role=data["role"])
    writing.write_sheet(turn, character, form)
    tell_edited(turn, "yarn.edited", character, changed(turn, before, writing.told(sheet_of(character))))


@act(
    "yarn.duplicate",
    title="Duplicate a character",
    form=DuplicateForm,
    button="Duplicate",
    leads_to="sheet",
    lays_open=made_sheet,
)
def duplicate(turn: Turn, form: DuplicateForm) -> None:
    """Copies a sheet: unhurt, and tied to nobody."""
    sheets.duplicate(turn, "yarn.duplicated", form, writing.copy_sheet, writing.no_points)
