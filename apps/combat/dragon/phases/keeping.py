"""A phase that is not used now: waiting for Late, holding it, letting it go; and wanting nothing of a part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apps.characters.forms import acting_for, one_line
from apps.combat.dragon import turns as stored
from apps.combat.dragon.forms import FighterForm
from apps.combat.dragon.phases import spending, telling
from apps.combat.dragon.phases.going_on import go_on
from apps.combat.dragon.phases.lasting import hold_words
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.holds import why_no_trigger
from apps.rules.dragon.combat.turns import State
from apps.rules.dragon.visibility import TRIGGER, visibility
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
WhyNot = Callable[[State, str], Refused | None]
MOST_WORDS = 160


def why_not(combatant: Combatant | None, asks: WhyNot) -> Refused | None:
    """Why somebody cannot keep the phase of this round in that way now, or None."""
    if combatant is None or not spending.under_way(combatant.fight):
        return Refused("no-round", "The rounds of this turn have not begun.")
    return asks(stored.state_of(combatant.fight), combatant.public_id)


def outlook(asks: WhyNot, becomes: str = "") -> Callable[[Viewer, FighterForm], Mapping[str, Any]]:
    """What a form says so far: whose phase it is, what becomes of it in this round, and why nothing can be done."""

    def says(viewer: Viewer, form: FighterForm) -> Mapping[str, Any]:
        found = form.so_far()
        if found is None:
            return {}
        no = why_not(found, asks)
        words = becomes.format(round=telling.at(found.fight).round) if becomes and not no else ""
        return {"heading": found.character.name, "subheading": words, "refused_now": no.text if no else ""}

    return says


def hold_outlook(viewer: Viewer, form: FighterForm) -> Mapping[str, Any]:
    """Which phase it is, and how long it can be used."""
    found, says = form.so_far(), dict(outlook(rules.why_not_hold)(viewer, form))
    if found is None or says["refused_now"]:
        return says
    lasts = hold_words(found)
    return says | {
        "heading": f"{found.character.name} holds round {telling.at(found.fight).round}",
        "subheading": lasts[0].upper() + lasts[1:],
    }


def _begins(turn: Turn, form: FighterForm, asks: WhyNot) -> tuple[Combatant, Fight]:
    """Whose phase it is. Refuses what the rules do."""
    fight = spending.running_turn(turn)
    combatant = form.combatant(turn)
    if no := why_not(combatant, asks):
        raise no
    acting_for(turn, combatant.character)
    return combatant, fight


TEMPLATE = "combat/dragon/acts/keep.html"


@act(
    "dragon.wait",
    title="Wait for Late",
    form=FighterForm,
    button="Wait",
    template=TEMPLATE,
    preview=outlook(rules.why_not_wait, "It goes in Late {round} instead"),
    shown_in="panel-dragon-rounds",
)
def wait(turn: Turn, form: FighterForm) -> None:
    """Holds back in Good, to go in Late (dragon.sub-rounds)."""
    combatant, fight = _begins(turn, form, rules.why_not_wait)
    stored.write(turn, fight, rules.wait(stored.state_of(fight), combatant.public_id))
    telling.tell(turn, "dragon.waited", combatant, telling.moment(fight))
    go_on(turn, fight)


class HoldForm(FighterForm):
    """Both texts, or neither."""

    trigger = one_line("What is waited for", MOST_WORDS, required=False, help_text="Such as: the first who moves")
    then = one_line("What is done then", MOST_WORDS, required=False, help_text="Such as: shoot him")

    def clean(self) -> dict[str, Any]:
        trigger, then = (self.cleaned_data.get(name, "") for name in ("trigger", "then"))
        if (trigger or then) and not self.errors and (no := why_no_trigger(trigger=trigger, act=then)):
            self.add_error("trigger" if then else "then", no.text)
        return self.cleaned_data


@act(
    "dragon.hold",
    title="Hold the phase",
    form=HoldForm,
    button="Hold it",
    template="combat/dragon/acts/hold.html",
    preview=hold_outlook,
    shown_in="panel-dragon-rounds",
)
def hold(turn: Turn, form: HoldForm) -> None:
    """Keeps the phase of this round for a later one (dragon.hold), or for a trigger (dragon.conditional-hold)."""
    combatant, fight = _begins(turn, form, rules.why_not_hold)
    trigger, then = form.cleaned_data["trigger"], form.cleaned_data["then"]
    facts = telling.moment(fight)
    stored.write(turn, fight, rules.hold(stored.state_of(fight), combatant.public_id, trigger, then))
    _tell_held(turn, combatant, facts, {"trigger": trigger, "act": then} if trigger else {})
    go_on(turn, fight)


def _tell_held(turn: Turn, combatant: Combatant, facts: Facts, waits_for: Facts) -> None:
    """What is waited for is its owner's and the GM's (dragon.visibility), unless the switch lays it open."""
    facts = facts | {"waits": bool(waits_for)}
    laid_open = visibility(viewer="player", item=TRIGGER, options=spending.options_of(combatant.fight)).shown
    if laid_open:
        facts, waits_for = facts | waits_for, {}
    telling.tell(turn, "dragon.held", combatant, facts, secret=waits_for)


@act(
    "dragon.pass",
    title="Let the phase go",
    form=FighterForm,
    button="Pass",
    template=TEMPLATE,
    preview=outlook(rules.why_not_keep, "Round {round} is lost"),
    shown_in="panel-dragon-rounds",
)
def pass_by(turn: Turn, form: FighterForm) -> None:
    """The phase of this round is let go."""
    combatant, fight = _begins(turn, form, rules.why_not_keep)
    facts = telling.moment(fight)
    stored.write(turn, fight, rules.pass_by(stored.state_of(fight), combatant.public_id))
    telling.tell(turn, "dragon.passed", combatant, facts)
    go_on(turn, fight)


@act(
    "dragon.decline",
    title="Nothing in this part",
    form=FighterForm,
    button="Nothing now",
    template=TEMPLATE,
    preview=outlook(rules.why_not_decline),
    shown_in="panel-dragon-rounds",
)
def decline(turn: Turn, form: FighterForm) -> None:
    """Uses no kept phase and buys nothing in this part; a part ends when all have said so (dragon.sub-rounds)."""
    combatant, fight = _begins(turn, form, rules.why_not_decline)
    facts = telling.moment(fight)
    stored.write(turn, fight, rules.decline(stored.state_of(fight), combatant.public_id))
    telling.tell(turn, "dragon.declined", combatant, facts)
    go_on(turn, fight)
