"""Exact odds of what harms, frightens and holds, for forms: worked out from the rules themselves, not a copy of them.

An attack is given as `attack_bonus`, everything added to the d10, or as a finished `attack_total` (a score, a kept
die); a defense as `defense_bonus` or `defense_total`, neither where nobody defends.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from apps.rules.dragonfly.checks import SIDES, TARGET, success_levels
from apps.rules.dragonfly.combat.attacks import attack_outcome
from apps.rules.dragonfly.combat.damage import resisting_parts, resisting_values
from apps.rules.dragonfly.combat.fear import NONE, fear_values, panic_table
from apps.rules.dragonfly.combat.holds import break_free_parts, break_free_values, freed
from apps.rules.dragonfly.combat.injury import (
    DOWN,
    DYING,
    consciousness_penalty,
    enduring_values,
    survival_penalty,
)
from apps.rules.dragonfly.combat.odds import known_side, side
from apps.rules.dragonfly.combat.ranged import LEAST_BURST, Target, aiming_values, burst, refuse_numbers, volley
from apps.rules.dragonfly.drama import FEAT
from apps.rules.dragonfly.lists import PANICS
from apps.rules.dragonfly.odds import spread_of
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import whole
from apps.rules.odds import Distribution, remembered
from apps.rules.parts import Part, total_of

# What a throw may come to


def _spread(bonus: int, face: int | None = None) -> Distribution[int]:
    return spread_of(face).shift(bonus)


def _certain(total: int) -> Distribution[int]:
    return Distribution(((total, 1),))


def _values_spread(values: tuple[Part, ...], bonus: int, face: int | None = None) -> Distribution[int]:
    """How these values fall: a score is a finished total."""
    total = total_of(values) + bonus
    return _certain(total) if any(part.kind == "score" for part in values) else _spread(total, face)


Blow = tuple[int, int | None]
"""An attack's total and the defense's, None where nobody defends."""


def _blows(
    attack_bonus: int | None, attack_total: int | None, defense_bonus: int | None, defense_total: int | None
) -> Distribution[Blow]:
    attacks = known_side("attack", attack_bonus, attack_total)
    return attacks.with_(side("defense", defense_bonus, defense_total), lambda mine, theirs: (mine, theirs))


def _landed(attack_total: int, defense_total: int | None, counts: bool) -> bool:
    return attack_outcome(attack_total=attack_total, defense_total=defense_total, counts=counts).hit


def _levels(total: int) -> int:
    return success_levels(total=total).success_levels


# Tests


@dataclass(frozen=True)
class PassOdds:
    """Whether a test is `required`, the chance of passing it, and the least face that does.

    The face is None where no face passes, or no die is to come: then it is a score, or a `face` that has fallen.
    """

    required: bool
    chance: Fraction
    least_face: int | None


def _test(totals: Distribution[int], required: bool = True) -> PassOdds:
    if not required:
        return PassOdds(False, Fraction(1), None)
    return PassOdds(True, totals.chance(lambda total: total >= TARGET), _least_face(totals))


def _least_face(totals: Distribution[int]) -> int | None:
    if len(totals.pairs) < SIDES:
        return None
    passing = (face for face, total in enumerate(totals.outcomes, start=1) if total >= TARGET)
    return next(passing, None)


def _feat(heroic_feat: bool) -> int:
    return FEAT.value * heroic_feat


@remembered(most=4096)
def consciousness_odds(
    *,
    constitution: int,
    willpower: int,
    life_points: int,
    modifier: int = 0,
    heroic_feat: bool = False,
    face: int | None = None,
) -> PassOdds:
    """The odds of staying conscious (dragonfly.consciousness-test)."""
    values = enduring_values(constitution=constitution, willpower=willpower)
    penalty = consciousness_penalty(life_points=life_points)
    bonus = penalty + whole("modifier", modifier) + _feat(heroic_feat)
    return _test(_values_spread(values, bonus, face), life_points <= DOWN)


@remembered(most=4096)
def survival_odds(
    *,
    constitution: int,
    willpower: int,
    life_points: int,
    test_number: int = 1,
    modifier: int = 0,
    heroic_feat: bool = False,
    face: int | None = None,
) -> PassOdds:
    """The odds of living on (dragonfly.survival-test)."""
    values = enduring_values(constitution=constitution, willpower=willpower)
    penalty = survival_penalty(life_points=life_points, test_number=test_number)
    bonus = penalty + whole("modifier", modifier) + _feat(heroic_feat)
    return _test(_values_spread(values, bonus, face), life_points <= DYING)


@remembered(most=4096)
def knockout_test_odds(
    *,
    success_levels: int,
    constitution: int | None = None,
    muscle_score: int | None = None,
    modifier: int = 0,
    heroic_feat: bool = False,
    face: int | None = None,
) -> PassOdds:
    """The odds of staying up after a Knockout that landed with so many Success Levels (dragonfly.knockout)."""
    bonus = whole("modifier", modifier) + _feat(heroic_feat)
    return _test(_resisting(success_levels, constitution, muscle_score, taser=False, bonus=bonus, face=face))


@remembered(most=4096)
def taser_test_odds(
    *,
    success_levels: int,
    constitution: int | None = None,
    muscle_score: int | None = None,
    modifier: int = 0,
    heroic_feat: bool = False,
    face: int | None = None,
) -> PassOdds:
    """The odds of staying up after a taser's hit with so many Success Levels (dragonfly.taser)."""
    bonus = whole("modifier", modifier) + _feat(heroic_feat)
    return _test(_resisting(success_levels, constitution, muscle_score, taser=True, bonus=bonus, face=face))


