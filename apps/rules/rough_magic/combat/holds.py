"""Grapples: taking hold, what the held can do, dragging and throwing them, and breaking free."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.registry import rule
from apps.rules.rough_magic.combat.circumstances import tick
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import Boxes, Roll, Sides, facts, highest, net, rolled
from apps.rules.rough_magic.sheet import MASS, brawn_table


@dataclass(frozen=True, kw_only=True)
class Grappled(Roll):
    """A grapple; not `legal` for a mass that is too great, and nothing is rolled."""

    legal: bool

    @property
    def restrained(self) -> bool | None:
        return self.success if self.legal else False

    @property
    def endurance_lost(self) -> int:
        return 0


@rule("rough_magic.grappling")
def grappling(
    *,
    brawn: int,
    target_brawn: int | None = None,
    target_mass: float = MASS,
    circumstances: Sequence[str] = (),
    gear_ranks: Sequence[int] = (),
    target_gear_ranks: Sequence[int] = (),
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Grappled:
    """Brawn against Brawn: a hit restrains and does no harm (rough_magic.grappling).

    What one cannot lift one cannot grapple. Gear counts by the switch grapple-uses-gear alone.
    """
    if target_mass > brawn_table(brawn=brawn).lift_kg:
        return Grappled(legal=False)
    ticked, geared = tick(circumstances, "close"), options.grapple_uses_gear
    av = brawn + highest("gear_ranks", gear_ranks) * geared
    worn = highest("target_gear_ranks", target_gear_ranks) * geared
    dv = None if target_brawn is None else whole("target_brawn", target_brawn, least=0) + worn
    return Grappled(**facts(rolled(av, dv, ticked, dice, ticked.auto)), legal=True)


# Being held

WISHES = ("walk", "get up", "reach", "teleport", "block", "dodge")


@dataclass(frozen=True)
class Restrained:
    """What somebody restrained may do, and what the state puts on attacks against them and on their own."""

    legal: bool
    movement: bool
    av_bonuses: int
    av_penalties: int

    @property
    def av_net(self) -> int:
        return net(self.av_bonuses, self.av_penalties)


@rule("rough_magic.restrained")
def restrained(
    *,
    restrained: bool = False,
    wanted: str = "reach",
    attacker_restrained: bool = False,
    defender_restrained: bool = False,
    gm_allows: bool = True,
    options: Options = DEFAULTS,
) -> Restrained:
    """No normal movement, easier to hit, worse at attacking (rough_magic.restrained).

    A block is possible, a dodge by the switch restrained-may-dodge; a power without limbs if the GM allows it.
    """
    possible = {"reach": True, "block": True, "dodge": options.restrained_may_dodge, "teleport": gm_allows}
    legal = not restrained or possible.get(one_of("wanted", wanted, WISHES), False)
    return Restrained(legal, not restrained, int(defender_restrained), int(attacker_restrained))


@dataclass(frozen=True)
class Dragged:
    """`metres` is None for what is too heavy to be thrown at all."""

    mass_rank: int
    lookup_rank: int
    metres: int | None


@rule("rough_magic.grapple-move")
def grapple_move(*, brawn: int, mass: float) -> Dragged:
    """Brawn less the rank of the mass, looked up as a throw (rough_magic.grapple-move).

    The nearest mass counts, of two as near the heavier.
    """
    mass_rank = _rank_of(mass)
    lookup = whole("brawn", brawn, least=0) - mass_rank
    return Dragged(mass_rank, lookup, None if lookup < 0 else brawn_table(brawn=lookup).throw_m)


def _rank_of(mass: float) -> int:
    rank = 0
    while mass * 2 >= brawn_table(brawn=rank).lift_kg + brawn_table(brawn=rank + 1).lift_kg:
        rank += 1
    return rank


# Breaking free


@dataclass(frozen=True, kw_only=True)
class BrokenFree(Roll):
    """A try to break free; an extreme success gives the task action back."""

    av: int | None

    @property
    def free(self) -> bool | None:
        return self.success

    @property
    def action_spent(self) -> Literal["task", "free"]:
        return "free" if self.extreme else "task"


@rule("rough_magic.break-free")
def break_free(
    *,
    brawn: int | None = None,
    agility: int | None = None,
    will_plus_power: int | None = None,
    grappler_brawn: int = 0,
    grappler_agility: int = 0,
    exhausted: bool = False,
    distracted: bool = False,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> BrokenFree:
    """The better of Brawn and Agility against the better of the grappler's (rough_magic.break-free).

    With Telekinesis Will + Power may stand in. It is no attack: being restrained is no penalty.
    """
    mine = [whole("brawn", rank, least=0) for rank in (brawn, agility, will_plus_power) if rank is not None]
    theirs = max(whole("grappler_brawn", grappler_brawn, least=0), whole("grappler_agility", grappler_agility, least=0))
    sides = Sides(**boxes).plus(av_penalties=exhausted + distracted)
    av = max(mine, default=None)
    return BrokenFree(**facts(rolled(av, theirs, sides, dice)), av=av)
