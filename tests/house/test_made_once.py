"""What fixtures write is written once, and each test has it as if it had been made for it alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Event
from tests.people import Person, newest_event, state_of_play

made: list[str] = []
states: list[dict[str, Any]] = []
counted: list[int] = []
after_counted: list[int] = []
AGAIN = pytest.mark.parametrize("time", ["first", "second", "third"])


@pytest.fixture
def shannon(table: Any, ines: Person) -> Character:
    made.append("shannon")
    ines.does("dragonfly.make", name="Shannon", role="cast-member", sheet="full", life_points=40)
    return Character.objects.get(table=table)


@pytest.fixture
def read(shannon: Character) -> str:
    made.append("read")
    return shannon.name


@pytest.fixture
def left_open(shannon: Character) -> Iterator[Character]:
    made.append("left open")
    yield Character.objects.create(table=shannon.table, name="Pell", role="cast-member", sheet="full")


@pytest.fixture
def after(left_open: Character) -> Character:
    made.append("after")
    return Character.objects.create(table=left_open.table, name="Voss", role="cast-member", sheet="full")


@AGAIN
def test_a_character_is_made_once(shannon: Character, time: str) -> None:
    assert made.count("shannon") == 1
    assert Character.objects.get() == shannon


@AGAIN
def test_what_a_test_does_is_gone_with_it(ines: Person, table: Any, shannon: Character, time: str) -> None:
    states.append(state_of_play(table))
    assert states[-1] == states[0]
    assert (shannon.name, shannon.table, ines.table is table) == ("Shannon", table, True)
    shannon.name = "Nobody"
    ines.does("say", text="I was here.")
    assert Event.objects.count() == 2


@AGAIN
def test_who_was_made_once_plays_on(ines: Person, gm: Person, shannon: Character, time: str) -> None:
    gm.does("dragonfly.adjust", character=shannon.public_id, track="life-points", by=-3)
    assert newest_event(ines.table).kind == "dragonfly.adjusted"
    assert "Shannon" in ines.log()


@AGAIN
def test_what_only_reads_is_called_each_time(read: str, time: str) -> None:
    assert read == "Shannon"
    assert made.count("read") not in counted
    counted.append(made.count("read"))


@AGAIN
def test_what_ends_with_its_test_is_made_each_time_and_what_comes_after_it(after: Character, time: str) -> None:
    assert made.count("left open") == made.count("after") not in after_counted
    after_counted.append(made.count("after"))
    assert [one.name for one in Character.objects.order_by("pk")] == ["Shannon", "Pell", "Voss"]
