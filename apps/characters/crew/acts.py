"""Making and editing sheets. Importing this module registers every act of Crew's characters."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import rows, sheets
from apps.characters.access import readers_of
from apps.characters.crew import importing, playing, ready, writing
from apps.characters.crew.forms import die_field
from apps.characters.crew.holding import MINOR, ROLES
from apps.characters.crew.sheet import sheet_of
from apps.characters.crew.sheet_form import EditForm, MakeForm
from apps.characters.forms import named
from apps.characters.listed import Row
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.several import SeveralForm, tell_added
from apps.characters.sheets import DuplicateForm, duplicates, edits, lesser, made_by, makes
from apps.table.acts import act, gms
from apps.table.turn import Turn

__all__ = ["importing", "playing"]


@makes("crew", MakeForm)
def make(turn: Turn, form: MakeForm) -> None:
    """A new crewmember with a plot point, or a Major GMC of the GM's (crew.sheet)."""
    character = made_by(turn, form)
    writing.write_sheet(turn, character, form)
    points = writing.start_points(turn, character, form.cleaned_data.get("plot_points"))
    sheet = sheet_of(character)
    who = named(character) | {"role": sheet.role_title}
    facts = who | {"dice": writing.dice_told(sheet), "plot_points": sheet.plot_points}
    told = turn.tell("crew.made", facts, to=readers_of(character), also=lesser(character, who))
    told_by(turn, told, points)


@edits("crew", EditForm)
def edit(turn: Turn, form: EditForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    sheets.edit(turn, "crew.edited", form, lambda one: writing.lines(sheet_of(one)), writing.write_sheet)


class QuickForm(SeveralForm):
    """GMCs with a single die: one of the list with one tap, or a name, how many, and which die."""

    role = forms.ChoiceField(
        label="What they are",
        choices=[(key, ROLES[key]) for key in ("extra", "minor-gmc")],
        initial="extra",
        widget=forms.RadioSelect,
    )
    die = die_field("Die", initial="6", widget=forms.RadioSelect)

    def setup(self) -> None:
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_cast()


@act(
    "crew.quick-gmc",
    title="Add GMCs with one die",
    form=QuickForm,
    who=gms,
    button="Add to the cast",
    template="characters/crew/acts/quick.html",
)
def quick_gmc(turn: Turn, form: QuickForm) -> None:
    """Adds Minor GMCs or Extras, several of a kind if wanted, each with its one die (crew.opposition-other)."""
    data = form.cleaned_data
    made = [_gmc(turn, name, data) for name in form.names()]
    tell_added(turn, "crew.gmcs-added", made, {"die": sheet_of(made[0]).die_text}, role=ROLES[data["role"]])


def _gmc(turn: Turn, name: str, data: dict[str, Any]) -> Character:
    character = rows.make_character(turn, name=name, sheet=MINOR, role=data["role"], seat=None, hidden=data["hidden"])
    rows.set_rating(turn, character, "die", "die", data["die"])
    return character


@duplicates("crew")
def duplicate(turn: Turn, form: DuplicateForm) -> None:
    """Copies a sheet: without Complications, Assets and hero dice, with the plot points of a new one."""
    sheets.duplicate(turn, "crew.duplicated", form, writing.copy_sheet, writing.start_points)
