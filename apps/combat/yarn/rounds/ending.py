"""Somebody leaves a fight or changes sides, and it ends: nobody is waited for any more."""

from __future__ import annotations

from typing import Any

from apps.characters.access import knowers_of
from apps.characters.forms import acting_for, named
from apps.characters.naming import is_one_of_several
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.sheet import MINOR
from apps.combat import tracking
from apps.combat.ending import (
    END_TEMPLATE,
    Decision,
    EndForm,
    is_decided_when,
    leave_with_a_fight,
    taking,
    tell_end,
)
from apps.combat.models import Combatant, Fight
from apps.combat.sides import SideForm, go_over
from apps.combat.yarn.rounds import going_on, initiative, stored
from apps.combat.yarn.rounds.forms import FighterForm
from apps.table.acts import act, gms
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn


class LeaveForm(FighterForm):
    """Who is out of it, in whatever phase the fight is."""


@act("yarn.fight-leave", title="Out of the fight", form=LeaveForm, who=gms, button="Out of the fight")
def fight_leave(turn: Turn, form: LeaveForm) -> None:
    """Somebody is gone; if it was their turn, the next one comes. Whoever is waited for no longer holds nobody up.
    Refuses somebody who is out of it already."""
    fight = tracking.running(turn)
    one = tracking.combatant_of(fight, form.cleaned_data["character"])
    if one is None or one.state == "out":
        turn.refuse("out", f"{form.cleaned_data['character'].name} is out of the fight already.", "character")
    acting_for(turn, one.character)
    acted, was = one.state == "acting", fight.phase
    initiative.call_off(turn, one)
    turn.change(one, state="out", place=None, initiative=None)
    rolls = initiative.settle(turn, fight, turn.dice) if was == stored.INITIATIVE else None
    if acted:
        going_on.comes(turn, fight)
    stored.stepped(turn, fight)
    turn.tell("yarn.fight-left", named(one.character), to=knowers_of(one.character))
    initiative.go_on(turn, fight, rolls, was)


@act("yarn.fight-side", title="Change sides", form=SideForm, who=gms, button="To that side")
def fight_side(turn: Turn, form: SideForm) -> None:
    """On which side somebody fights is the GM's word."""
    go_over(turn, form, "yarn.fight-sided")


is_decided_when("yarn", Decision("yarn.end-fight", lambda one: level_of(one).down))
leave_with_a_fight("yarn", lambda one: one.role == MINOR and is_one_of_several(one))


@act(
    "yarn.end-fight",
    title="End the fight",
    form=EndForm,
    who=gms,
    button="End the fight",
    template=END_TEMPLATE,
    preview=taking("The order ends with it, and all that waits in it; hit points stay as they are."),
    settled=True,
)
def end_fight(turn: Turn, form: EndForm) -> None:
    """Ends the fight, and all that waited in it."""
    fight = tracking.running(turn)
    facts = {"title": fight.span.title}
    tracking.end(turn, fight)
    tell_end(turn, "yarn.fight-ended", form, facts, facts)


@ends_with_span(tracking.KIND, game="yarn")
def nobody_waits(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """However a fight ends, its questions are closed and nobody acts in it any more."""
    fight = turn.desk.one(Fight, span=span)
    if fight is None:
        return []
    stored.waits_no_longer(turn, fight)
    for one in turn.desk.all(Combatant, fight=fight):
        if one.state == "acting":
            turn.change(one, state="acted")
    return []
