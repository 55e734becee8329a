"""Shots: range, aim, and how several of them share one roll."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import Check, success_levels
from apps.rules.dragonfly.combat.attacks import (
    AttackOutcome,
    Result,
    attack_outcome,
    attack_parts,
    counts,
    multiple_attacks,
)
from apps.rules.dragonfly.combat.damage import attack_harm, attack_values, refuse_attack
from apps.rules.dragonfly.combat.turns import fighting_values, modifier_part, thrown
from apps.rules.dragonfly.harm import Harm
from apps.rules.dragonfly.lists import OUT_OF_RANGE, RANGE_BANDS, WEAPON_KINDS, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

LEAST_BURST = 3

SHOT_SKILLS = {
    "thrown": "getting-medieval",
    "bow": "getting-medieval",
    "crossbow": "getting-medieval",
    "pistol": "gun-fu",
    "rifle": "gun-fu",
    "automatic": "gun-fu",
}
VOLLEYS = ("pistol", "rifle", "automatic", "other")
"""The weapons that Multiple Shots are for."""


def shot_skill(weapon: str, /) -> str | None:
    """The skill that shoots and aims a weapon, an id of WEAPON_KINDS; None where its maneuver has to say it."""
    return SHOT_SKILLS.get(pick("weapon", weapon, WEAPON_KINDS).id)


# Range


@dataclass(frozen=True)
class Range:
    """The band a shot falls in, what it costs, and whether it is possible; `parts` is its line, if there is one."""

    band: str
    modifier: int
    possible: bool
    parts: tuple[Part, ...]


def _range(band: str, modifier: int, *, possible: bool = True) -> Range:
    return Range(band, modifier, possible, (Part(f"range-{band}", modifier, "rule"),) if modifier else ())


@rule("dragonfly.range-bands")
def range_bands(*, weapon: str, yards: int, beyond_modifier: int | None = None, options: Options = DEFAULTS) -> Range:
    """The band of a shot with the bands of a pistol or a rifle (dragonfly.range-bands).

    Beyond the last one a shot is possible only with the switch shots-beyond-long and the Director's `beyond_modifier`.
    """
    one_of("weapon", weapon, ("pistol", "rifle"))
    whole("yards", yards, least=0)
    for row in RANGE_BANDS:
        if row.weapon == weapon and yards <= row.yards_to:
            return _range(row.id, row.modifier)
    if not options.shots_beyond_long or beyond_modifier is None:
        return _range(OUT_OF_RANGE, 0, possible=False)
    return _range(OUT_OF_RANGE, whole("beyond_modifier", beyond_modifier))


def named_band(band: str, /) -> Range:
    """The band that the Director names for a weapon without bands of its own: short, medium or long."""
    row = pick("band", band, RANGE_BANDS)
    return _range(row.id, row.modifier)


def why_out_of_range(
    *, weapon: str, yards: int, beyond_modifier: int | None = None, options: Options = DEFAULTS
) -> Refused | None:
    """Why a shot does not reach its target, or None if it does (dragonfly.range-bands)."""
    found = range_bands(weapon=weapon, yards=yards, beyond_modifier=beyond_modifier, options=options)
    if found.possible:
        return None
    most = max(row.yards_to for row in RANGE_BANDS if row.weapon == weapon)
    leave = " The Director can allow it with a modifier." if options.shots_beyond_long else ""
    return Refused("out-of-range", f"{yards} yards are too far: a {weapon} reaches {most} yards.{leave}", "yards")


# Aim


@dataclass(frozen=True)
class Aim:
    """An aiming roll and what it adds to the shot."""

    aim_total: int
    aim_bonus: int
    check: Check


@rule("dragonfly.aiming")
def aiming(
    *,
    perception: int = 0,
    skill: int = 0,
    brains_score: int | None = None,
    modifier: int = 0,
    skill_id: str = "skill",
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
) -> Aim:
    """d10 + Perception + skill, or the Brains Score: +1 to the shot for each Success Level (dragonfly.aiming)."""
    values = aiming_values(perception=perception, skill=skill, brains_score=brains_score, skill_id=skill_id)
    return aimed(thrown(values=values, lines=(*lines, *modifier_part(modifier)), dice=dice))


def aiming_values(
    *, perception: int = 0, skill: int = 0, brains_score: int | None = None, skill_id: str = "skill"
) -> tuple[Part, ...]:
    """Perception and a skill, or a Brains Score in their place. Refuses numbers under 0."""
    if brains_score is not None:
        return (Part("brains", whole("brains_score", brains_score, least=0), "score"),)
    whole("perception", perception, least=0)
    whole(skill_id.replace("-", "_"), skill, least=0)
    parts = Part("perception", perception, "attribute"), Part(skill_id, skill, "skill")
    return tuple(part for part in parts if part.value)


def aimed(check: Check, /) -> Aim:
    """What a finished aiming roll adds to the shot."""
    return Aim(check.total, check.success_levels, check)


def aim_part(aim_bonus: int, /) -> tuple[Part, ...]:
    """The line of an aim; none for an aim that failed."""
    return (Part("aim", aim_bonus, "rule"),) if whole("aim_bonus", aim_bonus, least=0) else ()


# One shot


@dataclass(frozen=True)
class RangedAttack:
    """A shot, and whether it lands."""

    attack_total: int
    hit: bool
    success_levels: int
    check: Check


@rule("dragonfly.ranged-attack")
def ranged_attack(
    *,
    dexterity: int = 0,
    skill: int = 0,
    combat_score: int | None = None,
    range_modifier: int = 0,
    aim_bonus: int = 0,
    modifier: int = 0,
    defense_total: int | None = None,
    stance: str = "normal",
    skill_id: str = "skill",
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> RangedAttack:
    """d10 + Dexterity + skill, or a Combat Score, with range and aim, against a defense (dragonfly.ranged-attack).

    A Combat Score of 8 or lower may not land: dragonfly.feeble-attacker. Refuses values under 0.
    """
    values = fighting_values(dexterity=dexterity, skill=skill, combat_score=combat_score, skill_id=skill_id)
    away = (Part("range", range_modifier, "rule"),) if whole("range_modifier", range_modifier) else ()
    others = (*away, *aim_part(aim_bonus), *lines)
    parts = attack_parts(stance=stance, ranged=True, others=others, modifier=modifier, options=options)
    refuse_attack(stance=stance, defense_total=defense_total)
    check = thrown(values=values, lines=parts, dice=dice)
    can = counts(combat_score=combat_score, stance=stance, options=options)
    outcome = attack_outcome(attack_total=check.total, defense_total=defense_total, counts=can)
    return RangedAttack(check.total, outcome.hit, outcome.success_levels, check)


# Several shots with one roll


@dataclass(frozen=True)
class Target:
    """Whom a shot or a bullet goes at, with the finished defense, None for no defense. `id` tells targets apart;
    `modifier` is what this target's range changes of the attack total."""

    id: str = ""
    defense_total: int | None = None
    armor: int = 0
    multiplier: int = 1
    modifier: int = 0


