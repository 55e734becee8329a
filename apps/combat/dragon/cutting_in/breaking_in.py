"""The act that a hold waited for is carried out: in words, with one roll, or, where it is an attack, as an attack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.combat.dragon.cutting_in import triggers
from apps.combat.dragon.phases import acting, going_on, spending, telling, words
from apps.combat.models import Combatant
from apps.rules.dragon.combat.prices import Price
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

BROKE_IN, LET_BE = "dragon.broke-in", "dragon.trigger-let-be"


class BreakInForm(AnswerForm, acting.PhaseForm):
    """What is done, and with which roll, if with one. Who does it comes from the ask."""

    kinds = triggers.BREAK_INS
    how = "trigger"
    leave = forms.BooleanField(label="Not after all: the hold stays", required=False)

    def setup(self) -> None:
        super().setup()
        del self.fields["character"]
        self.fields["words"].label, self.fields["words"].help_text = "What is done", "Left empty: what was held for"

    @cached_property
    def holder(self) -> Combatant | None:
        """Who breaks in."""
        return self.viewer.desk.find(Combatant, self.state.combatant) if self.row is not None else None

    def open_characters(self) -> list[Character]:
        return [self.holder.character] if self.holder else []

    def so_far(self) -> Combatant | None:
        return self.holder

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if self.holder is None or triggers.held_for_one(self.holder) is None:
            raise forms.ValidationError("Nothing is held for a trigger any more. It can be called off.")
        return found

    def clean(self) -> dict[str, Any]:
        return {**self.cleaned_data, "character": self.holder.character if self.holder else None}


def break_in_outlook(viewer: Viewer, form: BreakInForm) -> Mapping[str, Any]:
    """What was held for, what it costs, and how the dice fall."""
    found = acting.outlook(viewer, form)
    return {**found, "heading": f"{sure(form.holder).character.name} breaks in", "moved": False}


@act(
    "dragon.break-in",
    title="The held act",
    form=BreakInForm,
    button="Do it",
    preview=break_in_outlook,
    template="combat/dragon/acts/break-in.html",
)
def break_in(turn: Turn, form: BreakInForm) -> None:
    """Pays with the hold, throws what is rolled, and lets go on what was interrupted. Left alone, the hold stays."""
    ask, combatant = form.cleaned_data["ask"], sure(form.holder)
    acting_for(turn, combatant.character)
    turn.cause = ask.exchange.opened_by
    does = _leaves if form.cleaned_data["leave"] else _breaks_in
    triggers.carried_out(turn, combatant, does(turn, form, combatant))
    going_on.go_on(turn, combatant.fight)


def _leaves(turn: Turn, form: BreakInForm, combatant: Combatant) -> Event:
    return telling.tell(turn, LET_BE, combatant, {}, public={})


def _breaks_in(turn: Turn, form: BreakInForm, combatant: Combatant) -> Event:
    kept = sure(triggers.held_for_one(combatant))
    facts = {"words": form.cleaned_data["words"] or kept.act, "rule": "dragon.conditional-hold"}
    held_for = {"trigger": kept.trigger}
    if triggers.is_read_by_all(combatant.fight):
        facts |= held_for
    paid = form.spend(turn, combatant)
    told = telling.tell(turn, BROKE_IN, combatant, facts | {"paid": paid}, secret=held_for, public=facts)
    if chosen := form.pool():
        acting.roll(turn, combatant, form, chosen, form.cleaned_data["ask"])
    return told


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """Whether an attack waits for it, and what the held act costs."""
    state: triggers.Come = exchanges.state_of(ask.exchange)
    combatant = viewer.desk.find(Combatant, state.combatant)
    found: dict[str, Any] = {"attack": ask.exchange.inside}
    if combatant is None:
        return found
    price = spending.price_of(combatant, (), "trigger")
    if isinstance(price, Price):
        return found | {"costs": words.price_words(combatant, price)[0]}
    return found | {"why": price.text}
