"""Acts about characters that every game has: giving, showing, hiding, deleting, conditions, portraits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters import (  # noqa: F401  their acts
    conditions,
    letting_go,
    portraits,
    ready,
    rows,
    staying_behind,
    taking,
)
from apps.characters.access import all_played_by, knowers_of, played_by, readers_of
from apps.characters.conditions import ConditionChoice
from apps.characters.forms import OwnAnythingForm, acting_for, named, number, one_line
from apps.characters.models import Character, Condition
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY
from apps.table.choices import OneRow
from apps.table.models import Seat
from apps.table.seating.leaving import when_somebody_leaves
from apps.table.turn import Turn
from apps.table.viewer import Viewer, seated

YES_NO = [("yes", "Yes"), ("no", "No")]


class GiveForm(OwnAnythingForm):
    seat = OneRow(required=False, label="Who plays it")

    def setup(self) -> None:
        super().setup()
        nobody = f"Nobody: the {self.viewer.game.gm} keeps it"
        self.choose("seat", [one for one in seated(self.viewer.desk) if one.role != "spectator"], nobody)
        if (chosen := self.chosen()) and chosen.seat:
            self.initial.setdefault("seat", chosen.seat.public_id)


@act("give-character", title="Give a character to somebody", form=GiveForm, who=gms, button="Give it")
def give(turn: Turn, form: GiveForm) -> None:
    """Gives a character to a seat, or to nobody."""
    character, seat = form.cleaned_data["character"], form.cleaned_data["seat"]
    before = character.seat
    if before == seat:
        turn.refuse("same", f"{character.name} is there already. Nothing was changed.", "seat")
    audience = knowers_of(character) | readers_of(character)
    ready.goes_to(turn, character, seat)
    facts = named(character) | {"from": before.name if before else None, "to": seat.name if seat else None}
    turn.tell("character-given", facts, to=audience | knowers_of(character))


class PresentForm(OwnAnythingForm):
    present = forms.ChoiceField(label="In the scene", choices=YES_NO)


@act("character-present", title="In the scene or away", form=PresentForm, button="Keep this")
def present(turn: Turn, form: PresentForm) -> None:
    """Brings a character into the scene or sends it away."""
    character, here = form.cleaned_data["character"], form.cleaned_data["present"] == "yes"
    if character.present == here:
        turn.refuse("same", f"{character.name} is {'here' if here else 'away'} already.", "present")
    acting_for(turn, character)
    turn.change(character, present=here)
    turn.tell("character-present", named(character) | {"present": here}, to=knowers_of(character))


class HideForm(OwnAnythingForm):
    hidden = forms.ChoiceField(label="Hidden from the players", choices=YES_NO)


@act("character-hidden", title="Hide or show a character", form=HideForm, who=gms, button="Keep this")
def hide(turn: Turn, form: HideForm) -> None:
    """Hides a character from the players, or lets them see it; hiding is told to the GMs alone."""
    character, hidden = form.cleaned_data["character"], form.cleaned_data["hidden"] == "yes"
    if character.hidden == hidden:
        turn.refuse("same", f"{character.name} is {'hidden' if hidden else 'shown'} already.", "hidden")
    turn.change(character, hidden=hidden)
    told_to = readers_of(character) if hidden else EVERYBODY
    turn.tell("character-hidden", named(character) | {"hidden": hidden}, to=told_to)


class DeleteForm(OwnAnythingForm):
    """Which one."""


def doomed(viewer: Viewer, form: DeleteForm) -> Mapping[str, Any]:
    character = form.cleaned_data["character"]
    return {"doomed": character, "chooses_anew": not viewer.is_gm and played_by(viewer) == [character]}


@act(
    "delete-character",
    title="Delete a character",
    form=DeleteForm,
    button="Delete it, with all its numbers",
    template="characters/acts/delete.html",
    preview=doomed,
)
def delete(turn: Turn, form: DeleteForm) -> None:
    """Takes a character away; undo brings it back whole."""
    character = form.cleaned_data["character"]
    acting_for(turn, character)
    audience, facts = knowers_of(character), named(character)
    rows.delete_character(turn, character)
    turn.tell("character-deleted", facts, to=audience)


# conditions


class ConditionForm(OwnAnythingForm):
    name = one_line("Condition", 40, help_text="One or two words, such as Off balance")
    modifier = number("Counts in rolls", -99, required=False, help_text="0: it only says so")
    tone = forms.ChoiceField(
        label="Is it", choices=conditions.TONES, initial="warn", required=False, widget=forms.RadioSelect
    )
    note = one_line("What it does", 120, required=False)
    until = forms.ChoiceField(label="Ends", choices=conditions.UNTIL, required=False)


@act(
    "condition-add",
    title="Add a condition",
    form=ConditionForm,
    button="Add it",
    template="characters/acts/condition.html",
)
def condition_add(turn: Turn, form: ConditionForm) -> None:
    """Puts a condition on a character."""
    data = form.cleaned_data
    character = data["character"]
    if len(turn.desk.all(Condition, character=character)) >= conditions.MOST:
        turn.refuse("too-many", f"A character bears {conditions.MOST} conditions at most.", "name")
    acting_for(turn, character)
    row = turn.create(
        Condition,
        character=character,
        name=data["name"],
        modifier=data["modifier"] or 0,
        note=data["note"],
        tone=data["tone"] or "warn",
        ends_with=conditions.span_for(turn, data["until"]),
    )
    turn.tell("condition-added", named(character) | conditions.facts(row), to=knowers_of(character))


class ConditionGoneForm(ActForm):
    condition = ConditionChoice()

    def setup(self) -> None:
        played = set(all_played_by(self.viewer))
        self.choose("condition", [one for one in self.viewer.desk.all(Condition) if one.character in played])

    def clean_condition(self) -> Condition:
        row: Condition = self.cleaned_data["condition"]
        if conditions.is_of_rules(row) and not self.viewer.is_gm:
            raise forms.ValidationError(f"{row.name} ends by the rules, or when the {self.viewer.game.gm} says so.")
        return row


@act(
    "condition-remove",
    title="Take a condition off",
    form=ConditionGoneForm,
    button="Take it off",
    template="characters/acts/condition_remove.html",
    preview=lambda viewer, form: {"condition": form.cleaned_data["condition"]},
)
def condition_remove(turn: Turn, form: ConditionGoneForm) -> None:
    """Takes a condition off its character."""
    row = form.cleaned_data["condition"]
    character = row.character
    acting_for(turn, character)
    told = named(character) | conditions.facts(row)
    turn.delete(row)
    turn.tell("condition-removed", told, to=knowers_of(character))


# portraits


class PortraitForm(OwnAnythingForm):
    picture = portraits.PictureField(label="Picture", help_text="PNG, JPEG, WebP or GIF, at most 10 MB")


@act(
    "portrait",
    title="Portrait",
    form=PortraitForm,
    button="Use this picture",
    prepare=portraits.prepare,
    template="characters/acts/portrait.html",
    preview=lambda viewer, form: {},
)
def portrait(turn: Turn, form: PortraitForm) -> None:
    """Gives a character a picture, made anew from the one that was sent."""
    character = form.cleaned_data["character"]
    acting_for(turn, character)
    turn.change(character, portrait=portraits.keep(form.cleaned_data["picture"]))
    turn.tell("portrait-changed", named(character) | {"gone": False}, to=knowers_of(character))


class PortraitGoneForm(OwnAnythingForm):
    """Whose."""


@act("portrait-remove", title="Take the portrait away", form=PortraitGoneForm, button="Take it away")
def portrait_remove(turn: Turn, form: PortraitGoneForm) -> None:
    character = form.cleaned_data["character"]
    if not character.portrait:
        turn.refuse("no-portrait", f"{character.name} has no portrait.", "character")
    acting_for(turn, character)
    turn.change(character, portrait="")
    turn.tell("portrait-changed", named(character) | {"gone": True}, to=knowers_of(character))


@when_somebody_leaves
def stay_behind(turn: Turn, seat: Seat) -> None:
    """Whoever they played stays at the table and is the GM's from now on."""
    for character in turn.desk.all(Character, seat=seat):
        turn.change(character, seat=None)
