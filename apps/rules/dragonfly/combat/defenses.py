"""Parries and dodges: how many there are in a Turn, what they can stop, and what is added to them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import Check, success_levels
from apps.rules.dragonfly.combat.attacks import ganging_up
from apps.rules.dragonfly.combat.damage import attack_harm
from apps.rules.dragonfly.combat.turns import (
    Done,
    Plan,
    additional_part,
    fighting_values,
    modifier_part,
    stance_of,
    stance_part,
    thrown,
    why_not_more,
)
from apps.rules.dragonfly.harm import Harm
from apps.rules.dragonfly.lists import ATTACK_KINDS, WEAPON_KINDS, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule

ParryWith = Literal["unarmed", "weapon"]
MISSILE = Part("missile", -2, "rule")

CATCHABLE = ("thrown", "arrow-or-bolt")

ATTACK_KIND_OF = {
    "unarmed": "unarmed",
    "hand-weapon": "weapon",
    "thrown": "thrown",
    "bow": "arrow-or-bolt",
    "crossbow": "arrow-or-bolt",
    "pistol": "bullet",
    "rifle": "bullet",
    "automatic": "bullet",
    "other": "weapon",
}
"""What a weapon of each of WEAPON_KINDS sends at its target."""


def attack_kind_of(weapon: str, /) -> str:
    """The id of ATTACK_KINDS for a weapon, an id of WEAPON_KINDS."""
    return ATTACK_KIND_OF[pick("weapon", weapon, WEAPON_KINDS).id]


# How many


@dataclass(frozen=True)
class Allowance:
    """Whether an attack may be answered, and at what: the stance's bonus less 2 for each additional action."""

    allowed: bool
    modifier: int


@rule("dragonfly.defense-allowance")
def defense_allowance(
    *,
    stance: str,
    attack_number: int,
    additional_actions: int = 0,
    additional_actions_used: int = 0,
    options: Options = DEFAULTS,
) -> Allowance:
    """Whether the `attack_number`th attack that is answered in a Turn may be (dragonfly.defense-allowance).

    One is free, two on Full Defense, none may be on Full Offense; more take additional actions, of which
    `additional_actions_used` are spent on other things. With the switch penalty-per-series those add no penalty.
    """
    row = stance_of(stance)
    whole("attack_number", attack_number, least=1)
    whole("additional_actions", additional_actions, least=0)
    whole("additional_actions_used", additional_actions_used, least=0)
    needed = max(0, attack_number - row.free_defenses)
    if not row.may_defend or needed > max(0, additional_actions - additional_actions_used):
        return Allowance(allowed=False, modifier=0)
    before = additional_actions_used * (needed > 0 and not options.penalty_per_series)
    return Allowance(allowed=True, modifier=row.defense_bonus + total_of(additional_part(needed + before)))


def why_no_defense(
    *,
    plan: Plan,
    done: Done,
    additional_actions: int,
    attack_rolled: bool = False,
    unable: bool = False,
    options: Options = DEFAULTS,
) -> Refused | None:
    """Why this character cannot defend against an attack, or None if it can.

    The Director marked it `unable`; Full Offense (dragonfly.full-offense); no defense left
    (dragonfly.defense-allowance); `attack_rolled`, a die fell for the attack, and the choice comes before that unless
    the switch defend-after-seeing is on (dragonfly.attack-outcome).
    """
    if unable:
        return Refused("unable", "The Director has marked this character as unable to defend.")
    if not stance_of(plan.stance).may_defend:
        return Refused("full-offense", "On Full Offense nobody defends until the next Intentions.", "stance")
    if attack_rolled and not options.defend_after_seeing:
        return Refused("attack-fallen", "The attack's die has fallen: the choice to defend comes before it.")
    return why_not_more(act="defense", plan=plan, done=done, additional_actions=additional_actions, options=options)


def defense_parts(
    *,
    stance: str = "normal",
    additional_action: int = 0,
    attackers: int = 1,
    missile: bool = False,
    others: Sequence[Part] = (),
    modifier: int = 0,
    options: Options = DEFAULTS,
) -> tuple[Part, ...]:
    """All lines of a defense beyond its values, in the order in which a card tells them.

    `attackers`: how many set upon the one whose attack this answers, with this defender among them. `missile`: for a
    dodge; a parry has `parry_parts` among its `others`, with injury, holds and the like.
    """
    return (
        *stance_part(stance=stance, act="defense"),
        *additional_part(additional_action),
        *ganging_up(attackers=attackers, act="defense", options=options).parts,
        *((MISSILE,) if missile else ()),
        *others,
        *modifier_part(modifier),
    )


# Parries


@dataclass(frozen=True)
class ParryLimit:
    """Whether a parry is possible, its modifier (0 if not), and whether success hurts the attacker."""

    allowed: bool
    modifier: int
    hurts_attacker: bool


@rule("dragonfly.parry-limits")
def parry_limits(*, attack_kind: str, parry_with: ParryWith, options: Options = DEFAULTS) -> ParryLimit:
    """What can be parried with what (dragonfly.parry-limits); the rows are ATTACK_KINDS.

    With the switch catching-bare-handed, thrown weapons, arrows and bolts can be parried unarmed.
    """
    row = pick("attack_kind", attack_kind, ATTACK_KINDS)
    one_of("parry_with", parry_with, ("unarmed", "weapon"))
    with_weapon = parry_with == "weapon"
    caught = options.catching_bare_handed and row.id in CATCHABLE
    if not (row.parry_with_weapon if with_weapon else row.parry_unarmed or caught):
        return ParryLimit(allowed=False, modifier=0, hurts_attacker=False)
    return ParryLimit(allowed=True, modifier=row.modifier, hurts_attacker=with_weapon and row.weapon_parry_hurts)


