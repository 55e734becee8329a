"""Between whom a force has happened or been cancelled: they are not called into a scene like it again in this episode
(yarn.repeat-scene-ban). Nothing is refused by it; whoever calls is warned, and says what is new."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from apps.characters import parts
from apps.characters.models import Character
from apps.characters.parts import Holder
from apps.characters.yarn.spans import EPISODE, open_now
from apps.table.desk import Desk
from apps.table.turn import Turn

BANNED = "banned"
"""The role of two parts beside each other: the odd one and the even one are a pair."""


def ban(turn: Turn, one: Character, other: Character) -> None:
    """Notes it for the rest of the episode; outside one there is nothing to note. Either way round is the same."""
    episode = turn.span(EPISODE)
    if episode is not None and not banned_among(turn.desk, (one, other)):
        for character in (one, other):
            parts.give(turn, episode, BANNED, Holder(character=character))


def banned_among(desk: Desk, cast: Sequence[Character]) -> list[tuple[Character, Character]]:
    """The pairs of a cast between whom it stands."""
    episode = open_now(desk, EPISODE)
    held = parts.in_order(desk, episode, BANNED) if episode else []
    pairs = {frozenset((a.character_id, b.character_id)) for a, b in zip(held[::2], held[1::2], strict=False)}
    return [(a, b) for a, b in combinations(cast, 2) if frozenset((a.pk, b.pk)) in pairs]
