"""A turn that is held, and used later inside somebody else's (rough_magic.delaying)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.forms import acting_for, named
from apps.combat import gathering, tracking
from apps.combat.models import Combatant
from apps.combat.rough_magic.order import offering, stored, told, turns_of, waiting
from apps.combat.rough_magic.order.forms import PLAIN, FighterForm, OnTurnForm
from apps.combat.rough_magic.order.stepping import Step, to_next
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat import turns as rules
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def why_not_hold(one: Combatant) -> Refused | None:
    """Why somebody may not hold their turn now; None if they may."""
    name = one.character.name
    if not turns_of.has_turn(one):
        return Refused("not-your-turn", f"It is not {name}’s turn: only one’s own can be held.", "character")
    if no := turns_of.why_nothing(one):
        return no
    if one in turns_of.breaking_in(one.fight):
        return Refused("used", f"{name} is using a held turn: it cannot be held again.", "character")
    if any(word != "free" for word in turns_of.used(one)):
        begun = f"{name} has begun this turn: it is held before any movement or task, or not at all."
        return Refused("begun", begun, "character")
    return None


class HoldForm(OnTurnForm):
    """Whose turn it is."""


def hold_outlook(viewer: Viewer, form: HoldForm) -> Mapping[str, Any]:
    one = form.so_far()
    no = why_not_hold(one) if one else None
    return {"refused_now": no.text if no else ""}


@act(
    "rough_magic.hold",
    title="Hold the turn",
    form=HoldForm,
    button="Hold my turn",
    preview=hold_outlook,
    template=PLAIN,
    shown_in="panel-rough_magic-order",
)
def hold(turn: Turn, form: HoldForm) -> None:
    """The turn that has come is kept for later, in this round or another, up to the own next place
    (rough_magic.delaying). Refuses one that has begun. The next one comes at once."""
    one = form.combatant(turn)
    acting_for(turn, one.character)
    if no := why_not_hold(one):
        raise no
    fight = one.fight
    offering.is_put_off(turn, one)
    stored.keep(turn, fight, rules.delay(stored.play_of(fight), one.public_id))
    step = to_next(turn, fight, Step())
    _tell(turn, "rough_magic.held", one, step, {})


def why_not_break_in(one: Combatant) -> Refused | None:
    """Why somebody may not use a held turn now; None if they may."""
    place = stored.fighter_of(one.fight, one.character)
    name = one.character.name
    if place is None or place.held is None:
        return Refused(
            "no-held-turn", f"{name} holds no turn, or it has lapsed: their own place has come.", "character"
        )
    if one in turns_of.breaking_in(one.fight):
        return Refused("breaking-in", f"{name} is using a turn already.", "character")
    return None


class BreakInForm(FighterForm):
    """Who holds a turn."""

    def setup(self) -> None:
        super().setup()
        fight = tracking.fight_of(self.viewer.table)
        mine = [tracking.combatant_of(fight, one) for one in self.open_characters()] if fight else []
        holding = [one for one in mine if one is not None and why_not_break_in(one) is None]
        if holding:
            self.start_with({"character": holding[0].character.public_id})


def break_in_outlook(viewer: Viewer, form: BreakInForm) -> Mapping[str, Any]:
    one = form.so_far()
    no = why_not_break_in(one) if one else None
    return {"refused_now": no.text if no else ""}


@act(
    "rough_magic.break-in",
    title="Break in",
    form=BreakInForm,
    button="Break in",
    preview=break_in_outlook,
    template=PLAIN,
    shown_in="panel-rough_magic-turn",
)
def break_in(turn: Turn, form: BreakInForm) -> None:
    """A held turn is used now, inside the turn of whoever acts (rough_magic.delaying). Nothing that was rolled is
    undone by it; the own place in the order stays."""
    one = form.combatant(turn)
    acting_for(turn, one.character)
    if no := why_not_break_in(one):
        raise no
    fight, inside = one.fight, turns_of.on_turn(one.fight)
    since = sure(stored.fighter_of(fight, one.character)).held
    stored.keep(turn, fight, rules.use_held(stored.play_of(fight), one.public_id))
    depth = len(turns_of.breaking_in(fight)) + 1
    tracking.set_tally(turn, one, sure(fight.turn), turns_of.INNER, depth)
    waiting.over(turn, one)
    offering.comes(turn, one)
    on = inside.character.name if inside and not inside.character.hidden else ""
    _tell(turn, "rough_magic.broke-in", one, Step(now=one), {"since": since}, on)


def _tell(turn: Turn, kind: str, one: Combatant, step: Step, facts: Mapping[str, Any], inside: str = "") -> None:
    full = {**named(one.character), **facts, "inside": inside}
    told.step(turn, kind, one.fight, step, full, full if gathering.seen([one]) else None)
