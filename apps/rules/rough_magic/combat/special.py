"""Special attacks: explosions, armour piercing, and those that take the senses or the nerve."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.combat.circumstances import tick
from apps.rules.rough_magic.lists import CHALLENGING, GAITS, TERRORS, TYPES, Terror
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import STEP, Boxes, Roll, Sides, facts, rolled

# Explosions


@dataclass(frozen=True)
class Falloff:
    rank_here: int


@rule("rough_magic.explosion-falloff")
def explosion_falloff(*, rank: int, radius: float | None = None, distance: float) -> Falloff:
    """Full rank to half the radius, half from there to its end, rounded down (rough_magic.explosion-falloff)."""
    reach = whole("rank", rank, least=0) if radius is None else radius
    if distance < 0:
        raise Refused("too-low", f"{distance} is no distance: it is 0 or more.", "distance")
    if distance > reach:
        return Falloff(0)
    return Falloff(rank if distance * 2 <= reach else rank // 2)


@dataclass(frozen=True)
class Blast:
    """What an explosion does at one place."""

    rank_here: int
    remaining: int

    @property
    def endurance_lost(self) -> int:
        return -(-self.remaining // STEP)


@dataclass(frozen=True)
class Blasts:
    """The same of several targets, in their order."""

    rank_here: tuple[int, ...]
    remaining: tuple[int, ...]
    endurance_lost: tuple[int, ...]


@rule("rough_magic.exploding")
def exploding(
    *,
    rank: int,
    radius: float | None = None,
    distance: float = 0,
    dv: int = 0,
    dv_bonuses: int = 0,
    dv_penalties: int = 0,
    targets: Sequence[tuple[float, int, int]] = (),
    options: Options = DEFAULTS,
) -> Blast | Blasts:
    """No roll: rank less DV, and a level for each 3 or part of 3 (rough_magic.exploding).

    With `targets` each answer is a list in their order. Modifiers of a target's side count, unless the switch
    explosion-defence-modifiers is off.
    """
    if not targets:
        net = Sides(dv_bonuses=dv_bonuses, dv_penalties=dv_penalties).dv_net
        return _blast(rank, radius, (distance, dv, net), options)
    each = [_blast(rank, radius, target, options) for target in targets]
    return Blasts(
        tuple(one.rank_here for one in each),
        tuple(one.remaining for one in each),
        tuple(one.endurance_lost for one in each),
    )


def _blast(rank: int, radius: float | None, target: tuple[float, int, int], options: Options) -> Blast:
    distance, dv, net = target
    here = explosion_falloff(rank=rank, radius=radius, distance=distance).rank_here
    defence = whole("dv", dv, least=0) + net * options.explosion_defence_modifiers
    return Blast(here, max(0, here - defence) if here else 0)


# Types


def halved(dv: int) -> int:
    """The DV against a penetrating attack, in the defender's favour."""
    return -(-whole("dv", dv, least=0) // 2)


@dataclass(frozen=True, kw_only=True)
class Pierced(Roll):
    effective_dv: int


@rule("rough_magic.penetrating")
def penetrating(*, dv: int, av: int | None = None, dice: Dice = system_dice, **boxes: Unpack[Boxes]) -> Pierced:
    """The whole DV is halved upward, then a bonus is added (rough_magic.penetrating)."""
    dv = halved(dv)
    return Pierced(**facts(rolled(av, dv, Sides(**boxes), dice)), effective_dv=dv)


@dataclass(frozen=True, kw_only=True)
class Typed(Roll):
    """An attack with its types. `effects`: states that a hit begins; `resists_now`: a roll may undo them."""

    effective_dv: int
    rank_here: int | None = None
    remaining: int | None = None
    effects: tuple[str, ...] = ()
    stunning: bool = False
    resists_now: bool = False

    @property
    def endurance_lost(self) -> int | None:
        if self.rank_here is None or self.remaining is None:
            return super().endurance_lost
        return Blast(self.rank_here, self.remaining).endurance_lost


@rule("rough_magic.attack-types")
def attack_types(
    *,
    types: Sequence[str],
    rank: int = 0,
    radius: float | None = None,
    distance: float = 0,
    av: int | None = None,
    dv: int,
    choice: str = "cower",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Typed:
    """All types of an attack together (rough_magic.attack-types): penetrating first, stunning last.

    An explosion is not rolled. By the switch immediate-resist a further effect may be resisted at once.
    """
    for name in types:
        one_of("types", name, TYPES)
    terror = TERRORS[_choice(choice)]
    effective = halved(dv) if "penetrating" in types else whole("dv", dv, least=0)
    sides = Sides(**boxes)
    blast = _blast(rank, radius, (distance, effective, sides.dv_net), options) if "exploding" in types else None
    made = Roll() if blast else rolled(av, effective, sides, dice)
    hit = blast.remaining > 0 if blast else bool(made.success)
    further = {"sensory": "blind and deaf", "terrifying": terror}
    effects = tuple(state for name, state in further.items() if name in types and hit)
    return Typed(
        **facts(made),
        effective_dv=effective,
        rank_here=blast.rank_here if blast else None,
        remaining=blast.remaining if blast else None,
        effects=effects,
        stunning="stunning" in types,
        resists_now=bool(effects) and options.immediate_resist,
    )


def _choice(choice: str) -> Terror:
    return "flee" if one_of("choice", choice, TERRORS) == "flee" else "cower"


# Coming round again


@dataclass(frozen=True, kw_only=True)
class Sensed(Roll):
    """A try to see and hear again."""

    @property
    def recovered(self) -> bool | None:
        return self.success

    @property
    def state(self) -> Literal["blind and deaf", "none"]:
        return "none" if self.success else "blind and deaf"


@rule("rough_magic.sensory")
def sensory(
    *,
    perception: int,
    exhausted: bool = False,
    distracted: bool = False,
    av_bonuses: int = 0,
    av_penalties: int = 0,
    dice: Dice = system_dice,
) -> Sensed:
    """Perception against DV 3, as a task action, brings the senses back (rough_magic.sensory)."""
    whole("perception", perception, least=0)
    sides = Sides(av_bonuses, av_penalties).plus(av_penalties=exhausted + distracted)
    return Sensed(**facts(rolled(perception, CHALLENGING, sides, dice)))


@dataclass(frozen=True, kw_only=True)
class Terrified(Roll):
    """A try to pull oneself together, or an attack on the terrified; and what their state puts on such attacks."""

    recovered: bool
    av_bonuses: int
    dv_bonuses: int
    av_net: int
    dv_net: int
    uses: str


@rule("rough_magic.terrifying")
def terrifying(
    *,
    choice: str | None = None,
    will: int | None = None,
    distracted: bool = False,
    exhausted: bool = False,
    gait: str = "walk",
    av: int | None = None,
    dv: int | None = None,
    attack: str = "close",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Terrified:
    """Who cowers is easier to hit, who flees harder; Will against DV 3 ends it (rough_magic.terrifying).

    With an `av` the dice are an attack on them. The roll takes the task action, or by terror-recovery none.
    """
    running = one_of("gait", gait, GAITS) != "walk"
    terror = [f"defender-{TERRORS[_choice(choice)]}"] if choice is not None else []
    on_them = tick([*terror, *["defender-running"] * running], attack)
    if av is not None:
        made = rolled(av, dv, on_them, dice)
    else:
        made = rolled(will, CHALLENGING, Sides(av_penalties=exhausted + distracted), dice)
    return Terrified(
        **facts(made),
        recovered=av is None and bool(made.success),
        av_bonuses=on_them.av_bonuses,
        dv_bonuses=int(choice == "flee"),
        av_net=on_them.av_net,
        dv_net=on_them.dv_net,
        uses=f"{options.terror_recovery} action",
    )
