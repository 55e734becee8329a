"""The demonstration: a table of each game, played in through the door by a script, so that it cannot rot.

A game may bring its script in a module `demonstration` of one of the apps: `@script("dragonfly", "The table’s name")`
on a function that is given the stage. A game without one is not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import QueryDict

from apps.rules.dice import ScriptedDice
from apps.table import door, exchanges, games
from apps.table.carrying.removing import remove
from apps.table.doors import opening, sitting
from apps.table.hold import hold, writing
from apps.table.models import Role, Seat, Table
from apps.table.viewer import Viewer

Person = tuple[str, str, str]
PEOPLE: tuple[Person, ...] = (
    ("Robin", Role.GM, ""),
    ("Ines", Role.PLAYER, "sea"),
    ("Marek", Role.PLAYER, "flame"),
    ("Wanda", Role.SPECTATOR, ""),
)
"""Name, role and colour of those who sit at a demonstration, unless its script has others."""
BUSY = "demonstration:busy:"
LONGEST = 60  # seconds that setting it up may take


@dataclass
class Stage:
    """The demonstration's table and its people by name."""

    table: Table
    seats: dict[str, Seat] = field(default_factory=dict)

    def does(self, who: str, act: str, dice: Iterable[int] = (), /, **data: Any) -> door.Outcome:
        """Somebody does an act through the door. The scripted dice fall; all of them must be needed."""
        scripted = ScriptedDice(dice)
        seat = self.seats[who]
        outcome = door.perform(self.table.public_id, seat.public_id, act, posted(data), dice=scripted)
        if outcome.refused or scripted.left:
            raise RuntimeError(f"{who}: {act} {data}: {outcome.form.errors.as_text()} dice left: {scripted.left}")
        return outcome

    def answers(self, who: str, act: str, dice: Iterable[int] = (), /, **data: Any) -> door.Outcome:
        """Somebody answers what they were asked last."""
        viewer = Viewer(self.table, self.seats[who])
        ask = next(one for one in reversed(exchanges.all_open_asks(viewer)) if exchanges.is_asked(viewer, one))
        return self.does(who, act, dice, ask=ask.public_id, **data)


def posted(data: dict[str, Any]) -> QueryDict:
    """The values as a browser would send them; a list is a field that comes again."""
    query = QueryDict(mutable=True)
    for name, value in data.items():
        query.setlist(name, [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)])
    return query


Play = Callable[[Stage], None]


@dataclass(frozen=True)
class Script:
    """How a game shows itself: what is played, at a table of what name, by whom, and in which `parts`."""

    play: Play
    name: str
    people: tuple[Person, ...] = PEOPLE
    parts: Mapping[str, str] = field(default_factory=dict)


_scripts: dict[str, Script] = {}


def script(
    game: str,
    name: str = "The demonstration",
    people: Iterable[Person] = PEOPLE,
    parts: Mapping[str, str] | None = None,
) -> Callable[[Play], Play]:
    """Registers a game's script; `parts` says who plays whom."""

    def register(play: Play) -> Play:
        _scripts[game] = Script(play, name, tuple(people), parts or {})
        return play

    return register


def script_of(game: str) -> Script:
    """The game's script, from whichever app has it. Raises KeyError where there is none."""
    for config in apps.get_app_configs():
        name = f"{config.name}.{game}"
        if config.name.startswith("apps.") and find_spec(name) and find_spec(f"{name}.demonstration"):
            import_module(f"{name}.demonstration")
    return _scripts[game]


def shown() -> list[games.Game]:
    """The games that have a script, in the order in which the server offers them."""
    return [one for one in games.games() if _has_script(one.key)]


def _has_script(game: str) -> bool:
    try:
        return bool(script_of(game))
    except KeyError:
        return False


def table(game: str) -> Table | None:
    """That game's demonstration, if it is set up and nobody is at work on it."""
    return None if cache.get(BUSY + game) else _tables(game).order_by("-pk").first()


def _tables(game: str) -> QuerySet[Table]:
    return Table.objects.filter(demonstration=True, game=game)


def seats_of(table: Table) -> list[Seat]:
    """Those of the script, in its order; people who came later are left out."""
    by_name = {seat.name: seat for seat in Seat.objects.filter(table=table, removed_at=None)}
    return [by_name[name] for name, _, _ in script_of(table.game).people if name in by_name]


def set_up(game: str) -> Table | None:
    """Clears that game's earlier demonstration away and plays it anew. None where somebody is doing so already."""
    with _alone(game) as free:
        if not free:
            return None
        found = script_of(game)
        clear(game)
        stage = Stage(_opened(game, found.name))
        try:
            _seat_people(stage, found.people)
            found.play(stage)
        except BaseException:
            clear(game)
            raise
        return stage.table


@contextmanager
def _alone(game: str) -> Iterator[bool]:
    free = cache.add(BUSY + game, 1, LONGEST)
    try:
        yield free
    finally:
        if free:
            cache.delete(BUSY + game)


def _opened(game: str, name: str) -> Table:
    with writing():
        return opening.open_table(name, game, demonstration=True)


def _seat_people(stage: Stage, people: Iterable[Person]) -> None:
    """Everybody sits down; no device holds these seats yet: their private links are what the page hands out."""
    for name, role, colour in people:
        with hold(stage.table.public_id) as desk:
            stage.seats[name] = sitting.sit_down(desk, name, role, colour, token_hash=None)


def clear(game: str) -> None:
    """Takes that game's demonstration away, with all that was played at it."""
    for one in _tables(game):
        remove(one.public_id)
