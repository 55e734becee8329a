"""Seizing somebody, and letting go."""

from __future__ import annotations

from django import forms

from apps.characters.access import knows_of, played_by
from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.checks.dragonfly.facts import SOMEBODY
from apps.combat import tracking
from apps.combat.dragonfly.fighters.standing import held_by
from apps.combat.dragonfly.fighters.tests_due import Facts
from apps.combat.dragonfly.fighters.told import GRIP_TITLES
from apps.combat.models import Combatant, Hold
from apps.combat.tracking import is_fighting
from apps.rules.dragonfly.combat import holds
from apps.table.acts import ActForm, act
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.turn import Turn


def seize(turn: Turn, holder: Combatant, held: Combatant, grip: str) -> Hold:
    """A grapple has landed: the hold stays until it is broken or let go. Refuses the same one twice."""
    if no := holds.why_no_grapple(holder=str(holder.pk), grip=grip, holds=held_by(held)):
        raise no
    return turn.create(Hold, holder=holder, held=held, grip=grip)


def hearers(held: Character, holders: list[Character], known: Facts) -> dict[Audience, Facts]:
    """Who but the GMs hears of a hold: everybody, of somebody hidden only the players of those who hold them."""
    if not held.hidden:
        return {EVERYBODY: known}
    return {players_of(one.pk): known for one in holders if one.seat_id}


class LetGoForm(ActForm):
    hold = forms.ChoiceField(label="Who lets go of whom", error_messages={"invalid_choice": "That hold is over."})

    def setup(self) -> None:
        holders = [one for who in played_by(self.viewer) if (one := tracking.in_the_fight(who)) is not None]
        found = sorted((one for holder in holders for one in tracking.holds_of(holder)), key=lambda one: one.pk)
        mine = [one for one in found if knows_of(self.viewer, one.held.character)]
        self.held = {f"{one.holder.public_id}-{one.held.public_id}-{one.grip}": one for one in mine}
        self.offer("hold", [(key, told_of_hold(one)) for key, one in self.held.items()])

    def clean_hold(self) -> Hold:
        return self.held[self.cleaned_data["hold"]]


def told_of_hold(hold: Hold) -> str:
    """Brute holds Jess: left arm."""
    return f"{hold.holder.character} holds {hold.held.character}: {GRIP_TITLES[hold.grip]}"


@act("dragonfly.let-go", menu=46, due=is_fighting, title="Let go", form=LetGoForm, button="Let go")
def let_go(turn: Turn, form: LetGoForm) -> None:
    """A holder lets go: no act of the Turn."""
    hold: Hold = form.cleaned_data["hold"]
    holder, victim = hold.holder.character, hold.held.character
    acting_for(turn, holder)
    full: Facts = {"holder": holder.name, "held": victim.name, "grip": GRIP_TITLES[hold.grip]}
    less = full | {
        "holder": SOMEBODY if holder.hidden else holder.name,
        "held": SOMEBODY if victim.hidden else victim.name,
    }
    turn.delete(hold)
    turn.tell("dragonfly.let-go", full, GMS, hearers(victim, [holder], less))
