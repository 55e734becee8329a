"""What harm does to somebody, whatever did it: fights, powers and accidents all take hit points here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from apps.characters.models import Character
from apps.characters.yarn.levels import Level, harmed, healed, level_of, set_level
from apps.table.turn import Turn


@dataclass(frozen=True)
class Suffered:
    """Somebody's level before and after, and what did it: a word of the down states, or any other. `botched` says that
    the defence against it was a botch."""

    character: Character
    before: Level
    after: Level
    points: int
    weapon: str = ""
    temporary: bool = False
    botched: bool = False

    @classmethod
    def nothing(cls, character: Character) -> Suffered:
        """Somebody as they are, before anything is taken."""
        level = level_of(character)
        return cls(character, level, level, 0)

    @property
    def now(self) -> str:
        """What they are that they were not before: the worst of it, in a word; empty for nothing."""
        found = (("dying", self.is_dying_now), ("down", self.went_down), ("messed up", self.messed_up_now))
        return next((word for word, so in found if so), "")

    @property
    def went_down(self) -> bool:
        return self.after.down and not self.before.down

    @property
    def is_dying_now(self) -> bool:
        return self.after.dying and not self.before.dying

    @property
    def messed_up_now(self) -> bool:
        return self.after.messed_up and not self.before.messed_up


Following = Callable[[Turn, Suffered], None]
_following: list[Following] = []


def when_harmed(following: Following) -> Following:
    """Registers what follows from harm, in the same act and after its event: a reason to live that is asked for, a
    serious wound that is proposed."""
    _following.append(following)
    return following


def suffer(
    turn: Turn, character: Character, points: int, *, weapon: str = "", temporary: bool = False, botched: bool = False
) -> Suffered:
    """Takes hit points, below nought too (yarn.down). What armour stops is taken off before. Refuses (ValueError) to
    give some."""
    if points < 0:
        raise ValueError("harm takes hit points, and gives none")
    before = level_of(character)
    set_level(turn, character, harmed(before, points, temporary=temporary))
    found = Suffered(character, before, level_of(character), points, weapon, temporary, botched)
    if points:
        turn.later(lambda: _follow(turn, found))
    return found


def set_by_hand(turn: Turn, character: Character, level: Level) -> None:
    """Sets somebody's level by the GM's word. Where they are worse off by it the same follows as from harm."""
    before = level_of(character)
    set_level(turn, character, level)
    points = before.now - level_of(character).now
    if points > 0:
        found = Suffered(character, before, level_of(character), points)
        turn.later(lambda: _follow(turn, found))


def _follow(turn: Turn, found: Suffered) -> None:
    for following in _following:
        following(turn, found)


def regain(turn: Turn, character: Character, points: int) -> Suffered:
    """Gives hit points back, up to the full ones (yarn.healing-days, yarn.power-healing)."""
    before = level_of(character)
    set_level(turn, character, healed(before, points))
    after = level_of(character)
    return Suffered(character, before, after, before.lasting - after.lasting)
