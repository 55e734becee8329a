"""How far one gets in a round, and what haste does to rolls."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.numbers import one_of, whole
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import GAITS, ROLLS, STROKES, Auto
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.sheet import walk


@dataclass(frozen=True)
class Distance:
    metres: int


def ground(agility: int, gait: str) -> int:
    """Metres of one movement action on foot."""
    one_of("gait", gait, GAITS)
    whole("agility", agility, least=0)
    return {"walk": walk(agility), "run": 3 * agility, "sprint": 9 * agility}[gait]


@rule("rough_magic.movement")
def movement(*, agility: int, gait: str = "walk") -> Distance:
    """Metres of one movement action: walk 1.5, run 3, sprint 9 for each rank of Agility (rough_magic.movement)."""
    return Distance(ground(agility, gait))


@rule("rough_magic.swimming")
def swimming(*, agility: int, gait: str = "swim") -> Distance:
    """Metres of one movement action in water (rough_magic.swimming): a third, two thirds or twice the rank."""
    one_of("gait", gait, STROKES)
    least = min(1, whole("agility", agility, least=0))
    nearest = {"swim": (agility + 1) // 3, "fast": (2 * agility + 1) // 3, "sprint": 2 * agility}[gait]
    return Distance(max(least, nearest))


@rule("rough_magic.long-jump")
def long_jump(*, brawn: int) -> Distance:
    """Half the rank of Brawn in metres, rounded up (rough_magic.long-jump)."""
    return Distance((whole("brawn", brawn, least=0) + 1) // 2)


@dataclass(frozen=True)
class Leap:
    """`in_the_air`: how much of it is leap, None where that is the GM's word."""

    metres: int
    in_the_air: int | None


@rule("rough_magic.running-jump")
def running_jump(*, agility: int, brawn: int, gait: str = "walk", options: Options = DEFAULTS) -> Leap:
    """The ground movement and the standing jump (rough_magic.running-jump).

    That is run-up and leap together, or by the switch running-jump the leap itself.
    """
    metres = ground(agility, gait) + long_jump(brawn=brawn).metres
    return Leap(metres, metres if options.running_jump == "the leap itself" else None)


# Haste


@dataclass(frozen=True)
class Haste:
    """What a gait does to the mover's roll, and to attacks against the mover."""

    auto: Auto
    av_penalties: int
    dv_bonuses: int


HAMPERED = {
    ("run", "skill"): 1,
    ("run", "ranged"): 1,
    ("sprint", "athletics"): 1,
    ("sprint", "close"): 1,
}
FAILS = (("sprint", "skill"), ("sprint", "ranged"))


@rule("rough_magic.gait")
def gait(*, gait: str = "walk", roll: str) -> Haste:
    """Running and sprinting hamper rolls, or bar them, and make harder to hit (rough_magic.gait)."""
    mover = one_of("gait", gait, GAITS), one_of("roll", roll, ROLLS)
    return Haste("fail" if mover in FAILS else "none", HAMPERED.get(mover, 0), int(gait != "walk"))


# The movement action

Choice = Literal["stand", "move", "power", "other"]
CHOICES: tuple[Choice, ...] = ("stand", "move", "power", "other")


@dataclass(frozen=True)
class Moved:
    """A movement action; where it is not `legal` nothing has changed. `metres`: the distance allowed."""

    legal: bool
    metres: int
    prone: bool
    movement_left: bool
    athletics_roll: bool


@rule("rough_magic.movement-action")
def movement_action(
    *,
    choice: str = "move",
    gait: str = "walk",
    agility: int = 0,
    metres_wanted: float = 0,
    prone: bool = False,
    power_metres: int = 0,
    hampered: bool = False,
) -> Moved:
    """Getting up, a way on foot or by a power, or something of that size (rough_magic.movement-action).

    Nobody prone goes anywhere on foot. Where something hampers the way, the GM asks for Athletics.
    """
    one_of("choice", choice, CHOICES)
    metres = {"move": ground(agility, gait), "power": whole("power_metres", power_metres, least=0)}.get(choice, 0)
    legal = metres_wanted <= metres and not (choice == "move" and prone)
    return Moved(legal, metres, prone and choice != "stand", not legal, legal and hampered)
