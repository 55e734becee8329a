"""A trigger is claimed by whoever holds for it, and the GM says whether it has come (dragon.conditional-hold)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.forms import CharacterChoice, acting_for, named, one_line
from apps.characters.models import Character
from apps.checks.versus import whom_to_ask
from apps.combat import tracking
from apps.combat.dragon.cutting_in import triggers
from apps.combat.dragon.cutting_in.questions import BREAK_IN, CLAIM, Facts
from apps.combat.dragon.forms import FighterForm
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

CLAIMED, ANSWERED = "dragon.trigger-claimed", "dragon.trigger-answered"


class ClaimForm(FighterForm):
    """Whose trigger has come, and what happens now: without words just what they wait for."""

    character = CharacterChoice(
        error_messages={"invalid_choice": "Nothing was held for a trigger here."}, empty_label=None
    )
    event = one_line("What happens now", 160, required=False, help_text="Left empty: just what is waited for")

    def open_characters(self) -> list[Character]:
        """Those who hold for a trigger, and whose hold this seat may read."""
        return [one for one in super().open_characters() if self._holds(one)]

    def _holds(self, character: Character) -> bool:
        found = tracking.combatant_of(sure(self.fight), character)
        return found is not None and triggers.held_for_one(found) is not None


def claim_outlook(viewer: Viewer, form: ClaimForm) -> Mapping[str, Any]:
    """What was written down, and what is interrupted."""
    combatant = sure(form.so_far())
    return {"kept": triggers.held_for_one(combatant), "interrupts": triggers.to_interrupt(viewer)}


@act(
    "dragon.claim-trigger",
    title="The trigger has come",
    form=ClaimForm,
    button="It has come",
    preview=claim_outlook,
    template="combat/dragon/acts/claim-trigger.html",
)
def claim_trigger(turn: Turn, form: ClaimForm) -> None:
    """Asks the GM, who says so at once for anybody. An attack that is open waits for the answer."""
    combatant = form.combatant(turn)
    _why_not(turn, combatant)
    acting_for(turn, combatant.character)
    facts = _facts(combatant) | {"event": form.cleaned_data["event"] or sure(triggers.held_for_one(combatant)).trigger}
    inside, event = triggers.to_interrupt(turn.viewer), facts["event"]
    told = _tell(turn, CLAIMED, combatant, facts | {"confirmed": turn.viewer.is_gm})
    if turn.viewer.is_gm:
        break_in(turn, combatant, event, told, inside)
        return
    exchange = triggers.open_inside(turn, CLAIM, combatant, event, told, inside)
    exchanges.ask(turn, exchange, ("gms", 0), facts | {"who": combatant.character.name})


def _why_not(turn: Turn, combatant: Combatant) -> None:
    """Refuses somebody who has acted or has fallen, and a trigger that is under way already."""
    if triggers.open_for(combatant, *triggers.CLAIMS, *triggers.BREAK_INS):
        turn.refuse("claimed", "This was said already, and is not settled yet.", "character")
    price = spending.price_of(combatant, (), "trigger")
    if isinstance(price, Refused):
        raise Refused(price.code, price.text, "character")


def _facts(combatant: Combatant) -> Facts:
    kept = sure(triggers.held_for_one(combatant))
    return named(combatant.character) | {"trigger": kept.trigger, "act": kept.act, "rule": "dragon.conditional-hold"}


def _tell(turn: Turn, kind: str, combatant: Combatant, full: Facts) -> Event:
    less = {name: full[name] for name in full if name not in ("trigger", "act", "event")}
    return triggers.tell(turn, kind, combatant, full, less)


def break_in(turn: Turn, combatant: Combatant, event: str, by: Event, inside: Exchange | None) -> None:
    """The trigger has come: whoever holds for it is asked for the act, before the interrupted one goes on."""
    exchange = triggers.open_inside(turn, BREAK_IN, combatant, event, by, inside)
    exchanges.ask(
        turn, exchange, whom_to_ask(combatant.character), _facts(combatant) | {"who": combatant.character.name}
    )


# the GM's word


class AnswerTriggerForm(AnswerForm):
    kinds = triggers.CLAIMS
    allow = yes_or_no("Has it come", "Yes, it breaks in", "No, the hold stays")
    words = one_line("In your words", 160, required=False)


@act(
    "dragon.answer-trigger",
    title="Has the trigger come",
    form=AnswerTriggerForm,
    who=gms,
    button="Answer",
    template="combat/dragon/acts/answer-trigger.html",
)
def answer_trigger(turn: Turn, form: AnswerTriggerForm) -> None:
    """With a yes the held act comes before the interrupted one; with a no nothing is spent."""
    ask: Ask = form.cleaned_data["ask"]
    state: triggers.Come = form.state
    combatant = _holder(turn, state, form.allowed)
    turn.cause = ask.exchange.opened_by
    facts = named(combatant.character) | {name: ask.facts[name] for name in ("trigger", "act", "event", "rule")}
    told = _tell(turn, ANSWERED, combatant, facts | {"allowed": form.allowed, "words": form.cleaned_data["words"]})
    if form.allowed:
        break_in(turn, combatant, state.event, told, ask.exchange.inside)
    exchanges.answered(turn, ask, told)


def _holder(turn: Turn, state: triggers.Come, allowed: bool) -> Combatant:
    """Whose trigger it is. Refuses a yes where the hold is gone by now."""
    found = turn.desk.find(Combatant, state.combatant)
    if found is None:
        turn.refuse("gone", "They are no longer there. Call the question off.", "ask")
    if allowed and not _may_break_in(found):
        turn.refuse("too-late", "They cannot break in any more: answer no, or call it off.", "allow")
    return found


def _may_break_in(combatant: Combatant) -> bool:
    """Whether the hold is still there, and can still be paid with."""
    price = spending.price_of(combatant, (), "trigger")
    return triggers.held_for_one(combatant) is not None and not isinstance(price, Refused)
