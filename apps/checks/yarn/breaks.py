"""Breaks of a scene: two sixes are a good one, two ones a bad one; the main characters' players throw for them when it
is over (yarn.break, yarn.break-consequence). Every roll that is thrown by `rolling.rolled` is looked at here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from apps.characters.models import Character, Track
from apps.characters.rows import set_track, track
from apps.characters.yarn.people import player_of
from apps.characters.yarn.scenes import PROCEDURAL, scene_of
from apps.checks.yarn.pools import Built
from apps.rules.yarn.pool import Rolled
from apps.table.desk import Desk
from apps.table.turn import Turn

GOOD, BAD = "good-breaks", "bad-breaks"

Practical = Callable[[Desk], bool]
_practical: list[Practical] = []


def is_practical_where(practical: Practical) -> Practical:
    """Registers when else than in a procedural scene rolls are those of a practical one, such as in a fight."""
    _practical.append(practical)
    return practical


def is_practical(desk: Desk) -> bool:
    """Whether what is rolled now can have breaks."""
    scene = scene_of(desk)
    return scene is not None and (scene.mode == PROCEDURAL or any(one(desk) for one in _practical))


@dataclass(frozen=True)
class Marks:
    """How many breaks of each kind somebody has had in the scene."""

    character: Character
    good: int
    bad: int


def marks_of(character: Character) -> Marks:
    """Their breaks so far."""
    held = {key: character.desk.one(Track, character=character, key=key) for key in (GOOD, BAD)}
    good, bad = (row.value if row else 0 for row in held.values())
    return Marks(character, good, bad)


def all_marks(desk: Desk) -> list[Marks]:
    """Those of everybody who has had one."""
    found = [marks_of(one) for one in desk.all(Character) if one.seat_id is not None]
    return [one for one in found if one.good or one.bad]


def note_breaks(turn: Turn, found: Built, fallen: Rolled) -> None:
    """Notes the breaks of a player's own roll in a practical scene. To resist is none: it may be thrown unknown to
    them, and so is every roll of the GM's."""
    sought = found.sought
    if sought is None or sought.what == "resistance" or not (fallen.good_break or fallen.bad_break):
        return
    if player_of(sought.who).is_gm or not is_practical(turn.desk):
        return
    for key, fell in ((GOOD, fallen.good_break), (BAD, fallen.bad_break)):
        if fell:
            held = track(turn, sought.who, key)
            turn.change(held, value=held.value + 1)


def clear(turn: Turn, marks: Marks) -> None:
    """The scene is over."""
    for key, count in ((GOOD, marks.good), (BAD, marks.bad)):
        if count:
            set_track(turn, marks.character, key, 0)
