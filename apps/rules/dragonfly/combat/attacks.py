"""Attacks in close combat: what is added to them, what ends a series of them, and whether they land."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import TARGET, Check, resisted_winner, success_levels
from apps.rules.dragonfly.combat.turns import (
    Act,
    Done,
    Plan,
    additional_part,
    extra_action_penalty,
    fighting_values,
    modifier_part,
    stance_of,
    stance_part,
    thrown,
    why_not_more,
)
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

FEEBLE = 8
MOST_GANG = 4

Blow = Literal["hit", "missed", "defended"]
Result = Literal["hit", "missed", "defended", "lost"]
Who = TypeVar("Who")


# Whether it lands


@dataclass(frozen=True)
class AttackOutcome:
    """Whether an attack lands, and the Success Levels of its total: 0 if it does not."""

    hit: bool
    success_levels: int


@rule("dragonfly.attack-outcome")
def attack_outcome(*, attack_total: int, defense_total: int | None = None, counts: bool = True) -> AttackOutcome:
    """A finished attack against a finished defense, or none (dragonfly.attack-outcome).

    It needs 9; a defense of 9 or more that is as high stops it. `counts` is False for the attack of one too feeble.
    """
    hit = blow(attack_total=attack_total, defense_total=defense_total, counts=counts) == "hit"
    return AttackOutcome(hit, success_levels(total=attack_total).success_levels if hit else 0)


def blow(*, attack_total: int, defense_total: int | None = None, counts: bool = True) -> Blow:
    """How one attack ends. Only "defended" ends the attacker's series: a miss needed no defense."""
    whole("attack_total", attack_total)
    if attack_total < TARGET or not counts:
        return "missed"
    if defense_total is None:
        return "hit"
    whole("defense_total", defense_total)
    return "hit" if resisted_winner(attack_total, defense_total, has_defender=True) == "active" else "defended"


# What is added to it


@dataclass(frozen=True)
class Gang:
    """What each of a gang adds; `parts` is its line, if there is one."""

    bonus: int
    parts: tuple[Part, ...]


@rule("dragonfly.ganging-up")
def ganging_up(*, attackers: int, act: Act = "attack", ranged: bool = False, options: Options = DEFAULTS) -> Gang:
    """+1 for each of two or more attackers on one target, at most +4 (dragonfly.ganging-up).

    It goes on what they do against that target in that Turn: attacks, parries and dodges, not ranged fire. The switch
    ganging-up takes it away, the switch ganging-up-on-attacks-only takes it off defenses.
    """
    whole("attackers", attackers, least=0)
    one_of("act", act, ("attack", "defense"))
    left_out = ranged or (act == "defense" and options.ganging_up_on_attacks_only)
    if attackers < 2 or left_out or not options.ganging_up:
        return Gang(0, ())
    bonus = min(attackers, MOST_GANG)
    return Gang(bonus, (Part("ganging-up", bonus, "rule"),))


def gangs(aims: Iterable[tuple[Who, Who]], /) -> dict[Who, frozenset[Who]]:
    """The targets of two or more attackers, from the close attacks declared, each an (attacker, target)."""
    upon: dict[Who, set[Who]] = {}
    for attacker, target in aims:
        upon.setdefault(target, set()).add(attacker)
    return {target: frozenset(attackers) for target, attackers in upon.items() if len(attackers) > 1}


def attack_parts(
    *,
    stance: str = "normal",
    additional_action: int = 0,
    attackers: int = 1,
    ranged: bool = False,
    others: Sequence[Part] = (),
    modifier: int = 0,
    options: Options = DEFAULTS,
) -> tuple[Part, ...]:
    """All lines of an attack beyond its values, in the order in which a card tells them.

    `additional_action`: see `additional_number`. `attackers`: how many set upon the target, this one included.
    `others` are lines of other rules, such as injury, range or Righteous Fury.
    """
    return (
        *stance_part(stance=stance, act="attack"),
        *additional_part(additional_action),
        *ganging_up(attackers=attackers, act="attack", ranged=ranged, options=options).parts,
        *others,
        *modifier_part(modifier),
    )


# Making it


def why_no_attack(*, plan: Plan, done: Done, additional_actions: int, options: Options = DEFAULTS) -> Refused | None:
    """Why this character cannot attack now, or None if it can.

    Full Defense (dragonfly.full-defense), a target that defended with success (dragonfly.multiple-attacks), no attack
    left (dragonfly.intentions).
    """
    if not stance_of(plan.stance).may_attack:
        return Refused("full-defense", "On Full Defense nobody attacks until the next Intentions.", "stance")
    if done.stopped:
        return Refused("series-over", f"Attack {done.attacks} was defended against: no more attacks in this Turn.")
    return why_not_more(act="attack", plan=plan, done=done, additional_actions=additional_actions, options=options)


