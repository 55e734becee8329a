"""What a fight says of an act of one's own that is no attack: characters know of no fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from apps.characters.models import Character
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.table.turn import Turn
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class OwnActs:
    """Why somebody cannot act now, what it takes off their roll (dragonfly.extra-action-penalty), the note that they
    have acted, why they could do nothing at all, whoever's move it is, and whether their acts are counted."""

    why_not: Callable[[Viewer, Character], Refused | None]
    lines: Callable[[Viewer, Character], tuple[Part, ...]]
    done: Callable[[Turn, Character], None]
    why_unfit: Callable[[Character], Refused | None]
    is_counted: Callable[[Character], bool]


_fights: list[OwnActs] = []


def fights_count(acts: OwnActs) -> None:
    """Registers what counts the acts of a Turn."""
    _fights.append(acts)


def why_not(viewer: Viewer, character: Character) -> Refused | None:
    """Why this seat's character cannot act now, or None if it can."""
    return next((no for one in _fights if (no := one.why_not(viewer, character))), None)


def why_unfit(character: Character) -> Refused | None:
    """Why they could do nothing at all: dead or unconscious. None for whoever is awake."""
    return next((no for one in _fights if (no := one.why_unfit(character))), None)


def is_counted(character: Character) -> bool:
    """Whether what they do now is one of the acts of a Turn."""
    return any(one.is_counted(character) for one in _fights)


def lines(viewer: Viewer, character: Character) -> tuple[Part, ...]:
    """What an act of theirs is at now."""
    return tuple(part for one in _fights for part in one.lines(viewer, character))


def done(turn: Turn, character: Character) -> None:
    """They have acted."""
    for one in _fights:
        one.done(turn, character)
