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


def made(person: Any, act: str = "make", /, **fields: Any) -> Character:
    """What this person makes."""
    person.does(f"rough_magic.{act}", **fields)
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def jun(ines: Any) -> Character:
    """Ines's hero: Agility 7, Reason 5, Brawn 4, Will 2, 62 kg; lock picks of rank 2, three burst flasks of rank 12."""
    return made(ines, **rough_evening.JUN)


@pytest.fixture
def bramble(marek: Any) -> Character:
    """Marek's hero: Brawn 6, Will 5, Agility 4, Perception 4, 110 kg; three powers."""
    return made(marek, **rough_evening.BRAMBLE)


@pytest.fixture
def sel(gm: Any) -> Character:
    """An enemy with a name, of whom everybody knows: Will 6, Agility 5, Brawn 5, Perception 5, a breastplate of 1."""
    return made(gm, **rough_evening.SEL)


@pytest.fixture
def ash(gm: Any) -> Character:
    """One of the GM's of whom nobody else knows."""
    return made(gm, **rough_evening.ASH)


@pytest.fixture
def door(gm: Any) -> Character:
    """A thing of DV 8."""
    return made(gm, "make-thing", **rough_evening.DOOR)


@pytest.fixture
def guard(gm: Any) -> Character:
    """One of those without a name: Agility 3, Brawn 3, Will 3, leather of 1."""
    return made(gm, **rough_evening.GUARD)
