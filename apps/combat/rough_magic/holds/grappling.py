"""Taking hold of somebody (rough_magic.grappling): Brawn against Brawn, no harm, and they are restrained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import BARE_HANDS, Arm, sheet_of
from apps.combat.rough_magic.attacks import values
from apps.combat.rough_magic.attacks.attacking import may_attack, outlook, strike_now
from apps.combat.rough_magic.attacks.settling import Settled, when_it_hits
from apps.combat.rough_magic.attacks.strike import GRAPPLE, Clash, Facts, Part
from apps.combat.rough_magic.feats.striking import CloseForm, named
from apps.combat.rough_magic.holds import gripping
from apps.combat.rough_magic.order import stored
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class GrappleForm(CloseForm):
    """With bare hands, unless the switch grapple-uses-gear lets gear count on both sides."""

    sort = GRAPPLE

    @cached_property
    def targets(self) -> dict[str, Character]:
        return {key: one for key, one in super().targets.items() if not sheet_of(one).is_thing}

    def fits(self, arm: Arm) -> bool:
        return super().fits(arm) if self.options.grapple_uses_gear else arm == BARE_HANDS

    def attribute(self, arm: Arm) -> str:
        return "brawn"

    def clash(self) -> Clash:
        """Against their Brawn alone, or with what they wear, by the switch."""
        found = super().clash()
        sheet = sheet_of(found.target)
        worn = values.defence_against(sheet, "close")
        theirs = worn if self.options.grapple_uses_gear else (Part("Brawn", sheet.rank("brawn")),)
        return replace(found, strike=replace(found.strike, theirs=theirs))


def grapple_outlook(viewer: Viewer, form: GrappleForm) -> Mapping[str, Any]:
    found, clash = outlook(viewer, form), form.clash()
    no = gripping.why_no_grapple(clash.attacker, clash.target, viewer.is_gm)
    why_not = no.text if no else found["why_not"]
    return {**named(found, form, "grapples", "No harm: they are restrained"), "why_not": why_not}


@act(
    "rough_magic.grapple",
    menu=41,
    title="Grapple",
    form=GrappleForm,
    button="Grapple",
    preview=grapple_outlook,
    template="combat/rough_magic/acts/attack.html",
)
def grapple(turn: Turn, form: GrappleForm) -> None:
    """A hit restrains. Refuses what is too heavy to lift, and a second one at a time; a GM may go on with that."""
    clash = form.clash()
    may_attack(turn, form, clash)
    if no := gripping.why_no_grapple(clash.attacker, clash.target, turn.viewer.is_gm):
        raise no
    stored.uses_task(turn, clash.attacker, form.struck)
    strike_now(turn, form, clash)


@when_it_hits(GRAPPLE)
def takes_hold(turn: Turn, done: Settled) -> Facts:
    """Whoever was hit is held: who leapt in front of the target, if somebody did."""
    gripping.seize(turn, done.clash.attacker, done.clash.target)
    return {"restrained": True}
