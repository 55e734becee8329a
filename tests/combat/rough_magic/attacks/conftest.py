"""Attacks of Rough Magic: who is there, and ways to strike and to answer."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry, Track
from apps.characters.rough_magic.endurance import damage_of
from apps.table.models import Ask, Event, Telling
from tests.combat.rough_magic.order.conftest import starts, states
from tests.people import open_a_table, state_of_play
from tests.rough_evening import ASH, BRAMBLE, DOOR, GUARD, JUN, SEL

__all__ = ["starts", "states"]


@pytest.fixture
def table(db: None) -> Any:
    """A table of Rough Magic with every switch at its default."""
    return open_a_table("Salt and Lanterns", game="rough_magic")


def made(person: Any, given: dict[str, Any], **more: Any) -> Character:
    person.does("rough_magic.make", **given | more)
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def jun(ines: Any) -> Character:
    """Ines plays her: close 7, ranged 9; defence 6 close and 9 ranged."""
    return made(ines, JUN)


@pytest.fixture
def bramble(marek: Any) -> Character:
    """Marek plays him: close 8; defence 6 close and 4 ranged."""
    return made(marek, BRAMBLE)


@pytest.fixture
def sel(gm: Any) -> Character:
    """The GM's, with a name: close 8, ranged 8; defence 6 close and 6 ranged."""
    return made(gm, SEL)


@pytest.fixture
def guard(gm: Any) -> Character:
    """The GM's, without a name: close 5; defence 4 and 4."""
    return made(gm, GUARD)


@pytest.fixture
def ash(gm: Any) -> Character:
    """Nobody but the GM knows of her."""
    return made(gm, ASH)


@pytest.fixture
def door(gm: Any) -> Character:
    gm.does("rough_magic.make-thing", **DOOR)
    return Character.objects.filter(table=gm.table).latest("pk")


def arm(of: Character, name: str) -> str:
    """What the form sends for that weapon or power."""
    return Entry.objects.get(character=of, name=name).public_id


def attacks(
    person: Any, who: Character, whom: Character, weapon: str = "hands", act: str = "attack", **more: Any
) -> Ask | None:
    """Somebody attacks, by the plain act or another; the ask of whoever is hit, if that waits."""
    given = {"character": who.public_id, "target": whom.public_id, "weapon": weapon, "mode": "everybody"}
    answer = person.post(f"rough_magic.{act}", **given | more)
    assert answer.status_code == 200, in_words(answer)
    return Ask.objects.filter(table=person.table, closed_at=None).order_by("-pk").first()


def refused(person: Any, act: str, **given: Any) -> str:
    """The words of what is refused, and changes nothing."""
    before = state_of_play(person.table)
    answer = person.post(act, **given)
    assert (answer.status_code, state_of_play(person.table)) == (422, before)
    return in_words(answer)


def answers(person: Any, ask: Ask, guard: str, **more: Any) -> dict[str, Any]:
    """All that the GMs are told of how it ends."""
    answer = person.post("rough_magic.answer-attack", ask=ask.public_id, guard=guard, **more)
    assert answer.status_code == 200, in_words(answer)
    return told(person, "attack-settled")


def told(person: Any, kind: str, audience: str = "gms") -> dict[str, Any]:
    """What the newest event of that kind says to them."""
    event = Event.objects.filter(table=person.table, kind=f"rough_magic.{kind}").latest("pk")
    return dict(Telling.objects.get(event=event, audience=audience).facts)


def lost(character: Character) -> tuple[int, int]:
    damage = damage_of(Character.objects.get(pk=character.pk))
    return damage.lost, damage.stun


def hurt(character: Character, lost: int) -> None:
    Track.objects.update_or_create(table=character.table, character=character, key="lost", defaults={"value": lost})


def in_words(answer: Any) -> str:
    return " ".join(BeautifulSoup(answer.content, "lxml").get_text(" ").split())


def form(person: Any, who: Character, whom: Character, weapon: str, **more: Any) -> str:
    """The words of the attack's form."""
    given = {"character": who.public_id, "target": whom.public_id, "weapon": weapon}
    return in_words(person.get("rough_magic.attack", **given | more))
