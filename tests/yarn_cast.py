"""A cast of three in the making, for tests of single acts."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.people import Person
from tests.yarn_world import asked


@pytest.fixture
def noor(table: Any, sit: Any) -> Person:
    person: Person = sit("Noor")
    return person


@pytest.fixture
def cast(table: Any, gm: Person, ines: Person, marek: Person, noor: Person, dice: Any) -> list[Person]:
    """Ines, Marek and Noor make a cast, in that order: Ines is asked."""
    dice(1, 1)
    gm.does("yarn.begin-creation", group="The Halfway")
    return [ines, marek, noor]


def says(person: Person, act: str, **given: Any) -> None:
    """Answers the newest question to this person."""
    person.does(act, ask=asked(person), **given)


@pytest.fixture
def entered(cast: list[Person]) -> list[Person]:
    """All three have entered: Maud, Joss and Yssa. Desires are next."""
    made: list[str] = []
    for person, name in zip(cast, ("Maud", "Joss", "Yssa"), strict=True):
        ties = {f"tie_{one}": f"Owes {n}" for n, one in enumerate(made)}
        says(person, "yarn.proclaim", name=name, group_role=f"role of {name}", **ties)
        made.append(character(person))
    return cast


def character(person: Person) -> str:
    """The public id of what this person plays."""
    return Character.objects.get(seat=person.seat).public_id


@pytest.fixture
def wanting(entered: list[Person], gm: Person, dice: Any) -> list[Person]:
    """Desires and poles are said; the first round of wants begins with Ines."""
    for n, person in enumerate(entered):
        says(person, "yarn.proclaim-desire", listed="respect" if n else "", own="" if n else "to belong")
    for person in entered:
        says(person, "yarn.proclaim-poles", pole_1="healer", pole_2="avenger")
    dice(1, 1)
    says(gm, "yarn.new-round")
    return entered


def wants_of(person: Person, other: Person, words: str = "Praise") -> None:
    """A want, its reason, and words to which both agree at once."""
    says(person, "yarn.state-want", target=character(other), want=words)
    says(other, "yarn.answer-want", reason="A rival")
    says(person, "yarn.agree-want", wording=words)
    says(other, "yarn.agree-want", wording=words)
