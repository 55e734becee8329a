"""Making and editing sheets. Importing this module registers every act of Dragonfly's characters."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import rows, sheets
from apps.characters.access import readers_of
from apps.characters.dragonfly import adjusting, healing, importing, maneuvers, measures, ready, weapons, writing  # noqa: F401  their acts
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.dragonfly.sheet_form import MOST_LIFE_POINTS, EditForm, MakeForm
from apps.characters.forms import acting_for, named, number
from apps.characters.listed import Row
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.several import SeveralForm, tell_added
from apps.characters.sheets import (
    DuplicateForm,
    changed,
    duplicates,
    edits,
    lesser,
    made_by,
    makes,
    tell_edited,
)
from apps.table.acts import act, gms
from apps.table.turn import Turn


@makes("dragonfly", MakeForm)
def make(turn: Turn, form: MakeForm) -> None:
    """A new sheet with the Drama Points that the table's switch gives it (dragonfly.cast-sheet)."""
    data, character = form.cleaned_data, made_by(turn, form)
    writing.blank_sheet(turn, character)
    writing.write_numbers(turn, character, data)
    rows.set_track(turn, character, "armor", data["armor"] or 0)
    weapons.arm(turn, character, data["weapons"])
    points = writing.start_points(turn, character, data.get("drama_points"))
    told_by(turn, tell_made(turn, character, "made"), points)


def tell_made(turn: Turn, character: Character, how: str, **more: Any) -> Any:
    """Everybody hears that it is there; only who reads the sheet hears what is on it."""
    sheet = sheet_of(character)
    who = named(character) | {"role": sheet.role_title, "how": how, **more}
    facts = who | {"sheet": character.sheet, "life_points": sheet.max_life_points, "drama_points": sheet.drama_points}
    return turn.tell("dragonfly.made", facts, to=readers_of(character), also=lesser(character, who))


@edits("dragonfly", EditForm)
def edit(turn: Turn, form: EditForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    data = form.cleaned_data
    character: Character = data["character"]
    before = writing.lines(sheet_of(character))
    acting_for(turn, character)
    turn.change(character, name=data["name"], role=data["role"])
    writing.write_numbers(turn, character, data)
    armor, wanted = form.newly("armor"), form.newly("drama_points")
    if armor is not None:
        rows.set_track(turn, character, "armor", armor)
    points = None if wanted is None else writing.set_points(turn, character, wanted, "Set on the sheet")
    found = changed(turn, before, writing.lines(sheet_of(character)))
    told_by(turn, tell_edited(turn, "dragonfly.edited", character, found), points)


class QuickForm(SeveralForm):
    """Supporting cast: one of the list with one tap, or a name, three scores, Life Points and how they attack."""

    muscle = number("Muscle", initial=10)
    combat = number("Combat", initial=10)
    brains = number("Brains", initial=10)
    life_points = number("Life Points", most=MOST_LIFE_POINTS, initial=20)
    armor = number("Armor", most=999, required=False)
    weapons = forms.MultipleChoiceField(
        label="Attacks with", required=False, widget=forms.CheckboxSelectMultiple, initial=["punch"]
    )

    def setup(self) -> None:
        for name in ("muscle", "combat", "brains", "life_points", "armor"):
            self.fields[name].help_text = f"Usually {measures.span(name, 'score')}"
        self.offer("weapons", weapons.choices("score"))
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_cast()


@act(
    "dragonfly.quick-cast",
    title="Add supporting cast",
    form=QuickForm,
    who=gms,
    button="Add to the cast",
    template="characters/dragonfly/acts/quick.html",
)
def quick_cast(turn: Turn, form: QuickForm) -> None:
    """Adds supporting cast, several of a kind if wanted (dragonfly.supporting-cast-sheet)."""
    data = form.cleaned_data
    made = [writing.supporting_cast(turn, name, data) for name in form.names()]
    scores = {key: data[key] for key in ("muscle", "combat", "brains", "life_points")}
    fights = {"weapons": [one.name for one in sheet_of(made[0]).maneuvers]}
    tell_added(turn, "dragonfly.quick-cast", made, scores | fights)


@duplicates("dragonfly")
def duplicate(turn: Turn, form: DuplicateForm) -> None:
    """Copies a sheet: unhurt, without conditions, with the Drama Points of a new one."""
    sheets.duplicate(turn, "dragonfly.duplicated", form, writing.copy_sheet, writing.start_points)
