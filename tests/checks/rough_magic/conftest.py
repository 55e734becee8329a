"""People of Rough Magic as they are made, and their rolls."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition, Track
from tests.combat.conftest import in_words
from tests.people import open_a_table
from tests.rough_evening import ASH, BRAMBLE, JUN, SEL


@pytest.fixture
def table(db: None) -> Any:
    """A table of Rough Magic with every switch at its default."""
    return open_a_table("The Salt Court", game="rough_magic")


def made(person: Any, **fields: Any) -> Character:
    """The character that this person makes."""
    person.does("rough_magic.make", **fields)
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def jun(ines: Any) -> Character:
    """Ines's hero: Agility 7, Reason 5, lock picks of rank 2."""
    return made(ines, **JUN)


@pytest.fixture
def bramble(marek: Any) -> Character:
    """Marek's hero: Brawn 6, Will 5, Perception 4."""
    return made(marek, **BRAMBLE)


@pytest.fixture
def sel(gm: Any) -> Character:
    """An enemy with a name: Will 6, Perception 5."""
    return made(gm, **SEL)


@pytest.fixture
def ash(gm: Any) -> Character:
    """One of whom nobody knows but the GM."""
    return made(gm, **ASH)


def has_points(person: Any, count: int) -> None:
    """Gives somebody so many plot points."""
    Track.objects.update_or_create(
        table=person.table, seat=person.seat, character=None, key="plot-points", defaults={"value": count}
    )


def points_of(person: Any) -> int:
    found = Track.objects.filter(table=person.table, seat=person.seat, key="plot-points").first()
    return found.value if found else 0


def is_in(character: Character, name: str, **about: Any) -> Condition:
    return Condition.objects.create(character=character, name=name, **about)


def loses(character: Character, levels: int) -> None:
    Track.objects.create(table=character.table, character=character, key="lost", value=levels)


def rolls(person: Any, character: Character, status: int = 200, **more: Any) -> Any:
    answer = person.post("rough_magic.check", character=character.public_id, **more)
    assert answer.status_code == status, in_words(answer)
    return answer
