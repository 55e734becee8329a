"""What somebody does counts as an action of their turn; combat says what that takes (rough_magic.turn-actions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from apps.characters.models import Character
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
