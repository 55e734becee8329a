"""Traits of situation and place, and what ends with a scene or an Episode (crew.opposition-other, crew.scene)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.crew import places
from apps.characters.crew.forms import die_field
from apps.characters.forms import named, one_line
from apps.characters.models import Entry
from apps.checks.crew import contests, hooks
from apps.drama.crew.forms import EntryChoice
from apps.rules.crew import drama as rules
from apps.rules.crew.contest import Contest, Place, side_of
from apps.rules.crew.options import Options
from apps.rules.crew.steps import written
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.games import game_of
from apps.table.models import Event, Exchange, Span, Table
from apps.table.spans import ends_with_span
from apps.table.turn import Turn


class PlaceTraitForm(ActForm):
    trait = EntryChoice("Which", required=False, empty_label="A new one")
    name = one_line("Name", 60, required=False, help_text="Dark alley, Crowded market, Dust storm")
    size = die_field("Die", initial="6", widget=forms.RadioSelect)
    hidden = forms.BooleanField(
        label="Only the GM knows of it", required=False, help_text="Until it is shown; a roll shows it as well"
    )

    def setup(self) -> None:
        traits = _traits(self.viewer.table)
        self.choose("trait", traits)
        if chosen := next((one for one in traits if one.public_id == self["trait"].value()), None):
            self.fields["name"].initial = chosen.name
            self.fields["size"].initial = str(chosen.amount or 6)
            self.fields["hidden"].initial = places.is_hidden(chosen)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors and not data.get("name") and not data.get("trait"):
            self.add_error("name", "Give it a name.")
        return data


def _traits(table: Table) -> list[Entry]:
    return places.traits_of(table, hidden=True)


@act("crew.place-trait", menu=58, title="Traits of the place", form=PlaceTraitForm, who=gms, button="Keep this")
def place_trait(turn: Turn, form: PlaceTraitForm) -> None:
    """A Trait of situation or place, new or with another name, die or secrecy. Refuses one left as it is."""
    data = form.cleaned_data
    row, size, hidden = data["trait"], data["size"], data["hidden"]
    if row is None:
        _tell(turn, places.add_trait(turn, data["name"], size, hidden=hidden), "added", None)
        return
    before, was_hidden = row.amount or 6, places.is_hidden(row)
    name = data["name"] or row.name
    if (row.name, before, was_hidden) == (name, size, hidden):
        turn.refuse("same", f"{row.name} is {written(size)} already. Nothing was changed.", "size")
    turn.change(row, name=name, amount=size, facts={**row.facts, "hidden": hidden})
    _tell(turn, row, "added" if was_hidden and not hidden else "changed", None if was_hidden else written(before))


def _tell(turn: Turn, row: Entry, how: str, before: str | None) -> None:
    facts = named(row.character) | {"name": row.name, "size": written(row.amount or 6), "how": how, "from": before}
    turn.tell("crew.place-trait", facts, to=GMS if places.is_hidden(row) else EVERYBODY)


class PlaceTraitGoneForm(ActForm):
    trait = EntryChoice("Which")

    def setup(self) -> None:
        self.choose("trait", _traits(self.viewer.table))


@act("crew.place-trait-gone", title="Take a Trait away", form=PlaceTraitGoneForm, who=gms, button="Take it away")
def place_trait_gone(turn: Turn, form: PlaceTraitGoneForm) -> None:
    """Takes a Trait of the place away before the scene ends."""
    row: Entry = form.cleaned_data["trait"]
    facts = named(row.character) | {"name": row.name, "size": written(row.amount or 6)}
    audience = GMS if places.is_hidden(row) else EVERYBODY
    turn.delete(row)
    turn.tell("crew.place-trait-gone", facts, to=audience)


@hooks.after_throw
def traits_come_into_play(turn: Turn, exchange: Exchange, contest: Contest, place: Place, event: Event) -> None:
    """A Trait that was thrown for all to see is no secret any more (crew.visibility)."""
    if contests.is_veiled(contests.ask_of(exchange, place)):
        return
    thrown = [die.source for die in side_of(contest, place).pool if die.kind == "trait"]
    for row in _traits(turn.table):
        if row.public_id in thrown and places.is_hidden(row):
            turn.change(row, facts={**row.facts, "hidden": False})


# what ends by itself


@ends_with_span("scene", game="crew")
def place_ends(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With the scene go the Traits of its place; its Complications stay, as all do, unless a switch ends them."""
    return _taken_off(turn, _traits(turn.table))


@ends_with_span("scene", "episode", game="crew")
def complications_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Complications go by themselves where the span's switches say so (crew.complication)."""
    if not _clears(turn.table, span):
        return []
    return _taken_off(turn, turn.desk.all(Entry, kind="complication"))


def _clears(table: Table, span: Span) -> bool:
    """Whether a Complication is gone when this span has ended."""
    options = _options(table, span)
    if span.kind == "scene":
        return not rules.scene(events=["scene end"], complications=[6], options=options).complications
    return not rules.episode(events=["Episode end"], title="-", complications=[6], options=options).complications


def _options(table: Table, span: Span) -> Options:
    """The switches that the span began with."""
    found: Options = game_of(table).options(span.options)
    return found


def _taken_off(turn: Turn, found: list[Entry]) -> list[dict[str, Any]]:
    """Deletes them; what the GM kept to themselves is listed for nobody."""
    ended = []
    for one in found:
        if not one.character.hidden and not places.is_hidden(one):
            ended.append(named(one.character) | {"name": f"{one.name} {written(one.amount or 6)}"})
        turn.delete(one)
    return ended
