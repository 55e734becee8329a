"""Endurance: levels lost, stun apart from lasting harm, and how they come back."""

from dataclasses import dataclass

from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import ENDURANCE, MOST, Level

WEEK = 7


@dataclass(frozen=True)
class Named:
    """What so many levels lost are called."""

    level: Level


@dataclass(frozen=True)
class Damage:
    """Lasting and stunned levels; the level that shows comes of both. Refuses more than four together."""

    lost: int
    stun: int

    def __post_init__(self) -> None:
        whole("lost", self.lost, least=0, most=MOST)
        whole("stun", self.stun, least=0, most=MOST)
        if self.lost + self.stun > MOST:
            raise Refused("too-much", f"{self.lost} lost and {self.stun} stunned are more than {MOST} levels.", "stun")

    @property
    def level(self) -> Level:
        return ENDURANCE[self.lost + self.stun].title


@rule("rough_magic.endurance-levels")
def endurance_levels(*, lost: int) -> Named:
    """Five levels, from fresh to defeated (rough_magic.endurance-levels)."""
    return Named(ENDURANCE[whole("lost", lost, least=0, most=MOST)].title)


@rule("rough_magic.damage-record")
def damage_record(*, lost: int = 0, stun: int = 0, new: int, stunning: bool = False) -> Damage:
    """Four levels in all (rough_magic.damage-record): stun fills what is left, lasting damage pushes stun out."""
    before = Damage(lost, stun)
    whole("new", new, least=0)
    if stunning:
        return Damage(before.lost, min(before.stun + new, MOST - before.lost))
    lasting = min(MOST, before.lost + new)
    return Damage(lasting, min(before.stun, MOST - lasting))


@rule("rough_magic.recovery")
def recovery(
    *, lost: int, stun: int = 0, half_hour_rest: bool = False, days_with_care: int = 0, days_without: int = 0
) -> Damage:
    """One level for the half hour, then one a day with rest and care, else one a week (rough_magic.recovery).

    Parts of a week do not count. Stun is gone after the first rest of either kind.
    """
    before = Damage(lost, stun)
    cared = whole("days_with_care", days_with_care, least=0)
    weeks = whole("days_without", days_without, least=0) // WEEK
    rested = half_hour_rest or cared > 0
    return Damage(max(0, before.lost - half_hour_rest - cared - weeks), 0 if rested else before.stun)


@rule("rough_magic.stunning")
def stunning(*, lost: int = 0, stun: int = 0, half_hour_rest: bool = False) -> Damage:
    """All stun comes back with the half hour, and the one lasting level too (rough_magic.stunning)."""
    return recovery(lost=lost, stun=stun, half_hour_rest=half_hour_rest)
