"""Exact odds of attacks and defenses, for forms: worked out from the rules themselves, not from a copy of them."""

from dataclasses import dataclass
from fractions import Fraction

from apps.rules.dragonfly.checks import TARGET, Levels, success_levels
from apps.rules.dragonfly.combat.attacks import Blow, blow
from apps.rules.dragonfly.odds import LevelChance, total_spread
from apps.rules.numbers import whole
from apps.rules.odds import Distribution, remembered
from apps.rules.refusal import Refused


@dataclass(frozen=True)
class AttackOdds:
    """The chances of each ending; they add up to 1.

    `least_face`: of the d10 that can still land, None if none can or no die is to come. `levels`: the chance of each
    number of Success Levels that the attack lands with; 0 is one that does not land.
    """

    hit: Fraction
    missed: Fraction
    defended: Fraction
    least_face: int | None
    levels: tuple[LevelChance, ...]


@remembered(most=4096)
def attack_odds(
    *,
    attack_bonus: int | None = None,
    attack_total: int | None = None,
    defense_bonus: int | None = None,
    defense_total: int | None = None,
    counts: bool = True,
) -> AttackOdds:
    """The odds of an attack (dragonfly.attack-outcome) against a known defense, or against none.

    `attack_bonus`: a d10 is to come; `attack_total`: a Combat Score, or a die that is kept. The defense likewise.
    `counts` is False for an attacker too feeble. Refuses a side given twice, and an attack not given.
    """
    attacks = known_side("attack", attack_bonus, attack_total)
    defenses = side("defense", defense_bonus, defense_total)
    ends = attacks.with_(defenses, lambda attack, defense: (attack, _end(attack, defense, counts)))
    landing = [attack for (attack, end), _ in ends if end == "hit"]
    return AttackOdds(
        hit=ends.chance(lambda pair: pair[1] == "hit"),
        missed=ends.chance(lambda pair: pair[1] == "missed"),
        defended=ends.chance(lambda pair: pair[1] == "defended"),
        least_face=_least_face(landing, attack_bonus),
        levels=_level_chances(ends.map(lambda pair: _levels(pair[0]) if pair[1] == "hit" else NO_LEVELS)),
    )


@dataclass(frozen=True)
class DefenseOdds:
    """`safe`: the attack does not land, None against an unknown one; `success`: a total of 9 or more.

    `least_face`: of the d10 that can still stop the attack (against an unknown one: that reaches 9), None if none can
    or no die is to come. `levels`: the chance of each number of Success Levels of the total.
    """

    safe: Fraction | None
    success: Fraction
    least_face: int | None
    levels: tuple[LevelChance, ...]


@remembered(most=4096)
def defense_odds(
    *,
    defense_bonus: int | None = None,
    defense_total: int | None = None,
    attack_bonus: int | None = None,
    attack_total: int | None = None,
    counts: bool = True,
) -> DefenseOdds:
    """The odds of a dodge or parry against an attack whose total or bonus is known, or against an unknown one.

    `defense_bonus`: a d10 is to come; `defense_total`: a Combat Score, or a die that is kept. The attack likewise.
    `counts` is False against an attacker too feeble. Refuses a side given twice, and a defense not given.
    """
    defenses = known_side("defense", defense_bonus, defense_total)
    attacks = side("attack", attack_bonus, attack_total)
    ends = defenses.with_(attacks, lambda defense, attack: (defense, _end(attack, defense, counts)))
    unknown = attacks is NOTHING
    stopping = [defense for (defense, end), _ in ends if (defense >= TARGET if unknown else end != "hit")]
    return DefenseOdds(
        safe=None if unknown else ends.chance(lambda pair: pair[1] != "hit"),
        success=defenses.chance(lambda total: total >= TARGET),
        least_face=_least_face(stopping, defense_bonus),
        levels=_level_chances(defenses.map(_levels)),
    )


Side = Distribution[int | None]
"""How a side's total falls; None for a side that does nothing, or of which nothing is known."""

NOTHING: Side = Distribution(((None, 1),))
NO_LEVELS = Levels(0, None)


def known_side(name: str, bonus: int | None, total: int | None) -> Distribution[int]:
    """A side with a die to come, or with a finished total. Refuses both at once, and neither."""
    if bonus is not None and total is not None:
        why = f"The {name} is given twice, by its bonus {bonus} and by its total {total}: give one of them."
        raise Refused("given-twice", why, f"{name}_total")
    if bonus is not None:
        return total_spread(whole(f"{name}_bonus", bonus))
    if total is not None:
        return Distribution(((whole(f"{name}_total", total), 1),))
    raise Refused(
        "not-given", f"These odds need the {name}'s bonus or its total, and neither is given.", f"{name}_bonus"
    )


def side(name: str, bonus: int | None, total: int | None) -> Side:
    """How a side's total falls, for certain None where it is given neither way. Refuses both at once."""
    if bonus is None and total is None:
        return NOTHING
    return Distribution(tuple(known_side(name, bonus, total)))


def _end(attack: int | None, defense: int | None, counts: bool) -> Blow:
    return "hit" if attack is None else blow(attack_total=attack, defense_total=defense, counts=counts)


def _levels(total: int) -> Levels:
    return success_levels(total=total)


def _least_face(totals: list[int], bonus: int | None) -> int | None:
    return None if bonus is None or not totals else min(totals) - bonus


def _level_chances(levels: Distribution[Levels]) -> tuple[LevelChance, ...]:
    by_level = sorted(levels, key=lambda pair: pair[0].success_levels)
    return tuple(LevelChance(it.success_levels, it.description, Fraction(n, levels.total)) for it, n in by_level)
