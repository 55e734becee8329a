"""What a hit does: damage by every kind of sheet, Knockouts, tasers and fire."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import TARGET, Check, success_levels
from apps.rules.dragonfly.combat.attacks import attack_outcome, attack_parts, counts
from apps.rules.dragonfly.combat.turns import fighting_values, stance_of, thrown
from apps.rules.dragonfly.drama import FEAT
from apps.rules.dragonfly.harm import Harm, half, harm
from apps.rules.dragonfly.lists import DAMAGE_TYPES, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

KNOCKOUT = Part("knockout", -2, "rule")
TASER = Part("taser", -5, "rule")
FIRE = 3
SCARS_ABOVE = 20


# Damage


@dataclass(frozen=True)
class DamageMultiplier:
    """What damage is multiplied by, after armor."""

    multiplier: int


@rule("dragonfly.damage-types")
def damage_types(*, damage_type: str, normal_human: bool = True, own_multiplier: int | None = None) -> DamageMultiplier:
    """The multiplier of a damage type, an id of DAMAGE_TYPES (dragonfly.damage-types).

    Against anybody but a normal human it is 1, or the `own_multiplier` that the victim's sheet names.
    """
    row = pick("damage_type", damage_type, DAMAGE_TYPES)
    if normal_human:
        return DamageMultiplier(row.multiplier)
    return DamageMultiplier(1 if own_multiplier is None else whole("own_multiplier", own_multiplier, least=0))


@rule("dragonfly.damage")
def damage(
    *, base_damage: int, success_levels: int, heroic_feat: bool = False, armor: int = 0, multiplier: int = 1
) -> Harm:
    """(base damage + Success Levels + 10 for a feat - armor, at least 0) x multiplier (dragonfly.damage)."""
    return harm(
        base_damage=base_damage,
        success_levels=success_levels,
        feat=FEAT if heroic_feat else None,
        armor=armor,
        multiplier=multiplier,
    )


@rule("dragonfly.supporting-cast-damage")
def supporting_cast_damage(
    *,
    listed_damage: int,
    armor: int = 0,
    multiplier: int = 1,
    heroic_feat: bool = False,
    options: Options = DEFAULTS,
) -> Harm:
    """Damage listed on a score sheet, which has its Success Levels in it (dragonfly.supporting-cast-damage).

    With the switch listed-damage-is-final it has its multiplier in it too.
    """
    whole("listed_damage", listed_damage, least=0)
    whole("multiplier", multiplier, least=0)
    times = 1 if options.listed_damage_is_final else multiplier
    feat = FEAT if heroic_feat else None
    return harm(base_damage=listed_damage, feat=feat, armor=armor, multiplier=times)


def attack_harm(
    *,
    base_damage: int,
    success_levels: int,
    listed: bool = False,
    heroic_feat: bool = False,
    armor: int = 0,
    multiplier: int = 1,
    options: Options = DEFAULTS,
) -> Harm:
    """The damage of a hit by any sheet: of a score sheet, the base damage is the `listed` one."""
    whole("success_levels", success_levels, least=0)
    if listed:
        return supporting_cast_damage(
            listed_damage=base_damage, armor=armor, multiplier=multiplier, heroic_feat=heroic_feat, options=options
        )
    return damage(
        base_damage=base_damage,
        success_levels=success_levels,
        heroic_feat=heroic_feat,
        armor=armor,
        multiplier=multiplier,
    )


# Going down


def why_no_knockout(*, damage_type: str, skill_id: str | None = None) -> Refused | None:
    """Why an attack cannot be made a Knockout, or None if it can (dragonfly.knockout).

    Only bash attacks, with Kung Fu or Getting Medieval; a `skill_id` of None is a Combat Score.
    """
    row = pick("damage_type", damage_type, DAMAGE_TYPES)
    if row.id != "bash":
        return Refused("not-bash", f"A Knockout needs a bash attack, and this one does {row.title}.", "damage_type")
    if skill_id not in (None, "kung-fu", "getting-medieval"):
        return Refused("knockout-skill", "A Knockout is made with Kung Fu or Getting Medieval.", "skill_id")
    return None


def knockout_harm(
    *,
    base_damage: int,
    success_levels: int,
    listed: bool = False,
    heroic_feat: bool = False,
    armor: int = 0,
    multiplier: int = 1,
    options: Options = DEFAULTS,
) -> Harm:
    """The damage of a Knockout that landed: half of the whole damage, rounded down (dragonfly.knockout)."""
    full = attack_harm(
        base_damage=base_damage,
        success_levels=success_levels,
        listed=listed,
        heroic_feat=heroic_feat,
        armor=armor,
        multiplier=multiplier,
        options=options,
    )
    return half(full)


@dataclass(frozen=True)
class KnockoutTest:
    """The victim's test: under 9 it goes down."""

    test_penalty: int
    test_total: int
    knocked_out: bool
    check: Check


