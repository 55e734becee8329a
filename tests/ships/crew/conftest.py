"""Ships and vehicles of Crew as people make them, and crewmembers who board them."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.crew_evening import KIT, LENA, WREN
from tests.people import open_a_table


@pytest.fixture
def table(db: None) -> Any:
    """A table of Crew with every switch at its default."""
    return open_a_table("The Long Lena", game="crew")


def made(person: Any, act: str, **fields: Any) -> Character:
    person.does(act, **fields)
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def wren(ines: Any) -> Character:
    """Ines's crewmember: Physical d8, Fly d8."""
    return made(ines, "crew.make", **WREN)


@pytest.fixture
def kit(marek: Any) -> Character:
    """Marek's crewmember: Drive d6."""
    return made(marek, "crew.make", **KIT)


@pytest.fixture
def lena(gm: Any) -> Character:
    """The crew's ship: Engines d8, Hull d10, Systems d6."""
    return made(gm, "crew.make-ship", **LENA)


@pytest.fixture
def cruiser(gm: Any) -> Character:
    """A ship of the GM's that everybody sees."""
    return made(gm, "crew.make-ship", name="Alliance cruiser", type="ship", engines=10, hull=12, systems=12)


@pytest.fixture
def raider(gm: Any) -> Character:
    """A ship of the GM's of which nobody else knows."""
    return made(gm, "crew.make-ship", name="The Raider", type="ship", hidden="on")


def aboard(person: Any, ship: Character, who: Character, **more: Any) -> Any:
    return person.post("crew.board", live=True, ship=ship.public_id, person=who.public_id, **more)
