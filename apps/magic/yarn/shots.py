"""Psychic shots: what is left of a pool, what a use takes, and how they come back by the story's clock."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from apps.characters import rows
from apps.characters.forms import named
from apps.characters.models import Character, Track
from apps.characters.yarn.clock import UNITS, when_time_passes
from apps.characters.yarn.sheet import SHOTS
from apps.rules.refusal import Refused
from apps.rules.yarn.magic.shots import HOURS, fringe_pool_recovery, why_no_shots
from apps.table.games import game_of
from apps.table.switches import values_of
from apps.table.turn import Turn

WAITED = "shot-seconds"
"""The seconds that count towards the next shot: the clock runs while the pool is short (yarn.fringe-pool-recovery)."""
RATE = "shot-rate"
"""The track of how fast shots return to somebody who differs, in hundredths."""
USUAL = 100
ONE_BY_ONE = "one by one"


def held(character: Character) -> tuple[int, int]:
    """How many shots are left, of how many."""
    found = character.desk.one(Track, character=character, key=SHOTS)
    return (found.value, found.maximum or 0) if found is not None else (0, 0)


def left_words(character: Character) -> str:
    """Whose pool it is, and what is left of it: Maud Ferrin has 3 of 5 shots left."""
    left, pool = held(character)
    return f"{character.name} has {left} of {pool} {'shot' if pool == 1 else 'shots'} left"


def why_not(character: Character, price: int = 1) -> Refused | None:
    """Why a use cannot be paid, or None."""
    return why_no_shots(max(0, held(character)[0]), price)


def spend(turn: Turn, character: Character, price: int = 1) -> int:
    """Pays a use; returns what is left. From a full pool the clock starts. Refuses what is not there (no-shots)."""
    if no := why_not(character, price):
        raise no
    track = rows.track(turn, character, SHOTS)
    if track.value == track.maximum:
        turn.change(rows.track(turn, character, WAITED), value=0)
    return turn.change(track, value=track.value - price).value


def give_back(turn: Turn, character: Character, price: int) -> None:
    """What was paid for a use that never came about."""
    track = rows.track(turn, character, SHOTS)
    turn.change(track, value=min(track.value + price, track.maximum or 0))


def set_pool(turn: Turn, character: Character, size: int) -> None:
    """Another size of the pool; what is new in it comes full (yarn.fringe-shot-price)."""
    track = rows.track(turn, character, SHOTS)
    more = size - (track.maximum or 0)
    turn.change(track, maximum=size, value=max(0, min(size, track.value + more)))


def rate_of(character: Character) -> int:
    """How fast shots return, in hundredths of the usual."""
    found = character.desk.one(Track, character=character, key=RATE)
    return found.value if found is not None and found.value else USUAL


def next_in(character: Character) -> int | None:
    """The seconds until a shot is back, or all of them where they come together; None for a full pool."""
    left, pool = held(character)
    if left >= pool:
        return None
    clock = character.desk.one(Track, character=character, key=WAITED)
    return max(1, ceil(_each(character, pool) - (clock.value if clock is not None else 0)))


def _each(character: Character, pool: int) -> Fraction:
    """The seconds for one shot, by the table's switch for a whole pool."""
    desk = character.desk
    one_by_one = game_of(desk.table).options(values_of(desk)).psychic_recovery == ONE_BY_ONE
    return Fraction(HOURS * UNITS["hours"], pool if one_by_one else 1) / Fraction(rate_of(character), USUAL)


@when_time_passes
def _shots_return(turn: Turn, before: int, after: int) -> list[dict[str, Any]]:
    """A whole pool in 24 hours, shot by shot or all at the end."""
    short = [
        (one, one.character)
        for one in turn.desk.all(Track, key=SHOTS)
        if one.character is not None and one.value < (one.maximum or 0)
    ]
    return [fact for one, whose in short if (fact := _returned(turn, one, whose, after - before))]


def _returned(turn: Turn, track: Track, whose: Character, seconds: int) -> dict[str, Any] | None:
    clock, rate, pool = rows.track(turn, whose, WAITED), Fraction(rate_of(whose), USUAL), track.maximum or 0
    waited, left = clock.value + seconds, max(0, track.value)
    case = {"pool": pool, "left": left, "hours": str(Fraction(waited, UNITS["hours"])), "rate": str(rate)}
    now = fringe_pool_recovery(cases=[case], options=turn.options).left[0]
    each = Fraction(HOURS * UNITS["hours"], pool) / rate
    turn.change(clock, value=0 if now == pool else ceil(waited - (now - left) * each))
    turn.change(track, value=now)
    if now == left:
        return None
    return named(whose) | {"what": "so spent", "shots": now - left, "hidden": whose.hidden or not whose.seat_id}