def resisting_values(*, constitution: int | None = None, muscle_score: int | None = None) -> tuple[Part, ...]:
    """Twice Constitution, or a Muscle Score: exactly one of them."""
    why = "Either a Constitution or a Muscle Score resists: exactly 1 of them is needed."
    return doubled_values("constitution", constitution, muscle_score, Refused("resist-with-one", why, "constitution"))


def doubled_values(attribute: str, value: int | None, muscle_score: int | None, no: Refused) -> tuple[Part, ...]:
    """Twice that Attribute, or a Muscle Score. Refuses with `no` where it is not exactly one of them."""
    if (value is None) == (muscle_score is None):
        raise no
    if muscle_score is not None:
        return (Part("muscle", whole("muscle_score", muscle_score, least=0), "score"),)
    number = whole(attribute, value, least=0)
    parts = Part(attribute, number, "attribute"), Part("attribute-doubled", number, "attribute")
    return tuple(part for part in parts if part.value)


def resisting_parts(*, success_levels: int, taser: bool = False) -> tuple[Part, ...]:
    """What the attack takes off the victim's test: 1 for each of its Success Levels, and 5 more for a taser."""
    levels = whole("success_levels", success_levels, least=0)
    by_levels = (Part("success-levels", -levels, "rule"),) if levels else ()
    return ((TASER,) if taser else ()) + by_levels


def knockout_test(
    *,
    success_levels: int,
    constitution: int | None = None,
    muscle_score: int | None = None,
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
) -> KnockoutTest:
    """d10 + twice Constitution, or the Muscle Score, - the Success Levels of the Knockout (dragonfly.knockout)."""
    values = resisting_values(constitution=constitution, muscle_score=muscle_score)
    return _resisted(values, resisting_parts(success_levels=success_levels), lines, dice)


def _resisted(values: tuple[Part, ...], penalties: tuple[Part, ...], lines: Sequence[Part], dice: Dice) -> KnockoutTest:
    check = thrown(values=values, lines=(*penalties, *lines), dice=dice)
    return KnockoutTest(sum(part.value for part in penalties), check.total, not check.success, check)


@dataclass(frozen=True)
class Knockout:
    """An attack to knock out, with the victim's test; no `harm` and no test where it does not land."""

    attack_total: int
    hit: bool
    success_levels: int
    damage: int
    test_penalty: int
    test_total: int | None
    knocked_out: bool
    attack: Check
    harm: Harm | None
    test: Check | None


