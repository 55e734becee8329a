"""What a blow is likely to do to somebody: the exact spread of what they suffer, and how often what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from apps.characters.models import Character
from apps.characters.yarn.levels import Level, harmed, level_of
from apps.rules.odds import Distribution, mean, percent


@dataclass(frozen=True)
class Outlook:
    """The fewest and the most points, the mean, rounded; and how often it leaves somebody in a state that they are not
    in already."""

    name: str
    now: int
    full: int
    least: int
    most: int
    mean: int
    chances: tuple[tuple[str, str], ...]


def outlook_for(character: Character, suffered: Distribution[int], *, temporary: bool = False) -> Outlook:
    """Worked out for the GM, who knows all numbers."""
    level = level_of(character)
    after = suffered.map(lambda points: harmed(level, points, temporary=temporary))
    return Outlook(
        name=character.name,
        now=level.now,
        full=level.full,
        least=min(suffered.outcomes),
        most=max(suffered.outcomes),
        mean=int(mean(suffered) + Fraction(1, 2)),
        chances=tuple((word, percent(chance)) for word, chance in _chances(level, after) if chance),
    )


def _chances(before: Level, after: Distribution[Level]) -> list[tuple[str, Fraction]]:
    states = (
        ("messed up", before.messed_up, after.chance(lambda one: one.messed_up)),
        ("down", before.down, after.chance(lambda one: one.down)),
        ("dying", before.dying, after.chance(lambda one: one.dying)),
    )
    return [(word, chance) for word, was, chance in states if not was]