@dataclass(frozen=True)
class ShotAt:
    """One shot of a volley; without levels and `harm` where it misses."""

    target: str
    hit: bool
    success_levels: int
    harm: Harm | None


@dataclass(frozen=True)
class Volley:
    """Several shots of one roll. `levels` and `damages` have a number for each shot, 0 where it misses."""

    attack_total: int
    levels: tuple[int, ...]
    hits: int
    damages: tuple[int, ...]
    damage: int
    shots: tuple[ShotAt, ...]


def why_no_volley(
    *, weapon: str, shots: int, ammunition: int | None = None, targets: int = 1, options: Options = DEFAULTS
) -> Refused | None:
    """Why so many shots cannot be fired with one roll, or None if they can (dragonfly.multiple-shots).

    `ammunition` is what is loaded, None where nobody counts; `targets` how many the shots go at.
    """
    row = pick("weapon", weapon, WEAPON_KINDS)
    whole("shots", shots, least=1)
    if shots > 1 and row.id not in VOLLEYS:
        why = f"{row.title}: {shots} shots with 1 roll are for guns. Each shot here is an attack of its own."
        return Refused("one-by-one", why, "shots")
    return _why_not_loaded("shots", shots, ammunition) or _why_not_spread(targets, options)


def _why_not_loaded(field: str, fired: int, ammunition: int | None) -> Refused | None:
    if ammunition is None or fired <= whole("ammunition", ammunition, least=0):
        return None
    return Refused("not-loaded", f"{fired} {field} are more than the {ammunition} that are loaded.", field)


