"""A dramatic scene that is played: Maud wants something of Joss, Bess looks on."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.people import Person
from tests.yarn_world import bess, hale, joss, maud, starts, table

__all__ = ["bess", "hale", "joss", "maud", "table"]


@pytest.fixture
def played(maud: Character, joss: Character, bess: Character, gm: Person) -> dict[str, str]:
    """The GM has called Maud, Joss and Bess to the attic, and it is played; returns who asks whom."""
    starts(gm)
    gm.does("yarn.set-scene", title="The attic", mode="dramatic", cast=[one.public_id for one in (maud, joss, bess)])
    gm.does("yarn.start-anyway")
    return {"petitioner": maud.public_id, "granter": joss.public_id}


@pytest.fixture
def over(played: dict[str, str], ines: Person, marek: Person) -> dict[str, str]:
    """It is over: Ines is asked whether Maud won a concession of Joss."""
    ines.does("yarn.signal-end", **played)
    return played


@pytest.fixture
def hands(gm: Person) -> Any:
    """Sets hands: `hands(ines=2, GM=1)`, by people or GM."""

    def sets(*pairs: tuple[Person | str, int]) -> None:
        for who, count in pairs:
            key = who if isinstance(who, str) else who.viewer.seat.public_id
            gm.does("yarn.set-hand", who=key, points="tokens", count=count)

    return sets
