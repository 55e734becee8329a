"""Whoever could act before a roll may say "Wait": the roll is held up till they have acted, have let it go, or the GM
goes on (rough_magic.attack-sequence). Who waits is known where turns are: combat says it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from apps.characters.models import Character
from apps.table.desk import Desk
from apps.table.turn import Turn

HOW_ON = "It goes on when they have acted or let it go, or when the {} does."


@dataclass(frozen=True)
class Waits:
    """Somebody who waits, and for what, in words for everybody; empty where that is nobody else's to know."""

    character: Character
    why: str

    @property
    def words(self) -> str:
        return f"{self.character.name} waits{f': {self.why}' if self.why else ''}."


Source = Callable[[Desk, Character | None], list[Waits]]
_sources: list[Source] = []


def tells_who_waits(source: Source) -> Source:
    """Registers who knows for whom somebody's roll is held up; of nobody's in particular, for whom any is."""
    _sources.append(source)
    return source


def ahead_of(desk: Desk, roller: Character | None = None) -> list[Waits]:
    """Those for whom this one's roll waits."""
    return [one for source in _sources for one in source(desk, roller)]


def in_words(desk: Desk, roller: Character | None, gm: str) -> str:
    """The same, and how it goes on; nothing where nobody waits."""
    found = ahead_of(desk, roller)
    return " ".join([*(one.words for one in found), HOW_ON.format(gm)]) if found else ""


def hold_up(turn: Turn, roller: Character | None) -> None:
    """Refuses a roll (waited) while somebody waits, a GM's as well: going on is an act of its own."""
    if words := in_words(turn.desk, roller, turn.viewer.game.gm):
        turn.refuse("waited", words)
