"""Doors, consoles and crates: a name, a DV, and levels to lose (rough_magic.objects)."""

from __future__ import annotations

from django import forms

from apps.characters import rows
from apps.characters.access import all_known_to, readers_of
from apps.characters.forms import CharacterChoice, named, number, one_line, some_lines
from apps.characters.models import THING, Character
from apps.characters.rough_magic import writing
from apps.characters.rough_magic.lines import MOST_RANK
from apps.characters.rough_magic.sheet import sheet_of
from apps.characters.sheets import changed, lesser, tell_edited
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class ThingForm(ActForm):
    name = one_line("Name")
    dv = number("DV", 0, MOST_RANK, initial=6)
    notes = some_lines("Notes", required=False)


class MakeThingForm(ThingForm):
    hidden = forms.BooleanField(label="Hidden from the players", required=False)


def things_known_to(viewer: Viewer) -> list[Character]:
    """The things that this seat knows of, in the order in which they were made."""
    return [one for one in all_known_to(viewer) if one.sheet == THING]


class EditThingForm(ThingForm):
    character = CharacterChoice(widget=forms.HiddenInput)

    def setup(self) -> None:
        self.choose("character", things_known_to(self.viewer))
        chosen = next((one for one in things_known_to(self.viewer) if one.public_id == self["character"].value()), None)
        if chosen is not None:
            sheet = sheet_of(chosen)
            self.start_with({"name": sheet.name, "dv": sheet.dv, "notes": sheet.notes})


@act("rough_magic.make-thing", title="A door, a console, a crate", form=MakeThingForm, who=gms, button="Put it there")
def make_thing(turn: Turn, form: MakeThingForm) -> None:
    """Adds what can be struck and broken, and is nobody; its DV is the GM's alone (rough_magic.visibility)."""
    data = form.cleaned_data
    thing = rows.make_character(turn, name=data["name"], sheet=THING, role=THING, seat=None, hidden=data["hidden"])
    writing.write_thing(turn, thing, data["dv"], data["notes"])
    what = named(thing)
    turn.tell("rough_magic.thing-made", what | {"dv": data["dv"]}, to=readers_of(thing), also=lesser(thing, what))


@act("rough_magic.edit-thing", title="Change a thing", form=EditThingForm, who=gms, button="Keep it")
def edit_thing(turn: Turn, form: EditThingForm) -> None:
    """Writes a thing anew; the event says what changed."""
    data = form.cleaned_data
    thing: Character = data["character"]
    before = writing.told(sheet_of(thing))
    turn.change(thing, name=data["name"])
    writing.write_thing(turn, thing, data["dv"], data["notes"])
    tell_edited(turn, "rough_magic.edited", thing, changed(turn, before, writing.told(sheet_of(thing))))
