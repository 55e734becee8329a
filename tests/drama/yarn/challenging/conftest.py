"""A call of a player's that waits, beside the characters of Yarn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from apps.characters.models import Character
from apps.characters.yarn.people import players
from apps.characters.yarn.scenes import BYSTANDER, Called, call
from apps.drama.yarn.said import Said
from apps.drama.yarn.window import open_window
from apps.table.turn import Turn
from tests.people import Person
from tests.yarn_world import bess, hale, in_a_turn, joss, maud, opens, table

__all__ = ["bess", "hale", "joss", "maud", "table"]
Calling = Callable[[Sequence[Character]], None]


@pytest.fixture
def marek_calls(maud: Character, joss: Character, bess: Character, gm: Person, marek: Person) -> Calling:
    """Marek calls a scene with these, a night later."""
    opens(gm)

    def found(cast: Sequence[Character]) -> None:
        def happens(turn: Turn) -> None:
            (caller,) = (one for one in players(turn.desk) if one.name == "Marek")
            there = [(turn.desk.own(one), BYSTANDER) for one in cast]
            called = Called(caller, "dramatic", there, "The attic, next day", situation="Rain.")
            scene, _ = call(turn, called)
            open_window(turn, scene, turn.events[0], Said(86400, "next day"))

        in_a_turn(marek, happens)

    return found
