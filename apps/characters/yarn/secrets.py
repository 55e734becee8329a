"""Traits that only the GM knows of (yarn.unknown-traits): she writes them, and shows them when they come to light."""

from __future__ import annotations

from apps.characters import entries
from apps.characters.access import readers_of
from apps.characters.forms import KnownCharacterForm, named, number, one_line
from apps.characters.models import Character, Entry
from apps.characters.yarn.lines import MOST_DICE, TRAIT
from apps.table.acts import ActForm, act, gms
from apps.table.audience import GMS
from apps.table.choices import OneRow
from apps.table.turn import Turn

GONE = "There is no such trait to show."


class UnknownForm(KnownCharacterForm):
    name = one_line("The trait")
    text = one_line("What it means", 240, required=False)
    score = number("Dice", 1, MOST_DICE, initial=3)


@act("yarn.unknown-trait", title="A trait nobody knows of", form=UnknownForm, who=gms, button="Write it down")
def unknown_trait(turn: Turn, form: UnknownForm) -> None:
    """The GM fills in what a player has left open; only she reads it."""
    data = form.cleaned_data
    facts = TRAIT.facts({**dict.fromkeys(TRAIT.fields(), ""), "text": data["text"]})[0]
    facts = {**facts, "superior": False, "tough": False, "combat": False}
    turn.create(
        Entry,
        character=data["character"],
        kind=TRAIT.word,
        name=data["name"],
        facts=facts,
        amount=data["score"],
        hidden=True,
    )
    turn.tell("yarn.unknown-written", named(data["character"]) | {"name": data["name"], "score": data["score"]}, to=GMS)


class RevealForm(ActForm):
    trait = OneRow(label="Which", error_messages={"invalid_choice": GONE})

    def setup(self) -> None:
        self.choose("trait", hidden_traits(self.viewer.desk.all(Character)) if self.viewer.is_gm else [])


def hidden_traits(cast: list[Character]) -> list[Entry]:
    """What only the GM knows of them."""
    return [one for who in cast for one in entries.held_by(who, TRAIT.word) if one.hidden]


@act("yarn.reveal-trait", title="A trait comes to light", form=RevealForm, who=gms, button="Show it")
def reveal_trait(turn: Turn, form: RevealForm) -> None:
    """From now on it stands on the sheet for whoever reads that."""
    trait: Entry = form.cleaned_data["trait"]
    entries.hide(turn, trait, hidden=False)
    facts = named(trait.character) | {"name": trait.name, "score": trait.amount}
    turn.tell("yarn.trait-shown", facts, to=readers_of(trait.character))
