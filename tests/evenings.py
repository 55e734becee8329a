"""The evenings that go through every act, each as long as one test of all acts may take."""

from __future__ import annotations

from tests.acts_of_an_evening import (
    Step,
    beginning,
    checks,
    contests,
    ending,
    numbers,
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

FIRST = "table"
EVENINGS = {
    "table": (beginning, sheets, numbers, talk, checks, contests, second_thoughts, seats, ending),
    "fight": (beginning, fight_begins, fight_ends),
    "wounds": (beginning, wounds, fire),
    "fear": (beginning, fear, holds),
    "attacks": (beginning, attacks),
    "ships": (beginning, ships),
    "shots": (beginning, shots),
    "dogfight": (beginning, dogfight),
    "hiding": (beginning, hiding),
    "chases": (beginning, chases),
}


def steps(name: str) -> list[Step]:
    """An evening in its order."""
    return [one for part in EVENINGS[name] for one in part()]


def prepared(name: str) -> tuple[list[Step], list[Step]]:
    """An evening as the steps that another one looks at already, and those that are its own."""
    first = [] if name == FIRST else list(beginning())
    return first, steps(name)[len(first) :]


def own_acts(name: str) -> set[str]:
    """The acts of an evening that no evening before it plays."""
    before = list(EVENINGS)[: list(EVENINGS).index(name)]
    return {one.act for one in steps(name)} - {one.act for each in before for one in steps(each)}


def all_steps() -> list[Step]:
    """Those of every evening."""
    return [one for name in EVENINGS for one in steps(name)]