def why_not_skill(*, skill_id: str, armed: bool, director_allows: bool = False) -> Refused | None:
    """Why a close attack cannot be made with this skill, or None if it can (dragonfly.close-attack).

    Kung Fu bare-handed, Getting Medieval with a hand weapon, Sports with a stick, if the Director allows it.
    """
    one_of("skill_id", skill_id, ("kung-fu", "getting-medieval", "sports"))
    if skill_id == "kung-fu" and armed:
        return Refused("kung-fu-armed", "Kung Fu is for bare hands: a hand weapon takes Getting Medieval.", "skill_id")
    if skill_id != "kung-fu" and not armed:
        return Refused("bare-handed", "Bare hands take Kung Fu: this skill needs something in them.", "skill_id")
    if skill_id == "sports" and not director_allows:
        why = "Sports stands in for swinging a stick only if the Director allows it."
        return Refused("sports", why, "skill_id")
    return None


@dataclass(frozen=True)
class CloseAttack:
    """An attack in close combat, and whether it lands."""

    attack_total: int
    hit: bool
    success_levels: int
    check: Check


@rule("dragonfly.close-attack")
def close_attack(
    *,
    dexterity: int = 0,
    skill: int = 0,
    combat_score: int | None = None,
    modifier: int = 0,
    defense_total: int | None = None,
    stance: str = "normal",
    skill_id: str = "skill",
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> CloseAttack:
    """d10 + Dexterity + skill + modifier, or a Combat Score, against a defense or none (dragonfly.close-attack).

    `stance` adds what it adds and must let its character attack. A Combat Score of 8 or lower may not land:
    dragonfly.feeble-attacker. Refuses values under 0.
    """
    if not stance_of(stance).may_attack:
        raise Refused("full-defense", "On Full Defense nobody attacks until the next Intentions.", "stance")
    own = fighting_values(dexterity=dexterity, skill=skill, combat_score=combat_score, skill_id=skill_id)
    lines = attack_parts(stance=stance, modifier=modifier, options=options)
    if defense_total is not None:
        whole("defense_total", defense_total)
    check = thrown(values=own, lines=lines, dice=dice)
    can = counts(combat_score=combat_score, stance=stance, options=options)
    outcome = attack_outcome(attack_total=check.total, defense_total=defense_total, counts=can)
    return CloseAttack(check.total, outcome.hit, outcome.success_levels, check)


@dataclass(frozen=True)
class Series:
    """Several attacks with one die: the `totals` of those really made, a result for each declared."""

    totals: tuple[int, ...]
    results: tuple[Result, ...]
    check: Check


@rule("dragonfly.multiple-attacks")
def multiple_attacks(
    *,
    attack_bonus: int,
    attacks: int,
    defense_totals: Sequence[int],
    additional_actions: int | None = None,
    dice: Dice = system_dice,
) -> Series:
    """Several attacks, each 2 lower, until a target defends with success (dragonfly.multiple-attacks).

    `defense_totals` has one number for each attack, 0 for a target that does not defend. Refuses more attacks than
    1 + `additional_actions` where these are given.
    """
    whole("attack_bonus", attack_bonus)
    whole("attacks", attacks, least=1, most=None if additional_actions is None else 1 + additional_actions)
    if len(defense_totals) != attacks:
        why = f"{attacks} attacks need {attacks} defense totals, and {len(defense_totals)} are given."
        raise Refused("defense-totals", why, "defense_totals")
    for total in defense_totals:
        whole("defense_totals", total, least=0)
    return _series(thrown(values=(Part("bonus", attack_bonus, "modifier"),), dice=dice), defense_totals)


def _series(first: Check, defense_totals: Sequence[int]) -> Series:
    totals: list[int] = []
    results: list[Result] = []
    for n, defense_total in enumerate(defense_totals):
        if "defended" in results:
            results.append("lost")
            continue
        totals.append(extra_action_penalty(first_total=first.total, additional_action=n).total if n else first.total)
        results.append(blow(attack_total=totals[-1], defense_total=defense_total))
    return Series(tuple(totals), tuple(results), first)


# The feeble


def counts(*, combat_score: int | None, stance: str = "normal", options: Options = DEFAULTS) -> bool:
    """Whether an attack may land at all (dragonfly.feeble-attacker).

    A Combat Score of 8 or lower, as written on the sheet, needs Full Offense, unless the switch feeble-by-arithmetic
    is on. None, for an attack that is rolled, always counts.
    """
    strong = combat_score is None or whole("combat_score", combat_score, least=0) > FEEBLE
    return strong or stance_of(stance).id == "full-offense" or options.feeble_by_arithmetic


@dataclass(frozen=True)
class Feeble:
    """An attack with a Combat Score, and whether it lands where nobody defends."""

    attack_total: int
    can_hit: bool


@rule("dragonfly.feeble-attacker")
def feeble_attacker(
    *, combat_score: int, full_offense: bool = False, modifier: int = 0, options: Options = DEFAULTS
) -> Feeble:
    """Combat Score + modifier, + 2 on Full Offense; 8 or lower lands only with that (dragonfly.feeble-attacker)."""
    stance = "full-offense" if full_offense else "normal"
    lines = attack_parts(stance=stance, modifier=modifier, options=options)
    total = thrown(values=fighting_values(combat_score=combat_score), lines=lines).total
    can = counts(combat_score=combat_score, stance=stance, options=options)
    return Feeble(total, attack_outcome(attack_total=total, counts=can).hit)
