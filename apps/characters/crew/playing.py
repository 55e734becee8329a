"""What the GM sets by hand in play: plot points, Complications, Big Damn Hero dice, who is Taken Out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import all_known_to, knowers_of, played_by
from apps.characters.acts import YES_NO
from apps.characters.crew import complications, heroes, out, points, writing
from apps.characters.crew.access import crews_ships
from apps.characters.crew.complications import Changed
from apps.characters.crew.forms import die_field
from apps.characters.crew.holding import held, is_crewmember
from apps.characters.crew.sheet_form import MOST_POINTS
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character, Entry
from apps.characters.points import told_by
from apps.rules.crew.steps import BEYOND, LADDER, written
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_HERO_DICE = 30


class CrewmemberForm(OwnCharacterForm):
    """About a crewmember: nobody else has plot points or hero dice of their own."""

    def open_characters(self) -> list[Character]:
        return [one for one in played_by(self.viewer) if is_crewmember(one)]


# plot points


class AdjustForm(CrewmemberForm):
    by = number("By how many", -MOST_POINTS, MOST_POINTS, required=False, help_text="−1 takes one away")
    set = number("Or set them to", 0, MOST_POINTS, required=False)
    why = one_line("Why", 120, required=False)

    def clean(self) -> dict[str, Any]:
        by, to = self.cleaned_data.get("by"), self.cleaned_data.get("set")
        if not self.errors and (by is None) == (to is None):
            self.add_error("by", "Say either by how many or how many there are to be.")
        return self.cleaned_data


@act("crew.adjust", title="Change plot points", form=AdjustForm, who=gms, button="Change them")
def adjust(turn: Turn, form: AdjustForm) -> None:
    """A crewmember's plot points by hand, from the pile and back to it (crew.pile)."""
    data = form.cleaned_data
    character: Character = data["character"]
    now = points.held(character)
    wanted = now + data["by"] if data["set"] is None else data["set"]
    field = "by" if data["set"] is None else "set"
    if not 0 <= wanted <= MOST_POINTS:
        why = f"{character.name} has {now}. From 0 to {MOST_POINTS} is possible, {wanted} is not."
        turn.refuse("out-of-range", why, field)
    if wanted == now:
        turn.refuse("same", f"{character.name} has {now} already.", field)
    acting_for(turn, character)
    moved = writing.set_points(turn, character, wanted, data["why"] or "By hand")
    facts = named(character) | {"from": now, "to": wanted, "why": data["why"]}
    told_by(turn, turn.tell("crew.adjusted", facts, to=knowers_of(character)), moved)


# Complications

DO = [("new", "A new one"), ("up", "Step up"), ("down", "Step down"), ("lift", "Take it off")]


def set_by(viewer: Viewer) -> list[Character]:
    """Whose Complications this seat sets by hand: everybody's for a GM, for a player those of the crew's ships."""
    return all_known_to(viewer) if viewer.is_gm else crews_ships(viewer)


class ComplicationChoice(OneRow):
    def __init__(self) -> None:
        super().__init__(
            required=False,
            empty_label="A new one",
            label="Complication",
            error_messages={"invalid_choice": "That Complication is not there any more."},
        )

    def label_from_instance(self, one: Entry) -> str:
        return burden_named(one)


def burden_named(one: Entry) -> str:
    return f"{one.character.name}: {one.name} {written(one.amount or 6)}"


class ComplicationForm(ActForm):
    complication = ComplicationChoice()
    do = forms.ChoiceField(label="What happens to it", choices=DO, initial="new", widget=forms.RadioSelect)
    character = CharacterChoice(label="On whom", required=False)
    name = one_line("Called", 60, required=False, help_text="Such as Twisted Ankle")
    size = die_field("Die", LADDER[1:], initial="6", required=False)

    def setup(self) -> None:
        cast = set_by(self.viewer)
        self.choose("complication", burdens(cast))
        self.choose("character", cast)
        if self["complication"].value():
            self.offer("do", DO[1:])
            self.initial.setdefault("do", "up")
        elif not self.is_bound:
            self.fields["do"].widget = forms.HiddenInput()
            self.initial["do"] = "new"

    @cached_property
    def burden(self) -> str:
        """The Complication that it is about so far, in words."""
        value = self["complication"].value()
        found = next((one for one in burdens(set_by(self.viewer)) if one.public_id == value), None)
        return burden_named(found) if found else ""

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if self.errors:
            return data
        if data["do"] != "new" and data.get("complication") is None:
            self.add_error("complication", "Which Complication?")
        if data["do"] == "new":
            if data.get("character") is None:
                self.add_error("character", "On whom?")
            if not data.get("name"):
                self.add_error("name", "What is it called?")
        return data


