"""Characters of Rough Magic as people make them."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests import rough_evening
from tests.people import open_a_table


@pytest.fixture
def table(db: None) -> Any:
    """A table of Rough Magic with every switch at its default."""
    return open_a_table("The drowned foundry", game="rough_magic")


def made(person: Any, act: str = "make", **fields: Any) -> Character:
    """What this person makes."""
    person.does(f"rough_magic.{act}", **fields)
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def jun(ines: Any) -> Character:
    """Ines's hero."""
    return made(ines, **rough_evening.JUN)


@pytest.fixture
def bramble(marek: Any) -> Character:
    """Marek's hero."""
    return made(marek, **rough_evening.BRAMBLE)


@pytest.fixture
def sel(gm: Any) -> Character:
    """An enemy with a name, of whom everybody knows."""
    return made(gm, **rough_evening.SEL)


@pytest.fixture
def ash(gm: Any) -> Character:
    """One of the GM's of whom nobody else knows."""
    return made(gm, **rough_evening.ASH)


@pytest.fixture
def door(gm: Any) -> Character:
    """A thing."""
    return made(gm, "make-thing", **rough_evening.DOOR)


@pytest.fixture
def guard(gm: Any) -> Character:
    """One of those without a name."""
    return made(gm, **rough_evening.GUARD)