@rule("dragonfly.knockout")
def knockout(
    *,
    attack_bonus: int | None = None,
    combat_score: int | None = None,
    defense_total: int | None = None,
    base_damage: int,
    armor: int = 0,
    constitution: int | None = None,
    muscle_score: int | None = None,
    multiplier: int = 1,
    heroic_feat: bool = False,
    stance: str = "normal",
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Knockout:
    """d10 + `attack_bonus` - 2, or a Combat Score - 2, and the victim's test if it lands (dragonfly.knockout).

    With a Combat Score, `base_damage` is the listed one. `heroic_feat` is one for damage. The attack's die falls first.
    """
    values = attack_values(attack_bonus=attack_bonus, combat_score=combat_score)
    resisting_values(constitution=constitution, muscle_score=muscle_score)
    listed = combat_score is not None

    def half_of(success_levels: int) -> Harm:
        return knockout_harm(
            base_damage=base_damage,
            success_levels=success_levels,
            listed=listed,
            heroic_feat=heroic_feat,
            armor=armor,
            multiplier=multiplier,
            options=options,
        )

    half_of(0)  # refuses before the die what it would refuse after it
    refuse_attack(stance=stance, defense_total=defense_total)
    attack = thrown(values=values, lines=attack_parts(stance=stance, others=(KNOCKOUT,), options=options), dice=dice)
    can = counts(combat_score=combat_score, stance=stance, options=options)
    landed = attack_outcome(attack_total=attack.total, defense_total=defense_total, counts=can)
    if not landed.hit:
        return Knockout(attack.total, False, 0, 0, 0, None, False, attack, None, None)
    test = knockout_test(
        success_levels=landed.success_levels, constitution=constitution, muscle_score=muscle_score, dice=dice
    )
    return _knockout(attack, landed.success_levels, half_of(landed.success_levels), test)


def _knockout(attack: Check, success_levels: int, harm: Harm, test: KnockoutTest) -> Knockout:
    return Knockout(
        attack_total=attack.total,
        hit=True,
        success_levels=success_levels,
        damage=harm.damage,
        test_penalty=test.test_penalty,
        test_total=test.test_total,
        knocked_out=test.knocked_out,
        attack=attack,
        harm=harm,
        test=test.check,
    )


def refuse_attack(*, stance: str, defense_total: int | None, field: str = "defense_total") -> None:
    """Refuses an attack on Full Defense, and a defense that is no whole number; None is no defense."""
    if not stance_of(stance).may_attack:
        raise Refused("full-defense", "On Full Defense nobody attacks until the next Intentions.", "stance")
    if defense_total is not None:
        whole(field, defense_total)


def attack_values(*, attack_bonus: int | None = None, combat_score: int | None = None) -> tuple[Part, ...]:
    """Everything that is added to the d10, as one number, or a Combat Score: exactly one of them."""
    if (attack_bonus is None) == (combat_score is None):
        why = "An attack has either a bonus on its d10 or a Combat Score: exactly 1 of them is needed."
        raise Refused("attack-with-one", why, "attack_bonus")
    if combat_score is not None:
        return fighting_values(combat_score=combat_score)
    return (Part("bonus", whole("attack_bonus", attack_bonus), "modifier"),)


@rule("dragonfly.taser")
def taser(
    *,
    attack_total: int,
    constitution: int | None = None,
    muscle_score: int | None = None,
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
) -> KnockoutTest:
    """The victim's test after a taser's hit, at -5 and -1 for each Success Level (dragonfly.taser).

    Refuses an `attack_total` under 9, which is no hit.
    """
    whole("attack_total", attack_total, least=TARGET)
    values = resisting_values(constitution=constitution, muscle_score=muscle_score)
    levels = success_levels(total=attack_total).success_levels
    return _resisted(values, resisting_parts(success_levels=levels, taser=True), lines, dice)


# Fire


@dataclass(frozen=True)
class Fire:
    """What one blaze has done in all, whether it leaves scars, and what it does each Turn."""

    fire_damage: int
    scarred: bool
    a_turn: int


@rule("dragonfly.fire")
def fire(*, turns_burning: int, fire_damage_before: int = 0, armor: int = 0, options: Options = DEFAULTS) -> Fire:
    """3 points for each Turn that ends alight, scars beyond 20 (dragonfly.fire).

    `fire_damage_before` is of the same blaze, healed or not. `armor` helps with the switch armor-against-fire alone.
    """
    whole("turns_burning", turns_burning, least=0)
    whole("fire_damage_before", fire_damage_before, least=0)
    whole("armor", armor, least=0)
    a_turn = max(0, FIRE - armor) if options.armor_against_fire else FIRE
    in_all = fire_damage_before + a_turn * turns_burning
    return Fire(in_all, in_all > SCARS_ABOVE, a_turn)