def burdens(cast: Iterable[Character]) -> list[Entry]:
    """The Complications of these."""
    return [entry for one in cast for entry in held(one, "complication")]


@act(
    "crew.complication",
    title="A Complication",
    form=ComplicationForm,
    button="Do it",
    template="characters/crew/acts/complication.html",
)
def complication(turn: Turn, form: ComplicationForm) -> None:
    """Makes, steps or lifts a Complication of anybody or of a ship by hand (crew.complication, crew.step-ladder)."""
    data = form.cleaned_data
    entry: Entry | None = data.get("complication")
    holder: Character = data["character"] if entry is None or data["do"] == "new" else entry.character
    acting_for(turn, holder)
    done = _changed(turn, data["do"], entry, holder, data)
    turn.tell("crew.complication-set", named(holder) | done.facts() | {"out": done.taken_out}, to=knowers_of(holder))


def _changed(turn: Turn, do: str, entry: Entry | None, holder: Character, data: dict[str, Any]) -> Changed:
    if do == "new" or entry is None:
        if complications.named(holder, data["name"]):
            turn.refuse("same", f"{holder.name} has “{data['name']}” already. Step it up instead.", "name")
        return complications.put(turn, holder, data["name"], data.get("size") or 6)
    if do == "lift":
        return complications.clear(turn, entry)
    if do == "up" and entry.amount == BEYOND:
        turn.refuse("at-the-top", f"{entry.name} is {written(BEYOND)} already, and there is nothing above.", "do")
    return complications.step(turn, entry, 1 if do == "up" else -1)


# Taken Out


class OutForm(OwnCharacterForm):
    out = forms.ChoiceField(label="Taken Out", choices=YES_NO, initial="yes", widget=forms.RadioSelect)


@act("crew.set-taken-out", title="Taken Out, or back", form=OutForm, who=gms, button="Keep this")
def set_taken_out(turn: Turn, form: OutForm) -> None:
    """Takes somebody out, or ends what a lost high stakes roll did (crew.taken-out); a Complication at d12+ stays."""
    character, wanted = form.cleaned_data["character"], form.cleaned_data["out"] == "yes"
    if wanted == (out.by_stakes(character) is not None):
        turn.refuse("same", _as_it_is(character, wanted), "out")
    acting_for(turn, character)
    if wanted:
        out.take_out(turn, character)
    else:
        out.bring_back(turn, character)
    facts = named(character) | {"out": wanted, "still": out.by_complication(character)}
    turn.tell("crew.taken-out-set", facts, to=knowers_of(character))


def _as_it_is(character: Character, wanted: bool) -> str:
    if wanted:
        return f"{character.name} is Taken Out already."
    if out.by_complication(character):
        return f"It is a Complication at {written(BEYOND)} that takes {character.name} out. Step it down."
    return f"{character.name} is not Taken Out."


# Big Damn Hero dice


class HeroForm(CrewmemberForm):
    do = forms.ChoiceField(
        label="The die",
        choices=[("put", "Goes into store"), ("take", "Leaves the store")],
        initial="put",
        widget=forms.RadioSelect,
    )
    die = die_field("Die", initial="8", widget=forms.RadioSelect)


@act("crew.set-hero-die", title="A Big Damn Hero die", form=HeroForm, who=gms, button="Do it")
def set_hero_die(turn: Turn, form: HeroForm) -> None:
    """A Big Damn Hero die into a crewmember's store, or out of it, by hand."""
    character, size = form.cleaned_data["character"], form.cleaned_data["die"]
    won = form.cleaned_data["do"] == "put"
    if won and len(held(character, "hero-die")) >= MOST_HERO_DICE:
        turn.refuse("too-many", f"{character.name} has {MOST_HERO_DICE} dice in store.", "die")
    acting_for(turn, character)
    if won:
        heroes.put(turn, character, size)
    else:
        heroes.take(turn, character, size)
    facts = named(character) | {
        "die": written(size),
        "won": won,
        "store": [written(one) for one in heroes.store(character)],
    }
    turn.tell("crew.hero-die-set", facts, to=knowers_of(character))
