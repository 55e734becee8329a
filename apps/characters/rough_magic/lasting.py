"""What lasts one round (rough_magic.one-round): up to the same place in the next round, outside a fight one roll.

Combat says whose place it is (`tells_the_place`), and tells when a place comes (`place_comes`), a round is over
(`round_ends`) and the fight is (`fight_ends`); rolls outside a fight tell `has_rolled`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apps.characters.forms import named
from apps.characters.models import Character, Condition
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.states import Lasts, one_round
from apps.table.desk import Desk
from apps.table.turn import Turn

ROLL = "next roll"
"""The moment outside a fight: the roll that is being made, or six seconds."""
Ended = list[dict[str, Any]]


@dataclass(frozen=True)
class Place:
    """Whose place it is in which round, and the whole order of play; all by public ids."""

    whose: str
    round: int
    order: tuple[str, ...]


Source = Callable[[Desk], Place | None]
_sources: list[Source] = []


def tells_the_place(source: Source) -> Source:
    """Registers who knows whose place it is; None outside a fight."""
    _sources.append(source)
    return source


def place_now(desk: Desk) -> Place | None:
    return next((found for source in _sources if (found := source(desk))), None)


# the moment at which it ends


def a_round(desk: Desk, options: Options) -> str:
    """The moment one round from now, as a state keeps it in `until`."""
    now = place_now(desk)
    if now is None:
        return ROLL
    ends = one_round(bought_in_turn_of=now.whose, round=now.round, order=now.order, options=options)
    return f"{ends.round}:{ends.place_of}"


def _moment(until: str) -> Lasts | None:
    """None where it is none of a fight."""
    round_, colon, whose = until.partition(":")
    return Lasts(int(round_), whose) if colon and round_.isdecimal() else None


def end_of(state: Condition) -> str:
    """When a state ends, in words; nothing where the rules' events alone end it. Names nobody who is hidden."""
    if state.until == ROLL:
        return "till the next roll"
    return moment_in_words(state.desk, state.until) or ("till the scene ends" if state.ends_with_id else "")


def moment_in_words(desk: Desk, until: str) -> str:
    """The same of the word in `until` alone."""
    if until == ROLL:
        return "till the next roll"
    moment = _moment(until)
    if moment is None or not moment.place_of:
        return moment.ends if moment else ""
    whose = desk.one(Character, public_id=moment.place_of)
    known = whose is not None and not whose.hidden
    return Lasts(moment.round, whose.name).ends if whose and known else f"before the same place in round {moment.round}"


# what combat and rolls tell


def place_comes(turn: Turn, whose: Character, round_: int) -> Ended:
    """Somebody's place comes up, be it taken, skipped or held: ends what lasted up to it; returns what has ended."""
    return _end(turn, lambda at: at.round < round_ or (at.round == round_ and at.place_of == whose.public_id))


def round_ends(turn: Turn, round_: int) -> Ended:
    """A round is over: ends what lasted up to its end, and up to places that never came in it."""
    return _end(turn, lambda at: at.round <= round_)


def fight_ends(turn: Turn) -> Ended:
    """Nobody's place comes any more."""
    return _end(turn, lambda at: True)


def has_rolled(turn: Turn, character: Character) -> Ended:
    """Somebody has rolled outside a fight: what was bought for this roll is over."""
    mine = turn.desk.all(Condition, character=character)
    return _take_off(turn, [one for one in mine if one.until == ROLL])


def _end(turn: Turn, due: Callable[[Lasts], bool]) -> Ended:
    rows = turn.desk.all(Condition)
    return _take_off(turn, [one for one in rows if (moment := _moment(one.until)) and due(moment)])


def _take_off(turn: Turn, rows: list[Condition]) -> Ended:
    """Facts of those that ended, of whom everybody may know."""
    for one in rows:
        turn.delete(one)
    return [named(one.character) | {"name": one.name} for one in rows if not one.character.hidden]