def _resisting(
    levels: int,
    constitution: int | None,
    muscle_score: int | None,
    *,
    taser: bool,
    bonus: int = 0,
    face: int | None = None,
) -> Distribution[int]:
    values = resisting_values(constitution=constitution, muscle_score=muscle_score)
    return _values_spread(values, total_of(resisting_parts(success_levels=levels, taser=taser)) + bonus, face)


# Fear


@dataclass(frozen=True)
class PanicChance:
    """The chance of one row of the Panic Table."""

    panic: str
    title: str
    chance: Fraction


@dataclass(frozen=True)
class FearOdds:
    """The chance of no panic, the least face for it (None: not even 10, or it has fallen), and that of every row."""

    success: Fraction
    least_face: int | None
    panics: tuple[PanicChance, ...]


@remembered(most=4096)
def fear_odds(
    *,
    willpower: int,
    quality_bonus: int = 0,
    modifier: int = 0,
    heroic_feat: bool = False,
    face: int | None = None,
) -> FearOdds:
    """The odds of a Fear Test (dragonfly.fear-test)."""
    values = fear_values(willpower=willpower, quality_bonus=quality_bonus)
    totals = _values_spread(values, whole("modifier", modifier) + _feat(heroic_feat), face)
    ends = totals.map(lambda total: NONE if total >= TARGET else panic_table(total=total).panic)
    panics = tuple(PanicChance(row.id, row.title, Fraction(ends.weight(row.id), ends.total)) for row in PANICS)
    return FearOdds(Fraction(ends.weight(NONE), ends.total), _least_face(totals), panics)


# Going down


@dataclass(frozen=True)
class TaserOdds:
    """The chances that the shot lands and that the victim goes down."""

    hit: Fraction
    knocked_out: Fraction


@remembered(most=4096)
def taser_odds(
    *,
    attack_bonus: int | None = None,
    attack_total: int | None = None,
    defense_bonus: int | None = None,
    defense_total: int | None = None,
    constitution: int | None = None,
    muscle_score: int | None = None,
    counts: bool = True,
) -> TaserOdds:
    """The odds of a shot with a taser (dragonfly.taser), which does no damage."""
    resisting_values(constitution=constitution, muscle_score=muscle_score)

    def levels_of(blow: Blow) -> int:
        return _levels(blow[0]) if _landed(*blow, counts) else 0

    def down(levels: int) -> Fraction:
        if not levels:
            return Fraction(0)
        return _resisting(levels, constitution, muscle_score, taser=True).chance(lambda total: total < TARGET)

    landed = _blows(attack_bonus, attack_total, defense_bonus, defense_total).map(levels_of)
    falls = sum((Fraction(weight, landed.total) * down(levels) for levels, weight in landed), Fraction(0))
    return TaserOdds(landed.chance(bool), falls)


