"""What a hit does: factors, the order of eleven steps, and the ways that differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.combat.armour import (
    MetByArmour,
    Protected,
    Worn,
    half_up,
    kind_of_attack,
    loaded,
    protect,
    shock,
    worn,
)
from apps.rules.yarn.combat.firing import tactical
from apps.rules.yarn.combat.lists import OUT, TACTICS, weapon_of
from apps.rules.yarn.combat.shooting import circumstances, distance_dice, in_range
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import SIDES, Faces

SHOTGUN = "12ga Shotgun"
NEEDED = 3
"""By how much a special effect exceeds the defence, unless the GM says otherwise."""


@dataclass(frozen=True)
class Gross:
    """Damage before armour, of each hit."""

    gross: tuple[int, ...]


@rule("yarn.damage")
def damage(*, cases: Sequence[Mapping[str, Any]]) -> Gross:
    """The difference times the weapon's factor (yarn.damage). Refuses a weapon that is not listed."""
    return Gross(
        tuple(max(0, whole("difference", one["difference"])) * weapon_of(one["weapon"]).factor for one in cases)
    )


@dataclass(frozen=True)
class FactorOf:
    """A line of the damage factors, and the damage where a difference was given."""

    factor: int
    range_row: str
    note: str
    gross: int | None


@rule("yarn.damage-factors")
def damage_factors(*, weapon: str, difference: int | None = None) -> FactorOf:
    """What a weapon multiplies the difference by (yarn.damage-factors). Refuses one that is not listed."""
    row = weapon_of(weapon)
    gross = None if difference is None else max(0, whole("difference", difference)) * row.factor
    return FactorOf(row.factor, row.range_row, row.note, gross)


@dataclass(frozen=True)
class Rounded:
    """Each quotient, half an armour roll, and a level of hit points; None where none was asked for."""

    rounded: tuple[int, ...]
    stopped: int | None
    level: int | None


@rule("yarn.damage-rounding")
def damage_rounding(
    *, divide: Sequence[Sequence[int]] = (), armour_roll: int | None = None, recovered: float | None = None
) -> Rounded:
    """Damage to the nearest, halves up; half an armour roll down; recovery up (yarn.damage-rounding)."""
    rounded = tuple(half_up(whole("divide", n, least=0), whole("divide", by, least=1)) for n, by in divide)
    stopped = None if armour_roll is None else whole("armour_roll", armour_roll, least=0) // 2
    return Rounded(rounded, stopped, None if recovered is None else ceil(recovered))


# The order


@dataclass(frozen=True)
class Done(MetByArmour):
    """The factor with tactic and ammunition, what armour made of the damage, and what it was at `raw`, before anything
    divided it; with dice thrown for damage their `faces`, and whether they were doubled (yarn.alternate-damage)."""

    factor: int
    hit: Protected
    raw: int = 0
    faces: Faces = ()
    doubled: bool = False


def factor_of(weapon: str, ammunition: str, tactic: str, metres: float | None, typed: int | None = None) -> int:
    """The damage factor with all that is added to it; one that the GM types stands in the place of the weapon's."""
    instead = 0 if typed is None else whole("factor", typed, least=1) - weapon_of(weapon).factor
    if tactic == "none":
        return instead + loaded(weapon, ammunition)
    return instead + tactical(pick("tactic", tactic, TACTICS), weapon, _far(metres), ammunition)[1]


def _far(metres: float | None) -> float:
    if metres is None:
        raise Refused("no-distance", "How far is it? The damage depends on the distance.", "metres")
    return metres


def divided(gross: int, weapon: str, metres: float | None, special_effect: bool, options: Options) -> int:
    """A shotgun's damage by its distance dice, then that of a special effect by two."""
    if weapon_of(weapon).title == SHOTGUN:
        gross = half_up(gross, in_range(weapon, _far(metres), options))
    return half_up(gross, 2) if special_effect else gross


