"""A shot that waits for the GM's yes, and what has become of both sides by then (rough_magic.attack-sequence)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apps.characters.rough_magic.sheet import Arm
from apps.checks.rough_magic.boxes import Box
from apps.combat.rough_magic.attacks import ranges, values
from apps.combat.rough_magic.attacks.circumstances import Scene, boxes_for_attack
from apps.combat.rough_magic.attacks.environment import environment_of
from apps.combat.rough_magic.attacks.strike import Clash, Strike
from apps.rules.rough_magic.options import Options


@dataclass(frozen=True)
class Aimed:
    """A shot of which nothing is rolled and nothing used up yet. `arm` is the public id of what is shot with, `buys`
    what a plot point shall buy, `trait` what that lifts."""

    strike: Strike
    left_out: tuple[Box, ...] = ()
    arm: str = ""
    buys: str = ""
    trait: str = ""


def arm_of(clash: Clash, aimed: Aimed) -> Arm | None:
    """What is shot with, as it is now; None where it is gone from the sheet."""
    return next((one for one in clash.attacking.arms if one.id == aimed.arm), None)


def as_it_is_now(clash: Clash, aimed: Aimed, arm: Arm, options: Options) -> tuple[Clash, list[Box]]:
    """The shot with both values and all states as they are when it is rolled, and what is left out of these; what
    somebody ticked or unticked by hand stays so."""
    by_hand = {one.id for one in aimed.strike.boxes if not one.ticked}
    unticked = {one.id for one in aimed.left_out}
    offered = boxes_for_attack(_scene(clash, arm, options), options)
    on = [one for one in offered if one.id in by_hand or (one.ticked and one.id not in unticked)]
    strike = replace(
        clash.strike,
        mine=values.attack_parts(clash.attacking, arm),
        theirs=values.defence_parts(clash.struck, arm),
        boxes=tuple(on),
    )
    return replace(clash, strike=strike), [one for one in offered if one.ticked and one.id in unticked]


def _scene(clash: Clash, arm: Arm, options: Options) -> Scene:
    return Scene(
        attacker=clash.attacking,
        defender=clash.struck,
        attack=values.kind_of(arm),
        adjacent=ranges.is_adjacent(clash.strike.distance, options),
        beyond=True,
        two_handed=arm.hands > 1,
        environment=environment_of(clash.attacker.desk),
    )
