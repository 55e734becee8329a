"""Sheets, Life Points and healing."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import Check, base_check, score_check
from apps.rules.dragonfly.lists import (
    ATTRIBUTES,
    CAST_LABELS,
    CAST_QUALITIES,
    CAST_TRACKS,
    ROLES,
    SCORES,
    SKILLS,
    SUPPORTING_TRACKS,
    SheetRow,
    pick,
)
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule


@rule("dragonfly.cast-sheet")
def cast_sheet() -> tuple[SheetRow, ...]:
    """All that a full sheet holds (dragonfly.cast-sheet); a table may add skills and qualities of its own."""
    return ATTRIBUTES + SKILLS + CAST_QUALITIES + CAST_TRACKS + CAST_LABELS


@rule("dragonfly.supporting-cast-sheet")
def supporting_cast_sheet() -> tuple[SheetRow, ...]:
    """All that a score sheet holds (dragonfly.supporting-cast-sheet)."""
    return SCORES + SUPPORTING_TRACKS


def starting_drama_points(*, role: str, options: Options = DEFAULTS) -> int:
    """What a new sheet starts with: a Cast Member by the switch starting-drama-points, others 0."""
    return options.starting_drama_points if pick("role", role, ROLES).id == "cast-member" else 0


@dataclass(frozen=True)
class Quality:
    """What a quality adds to three kinds of roll."""

    id: str
    title: str
    fear_test: int
    initiative: int
    maneuver_for_position: int


@rule("dragonfly.qualities")
def qualities(*, options: Options = DEFAULTS) -> tuple[Quality, ...]:
    """The three qualities (dragonfly.qualities); the switch quality-bonuses sets what the book leaves open."""
    fast, steel = options.quality_bonuses.fast_reaction_time, options.quality_bonuses.nerves_of_steel
    return (
        Quality("nerves-of-steel", "Nerves of Steel", steel, 0, 0),
        Quality("fast-reaction-time", "Fast Reaction Time", fast, fast, 1),
        Quality("situational-awareness", "Situational Awareness", 0, 0, 2),
    )


def _damage(ordinary_damage: int, fire_damage: int) -> None:
    whole("ordinary_damage", ordinary_damage, least=0)
    whole("fire_damage", fire_damage, least=0)


@dataclass(frozen=True)
class LifePoints:
    """Current Life Points; far below zero is possible."""

    life_points: int
    parts: tuple[Part, ...]


@rule("dragonfly.life-points")
def life_points(*, max_life_points: int, ordinary_damage: int, fire_damage: int = 0) -> LifePoints:
    """Maximum less both kinds of damage (dragonfly.life-points). Refuses numbers under 0."""
    whole("max_life_points", max_life_points, least=0)
    _damage(ordinary_damage, fire_damage)
    damage = Part("ordinary-damage", -ordinary_damage, "rule"), Part("fire-damage", -fire_damage, "rule")
    parts = (Part("max-life-points", max_life_points, "rule"), *(part for part in damage if part.value))
    return LifePoints(max_life_points - ordinary_damage - fire_damage, parts)


@dataclass(frozen=True)
class Treatment:
    """A use of the Doctor skill. `success` says whether it was the patient's treatment; `healed` are Life Points."""

    total: int
    success: bool
    success_levels: int
    healed: int
    description: str | None
    face: int | None
    parts: tuple[Part, ...]


