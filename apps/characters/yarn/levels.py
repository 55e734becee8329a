"""Hit points as they are now: lasting harm, what a taser did, and the level from which recovery counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from apps.characters.models import Character, Track
from apps.characters.rows import track
from apps.rules.yarn.combat.harm import is_dying, is_messed_up
from apps.rules.yarn.combat.harm import recovered as recovered_to
from apps.rules.yarn.hit_points import FLOOR
from apps.table.models import Switch
from apps.table.turn import Turn

HIT_POINTS = "hit-points"
"""The track of what is left, without temporary harm; its maximum are the full hit points."""
TEMPORARY = "temporary-harm"
REFERENCE = "recovery-from"
"""The level after the last recovery (yarn.recovery-half)."""


@dataclass(frozen=True)
class Level:
    """`lasting` hit points are left of `full`, from which `temporary` harm is taken (yarn.taser); all may be below 0.
    `reference` is the level after the last recovery. With the switch taser-can-kill temporary harm is `deadly` too.
    """

    full: int = FLOOR
    lasting: int = FLOOR
    temporary: int = 0
    reference: int = FLOOR
    deadly: bool = False

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
        """At minus the full number (yarn.death); a taser kills nobody by itself, unless the table says so."""
        return is_dying(self.now if self.deadly else self.lasting, self.full)

    @property
    def may_recover(self) -> bool:
        """Whether there is anything that time to rest would bring back (yarn.recovery-half)."""
        return self.temporary > 0 or self.lasting < self.reference

    @property
    def rule(self) -> str:
        """By which rule they are what the word says; empty where it costs nothing."""
        found = (("yarn.death", self.dying), ("yarn.down", self.down), ("yarn.messed-up", self.messed_up))
        return next((rule for rule, so in found if so), "")

    @property
    def bar(self) -> tuple[int, int]:
        """Where its bar begins and how long it is, of 200: nought in the middle, the full number right, as much below
        left."""
        length = min(100, round(100 * abs(self.now) / self.full))
        return (100 if self.now >= 0 else 100 - length, length)

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
    kills = desk.one(Switch, key="taser-can-kill")
    return Level(
        full,
        held.value,
        temporary.value if temporary else 0,
        reference.value if reference else full,
        kills is not None and kills.value == "on",
    )


def set_level(turn: Turn, character: Character, level: Level) -> None:
    """Writes all of it; what is as it was is not noted."""
    turn.change(track(turn, character, HIT_POINTS), value=level.lasting, maximum=level.full)
    turn.change(track(turn, character, TEMPORARY), value=level.temporary)
    turn.change(track(turn, character, REFERENCE), value=level.reference)


def with_full(level: Level, full: int) -> Level:
    """Other full hit points: what was lost stays lost."""
    more = full - level.full
    return replace(level, full=full, lasting=level.lasting + more, reference=min(full, level.reference + max(0, more)))


def harmed(level: Level, points: int, *, temporary: bool = False) -> Level:
    """So many points less, the temporary ones recorded apart."""
    if temporary:
        return replace(level, temporary=level.temporary + points)
    return replace(level, lasting=level.lasting - points)


def healed(level: Level, points: int) -> Level:
    """So many points more, up to the full ones; recovery counts from no less than what somebody has."""
    now = min(level.full, level.lasting + points)
    return replace(level, lasting=now, reference=max(level.reference, now))


def recovered(level: Level, share: Fraction) -> Level:
    """After time to rest: what was temporary is gone, that share of what was lost since the last recovery is back, and
    the new level is what the next one counts from (yarn.recovery-half, yarn.recovery-fraction)."""
    now = recovered_to(level.lasting, level.reference, share)
    return replace(level, lasting=now, temporary=0, reference=now)
