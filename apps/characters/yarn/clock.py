"""The story's clock, in seconds: moved by rounds, by time breaks and by the GM. What lasts for a time ends by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.forms import named, number, one_line
from apps.characters.models import Character, Condition, Entry, Track
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.desk import Desk
from apps.table.models import Event
from apps.table.turn import Turn

CLOCK = "story-seconds"
UNITS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
MOST = 9999
PREFIX = "second-"
"""Before the second at which a condition ends, in its `until`."""
Passing = Callable[[Turn, int, int], list[dict[str, Any]]]
_passing: list[Passing] = []


def when_time_passes(passing: Passing) -> Passing:
    """Registers what happens by itself as time goes by: (turn, second before, second now). It returns facts of all that
    it did, for the event's list: {"character", "character_id", "what"}."""
    _passing.append(passing)
    return passing


def now(desk: Desk) -> int:
    """The second of the story."""
    held = desk.one(Track, character=None, seat=None, key=CLOCK)
    return held.value if held is not None else 0


def passes(turn: Turn, seconds: int) -> list[dict[str, Any]]:
    """Moves the clock; returns the facts of what came of it. Refuses (ValueError) to turn it back."""
    if seconds < 0:
        raise ValueError("time does not run backwards")
    held = turn.desk.one(Track, character=None, seat=None, key=CLOCK)
    held = held or turn.create(Track, table=turn.table, character=None, seat=None, key=CLOCK)
    before, after = held.value, held.value + seconds
    turn.change(held, value=after)
    return [one for passing in _passing for one in passing(turn, before, after)]


def lasts(turn: Turn, character: Character, name: str, seconds: int, **about: Any) -> Condition:
    """A condition that ends when so many seconds have passed; `about` are other fields of it."""
    until = f"{PREFIX}{now(turn.desk) + seconds}"
    return turn.create(Condition, character=character, name=name, until=until, **about)


def left_of(condition: Condition) -> int | None:
    """For how many seconds it goes on; None where the clock does not end it."""
    if not condition.until.startswith(PREFIX):
        return None
    return int(condition.until.removeprefix(PREFIX)) - now(condition.desk)


# what lasts for a time


@dataclass(frozen=True)
class Timed:
    """What ends when its time is up: its row, for how many seconds it still goes on, what it is called, and the facts
    of its end."""

    row: Condition | Entry
    left: int
    name: str
    facts: dict[str, Any]

    @property
    def words(self) -> str:
        """Old Bess, paralysed."""
        return f"{self.row.character.name}, {self.name}"


Lasting = Callable[[Desk], list[Timed]]
_lasting: list[Lasting] = []


def ends_with_time(lasting: Lasting) -> Lasting:
    """Registers what runs at a table until its time is up."""
    _lasting.append(lasting)
    return lasting


def all_timed(desk: Desk) -> list[Timed]:
    return [one for lasting in _lasting for one in lasting(desk)]


def end_all(turn: Turn, over: Iterable[Timed]) -> list[dict[str, Any]]:
    """These are over; returns the facts of it."""
    found = list(over)
    for one in found:
        turn.delete(one.row)
    return [one.facts for one in found]


@ends_with_time
def _conditions(desk: Desk) -> list[Timed]:
    held = [(one, left) for one in desk.all(Condition) if (left := left_of(one)) is not None]
    return [Timed(one, left, one.name.lower(), _no_longer(one)) for one, left in held]


def _no_longer(one: Condition) -> dict[str, Any]:
    return named(one.character) | {"what": one.name.lower(), "hidden": one.character.hidden}


@when_time_passes
def _what_is_over(turn: Turn, before: int, after: int) -> list[dict[str, Any]]:
    return end_all(turn, (one for one in all_timed(turn.desk) if one.left <= 0))


def told_to_all(ended: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What everybody may know of it: nothing that befell the hidden."""
    return [one for one in ended if not one.get("hidden")]


class TimeForm(ActForm):
    count = number("How long", 1, MOST)
    unit = forms.ChoiceField(label="In", choices=[(one, one.capitalize()) for one in UNITS], initial="hours")
    why = one_line("What happens meanwhile", 120, required=False)


@act("yarn.time-passes", title="Time passes", form=TimeForm, who=gms, button="Let it pass")
def time_passes(turn: Turn, form: TimeForm) -> None:
    """The GM lets time go by; whatever ends by it is told with it, what is hidden to her alone."""
    data = form.cleaned_data
    ended = passes(turn, data["count"] * UNITS[data["unit"]])
    facts = {"count": data["count"], "unit": data["unit"], "why": data["why"]}
    tell_passed(turn, "yarn.time-passed", facts, ended)


def tell_passed(turn: Turn, kind: str, facts: dict[str, Any], ended: list[dict[str, Any]]) -> Event:
    """Tells what came of time going by: all of it to the GMs, to the others without what befell the hidden."""
    shown = told_to_all(ended)
    if len(shown) == len(ended):
        return turn.tell(kind, facts | {"ended": shown})
    return turn.tell(kind, facts | {"ended": ended}, to=GMS, also={EVERYBODY: facts | {"ended": shown}})