@rule("dragonfly.doctor-healing")
def doctor_healing(
    *,
    intelligence: int,
    doctor: int,
    modifier: int = 0,
    damage: int,
    treated_this_scene: bool = False,
    treated_today: bool = False,
    director_allows: bool = False,
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Treatment:
    """d10 + Intelligence + Doctor + modifier; a Life Point back for each Success Level (dragonfly.doctor-healing).

    `damage` is all that the patient has to heal. Refuses a second successful treatment as `may_treat` does.
    """
    whole("intelligence", intelligence, least=0)
    whole("doctor", doctor, least=0)
    whole("damage", damage, least=0)
    may_treat(
        treated_this_scene=treated_this_scene,
        treated_today=treated_today,
        director_allows=director_allows,
        options=options,
    )
    return treatment(base_check(attribute=intelligence, skill=doctor, modifier=modifier, dice=dice), damage=damage)


def may_treat(
    *,
    treated_this_scene: bool = False,
    treated_today: bool = False,
    director_allows: bool = False,
    options: Options = DEFAULTS,
) -> None:
    """Refuses a treatment too many: the patient was treated with success in this scene (a fight is one) or today.

    Which of them counts is the switch doctor-treatments; the Director may allow more.
    """
    if director_allows:
        return
    if options.doctor_treatments == "once per scene" and treated_this_scene:
        raise Refused("treated-this-scene", "This patient was already treated in this scene: 1 treatment is the limit.")
    if options.doctor_treatments == "once per day" and treated_today:
        raise Refused("treated-today", "This patient was already treated today: 1 treatment a day is the limit.")


def doctor_score(
    *,
    brains: int,
    modifier: int = 0,
    damage: int,
    treated_this_scene: bool = False,
    treated_today: bool = False,
    director_allows: bool = False,
    options: Options = DEFAULTS,
) -> Treatment:
    """A Supporting Cast doctor: the Brains Score is the total, no die (dragonfly.doctor-healing)."""
    whole("damage", damage, least=0)
    may_treat(
        treated_this_scene=treated_this_scene,
        treated_today=treated_today,
        director_allows=director_allows,
        options=options,
    )
    return treatment(score_check(score=brains, score_modifier=modifier), damage=damage)


def treatment(check: Check, *, damage: int) -> Treatment:
    """What a finished Doctor check heals."""
    healed = min(check.success_levels, whole("damage", damage, least=0))
    return Treatment(
        check.total, check.success, check.success_levels, healed, check.description, check.face, check.parts
    )


@dataclass(frozen=True)
class DamageLeft:
    """The damage that stays. `begun` are the points of a stay under care that were too few to heal fire damage."""

    ordinary_left: int
    fire_left: int
    begun: Fraction = Fraction(0)


def heal(*, points: int, ordinary_damage: int, fire_damage: int = 0) -> DamageLeft:
    """Takes healed points off ordinary damage first, then off fire damage (dragonfly.doctor-healing)."""
    whole("points", points, least=0)
    _damage(ordinary_damage, fire_damage)
    from_ordinary = min(points, ordinary_damage)
    return DamageLeft(ordinary_damage - from_ordinary, max(0, fire_damage - (points - from_ordinary)))


@rule("dragonfly.natural-healing")
def natural_healing(
    *,
    constitution: int,
    days: int,
    ordinary_damage: int,
    fire_damage: int,
    cared_for: bool = True,
    daily_rate: int | None = None,
    begun: Fraction = Fraction(0),
    options: Options = DEFAULTS,
) -> DamageLeft:
    """What is left after whole days of rest (dragonfly.natural-healing).

    A day gives back Constitution, or the sheet's own `daily_rate`, of ordinary damage and half of it of fire damage,
    rounded down over the whole stay: `begun` is what the days before have left over. Switches: healing-without-care,
    healing-is-shared.
    """
    whole("constitution", constitution, least=0)
    whole("days", days, least=0)
    _damage(ordinary_damage, fire_damage)
    rate = constitution if daily_rate is None else whole("daily_rate", daily_rate, least=0)
    points = rate * days * _care(cared_for, options) + begun
    counted = 0 if options.healing_is_shared else floor(begun)
    ordinary = min(ordinary_damage, floor(points) - counted)
    for_fire = points - ordinary if options.healing_is_shared else points
    fire_left = max(0, fire_damage - floor(for_fire / 2))
    return DamageLeft(ordinary_damage - ordinary, fire_left, for_fire % (2 if fire_left else 1))


def _care(cared_for: bool, options: Options) -> Fraction:
    shares = {"none": Fraction(0), "half": Fraction(1, 2), "full": Fraction(1)}
    return Fraction(1) if cared_for else shares[options.healing_without_care]
