"""What a roll has come to, told to whatever follows from it: the GM's ways forward, what lasted for this roll.

Every act that throws for a character calls `came_out` when its card is told, and once more when a plot point has made
another thing of the same card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from apps.characters.models import Character
from apps.characters.rough_magic import lasting
from apps.table.models import Event
from apps.table.turn import Turn


@dataclass(frozen=True)
class Outcome:
    """A finished roll of somebody's: `card` tells of it, `label` says what for. `target` is None where none was."""

    card: Event
    character: Character
    label: str
    total: int | None
    target: int | None
    success: bool
    extreme: bool


Follows = Callable[[Turn, Outcome], None]
_follows: list[Follows] = []


def when_it_came_out(follows: Follows) -> Follows:
    """Registers what follows from a roll, of whatever kind it was but an attack."""
    _follows.append(follows)
    return follows


def came_out(turn: Turn, outcome: Outcome) -> None:
    """To be called inside the act, after its card is told; what was bought for this roll ends with it."""
    lasting.has_rolled(turn, outcome.character)
    for follows in _follows:
        follows(turn, outcome)