def _why_not_spread(targets: int, options: Options) -> Refused | None:
    if whole("targets", targets, least=1) == 1 or options.spread_volley:
        return None
    why = f"The shots of 1 roll go at 1 target at this table, and {targets} were named."
    return Refused("one-target", why, "targets")


def _refuse_aims(aims: Sequence[Target], options: Options) -> None:
    no = _why_not_spread(len({target.id for target in aims}), options)
    if no:
        raise no


@rule("dragonfly.multiple-shots")
def multiple_shots(
    *,
    attack_bonus: int | None = None,
    combat_score: int | None = None,
    shots: int,
    defense_total: int | None = None,
    base_damage: int,
    armor: int = 0,
    multiplier: int = 1,
    heroic_feat: bool = False,
    stance: str = "normal",
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Volley:
    """One roll for several shots, each worth a Success Level less than the one before (dragonfly.multiple-shots).

    With a Combat Score, `base_damage` is the listed one. `heroic_feat` is one for damage: see `volley`.
    """
    values = attack_values(attack_bonus=attack_bonus, combat_score=combat_score)
    aims = (Target("", defense_total, armor, multiplier),) * whole("shots", shots, least=1)
    refuse_attack(stance=stance, defense_total=defense_total)
    refuse_numbers(aims, base_damage)
    check = thrown(values=values, lines=attack_parts(stance=stance, ranged=True), dice=dice)
    return volley(
        attack_total=check.total,
        aims=aims,
        base_damage=base_damage,
        heroic_feat=heroic_feat,
        listed=combat_score is not None,
        counts=counts(combat_score=combat_score, stance=stance, options=options),
        options=options,
    )


def refuse_numbers(aims: Sequence[Target], base_damage: int) -> None:
    """Refuses before the die what the damage would refuse after it."""
    for target in aims:
        attack_harm(base_damage=base_damage, success_levels=0, armor=target.armor, multiplier=target.multiplier)


def volley(
    *,
    attack_total: int,
    aims: Sequence[Target],
    base_damage: int,
    heroic_feat: bool = False,
    listed: bool = False,
    counts: bool = True,
    options: Options = DEFAULTS,
) -> Volley:
    """The shots of a finished roll, with the target of each in order (dragonfly.multiple-shots).

    A target's one defense stops every shot at it. With the switch volley-versus-defense-levels the shots after the
    first must exceed the defense's Success Levels too. A feat for damage goes on the first hit, with the switch
    heroic-burst-per-bullet on each. A `listed` damage falls by 1 with each shot. Refuses several targets unless the
    switch spread-volley is on.
    """
    _refuse_aims(aims, options)
    shots: list[ShotAt] = []
    for n, target in enumerate(aims):
        levels = _levels_of_shot(n, attack_total, target, counts, options)
        feat = heroic_feat and (options.heroic_burst_per_bullet or not any(shot.hit for shot in shots))
        base = max(0, base_damage - n) if listed else base_damage
        shots.append(_shot(target, levels, base, feat, listed, options))
    damages = tuple(shot.harm.damage if shot.harm else 0 for shot in shots)
    worth = tuple(shot.success_levels for shot in shots)
    return Volley(attack_total, worth, sum(shot.hit for shot in shots), damages, sum(damages), tuple(shots))


def _levels_of_shot(n: int, attack_total: int, target: Target, counts: bool, options: Options) -> int:
    """The Success Levels of shot `n`, counted from 0; 0 if it misses."""
    levels = _outcome(attack_total, target, counts).success_levels - n
    if n and options.volley_versus_defense_levels and target.defense_total is not None:
        needed = success_levels(total=target.defense_total).success_levels
        levels = levels if levels > needed else 0
    return max(0, levels)


def _outcome(attack_total: int, target: Target, counts: bool) -> AttackOutcome:
    total = attack_total + target.modifier
    return attack_outcome(attack_total=total, defense_total=target.defense_total, counts=counts)


def _shot(target: Target, levels: int, base_damage: int, feat: bool, listed: bool, options: Options) -> ShotAt:
    if not levels:
        return ShotAt(target.id, False, 0, None)
    done = attack_harm(
        base_damage=base_damage,
        success_levels=levels,
        listed=listed,
        heroic_feat=feat,
        armor=target.armor,
        multiplier=target.multiplier,
        options=options,
    )
    return ShotAt(target.id, True, levels, done)


# Bursts


@dataclass(frozen=True)
class BurstSum:
    """What a burst does to one target: its bullets' damage after armor added up, then multiplied."""

    target: str
    bullets_hit: int
    after_armor: int
    multiplier: int
    damage: int


@dataclass(frozen=True)
class Burst:
    """A burst: `bullets` are those that hit, `sums` what each target takes, those without a hit included."""

    attack_total: int
    success_levels: int
    bullets_hit: int
    damage: int
    bullets: tuple[Harm, ...]
    sums: tuple[BurstSum, ...]


def why_no_burst(
    *, weapon: str, bullets: int, ammunition: int | None = None, targets: int = 1, options: Options = DEFAULTS
) -> Refused | None:
    """Why this burst cannot be fired, or None if it can (dragonfly.burst-fire): an automatic, 3 bullets or more."""
    row = pick("weapon", weapon, WEAPON_KINDS)
    if row.id != "automatic":
        return Refused("not-automatic", f"{row.title}: only automatic weapons fire bursts.", "weapon")
    if whole("bullets", bullets) < LEAST_BURST:
        why = f"A burst has {LEAST_BURST} bullets or more: fire {bullets} as Multiple Shots."
        return Refused("burst-too-short", why, "bullets")
    return _why_not_loaded("bullets", bullets, ammunition) or _why_not_spread(targets, options)


@rule("dragonfly.burst-fire")
def burst_fire(
    *,
    attack_bonus: int | None = None,
    combat_score: int | None = None,
    bullets: int,
    defense_total: int | None = None,
    base_damage: int,
    armor: int = 0,
    multiplier: int = 1,
    heroic_feat: bool = False,
    stance: str = "normal",
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Burst:
    """One roll, and each Success Level lets one bullet hit (dragonfly.burst-fire). `heroic_feat`: see `burst`."""
    values = attack_values(attack_bonus=attack_bonus, combat_score=combat_score)
    aims = (Target("", defense_total, armor, multiplier),) * whole("bullets", bullets, least=LEAST_BURST)
    refuse_attack(stance=stance, defense_total=defense_total)
    refuse_numbers(aims, base_damage)
    check = thrown(values=values, lines=attack_parts(stance=stance, ranged=True), dice=dice)
    return burst(
        attack_total=check.total,
        aims=aims,
        base_damage=base_damage,
        heroic_feat=heroic_feat,
        listed=combat_score is not None,
        counts=counts(combat_score=combat_score, stance=stance, options=options),
        options=options,
    )


def burst(
    *,
    attack_total: int,
    aims: Sequence[Target],
    base_damage: int,
    heroic_feat: bool = False,
    listed: bool = False,
    counts: bool = True,
    options: Options = DEFAULTS,
) -> Burst:
    """The bullets of a finished roll, with the target of each in order (dragonfly.burst-fire).

    Success Levels add nothing to the damage. A feat for damage goes on one bullet, before armor, with the switch
    heroic-burst-per-bullet on each that hits. Refuses several targets unless the switch spread-volley is on; then
    the levels go to the bullets in order, past those that a defense stops.
    """
    _refuse_aims(aims, options)
    hitting: list[Target] = []
    for target in aims:
        if _outcome(attack_total, target, counts).hit and len(hitting) < _levels_at(attack_total, target):
            hitting.append(target)
    hits = [
        _bullet(target, base_damage, heroic_feat and (not n or options.heroic_burst_per_bullet), listed, options)
        for n, target in enumerate(hitting)
    ]
    by_target = {target.id: target for target in aims}
    sums = tuple(_sum(target, hitting, hits) for target in by_target.values())
    damage = sum(one.damage for one in sums)
    levels = success_levels(total=attack_total).success_levels if hitting else 0
    return Burst(attack_total, levels, len(hits), damage, tuple(hits), sums)


def _levels_at(attack_total: int, target: Target) -> int:
    return success_levels(total=attack_total + target.modifier).success_levels


def _bullet(target: Target, base_damage: int, feat: bool, listed: bool, options: Options) -> Harm:
    return attack_harm(
        base_damage=base_damage,
        success_levels=0,
        listed=listed,
        heroic_feat=feat,
        armor=target.armor,
        multiplier=target.multiplier,
        options=options,
    )


def _sum(target: Target, hitting: Sequence[Target], hits: Sequence[Harm]) -> BurstSum:
    own = [hit for at, hit in zip(hitting, hits, strict=True) if at.id == target.id]
    after_armor = sum(hit.after_armor for hit in own)
    times = own[0].multiplier if own else target.multiplier
    return BurstSum(target.id, len(own), after_armor, times, after_armor * times)


# Weapons that shoot one by one


@dataclass(frozen=True)
class Bows:
    """Several arrows: the totals of those really shot, their Success Levels, and a result for each declared."""

    totals: tuple[int, ...]
    levels: tuple[int, ...]
    results: tuple[Result, ...]
    check: Check


@rule("dragonfly.bows")
def bows(
    *,
    attack_bonus: int,
    shots: int,
    defense_totals: Sequence[int],
    additional_actions: int | None = None,
    dice: Dice = system_dice,
) -> Bows:
    """Arrows and thrown weapons as several attacks, each 2 lower (dragonfly.bows).

    `defense_totals` has one number for each shot, 0 for no defense. Refuses more shots than 1 + `additional_actions`
    where these are given.
    """
    whole("shots", shots, least=1)
    series = multiple_attacks(
        attack_bonus=attack_bonus,
        attacks=shots,
        defense_totals=defense_totals,
        additional_actions=additional_actions,
        dice=dice,
    )
    levels = tuple(success_levels(total=total).success_levels for total in series.totals)
    return Bows(series.totals, levels, series.results, series.check)


def single_shot(weapon: str, /) -> bool:
    """Whether this kind of weapon always holds one shot: a crossbow does; of others the sheet tells."""
    return pick("weapon", weapon, WEAPON_KINDS).id == "crossbow"


@dataclass(frozen=True)
class Loading:
    """A single-shot weapon afterwards; `reloaded` are the actions spent so far on loading it again."""

    allowed: bool
    loaded: bool
    reloaded: int


Action = Literal["shoot", "reload"]


def why_not_loading(*, loaded: bool, action: Action, options: Options = DEFAULTS) -> Refused | None:
    """Why a single-shot weapon cannot be shot or reloaded now, or None if it can (dragonfly.single-shot-reload)."""
    one_of("action", action, ("shoot", "reload"))
    if action == "reload" and loaded:
        return Refused("loaded", "This weapon is loaded: it holds 1 shot.", "action")
    if action == "shoot" and not loaded and options.reload_actions:
        why = f"This weapon is not loaded: reloading takes {options.reload_actions} of the shooter's actions."
        return Refused("unloaded", why, "action")
    return None


@rule("dragonfly.single-shot-reload")
def single_shot_reload(*, loaded: bool, action: Action, reloaded: int = 0, options: Options = DEFAULTS) -> Loading:
    """Shoots or reloads a weapon that holds one shot (dragonfly.single-shot-reload).

    Reloading takes the actions of the switch reload-actions, of which `reloaded` are already spent; with 0 of them the
    weapon can always be shot.
    """
    whole("reloaded", reloaded, least=0)
    if why_not_loading(loaded=loaded, action=action, options=options):
        return Loading(False, loaded, reloaded)
    if action == "shoot":
        return Loading(True, False, 0)
    full = reloaded + 1 >= options.reload_actions
    return Loading(True, full, 0 if full else reloaded + 1)
