"""Hit points as they are now: lasting harm, what a taser did, and the level from which recovery counts."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.models import Character, Track
from apps.characters.rows import track
from apps.rules.yarn.combat.harm import is_dying, is_messed_up
from apps.rules.yarn.hit_points import FLOOR
from apps.table.turn import Turn

HIT_POINTS = "hit-points"
"""The track of what is left, without temporary harm; its maximum are the full hit points."""
TEMPORARY = "temporary-harm"
REFERENCE = "recovery-from"
"""The level after the last recovery (yarn.recovery-half)."""


@dataclass(frozen=True)
class Level:
    """`lasting` hit points are left of `full`, from which `temporary` harm is taken (yarn.taser); all may be below 0.
    `reference` is the level after the last recovery.
    """

    full: int = FLOOR
    lasting: int = FLOOR
    temporary: int = 0
    reference: int = FLOOR

    @property
    def now(self) -> int:
        """What counts."""
        return self.lasting - self.temporary

    @property
    def messed_up(self) -> bool:
        return is_messed_up(self.now, self.full)

    @property
    def down(self) -> bool:
        return self.now <= 0

    @property
    def dying(self) -> bool:
        """At minus the full number (yarn.death); a taser kills nobody by itself."""
        return is_dying(self.lasting, self.full)

    @property
    def word(self) -> str:
        """How they are, where the number is nobody's business; empty for unhurt."""
        found = (
            ("dying", self.dying),
            ("down", self.down),
            ("messed up", self.messed_up),
            ("hurt", self.now < self.full),
        )
        return next((word for word, so in found if so), "")


def level_of(character: Character) -> Level:
    """How somebody is now; without a number of their own they have an average person's."""
    desk = character.desk
    held = desk.one(Track, character=character, key=HIT_POINTS)
    if held is None:
        return Level()
    full = held.maximum or FLOOR
    temporary = desk.one(Track, character=character, key=TEMPORARY)
    reference = desk.one(Track, character=character, key=REFERENCE)
    return Level(full, held.value, temporary.value if temporary else 0, reference.value if reference else full)


def set_level(turn: Turn, character: Character, level: Level) -> None:
    """Writes all of it; what is as it was is not noted."""
    turn.change(track(turn, character, HIT_POINTS), value=level.lasting, maximum=level.full)
    turn.change(track(turn, character, TEMPORARY), value=level.temporary)
    turn.change(track(turn, character, REFERENCE), value=level.reference)


def with_full(level: Level, full: int) -> Level:
    """Other full hit points: what was lost stays lost."""
    more = full - level.full
    return Level(full, level.lasting + more, level.temporary, min(full, level.reference + max(0, more)))


def harmed(level: Level, points: int, *, temporary: bool = False) -> Level:
    """So many points less, the temporary ones recorded apart."""
    if temporary:
        return Level(level.full, level.lasting, level.temporary + points, level.reference)
    return Level(level.full, level.lasting - points, level.temporary, level.reference)


def healed(level: Level, points: int) -> Level:
    """So many points more, up to the full ones; recovery counts from no less than what somebody has."""
    now = min(level.full, level.lasting + points)
    return Level(level.full, now, level.temporary, max(level.reference, now))
