"""Pools of d10: how many dice fall, which of them are successes, and what two rolls do to each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.dragon.lists import ATTACKS
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

SIDES = 10
TARGET = 7
NEAR = 8
"""So many hexes add nothing to the difficulty of a shot; each doubling beyond adds one."""

Faces = tuple[int, ...]


@dataclass(frozen=True)
class Pool:
    """So many `dice`: each that shows the `target` or more is a success, and `off` of these are taken away again."""

    dice: int
    target: int
    off: int = 0

    def successes(self, faces: Sequence[int]) -> int:
        """What these faces are worth, never less than 0."""
        return max(0, sum(face >= self.target for face in faces) - self.off)


def pool_of(
    *,
    dice: int,
    skill: int = 0,
    difficulty: int = 0,
    bonus: int = 0,
    is_death_check: bool = False,
    options: Options = DEFAULTS,
) -> Pool:
    """What is thrown with so many dice of a substat: the one place where skill and difficulty count.

    `skill` is the sum of the levels that apply, `bonus` what shticks take off the target number. The floor comes last.
    """
    whole("pool", dice, least=0)
    whole("skill", skill, least=0)
    whole("difficulty", difficulty)
    adds, taken_off = options.skill_effect == "adds dice", options.difficulty_applies_to == "successes"
    untrained = 0 if skill or is_death_check else options.untrained_penalty
    target = TARGET - bonus - skill * (not adds) + difficulty * (not taken_off) + untrained
    return Pool(dice + skill * adds, max(target, options.target_floor), difficulty * taken_off)


@dataclass(frozen=True)
class Rolled:
    """A pool that has fallen; `faces` of dice that a skill adds follow those of the substat."""

    faces: Faces
    target: int
    successes: int


def thrown(pool: Pool, dice: Dice) -> Rolled:
    """The pool, thrown."""
    faces = dice(pool.dice, SIDES)
    return Rolled(faces, pool.target, pool.successes(faces))


@rule("dragon.dice-pool")
def dice_pool(
    *,
    pool: int,
    skill: int = 0,
    difficulty: int = 0,
    target: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Rolled:
    """As many d10 as the substat says; each at the target number or above is a success (dragon.dice-pool).

    A given `target` counts as it is, and then `skill` and `difficulty` do nothing.
    """
    if target is None:
        return thrown(pool_of(dice=pool, skill=skill, difficulty=difficulty, options=options), dice)
    return thrown(Pool(whole("pool", pool, least=0), whole("target", target, least=1)), dice)


# Range


@dataclass(frozen=True)
class Ranges:
    """What each distance adds."""

    difficulties: tuple[int, ...]


def range_of(attack: str, distance: int | None) -> int:
    """The difficulty of that distance: each doubling of the first 8 hexes adds one, for ranged attacks alone."""
    one_of("attack", attack, ATTACKS)
    hexes = whole("distance", distance or 0, least=0)
    return (max(hexes - 1, 0) // NEAR).bit_length() if attack == "ranged" else 0


@rule("dragon.range")
def ranges(*, distances: Sequence[int], attack: str = "ranged") -> Ranges:
    """The difficulty of each of these distances in hexes (dragon.range); none for a melee attack."""
    return Ranges(tuple(range_of(attack, distance) for distance in distances))


# Target number and skill


@dataclass(frozen=True)
class Target:
    """The target number and all difficulty, range included; `successes` None where nothing was thrown."""

    target: int
    difficulty: int
    successes: int | None


@rule("dragon.target-number")
def target_number(
    *,
    pool: int | None = None,
    skill: int = 0,
    difficulty: int = 0,
    attack: str = "",
    distance: int | None = None,
    is_death_check: bool = False,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Target:
    """7 - skill + difficulty, and not below the floor (dragon.target-number); without a `pool` nothing is thrown.

    The switch untrained-penalty makes rolls without a skill harder, but never a Death Check, which knows no range
    either. With difficulty-applies-to "successes" the difficulty is taken off the successes instead.
    """
    far = range_of(attack, distance) if attack and not is_death_check else 0
    given: Pool = pool_of(
        dice=pool or 0, skill=skill, difficulty=difficulty + far, is_death_check=is_death_check, options=options
    )
    successes = None if pool is None else thrown(given, dice).successes
    return Target(given.target, difficulty + far, successes)


@dataclass(frozen=True)
class Skilled:
    """What the skills make of a roll; `dice_count` and `successes` are None where no pool was given."""

    target: int
    dice_count: int | None
    successes: int | None


@rule("dragon.skill-effect")
def skill_effect(
    *,
    pool: int | None = None,
    skill: int = 0,
    skills: Mapping[str, int] | None = None,
    difficulty: int = 0,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Skilled:
    """Each level that applies lowers the target number by one (dragon.skill-effect); levels add up.

    Under the switch skill-effect "adds dice" each is one more die instead. Refuses `skill` and `skills` together.
    """
    if skill and skills:
        raise Refused("given-twice", f"The levels are given twice: {skill}, and one by one. Give one of them.", "skill")
    levels = sum(whole("skills", level, least=0) for level in (skills or {}).values()) + skill
    given = pool_of(dice=pool or 0, skill=levels, difficulty=difficulty, options=options)
    if pool is None:
        return Skilled(given.target, None, None)
    return Skilled(given.target, given.dice, thrown(given, dice).successes)


# What a roll is worth


@dataclass(frozen=True)
class Needed:
    """Whether a roll was good enough, and by how many successes it went past or fell short."""

    success: bool
    surplus: int
    shortfall: int


@rule("dragon.required-successes")
def required_successes(*, successes: int, required: int = 1) -> Needed:
    """Whether there are as many successes as the task asks for (dragon.required-successes)."""
    over = whole("successes", successes) - whole("required", required, least=1)
    return Needed(over >= 0, max(over, 0), max(-over, 0))


@dataclass(frozen=True)
class Opposed:
    """What is left of the actor's successes, and whether it is enough."""

    net: int
    success: bool


@rule("dragon.opposed-roll")
def opposed_roll(*, actor: int, resist: Sequence[int] = (), required: int = 1) -> Opposed:
    """The resisters' successes are taken off the actor's (dragon.opposed-roll); with none left the resister wins."""
    net = whole("actor", actor, least=0) - sum(whole("resist", one, least=0) for one in resist)
    return Opposed(net, required_successes(successes=net, required=required).success)
