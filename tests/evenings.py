"""The evenings that go through every act of every game, each as long as one test of all acts may take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from tests import acts_of_an_evening, crew_evening
from tests.acts_of_an_evening import (
    Step,
    beginning,
    checks,
    contests,
    ending,
    numbers,
    safety,
    seats,
    second_thoughts,
    sheets,
    talk,
)
from tests.evening_attacks import attacks
from tests.evening_crews import ships
from tests.evening_dogfight import dogfight
from tests.evening_hiding import chases, hiding
from tests.evening_shots import shots
from tests.evening_tracker import fight_begins, fight_ends
from tests.evening_wounds import fear, fire, holds, wounds

Part = Callable[[], Iterator[Step]]


@dataclass(frozen=True)
class Played:
    """An evening: its game and its parts. The first of a game has its beginning looked at as well."""

    game: str
    parts: tuple[Part, ...]
    first: bool = False


def _dragonfly(*parts: Part) -> Played:
    return Played("dragonfly", (beginning, *parts))


FIRST = "table"
EVENINGS = {
    "table": Played(
        "dragonfly",
        (beginning, sheets, numbers, talk, checks, contests, second_thoughts, safety, seats, ending),
        first=True,
    ),
    "fight": _dragonfly(fight_begins, fight_ends),
    "wounds": _dragonfly(wounds, fire),
    "fear": _dragonfly(fear, holds),
    "attacks": _dragonfly(attacks),
    "ships": _dragonfly(ships),
    "shots": _dragonfly(shots),
    "dogfight": _dragonfly(dogfight),
    "hiding": _dragonfly(hiding),
    "chases": _dragonfly(chases),
}
CREW = {"sheets": "tests.crew_evening"} | {
    part: f"tests.crew_evening_{part}" for part in ("pool", "contest", "drama", "aftermath", "conflict")
}
"""The parts of Crew's evenings, each a generator of that name in its module."""


def _crew(part: str) -> Played:
    steps_of_it: Part = getattr(import_module(CREW[part]), part)
    return Played("crew", (crew_evening.beginning, steps_of_it), first=part == "sheets")


EVENINGS |= {f"crew-{part}": _crew(part) for part in CREW}
GROUPS = {
    "table": ["table"],
    "fights": ["fight", "wounds", "fear", "attacks", "shots"],
    "ships": ["ships", "dogfight", "hiding", "chases"],
    "crew": [name for name, played in EVENINGS.items() if played.game == "crew"],
}
"""The evenings in parts of about the same length, each for a file of tests, so that several workers share them."""
if missing := EVENINGS.keys() - {name for names in GROUPS.values() for name in names}:
    raise ValueError(f"evenings in no group: {missing}")


def evening(which: str) -> acts_of_an_evening.Evening:
    """A table of that evening's game and its people; nothing was played yet."""
    return acts_of_an_evening.evening(game=EVENINGS[which].game)


def steps(name: str) -> list[Step]:
    """An evening in its order."""
    return [one for part in EVENINGS[name].parts for one in part()]


def prepared(name: str) -> tuple[list[Step], list[Step]]:
    """An evening as the steps that another one looks at already, and those that are its own."""
    played = EVENINGS[name]
    first = [] if played.first else list(played.parts[0]())
    return first, steps(name)[len(first) :]


def own_acts(name: str) -> set[str]:
    """The acts of an evening that no evening before it plays."""
    before = list(EVENINGS)[: list(EVENINGS).index(name)]
    return {one.act for one in steps(name)} - {one.act for each in before for one in steps(each)}


def all_steps() -> list[Step]:
    """Those of every evening."""
    return [one for name in EVENINGS for one in steps(name)]
