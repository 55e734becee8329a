"""What somebody does counts as an action of their turn; combat says what that takes (rough_magic.turn-actions)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import RoughSheet
from apps.table.turn import Turn

Kind = Literal["task", "free"]
Hook = Callable[[Turn, Character, Kind], None]
Cost = Callable[[Character, Kind], str]

_hooks: list[Hook] = []
_costs: list[Cost] = []


def when_acting(hook: Hook) -> Hook:
    """Registers what follows when somebody acts, such as that their task is used up. It may refuse, before any die."""
    _hooks.append(hook)
    return hook


def acts(turn: Turn, character: Character, kind: Kind = "task") -> None:
    """Says that somebody acts. Nothing follows where no fight is on."""
    for hook in _hooks:
        hook(turn, character, kind)


def tells_cost(words: Cost) -> Cost:
    """Registers what says, before somebody acts, what that will take of their turn; nothing where it takes nothing."""
    _costs.append(words)
    return words


def cost(character: Character, kind: Kind = "task") -> str:
    """What it takes, in words."""
    return " ".join(filter(None, (words(character, kind) for words in _costs)))


# several in the same moment (rough_magic.combining-tasks)


@dataclass(frozen=True)
class Moment:
    """Whether somebody could act now, and how that is said: "holds a turn since round 2". `over`: states that end as
    they act, where a turn of theirs begins with it."""

    ready: bool
    words: str
    over: tuple[str, ...] = ()


Together = Callable[[Turn, Character, Sequence[Character]], None]
Moments = Callable[[Character], Moment | None]

_together: list[Together] = []
_moments: list[Moments] = []


def when_acting_together(hook: Together) -> Together:
    """Registers what follows when somebody acts and `others` are to act in the same moment. It may refuse, before any
    die."""
    _together.append(hook)
    return hook


def acts_with(turn: Turn, character: Character, others: Sequence[Character]) -> None:
    """Says that somebody acts together with others. Nothing follows where no fight is on."""
    for hook in _together:
        hook(turn, character, others)


def tells_moment(moments: Moments) -> Moments:
    """Registers who knows whether somebody could act now; None of whom that need not be asked."""
    _moments.append(moments)
    return moments


def moment_of(character: Character) -> Moment | None:
    """Whether somebody in a fight could act now; None outside one."""
    return next((found for one in _moments if (found := one(character))), None)


def as_they_act(sheet: RoughSheet) -> RoughSheet:
    """Somebody as they are when they act: the pace of a turn that was held ends as it begins (rough_magic.gait)."""
    moment = moment_of(sheet.character)
    if moment is None or not moment.over:
        return sheet
    return replace(sheet, states=tuple(one for one in sheet.states if one.name not in moment.over))


def late_among(those: Sequence[Character]) -> list[Character]:
    """Those of them who could not act now."""
    return [one for one in those if (moment := moment_of(one)) is not None and not moment.ready]


def waits_for(late: Sequence[Character]) -> str:
    """Why the others cannot begin yet."""
    names = " and ".join(one.name for one in late)
    verb = "hold" if len(late) > 1 else "holds"
    return f"In a fight all act in the same moment, and {names} {verb} no turn yet: all but the last hold theirs."
