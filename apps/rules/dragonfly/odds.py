"""Exact odds of Dragonfly's rolls, for forms: worked out from the rules themselves, not from a copy of them."""

from dataclasses import dataclass
from fractions import Fraction

from apps.rules.dragonfly.checks import (
    SIDES,
    CastIs,
    CastWinner,
    score_check,
    score_winner,
    success_levels,
)
from apps.rules.dragonfly.drama import FEAT
from apps.rules.numbers import one_of, whole
from apps.rules.odds import Distribution, die, remembered
from apps.rules.refusal import Refused


def spread_of(face: int | None = None) -> Distribution[int]:
    """How a d10 falls; a `face` is that of one that has fallen already."""
    return die(SIDES) if face is None else Distribution(((whole("face", face, least=1, most=SIDES), 1),))


def total_spread(bonus: int, face: int | None = None) -> Distribution[int]:
    """How d10 + `bonus` falls: for a total whose difficulty is hidden, leave the hidden modifier out."""
    return spread_of(face).shift(whole("bonus", bonus))


@dataclass(frozen=True)
class LevelChance:
    """The chance of exactly so many Success Levels; 0 levels, with no description, is a total of 8 or less."""

    success_levels: int
    description: str | None
    chance: Fraction


@dataclass(frozen=True)
class CheckOdds:
    """`chance` of success, of the face that has fallen where one has; `least_face` of the d10 that succeeds (None: not
    even 10); the chance of each level."""

    chance: Fraction
    least_face: int | None
    levels: tuple[LevelChance, ...]
    totals: Distribution[int]


@remembered(most=4096)
def check_odds(
    *,
    attribute: int = 0,
    skill: int = 0,
    modifier: int = 0,
    doubled: bool = False,
    required_levels: int = 1,
    heroic_feat: bool = False,
    face: int | None = None,
) -> CheckOdds:
    """The odds of a check with these values; refuses what the check refuses."""
    whole("attribute", attribute, least=0)
    whole("skill", skill, least=0)
    whole("modifier", modifier)
    whole("required_levels", required_levels, least=1)
    if doubled and skill:
        why = f"The Attribute is doubled only where no skill fits, and a skill of {skill} was named."
        raise Refused("doubled-with-skill", why, "doubled")
    return _odds(attribute * (1 + doubled) + skill + modifier + FEAT.value * heroic_feat, required_levels, face)


def _odds(bonus: int, required_levels: int, face: int | None) -> CheckOdds:
    def enough(total: int) -> bool:
        return _levels(total) >= required_levels

    totals = total_spread(bonus, face)
    least = next((one for one in die(SIDES).outcomes if enough(one + bonus)), None)
    return CheckOdds(totals.chance(enough), least, _level_chances(totals), totals)


def _levels(total: int) -> int:
    return success_levels(total=total).success_levels


def _level_chances(totals: Distribution[int]) -> tuple[LevelChance, ...]:
    levels = totals.map(lambda total: success_levels(total=total))
    by_level = sorted(levels, key=lambda pair: pair[0].success_levels)
    return tuple(LevelChance(it.success_levels, it.description, Fraction(n, totals.total)) for it, n in by_level)


@dataclass(frozen=True)
class AbilityOdds:
    """The chances of each ending; they add up to 1."""

    cast: Fraction
    supporting: Fraction
    neither: Fraction
    tie: Fraction


@remembered(most=4096)
def ability_odds(
    *, cast_bonus: int, score: int, score_modifier: int = 0, cast_is: CastIs, face: int | None = None
) -> AbilityOdds:
    """The odds of a Cast Member's check against an Ability Score (dragonfly.ability-scores)."""
    one_of("cast_is", cast_is, ("attacker", "defender", "neither"))
    against = score_check(score=score, score_modifier=score_modifier).total
    ends = total_spread(cast_bonus, face).map(lambda total: score_winner(total, against, cast_is=cast_is))
    words: tuple[CastWinner, ...] = ("cast", "supporting", "neither", "tie")
    return AbilityOdds(*(Fraction(ends.weight(word), ends.total) for word in words))
