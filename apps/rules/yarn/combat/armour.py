"""Armour: what it takes off a hit, and what wearing it costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.combat.lists import (
    AMMUNITION,
    ARMOURS,
    FIREARM_ROWS,
    HOLLOW,
    PIERCING,
    SUMMARIES,
    Armour,
    weapon_of,
)
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import SIDES, Faces, MayHaveRoll, Rolled, pool_from, throw

KINDS = ("normal", "bullet", "taser")
HOLLOW_FACTOR = 2
"""What hollow points add to the damage factor, and by what armour counts against them."""


def half_up(damage: int, divisor: int) -> int:
    """The nearest whole number, an exact half going up."""
    return (2 * damage + divisor) // (2 * divisor)


def kind_of_attack(weapon: str) -> str:
    """How armour sees a weapon: bullets and shotguns, tasers, and all else as normal."""
    row = weapon_of(weapon).range_row
    return "bullet" if row in FIREARM_ROWS else "taser" if row == "Taser" else "normal"


def loaded(weapon: str, ammunition: str) -> int:
    """The damage factor of a weapon with this ammunition. Refuses ammunition in anything but a firearm."""
    one_of("ammunition", ammunition, AMMUNITION)
    row = weapon_of(weapon)
    if ammunition != AMMUNITION[0] and row.range_row not in FIREARM_ROWS:
        raise Refused("no-firearm", f"{row.title} is not loaded with {ammunition} ammunition.", "ammunition")
    return row.factor + HOLLOW_FACTOR * (ammunition in HOLLOW)


# Worn


@dataclass(frozen=True)
class Worn:
    """All layers together; with so many points more that are no layer, and so many dice that they are worth where
    nothing is rolled (yarn.power-skin-of-iron)."""

    layers: tuple[Armour, ...]
    more_points: int = 0
    more_rating: int = 0

    @property
    def dice(self) -> int:
        return sum(layer.regular_dice for layer in self.layers)

    @property
    def points(self) -> int:
        return sum(layer.regular_points for layer in self.layers) + self.more_points

    @property
    def bullet_proof(self) -> int:
        return sum(layer.bullet_proof_dice for layer in self.layers)

    @property
    def rating(self) -> int:
        """What all of it takes off where nothing is rolled."""
        return self.dice + self.points - self.more_points + self.bullet_proof + self.more_rating

    @property
    def penalty(self) -> int:
        """Penalty dice where agility matters: each heavy layer, and each beyond the first."""
        return max(0, len(self.layers) - 1) + sum(layer.heavy for layer in self.layers)


def worn(armour: Sequence[str]) -> Worn:
    """The layers of these names. Refuses what is no armour."""
    return Worn(tuple(pick("armour", name, ARMOURS) for name in armour))


# Against a hit


@dataclass(frozen=True)
class Protected:
    """What armour made of a hit: points that regular armour `stopped`, and the `divisor` of bullet-proof armour."""

    gross: int
    stopped: int
    divisor: int
    suffered: int
    faces: Faces
    vest_faces: Faces = ()

    @property
    def vest_die_thrown(self) -> bool:
        return bool(self.vest_faces)


class MetByArmour:
    """What armour made of its `hit`."""

    hit: Protected

    @property
    def gross(self) -> int:
        return self.hit.gross

    @property
    def stopped(self) -> int:
        return self.hit.stopped

    @property
    def suffered(self) -> int:
        return self.hit.suffered


def dice_against(armour: Worn, attack: str, ammunition: str = "standard") -> int:
    """How many dice all of it throws at most against this kind of attack."""
    if attack == "bullet":
        return 0 if ammunition == PIERCING else armour.dice + armour.bullet_proof
    return armour.dice


def protect(
    gross: int,
    attack: str,
    armour: Worn,
    ammunition: str = "standard",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Protected:
    """Regular armour first, then bullet-proof armour on what is left; nothing is thrown where nothing is left."""
    whole("gross", gross, least=0)
    if one_of("attack", attack, KINDS) == "bullet" and ammunition == PIERCING:
        return Protected(gross, armour.rating, 1, half_up(max(0, gross - armour.rating), 2), ())
    faces = dice(armour.dice, SIDES) if gross and armour.dice else ()
    roll = sum(faces) + armour.points
    if attack != "bullet":
        return Protected(gross, roll, 1, max(0, gross - roll - armour.bullet_proof), faces)
    stopped = HOLLOW_FACTOR * roll if ammunition in HOLLOW else roll // 2
    left = max(0, gross - stopped)
    vest = dice(armour.bullet_proof, SIDES) if left and armour.bullet_proof else ()
    divisor = _divisor(vest, ammunition, options)
    return Protected(gross, stopped, divisor, half_up(left, divisor), faces, vest)


def _divisor(vest: Faces, ammunition: str, options: Options) -> int:
    """What bullet-proof dice divide by; a single 1 was not in the way."""
    times = HOLLOW_FACTOR if ammunition in HOLLOW else 1
    if vest == (1,) and options.vest_one_with_hollow_point == "no effect":
        return 1
    return times * sum(vest) or 1


def hit(difference: int | None, weapon: str, gross: int | None, ammunition: str) -> int:
    """The damage before armour: as given, or the difference times the factor."""
    if gross is not None:
        return whole("gross", gross, least=0)
    if difference is None or not weapon:
        raise Refused("no-damage", "How much damage? It takes a weapon and a difference, or a number.", "gross")
    return max(0, whole("difference", difference)) * loaded(weapon, ammunition)


@rule("yarn.armour-regular")
def armour_regular(
    *, gross: int, attack: str = "normal", armour: Sequence[str], options: Options = DEFAULTS, dice: Dice = system_dice
) -> Protected:
    """As many dice as the rating says are taken off the damage (yarn.armour-regular)."""
    return protect(gross, attack, worn(armour), options=options, dice=dice)


@dataclass(frozen=True)
class Several:
    """The same for several kinds of ammunition."""

    stopped: tuple[int, ...]
    suffered: tuple[int, ...]


@rule("yarn.armour-very-light")
def armour_very_light(
    *,
    difference: int | None = None,
    weapon: str = "",
    gross: int | None = None,
    armour: Sequence[str],
    ammunition: str | Sequence[str] | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Protected | Several:
    """Leathers are 1 point, as if a die of theirs had shown a 1 (yarn.armour-very-light)."""
    layers = worn(armour)
    if ammunition is not None and not isinstance(ammunition, str):
        each = [armour_very_light(difference=difference, weapon=weapon, gross=gross, armour=armour, ammunition=one,
                                  options=options, dice=dice) for one in ammunition]  # fmt: skip
        found = [one for one in each if isinstance(one, Protected)]
        return Several(tuple(one.stopped for one in found), tuple(one.suffered for one in found))
    kind = kind_of_attack(weapon) if weapon else "bullet" if ammunition else "normal"
    load = one_of("ammunition", ammunition or "standard", AMMUNITION)
    return protect(hit(difference, weapon, gross, load), kind, layers, load, options, dice)


@rule("yarn.armour-vs-gunfire")
def armour_vs_gunfire(
    *,
    difference: int | None = None,
    weapon: str = "",
    armour: Sequence[str],
    ammunition: str = "standard",
    gross: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Protected:
    """Against gunfire regular armour stops half of its roll, rounded down (yarn.armour-vs-gunfire).

    Crossbows, thrown things and tasers are no gunfire.
    """
    kind = kind_of_attack(weapon) if weapon else "bullet"
    one_of("ammunition", ammunition, AMMUNITION)
    return protect(hit(difference, weapon, gross, ammunition), kind, worn(armour), ammunition, options, dice)


@rule("yarn.armour-bullet-proof")
def armour_bullet_proof(
    *,
    difference: int | None = None,
    weapon: str = "",
    gross: int | None = None,
    attack: str | None = None,
    armour: Sequence[str],
    ammunition: str = "standard",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Protected:
    """Bullet-proof dice divide the damage of bullets; other attacks lose the rating (yarn.armour-bullet-proof).

    A single die that shows 1 was not in the way.
    """
    kind = attack or (kind_of_attack(weapon) if weapon else "normal")
    one_of("ammunition", ammunition, AMMUNITION)
    return protect(hit(difference, weapon, gross, ammunition), kind, worn(armour), ammunition, options, dice)


@rule("yarn.armour-both")
def armour_both(
    *,
    difference: int | None = None,
    weapon: str = "",
    gross: int | None = None,
    attack: str | None = None,
    armour: Sequence[str],
    ammunition: str = "standard",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Protected:
    """Regular armour first, bullet-proof armour on what is left (yarn.armour-both)."""
    return armour_bullet_proof(
        difference=difference,
        weapon=weapon,
        gross=gross,
        attack=attack,
        armour=armour,
        ammunition=ammunition,
        options=options,
        dice=dice,
    )


@rule("yarn.ammo-armour-piercing")
def armour_piercing(
    *, difference: int | None = None, weapon: str = "", armour: Sequence[str] = (), gross: int | None = None
) -> Protected:
    """Armour only takes off its ratings, then what is left is halved (yarn.ammo-armour-piercing)."""
    return protect(hit(difference, weapon, gross, PIERCING), "bullet", worn(armour), PIERCING)


@dataclass(frozen=True)
class HollowPoint(MetByArmour):
    """A hit with hollow points, and what armour made of it."""

    factor: int
    hit: Protected


@rule("yarn.ammo-hollow-point")
def hollow_point(
    *,
    difference: int,
    weapon: str,
    armour: Sequence[str] = (),
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> HollowPoint:
    """2 more on the damage factor, and armour counts twice (yarn.ammo-hollow-point).

    A vest die of 1 still missed, unless the switch vest-one-with-hollow-point says otherwise.
    """
    factor = loaded(weapon, HOLLOW[0])
    done = hit(difference, weapon, None, HOLLOW[0])
    return HollowPoint(factor, protect(done, "bullet", worn(armour), HOLLOW[0], options, dice))


@dataclass(frozen=True)
class Shocked:
    """What armour is worth against a taser: all or nothing. For several differences `suffered` is one for each."""

    protection: int
    stopped: bool | tuple[bool, ...]
    suffered: int | tuple[int, ...]
    temporary: bool = True


TASER_FACTOR = 5


def shock(difference: int, protection: int) -> int:
    """What a taser does: all of it, or nothing where the protection is as much as the difference."""
    return 0 if protection >= difference else max(0, difference) * TASER_FACTOR


@rule("yarn.taser-armour")
def taser_armour(*, difference: int | Sequence[int], armour: Sequence[str], dice: Dice = system_dice) -> Shocked:
    """Armour that is worth the difference, or more, stops a taser; less stops nothing (yarn.taser-armour)."""
    layers = worn(armour)
    many = (difference,) if isinstance(difference, int) else tuple(difference)
    for one in many:
        whole("difference", one)
    faces = dice(layers.dice, SIDES) if layers.dice else ()
    protection = sum(faces) + layers.points + layers.bullet_proof
    done = tuple(shock(one, protection) for one in many)
    held = tuple(protection >= one for one in many)
    if isinstance(difference, int):
        return Shocked(protection, held[0], done[0])
    return Shocked(protection, held, done)


# Tables


@rule("yarn.armour-ratings")
def armour_ratings(*, armour: str) -> Armour:
    """A row of the ratings (yarn.armour-ratings). Refuses what is no armour."""
    return pick("armour", armour, ARMOURS)


@dataclass(frozen=True)
class Operation:
    operation: str
    then: str


@rule("yarn.armour-attack-summary")
def armour_attack_summary(*, attack: str, armour_kind: str) -> Operation:
    """What a kind of attack does to a kind of armour (yarn.armour-attack-summary)."""
    row = pick("attack", attack, SUMMARIES)
    regular = one_of("armour_kind", armour_kind, ("regular", "bullet-proof")) == "regular"
    return Operation(row.regular if regular else row.bullet_proof, row.then)


# What wearing it costs


@dataclass(frozen=True)
class Encumbered(MayHaveRoll):
    """Penalty dice from armour: one number, or one for each weapon or set; and a roll where one was made."""

    penalty_dice: int | tuple[int, ...]
    roll: Rolled | None = None
    hit: Protected | None = None

    attack_total = MayHaveRoll.total

    @property
    def stopped(self) -> int | None:
        return self.hit.stopped if self.hit else None

    @property
    def suffered(self) -> int | None:
        return self.hit.suffered if self.hit else None


def exempt(weapon: str) -> bool:
    """Whether armour does not hinder attacks with it: firearms, tasers among them."""
    return weapon_of(weapon).range_row in (*FIREARM_ROWS, "Taser")


@rule("yarn.armour-stacking")
def armour_stacking(
    *,
    worn: Sequence[Sequence[str]] = (),
    armour: Sequence[str] = (),
    difference: int | None = None,
    weapon: str = "",
    gross: int | None = None,
    ammunition: str = "standard",
    attack: Mapping[str, Any] | None = None,
    options: Options = DEFAULTS,
    dice: Dice | None = None,
) -> Encumbered:
    """Layers add up, and each beyond the first costs a penalty die (yarn.armour-stacking), besides heavy ones."""
    if worn:
        return Encumbered(tuple(_worn(layers).penalty for layers in worn))
    layers = _worn(armour)
    if attack is not None:
        hinders = 0 if weapon and exempt(weapon) else layers.penalty
        pool = pool_from({**attack, "penalty": attack.get("penalty", 0) + hinders}, "attack")
        return Encumbered(layers.penalty, throw(pool, options, dice or system_dice))
    if gross is None and difference is None:
        return Encumbered(layers.penalty)
    kind = kind_of_attack(weapon) if weapon and gross is None else "normal"
    done = hit(difference, weapon, gross, ammunition)
    return Encumbered(layers.penalty, None, protect(done, kind, layers, ammunition, options, dice or system_dice))


_worn = worn
