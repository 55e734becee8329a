"""Falling down, the Death Check, and dying."""

import re
from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragon.characters import hit_points
from apps.rules.dragon.checks import Faces, Pool, pool_of, thrown
from apps.rules.dragon.combat.damage import damage
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

EACH = 5
"""So much damage past hit points one success of a Death Check makes up for."""
Outcome = Literal["unconscious", "dying"]

# Falling


@dataclass(frozen=True)
class Fallen:
    """Where damage leaves somebody: at exactly 0 hit points they still stand."""

    damage: int
    taken: int
    left: int
    past: int
    up: bool
    death_check: bool


@rule("dragon.falling")
def falling(
    *,
    maximum: int,
    taken: int,
    already_down: bool = False,
    new_damage: int | None = None,
    net: int | None = None,
    weapon: str = "",
    attack: str = "melee",
    strength: int = 0,
    resistance: int = 0,
    options: Options = DEFAULTS,
) -> Fallen:
    """More damage than hit points, and one falls (dragon.falling); without `new_damage` it is that of dragon.damage.

    Falling calls for a Death Check, and so does every damage while down, but none that Resistance took off whole.
    Whoever is down stays down: getting up is the GM's word.
    """
    if new_damage is None:
        hit = damage(net=net, weapon=weapon, attack=attack, strength=strength, resistance=resistance, options=options)
        new_damage = hit.damage
    points = hit_points(maximum=maximum, taken=taken, new_damage=new_damage)
    falls = points.past > 0 and points.taken > taken
    up = not already_down and points.past == 0
    return Fallen(new_damage, points.taken, points.left, points.past, up, falls or (already_down and new_damage > 0))


# The Death Check


@dataclass(frozen=True)
class DeathCheck:
    """A Death Check; somebody who still stands makes none, and then nothing but the first three and the target is set.

    `gap` is by how much it fell short, only of somebody dying.
    """

    left: int
    past: int
    up: bool
    target: int
    successes: int | None = None
    total: int | None = None
    outcome: Outcome | None = None
    gap: int | None = None
    faces: Faces = ()


def death_pool(*, health: int, skill: int = 0, options: Options = DEFAULTS) -> Pool:
    """What a Death Check throws: 7 even without the skill, no range, no penalty."""
    return pool_of(dice=health, skill=skill, is_death_check=True, options=options)


def is_dying(total: int, past: int, options: Options = DEFAULTS) -> bool:
    """Whether a total falls short; the switch death-check-tie decides what an equal one does."""
    return total < past or (total == past and options.death_check_tie == "dying")


@rule("dragon.death-check")
def death_check(
    *,
    health: int,
    skill: int = 0,
    past: int | None = None,
    maximum: int | None = None,
    taken: int | None = None,
    new_damage: int = 0,
    already_down: bool = False,
    gap: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> DeathCheck:
    """Health dice against 7 less the skill; successes x 5 against all damage past hit points (dragon.death-check).

    More: unconscious; less: dying, by that gap. With the `gap` of an earlier check one stays dying, with the larger of
    the two. Refuses neither `past` nor `maximum` and `taken`.
    """
    left, past = _past(past, maximum, taken, new_damage)
    pool = death_pool(health=health, skill=skill, options=options)
    if past == 0 and not already_down:
        return DeathCheck(left, past, True, pool.target)
    fell = thrown(pool, dice)
    total = fell.successes * EACH
    gaps = [] if gap is None else [whole("gap", gap, least=0)]
    gaps += [past - total] if is_dying(total, past, options) else []
    outcome: Outcome = "dying" if gaps else "unconscious"
    return DeathCheck(
        left, past, False, fell.target, fell.successes, total, outcome, max(gaps, default=None), fell.faces
    )


def _past(past: int | None, maximum: int | None, taken: int | None, new: int) -> tuple[int, int]:
    """Hit points left, and the damage past them."""
    if past is not None:
        return -whole("past", past, least=0), past
    if maximum is None or taken is None:
        raise Refused("no-damage", "How far past hit points? That, or hit points and damage, are needed.", "past")
    points = hit_points(maximum=maximum, taken=taken, new_damage=new)
    return points.left, points.past


# Dying


@dataclass(frozen=True)
class Dying:
    """How far the check fell short, and what the GM says: how long it takes, and whether it is over."""

    gap: int
    countdown: str | None
    dead: bool


@rule("dragon.dying")
def dying(*, gap: int, countdown: str | None = None, gm: str = "none") -> Dying:
    """On the way to death (dragon.dying): the book has no scale, so the GM sets a countdown and has the last word.

    `countdown` is in rounds or turns ("3 rounds"); nobody dies by itself. Refuses another unit.
    """
    whole("gap", gap, least=0)
    one_of("gm", gm, ("death", "rescue", "none"))
    if countdown is not None and not re.fullmatch(r"[0-9]{1,3} (?:round|turn)s?", countdown.strip()):
        raise Refused("no-countdown", f"“{countdown}” is no countdown: a number of rounds or turns.", "countdown")
    return Dying(gap, None if gm == "rescue" else countdown, gm == "death")
