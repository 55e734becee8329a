"""The demonstration: a table that is played in through the door by a script, so that it cannot rot.

Each game brings its script in a module `demonstration` of one of the apps: `@script("dragonfly")` on a function that
is given the stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.http import QueryDict

from apps.rules.dice import ScriptedDice
from apps.table import door
from apps.table.doors import opening, sitting
from apps.table.hold import writing
from apps.table.ids import new_token, token_hash
from apps.table.models import Exchange, Role, Seat, Span, Table

NAME = "The Kestrel’s Wake"
PEOPLE = [
    ("Robin", Role.GM, ""), ("Ines", Role.PLAYER, "sea"), ("Marek", Role.PLAYER, "flame"),
    ("Wanda", Role.SPECTATOR, ""),
]  # fmt: skip
BUSY = "demonstration:busy"
LONGEST = 60  # seconds that setting it up may take


@dataclass
class Stage:
    """The demonstration's table and its people by name."""

    table: Table
    seats: dict[str, Seat] = field(default_factory=dict)

    def does(self, who: str, act: str, dice: Iterable[int] = (), **data: Any) -> door.Outcome:
        """Somebody does an act through the door. The scripted dice fall; all of them must be needed."""
        scripted = ScriptedDice(dice)
        seat = self.seats[who]
        outcome = door.perform(self.table.public_id, seat.public_id, act, posted(data), dice=scripted)
        if outcome.refused or scripted.left:
            raise RuntimeError(f"{who}: {act} {data}: {outcome.form.errors.as_text()} dice left: {scripted.left}")
        return outcome


def posted(data: dict[str, Any]) -> QueryDict:
    """The values as a browser would send them; a list is a field that comes again."""
    query = QueryDict(mutable=True)
    for name, value in data.items():
        query.setlist(name, [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)])
    return query


Script = Callable[[Stage], None]
_scripts: dict[str, Script] = {}


def script(game: str) -> Callable[[Script], Script]:
    """Registers a game's script."""

    def register(play: Script) -> Script:
        _scripts[game] = play
        return play

    return register


def script_of(game: str) -> Script:
    """The game's script, from whichever app has it. Raises KeyError where there is none."""
    for config in apps.get_app_configs():
        name = f"{config.name}.{game}"
        if config.name.startswith("apps.") and find_spec(name) and find_spec(f"{name}.demonstration"):
            import_module(f"{name}.demonstration")
    return _scripts[game]


def table() -> Table | None:
    """The demonstration's table, if it is set up and nobody is at work on it."""
    return None if cache.get(BUSY) else Table.objects.filter(demonstration=True).order_by("-pk").first()


def seats_of(table: Table) -> list[Seat]:
    """Those of the script, in its order; people who came later are left out."""
    by_name = {seat.name: seat for seat in table.seats.filter(removed_at=None)}
    return [by_name[name] for name, _, _ in PEOPLE if name in by_name]


def set_up(game: str = "dragonfly") -> Table | None:
    """Clears an earlier demonstration away and plays it anew. None where somebody is doing so already."""
    with _alone() as free:
        if not free:
            return None
        clear()
        stage = Stage(_opened(game))
        try:
            _seat_people(stage)
            script_of(game)(stage)
        except BaseException:
            clear()
            raise
        return stage.table


@contextmanager
def _alone() -> Iterator[bool]:
    free = cache.add(BUSY, 1, LONGEST)
    try:
        yield free
    finally:
        if free:
            cache.delete(BUSY)


def _opened(game: str) -> Table:
    with writing():
        return opening.open_table(NAME, game, demonstration=True)


def _seat_people(stage: Stage) -> None:
    """Everybody sits down; no device holds these seats yet: their private links are what the page hands out."""
    for name, role, colour in PEOPLE:
        with writing():
            seat = sitting.sit_down(stage.table, name, role, colour, token_hash(new_token()))
            seat.devices.all().delete()
        stage.seats[name] = seat


def clear() -> None:
    """Takes every demonstration away, with all that was played at it."""
    with writing():
        for one in Table.objects.filter(demonstration=True):
            _innermost_first(one)
            one.delete()


def _innermost_first(table: Table) -> None:
    """The database protects what holds something; what stands inside is always younger than what it stands in."""
    for model in (Exchange, Span):
        for row in model._default_manager.filter(table=table).order_by("-pk"):
            row.delete()