# Holds


@dataclass(frozen=True)
class BreakFreeOdds:
    """The chance to be free, None where nothing is known of the holder, and the chance to reach 9."""

    free: Fraction | None
    success: Fraction


@remembered(most=4096)
def break_free_odds(
    *,
    strength: int | None = None,
    muscle_score: int | None = None,
    hold_penalty: int = 0,
    modifier: int = 0,
    holder_bonus: int | None = None,
    holder_total: int | None = None,
    options: Options = DEFAULTS,
) -> BreakFreeOdds:
    """The odds of breaking free of one holder (dragonfly.break-free), whose +2 is in the bonus or the total."""
    values = break_free_values(strength=strength, muscle_score=muscle_score)
    penalty = total_of(break_free_parts(hold_penalty=hold_penalty, options=options))
    victim = _values_spread(values, penalty + whole("modifier", modifier))
    success = victim.chance(lambda total: total >= TARGET)
    if holder_bonus is None and holder_total is None:
        return BreakFreeOdds(None, success)
    ends = victim.with_(
        known_side("attack", holder_bonus, holder_total),
        lambda mine, theirs: bool(freed(victim_total=mine, holder_totals={"holder": theirs})),
    )
    return BreakFreeOdds(ends.chance(bool), success)


# Shots and their damage


@remembered(most=4096)
def aim_odds(
    *, perception: int = 0, skill: int = 0, brains_score: int | None = None, modifier: int = 0
) -> Distribution[int]:
    """What an aim adds to its shot (dragonfly.aiming)."""
    values = aiming_values(perception=perception, skill=skill, brains_score=brains_score)
    return _values_spread(values, whole("modifier", modifier)).map(_levels)


@dataclass(frozen=True)
class HarmOdds:
    """The chance that an attack lands, how many of its shots or bullets do, and the damage in all."""

    hit: Fraction
    hits: Distribution[int]
    damage: Distribution[int]


@remembered(most=4096)
def fire_odds(
    *,
    attack_bonus: int | None = None,
    attack_total: int | None = None,
    defense_bonus: int | None = None,
    defense_total: int | None = None,
    shots: int,
    is_burst: bool = False,
    base_damage: int,
    armor: int = 0,
    multiplier: int = 1,
    heroic_feat: bool = False,
    listed: bool = False,
    counts: bool = True,
    options: Options = DEFAULTS,
) -> HarmOdds:
    """The odds of several shots at one target with one roll (dragonfly.multiple-shots), or of as many bullets of a
    burst (dragonfly.burst-fire)."""
    whole("shots", shots, least=LEAST_BURST if is_burst else 1)
    refuse_numbers((Target(armor=armor, multiplier=multiplier),), base_damage)
    fire = _burst if is_burst else _volley

    def ends(blow: Blow) -> tuple[int, int]:
        return fire(
            attack_total=blow[0],
            aims=(Target("", blow[1], armor, multiplier),) * shots,
            base_damage=base_damage,
            heroic_feat=heroic_feat,
            listed=listed,
            counts=counts,
            options=options,
        )

    both = _blows(attack_bonus, attack_total, defense_bonus, defense_total).map(ends)
    hits, damage = both.map(lambda end: end[0]), both.map(lambda end: end[1])
    return HarmOdds(hits.chance(bool), hits, damage)


def _volley(**fired: Any) -> tuple[int, int]:
    done = volley(**fired)
    return done.hits, done.damage


def _burst(**fired: Any) -> tuple[int, int]:
    done = burst(**fired)
    return done.bullets_hit, done.damage
