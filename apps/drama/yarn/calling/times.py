"""How long passes before a scene, as its call says it (yarn.time-break)."""

from __future__ import annotations

from dataclasses import dataclass

from apps.rules.yarn.drama.calling import time_break

AFTER, LATER, DAY = "after", "later", "day"
TIMES = {AFTER: "Right after", LATER: "Later that day", DAY: "Another day"}
HOURS, NIGHTS = 3, 1
"""How much passes where nobody says how much."""
MOST = 999


@dataclass(frozen=True)
class Break:
    """How long passes before a scene: in words, in seconds of the story, in nights that heal (yarn.time-break)."""

    words: str = ""
    seconds: int = 0
    nights: int = 0


def break_of(time: str, count: int | None) -> Break:
    """The time between two scenes: nights where it is a day, hours where it is later; without a `count` the usual."""
    if time == DAY:
        nights = time_break(time_break=time, amount=count or NIGHTS, unit="day").time_break_days
        return Break("the next day" if nights == 1 else f"{nights} nights later", nights * 86400, nights)
    if time == LATER:
        hours = count or HOURS
        found = time_break(time_break=time, amount=hours, unit="hour")
        words = f"{hours} hours later" if count else "later that day"
        return Break(words, hours * 3600, found.time_break_days)
    return Break()
