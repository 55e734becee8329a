"""Experience dice on a roll: each of the pool once in an episode, for a reason that is typed before the dice fall
(yarn.experience-pool). Whoever builds a roll asks `why_not` and adds `as_extra`; they are used up as the dice fall.
"""

from __future__ import annotations

from apps.characters.models import Character, Rating, Use
from apps.characters.yarn.sheet import EXPERIENCE
from apps.characters.yarn.spans import EPISODE, open_now
from apps.checks.yarn.pools import Extra
from apps.rules.refusal import Refused
from apps.rules.yarn.experience import experience_pool
from apps.rules.yarn.options import Options
from apps.table.turn import Turn

RULE = "yarn.experience-pool"
ON_A_ROLL = "yarn.experience-die-on-a-roll"


def pool_of(character: Character) -> int:
    """The dice of the pool, used or not."""
    held = character.desk.one(Rating, character=character, key=EXPERIENCE)
    return held.value if held is not None else 0


def used_of(character: Character) -> int:
    """How many are used in the episode that plays; never more than there are."""
    episode = open_now(character.desk, EPISODE)
    used = character.desk.all(Use, character=character, rule=RULE, span=episode) if episode else []
    return min(len(used), pool_of(character))


def left_of(character: Character) -> int:
    """How many may still be used; none where no episode plays."""
    return pool_of(character) - used_of(character) if open_now(character.desk, EPISODE) else 0


def most_for(character: Character, options: Options) -> int:
    """How many may go into one roll."""
    left = left_of(character)
    return min(left, 1) if not options.multiple_experience_dice else left


def why_not(character: Character, count: int, options: Options, *, purpose_told: bool = True) -> Refused | None:
    """Why so many dice cannot go into one roll, or None."""
    if count and open_now(character.desk, EPISODE) is None:
        return Refused("no-episode", "Experience dice are used in an episode, and none plays now.", "experience")
    return experience_pool(
        pool=pool_of(character),
        used=used_of(character),
        roll_explained=purpose_told,
        offered_on_one_roll=count,
        options=options,
    ).why


def as_extra(character: Character, count: int, reason: str) -> list[Extra]:
    """Its bonus dice, for the roll that uses them up (yarn.experience-die-on-a-roll)."""
    if not count:
        return []
    return [Extra("bonus", count, f"Experience: {reason}", ON_A_ROLL, used=lambda turn: use(turn, character, count))]


def use(turn: Turn, character: Character, count: int) -> None:
    """Notes that so many are used. Refuses more than may be."""
    no = why_not(character, count, turn.options)
    if no is not None:
        raise no
    for _ in range(count):
        turn.create(Use, character=character, rule=RULE, span=turn.span(EPISODE), at=turn.now)
