"""Characters of Crew as people make them: by posting to the door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from tests.crew_evening import KIT, TRAN, WREN
from tests.people import open_a_table


@pytest.fixture
def table(db: None) -> Any:
    """A table of Crew with every switch at its default."""
    return open_a_table("The Long Lena", game="crew")


def made(person: Any, **fields: Any) -> Character:
    """The character that this person makes."""
    person.does("crew.make", **fields)
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def make() -> Callable[..., Character]:
    return made


@pytest.fixture
def wren(ines: Any) -> Character:
    """Ines's crewmember."""
    return made(ines, **WREN)


@pytest.fixture
def kit(marek: Any) -> Character:
    """Marek's crewmember."""
    return made(marek, **KIT)


@pytest.fixture
def tran(gm: Any) -> Character:
    """A Major GMC whom everybody knows."""
    return made(gm, **TRAN)


def gmcs(gm: Any, **fields: Any) -> list[Character]:
    before = set(Character.objects.values_list("pk", flat=True))
    gm.does("crew.quick-gmc", **fields)
    return list(Character.objects.exclude(pk__in=before).order_by("pk"))


@pytest.fixture
def deputy(gm: Any) -> Character:
    """A Minor GMC with d8."""
    return gmcs(gm, name="Deputy", role="minor-gmc", die=8)[0]


@pytest.fixture
def sniper(gm: Any) -> Character:
    """A Minor GMC with d10 of whom nobody else knows."""
    return gmcs(gm, name="Sniper", role="minor-gmc", die=10, hidden="on")[0]