def why_no_parry(*, attack_kind: str, parry_with: ParryWith, options: Options = DEFAULTS) -> Refused | None:
    """Why this cannot be parried so, or None if it can; a dodge may still be possible."""
    if parry_limits(attack_kind=attack_kind, parry_with=parry_with, options=options).allowed:
        return None
    row = pick("attack_kind", attack_kind, ATTACK_KINDS)
    if row.parry_with_weapon:
        return Refused("parry-unarmed", f"{row.title}: this is parried only with a weapon. Dodge it.", "parry_with")
    return Refused("no-parry", f"{row.title}: this cannot be parried. Dodge it.", "attack_kind")


def parry_parts(attack_kind: str, /) -> tuple[Part, ...]:
    """The line for what is parried, such as "parry-thrown"; none where it is no harder."""
    row = pick("attack_kind", attack_kind, ATTACK_KINDS)
    return (Part(f"parry-{row.id}", row.modifier, "rule"),) if row.modifier else ()


def parry_skill(parry_with: ParryWith, /) -> str:
    """The skill that parries: Kung Fu unarmed, Getting Medieval with a weapon."""
    one_of("parry_with", parry_with, ("unarmed", "weapon"))
    return "getting-medieval" if parry_with == "weapon" else "kung-fu"


@dataclass(frozen=True)
class Parry:
    """A parry. `success`: 9 or more. Where it is not `allowed` no die falls, and there is no `total`."""

    allowed: bool
    total: int | None
    success: bool
    check: Check | None


@rule("dragonfly.parry")
def parry(
    *,
    dexterity: int = 0,
    skill: int = 0,
    combat_score: int | None = None,
    attack_kind: str,
    parry_with: ParryWith,
    modifier: int = 0,
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Parry:
    """d10 + Dexterity + skill, or a Combat Score, with what the attack's kind takes off (dragonfly.parry).

    `modifier` is everything else. Refuses values under 0.
    """
    limit = parry_limits(attack_kind=attack_kind, parry_with=parry_with, options=options)
    own = fighting_values(dexterity=dexterity, skill=skill, combat_score=combat_score, skill_id=parry_skill(parry_with))
    lines = defense_parts(others=parry_parts(attack_kind), modifier=modifier, options=options)
    if not limit.allowed:
        return Parry(allowed=False, total=None, success=False, check=None)
    check = thrown(values=own, lines=lines, dice=dice)
    return Parry(allowed=True, total=check.total, success=check.success, check=check)


@dataclass(frozen=True)
class ParryDamage:
    """What the attacker takes; `harm` tells how it comes about, None if the parry failed."""

    damage: int
    harm: Harm | None


@rule("dragonfly.parry-hurts-unarmed")
def parry_hurts_unarmed(
    *,
    parry_total: int,
    parry_succeeds: bool,
    base_damage: int,
    armor: int = 0,
    multiplier: int = 1,
    listed: bool = False,
    options: Options = DEFAULTS,
) -> ParryDamage:
    """What a bare hand that met a weapon takes (dragonfly.parry-hurts-unarmed).

    The parry's Success Levels count as an attack's would, unless the switch weapon-parry-without-levels is on or the
    damage is a `listed` one, of a Combat Score, in which they are already. A parry that fails hurts nobody.
    """
    whole("parry_total", parry_total)
    levels = 0 if options.weapon_parry_without_levels else success_levels(total=parry_total).success_levels
    harm = attack_harm(
        base_damage=base_damage,
        success_levels=levels,
        listed=listed,
        armor=armor,
        multiplier=multiplier,
        options=options,
    )
    return ParryDamage(harm.damage, harm) if parry_succeeds else ParryDamage(0, None)


# Dodges


@dataclass(frozen=True)
class DodgeSkill:
    """The skill that a dodge uses, and its value."""

    id: str
    value: int


def dodge_skill(
    *, acrobatics: int = 0, getting_medieval: int = 0, kung_fu: int = 0, ruled_out: Collection[str] = ()
) -> DodgeSkill:
    """The highest of the three that the Director has not `ruled_out`, by id; of equal ones the first."""
    skills = {"acrobatics": acrobatics, "getting-medieval": getting_medieval, "kung-fu": kung_fu}
    for id in ruled_out:
        one_of("ruled_out", id, skills)
    fitting = [DodgeSkill(id, whole(id.replace("-", "_"), n, least=0)) for id, n in skills.items()]
    left = [skill for skill in fitting if skill.id not in ruled_out]
    return max(left, key=lambda skill: skill.value, default=DodgeSkill("skill", 0))


@dataclass(frozen=True)
class Dodge:
    """A dodge. `success`: 9 or more."""

    total: int
    success: bool
    check: Check


@rule("dragonfly.dodge")
def dodge(
    *,
    dexterity: int = 0,
    acrobatics: int = 0,
    getting_medieval: int = 0,
    kung_fu: int = 0,
    combat_score: int | None = None,
    missile: bool = False,
    modifier: int = 0,
    ruled_out: Collection[str] = (),
    dice: Dice = system_dice,
) -> Dodge:
    """d10 + Dexterity + the best fitting skill, or a Combat Score; 2 less against a missile (dragonfly.dodge).

    `modifier` is everything else. Refuses values under 0.
    """
    skill = dodge_skill(acrobatics=acrobatics, getting_medieval=getting_medieval, kung_fu=kung_fu, ruled_out=ruled_out)
    own = fighting_values(dexterity=dexterity, skill=skill.value, combat_score=combat_score, skill_id=skill.id)
    check = thrown(values=own, lines=defense_parts(missile=missile, modifier=modifier), dice=dice)
    return Dodge(check.total, check.success, check)
