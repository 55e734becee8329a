"""Shots and throws: how far, and what the target throws against them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.checks import clash
from apps.rules.yarn.combat.armour import exempt, worn
from apps.rules.yarn.combat.lists import BANDS, OUT, TASER, range_of
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import AVERAGE, MayHaveRoll, Pool, Rolled, pool_from, pool_of, ready, throw

BEYOND = len(BANDS) + 1
CLUMSY = 1
MOST = 2
"""The dice for cover or darkness are 0, 1 or 2."""


def distance_dice(weapon: str, metres: float, options: Options = DEFAULTS) -> int | None:
    """The dice for a distance: the first band that reaches; None out of range."""
    row = range_of(weapon)
    if isinstance(metres, bool) or not isinstance(metres, int | float) or metres < 0:
        raise Refused("no-distance", f"{metres} is no distance in metres.", "metres")
    found = next((place for place, most in enumerate(row.metres, 1) if metres <= most), None)
    if found is None and row.id != TASER and options.beyond_last_range == "six dice":
        return BEYOND
    return found


def in_range(weapon: str, metres: float, options: Options = DEFAULTS) -> int:
    """The dice for a distance. Refuses one that the weapon does not reach."""
    found = distance_dice(weapon, metres, options)
    if found is None:
        row = range_of(weapon)
        raise Refused("out-of-range", f"{row.title} reaches {row.metres[-1]} m, and it is {metres} m.", "metres")
    return found


@dataclass(frozen=True)
class Reach:
    """The dice and the band of each distance, "out" where it is out of range."""

    distance_dice: tuple[int | str, ...]
    band: tuple[str, ...]


@rule("yarn.weapon-ranges")
def weapon_ranges(*, weapon: str, metres: Sequence[float], options: Options = DEFAULTS) -> Reach:
    """The band of each distance, and its dice (yarn.weapon-ranges); beyond the last there is no shot.

    The switch beyond-last-range allows one against six dice, except for a taser. Refuses a weapon that has no range.
    """
    dice = [distance_dice(weapon, one, options) for one in metres]
    bands = tuple(BANDS[n - 1] if n and n <= len(BANDS) else OUT for n in dice)
    return Reach(tuple(n or OUT for n in dice), bands)


def dodge_dice(dodging: bool, agility: int | str) -> int:
    """Bonus dice for dodging: those of agility, 2 without, 1 for somebody clumsy."""
    if not dodging:
        return 0
    if isinstance(agility, str):
        return {"none": AVERAGE, "clumsy": CLUMSY}[one_of("agility", agility, ("none", "clumsy"))]
    return whole("agility", agility, least=0)


def circumstances(cover: int, target_moving: bool, attacker_moving: bool, darkness: int) -> int:
    """The dice of all that is not distance."""
    whole("cover", cover, least=0, most=MOST)
    return cover + target_moving + attacker_moving + whole("darkness", darkness, least=0, most=MOST)


@dataclass(frozen=True)
class RangedDefence(MayHaveRoll):
    """The dice of a defence against a shot; `roll` is None where nothing was thrown."""

    pool: Pool
    roll: Rolled | None

    @property
    def bonus(self) -> int:
        return self.pool.net_bonus

    @property
    def thrown(self) -> int:
        return self.pool.thrown

    @property
    def counted(self) -> int:
        return self.pool.counted


@rule("yarn.ranged-defence-dice")
def ranged_defence_dice(
    *,
    weapon: str = "",
    metres: float = 0,
    cover: int = 0,
    target_moving: bool = False,
    attacker_moving: bool = False,
    darkness: int = 0,
    dodging: bool = False,
    agility: int | str = "none",
    options: Options = DEFAULTS,
    dice: Dice | None = None,
) -> RangedDefence:
    """Dice for distance, cover, motion and darkness, all counted (yarn.ranged-defence-dice).

    They are thrown if `dice` are given.

    Refuses a distance that the weapon does not reach.
    """
    far = in_range(weapon, metres, options) if weapon else 0
    base = far + circumstances(cover, target_moving, attacker_moving, darkness)
    pool = pool_of(base=base, bonus=dodge_dice(dodging, agility))
    return RangedDefence(pool, throw(pool, options, dice) if dice else None)


@rule("yarn.dodge")
def dodge(
    *,
    weapon: str = "",
    metres: float = 0,
    cover: int = 0,
    target_moving: bool = False,
    attacker_moving: bool = False,
    darkness: int = 0,
    dodging: bool = True,
    agility: int | str = "none",
    options: Options = DEFAULTS,
    dice: Dice | None = None,
) -> RangedDefence:
    """As many bonus dice as one has for agility, 2 without, 1 if clumsy (yarn.dodge)."""
    return ranged_defence_dice(
        weapon=weapon,
        metres=metres,
        cover=cover,
        target_moving=target_moving,
        attacker_moving=attacker_moving,
        darkness=darkness,
        dodging=dodging,
        agility=agility,
        options=options,
        dice=dice,
    )


@dataclass(frozen=True)
class Shot(RangedDefence):
    """A defence, and the attack that it was against, None where only the defence was asked for."""

    attack: Rolled | None
    hit: bool | None
    difference: int | None

    @property
    def attack_total(self) -> int | None:
        return self.attack.total if self.attack else None

    @property
    def defence_total(self) -> int | None:
        return self.total


@rule("yarn.ranged-attack")
def ranged_attack(
    *,
    weapon: str,
    metres: float,
    cover: int = 0,
    target_moving: bool = False,
    attacker_moving: bool = False,
    darkness: int = 0,
    dodging: bool = False,
    agility: int | str = "none",
    attack: Mapping[str, Any] | None = None,
    bonus: int = 0,
    penalty: int = 0,
    messed_up: bool = False,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Shot:
    """A shot against the dice of its circumstances (yarn.ranged-attack); the attack is thrown first.

    The target's own penalties count, under the switch penalties-on-ranged-defence only while dodging. Refuses a
    distance out of range, and an attack without dice.
    """
    base = in_range(weapon, metres, options) + circumstances(cover, target_moving, attacker_moving, darkness)
    hurts = dodging or options.penalties_on_ranged_defence == "always"
    more = bonus + dodge_dice(dodging, agility)
    pool = pool_of(base=base, bonus=more, penalty=(penalty + messed_up) * hurts)
    mine = ready(pool_from(attack, "attack")) if attack is not None else None
    struck = throw(mine, options, dice) if mine else None
    met = throw(pool, options, dice)
    if struck is None:
        return Shot(pool, met, None, None, None)
    hit, difference = clash(struck, met, options)
    return Shot(pool, met, struck, hit, difference)


@rule("yarn.half-dice")
def half_dice(
    *,
    weapon: str,
    metres: float,
    cover: int = 0,
    target_moving: bool = False,
    distance_half_die: bool = False,
    cover_half_die: bool = False,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> RangedDefence:
    """A bonus die in place of the last distance die, or of a cover die (yarn.half-dice), with the switch of that name.

    Refuses it without the switch.
    """
    halves = distance_half_die + cover_half_die
    if halves and not options.half_dice:
        raise Refused("no-half-dice", "This table plays without half dice.", "distance_half_die")
    base = in_range(weapon, metres, options) - distance_half_die + circumstances(cover, target_moving, False, 0)
    pool = pool_of(base=base, bonus=halves)
    return RangedDefence(pool, throw(pool, options, dice))


@dataclass(frozen=True)
class Hindered(MayHaveRoll):
    """Penalty dice from armour: one number, or one for each weapon; and the ranged defence that was thrown."""

    penalty_dice: int | tuple[int, ...]
    roll: Rolled | None = None


ACTIONS = ("melee defence", "agility", "other")


@rule("yarn.armour-penalty")
def armour_penalty(
    *,
    armour: Sequence[str],
    attack_with: Sequence[str] = (),
    action: str = "",
    weapon: str = "",
    metres: float = 0,
    dodging: bool = False,
    agility: int | str = "none",
    options: Options = DEFAULTS,
    dice: Dice | None = None,
) -> Hindered:
    """Heavy armour is a penalty die where agility matters, but not in shots with firearms (yarn.armour-penalty).

    A defence against a shot is hindered only while dodging; it is thrown if `dice` are given.
    """
    cost = worn(armour).penalty
    if attack_with:
        return Hindered(tuple(0 if exempt(one) else cost for one in attack_with))
    if action:
        return Hindered(0 if one_of("action", action, ACTIONS) == "other" else cost)
    hinders = cost if dodging else 0
    if dice is None or not weapon:
        return Hindered(hinders)
    shot = ranged_attack(
        weapon=weapon, metres=metres, dodging=dodging, agility=agility, penalty=hinders, options=options, dice=dice
    )
    return Hindered(hinders, shot.roll)
