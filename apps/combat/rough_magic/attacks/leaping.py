"""Leaping in front of somebody who is hit (rough_magic.shielding): the attack falls on whoever leaps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django import forms

from apps.characters.access import knows_of, played_by
from apps.characters.forms import OwnCharacterForm, acting_for
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import sheet_of
from apps.combat import tracking
from apps.combat.gaps import far_apart
from apps.combat.rough_magic.attacks import circumstances, knowing, ranges, settling, values
from apps.combat.rough_magic.attacks.settling import LEAP, Met
from apps.combat.rough_magic.attacks.strike import KINDS, OPEN, Clash, Strike, clash_of, open_attacks, options_of
from apps.combat.rough_magic.order import moving, stored
from apps.combat.rough_magic.order.getting_clear import Cleared
from apps.combat.sides import stand_together
from apps.rules.refusal import Refused
from apps.rules.rough_magic.lists import Event
from apps.rules.rough_magic.options import Options
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Exchange
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

SHIELD = "shield another"
LEFT_BEHIND: dict[str, Event] = {"defender-cover": "left cover", "defender-prone": "got up"}
"""What whoever leaps in has no more as the attack falls on them, and what ends it."""


@dataclass(frozen=True)
class Offer:
    """Somebody who may leap in, and what it costs them."""

    character: Character
    price: str


def who_may(viewer: Viewer, exchange: Exchange, clash: Clash) -> list[Offer]:
    """Who of the target's side may leap in, as far as this seat knows of them."""
    fight = clash.fight
    if fight is None:
        return []
    there = [one.character for one in tracking.still_in(fight) if knows_of(viewer, one.character)]
    friends = [one for one in there if stand_together(one, clash.target)]
    able = [one for one in friends if why_not(viewer, clash, one) is None]
    return [Offer(one, stored.price_of(fight, one, SHIELD)) for one in able]


def why_not(viewer: Viewer, clash: Clash, who: Character) -> Refused | None:
    """Why somebody cannot leap in, or None if they can: not for themselves, not while held, not at what they do not
    perceive (rough_magic.perceiving), not from farther than a walk."""
    if who in (*clash.attackers, clash.target):
        return Refused("own-shield", f"{who.name} cannot leap in: the attack is theirs or falls on them.", "character")
    if is_down(who):
        return Refused("down", f"{who.name} is defeated.", "character")
    if states.is_in(who, "restrained"):
        return Refused("restrained", f"{who.name} is restrained, and gets nowhere.", "character")
    if states.is_in(who, "blind and deaf"):
        return Refused("unaware", f"{who.name} neither sees nor hears it coming.", "character")
    away, walk = far_apart(viewer, who, clash.target), sheet_of(who).walk_m
    if away is not None and away > walk:
        words = f"{who.name} is {away} m from {clash.target.name}, and a walk takes them {walk} m."
        return Refused("too-far", words, "character")
    return stored.why_not_force(clash.fight, who, SHIELD) if clash.fight else None


def levels_for(exchange: Exchange, clash: Clash, who: Character) -> int:
    """How many levels the hit takes off whoever leaps in; none if it misses them, or does no harm."""
    strike = against(clash, who, options_of(exchange))
    margin = strike.roll().margin
    return settling.levels_of(strike, margin) if margin is not None and margin >= 0 else 0


class LeapForm(OwnCharacterForm):
    """Who leaps in front of whom: the attack is still open."""

    attack = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def open_characters(self) -> list[Character]:
        there = tracking.fighters(self.viewer.table)
        return [one for one in played_by(self.viewer) if one.pk in there]

    @cached_property
    def exchange(self) -> Exchange | None:
        named = str(self["attack"].value() or "")
        kinds = KINDS if self.viewer.is_gm else (OPEN,)
        return next(
            (one for one in open_attacks(self.viewer.desk) if one.public_id == named and one.kind in kinds), None
        )

    @property
    def clash(self) -> Clash | None:
        return clash_of(self.viewer.desk, exchanges.state_of(self.exchange)) if self.exchange else None

    def clean_attack(self) -> Exchange:
        if self.exchange is None or self.clash is None:
            raise forms.ValidationError(exchanges.GONE)
        return self.exchange


@act(
    "rough_magic.leap-in",
    title="Leap in",
    form=LeapForm,
    button="Leap in front of it",
    template="combat/rough_magic/acts/leap-in.html",
)
def leap_in(turn: Turn, form: LeapForm) -> None:
    """Gives up a turn, and takes the full brunt beside whoever was hit, on the attacker's side; only a block or a dodge
    that goes on already counts."""
    exchange: Exchange = form.cleaned_data["attack"]
    clash, who = sure(form.clash), form.cleaned_data["character"]
    if no := why_not(form.viewer, clash, who):
        raise no
    acting_for(turn, who)
    turn.cause = exchange.opened_by
    price = stored.force(turn, clash.fight, who, SHIELD) if clash.fight else ""
    moving.goes_beside(turn, who, clash.target, None if clash.attacker.hidden else clash.attacker)
    ended = [name for event in LEFT_BEHIND.values() for name in states.happened(turn, who, event)]
    out = Cleared(ended=tuple(ended))
    options = options_of(exchange)
    instead = Clash(against(clash, who, options), clash.attacker, who)
    knowing.note_seen(turn, instead, options)
    settling.settle(turn, instead, Met(LEAP, price, victim=clash.target, cleared=out), options)
    exchanges.close(turn, exchange)


def against(clash: Clash, who: Character, options: Options) -> Strike:
    """The attack as it falls on somebody else: the total stands, the defence and its boxes are theirs, unless the
    switch shield-uses says otherwise. Out of cover and to their feet they leap (rough_magic.cover,
    rough_magic.shielding)."""
    strike, own = clash.strike, options.shield_uses == "protector's defence"
    if not own:
        return strike.at(who, strike.theirs, strike.boxes)
    adjacent = ranges.is_adjacent(strike.distance, options)
    scene = circumstances.Scene(clash.attacking, sheet_of(who), strike.arms.attack, adjacent)
    theirs = [one for one in circumstances.boxes_of_defender(scene) if one.side == "DV" and one.id not in LEFT_BEHIND]
    mine = [one for one in strike.boxes if one.side != "DV"]
    return strike.at(who, values.defence_like(sheet_of(who), strike, options), [*mine, *theirs])