@rule("yarn.damage-order")
def damage_order(
    *,
    difference: int,
    weapon: str,
    ammunition: str = "standard",
    armour: Sequence[str] = (),
    tactic: str = "none",
    metres: float | None = None,
    special_effect: bool = False,
    typed_factor: int | None = None,
    totals: tuple[int, int] | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Done:
    """Factor, shotgun, special effect, taser, regular and bullet-proof armour, armour-piercing (yarn.damage-order).

    With the `totals` of attack and defence, and the switch alternate-damage on, dice are thrown for the damage. Refuses
    ammunition in what is no firearm, and a shotgun or a tactic without a distance.
    """
    factor = factor_of(weapon, ammunition, tactic, metres, typed_factor)
    divided(0, weapon, metres, special_effect, options)
    held = worn(armour)
    if totals is not None and options.alternate_damage == "on":
        faces, doubled = damage_dice(factor, difference, totals, dice)
        raw = sum(faces) * (2 if doubled else 1)
    else:
        faces, doubled, raw = (), False, max(0, whole("difference", difference)) * factor
    hit = struck(raw, difference, weapon, ammunition, held, metres, special_effect, options, dice)
    return Done(factor, hit, raw, faces, doubled)


def damage_dice(factor: int, difference: int, totals: tuple[int, int], dice: Dice) -> tuple[Faces, bool]:
    """The dice of a hit, and whether they count twice: the attack was at least twice the defence. None for a miss; a
    botched defence is hit though its total may be the higher one."""
    attack, defence = (whole("totals", total, least=0) for total in totals)
    hits = difference > 0
    return (dice(factor, SIDES) if hits else (), hits and attack >= 2 * defence)


def struck(
    raw: int,
    difference: int,
    weapon: str,
    ammunition: str,
    layers: Worn,
    metres: float | None,
    special_effect: bool,
    options: Options,
    dice: Dice,
) -> Protected:
    """Damage through its divisions and armour; a taser's is all or nothing."""
    gross, kind = divided(raw, weapon, metres, special_effect, options), kind_of_attack(weapon)
    if kind != "taser":
        return protect(gross, kind, layers, ammunition, options, dice)
    faces = dice(layers.dice, SIDES) if gross and layers.dice else ()
    protection = sum(faces) + layers.points + layers.bullet_proof
    return Protected(gross, protection, 1, gross if shock(difference, protection) else 0, faces)


@dataclass(frozen=True)
class Shotgunned:
    """The divisor, the dice of the defence, and the damage; for several distances one of each."""

    distance_dice: int | tuple[int | str, ...]
    defence_dice: int | tuple[int | str, ...]
    gross: int | tuple[int | str, ...]
    suffered: int | None


@rule("yarn.shotgun")
def shotgun(
    *,
    difference: int,
    metres: float | Sequence[float],
    cover: int = 0,
    target_moving: bool = False,
    armour: Sequence[str] = (),
    ammunition: str = "standard",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Shotgunned:
    """Ten times the difference, divided by the dice for distance alone (yarn.shotgun).

    Refuses a single distance that is out of range.
    """
    raw = max(0, whole("difference", difference)) * loaded(SHOTGUN, ammunition)
    others = circumstances(cover, target_moving, False, 0)
    if isinstance(metres, int | float):
        far = in_range(SHOTGUN, metres, options)
        gross = half_up(raw, far)
        done = protect(gross, "bullet", worn(armour), ammunition, options, dice)
        return Shotgunned(far, far + others, gross, done.suffered)
    found = [distance_dice(SHOTGUN, one, options) for one in metres]
    return Shotgunned(
        tuple(n or OUT for n in found),
        tuple(n + others if n else OUT for n in found),
        tuple(half_up(raw, n) if n else OUT for n in found),
        None,
    )


@dataclass(frozen=True)
class Effect:
    """Half the damage, and whether the effect came about."""

    gross: int
    suffered: int
    effect: bool


@rule("yarn.special-effect")
def special_effect(
    *,
    difference: int,
    weapon: str,
    needed: int = NEEDED,
    armour: Sequence[str] = (),
    metres: float | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Effect:
    """An attack at more than harm does half damage (yarn.special-effect); the effect takes `needed` or more."""
    done = damage_order(
        difference=difference,
        weapon=weapon,
        armour=armour,
        metres=metres,
        special_effect=True,
        options=options,
        dice=dice,
    )
    return Effect(done.gross, done.suffered, difference >= whole("needed", needed, least=1))


@dataclass(frozen=True)
class Alternate(MetByArmour):
    """Dice thrown for damage, and what armour made of them."""

    faces: Faces
    damage_dice: int
    doubled: bool
    hit: Protected


@rule("yarn.alternate-damage")
def alternate_damage(
    *,
    weapon: str,
    attack_total: int,
    defence_total: int,
    ammunition: str = "standard",
    metres: float | None = None,
    armour: Sequence[str] = (),
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Alternate:
    """A die for each number of the factor in place of the difference; doubled if the attack is twice the defence
    (yarn.alternate-damage). Refuses it without the switch of that name; a miss throws nothing.
    """
    if options.alternate_damage != "on":
        raise Refused("no-alternate-damage", "This table multiplies the difference: no dice are thrown for damage.")
    done = damage_order(
        difference=whole("attack_total", attack_total, least=0) - whole("defence_total", defence_total, least=0),
        weapon=weapon,
        ammunition=ammunition,
        armour=armour,
        metres=metres,
        totals=(attack_total, defence_total),
        options=options,
        dice=dice,
    )
    return Alternate(done.faces, len(done.faces), done.doubled, done.hit)


@dataclass(frozen=True)
class Blast:
    """One throw for all, and what each suffers."""

    gross: int
    faces: Faces
    suffered: Mapping[str, int]


@rule("yarn.damage-without-attack")
def damage_without_attack(
    *, dice_count: int, caught: Sequence[Mapping[str, Any]], options: Options = DEFAULTS, dice: Dice = system_dice
) -> Blast:
    """Dice of the GM's are the damage to everybody caught, armour as against a normal attack
    (yarn.damage-without-attack). Refuses no dice.
    """
    layers = {one["who"]: worn(one.get("armour", ())) for one in caught}
    faces = dice(whole("dice_count", dice_count, least=1), SIDES)
    gross = sum(faces)
    suffered = {
        who: protect(gross, "normal", held, options=options, dice=dice).suffered for who, held in layers.items()
    }
    return Blast(gross, faces, suffered)


def share(text: str) -> Fraction:
    """A share of lost points, from 0 to 1. Refuses any other text."""
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        raise Refused("no-share", f"“{text}” is no share: it is a fraction from 0 to 1, as 2/3.", "share")
    return found
