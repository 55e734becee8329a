"""Characters with the numbers that the checks need, and ways to look for a secret."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character, Condition, Rating, Track
from apps.rules.dragonfly.lists import ATTRIBUTES
from apps.table import exchanges
from apps.table.models import Ask, Telling
from tests.people import Person, newest_event

NAMES = {row.id for row in ATTRIBUTES}


def full_sheet(
    table: Any, name: str, person: Any = None, drama: int = 3, hidden: bool = False, **numbers: int
) -> Character:
    """A character that rolls; `numbers` by key with underscores."""
    seat = person.seat if person else None
    role = "cast-member" if person else "adversary"
    made = Character.objects.create(table=table, name=name, sheet="full", role=role, seat=seat, hidden=hidden)
    for key, value in numbers.items():
        key = key.replace("_", "-")
        group = "attribute" if key in NAMES else "skill"
        Rating.objects.create(character=made, group=group, key=key, value=value)
    Track.objects.create(table=table, character=made, key="drama-points", value=drama)
    return made


def score_sheet(table: Any, name: str, hidden: bool = False, **scores: int) -> Character:
    made = Character.objects.create(table=table, name=name, sheet="score", role="supporting-cast", hidden=hidden)
    for key, value in scores.items():
        Rating.objects.create(character=made, group="score", key=key, value=value)
    return made


@pytest.fixture
def shannon(table: Any, ines: Any) -> Character:
    """Ines plays her: Dexterity 7, Kung Fu 4, Acrobatics 5, Gun Fu 3, Strength 4, Perception 6, Notice 4."""
    return full_sheet(
        table, "Shannon", ines, strength=4, dexterity=7, perception=6, kung_fu=4, acrobatics=5, gun_fu=3, notice=4
    )


@pytest.fixture
def pell(table: Any, marek: Any) -> Character:
    """Marek plays him: Strength 4, Dexterity 3, Perception 2, Acrobatics 2, Kung Fu 1, Notice 1."""
    return full_sheet(table, "Pell", marek, strength=4, dexterity=3, perception=2, acrobatics=2, kung_fu=1, notice=1)


@pytest.fixture
def brute(table: Any) -> Character:
    """One of the Supporting Cast: Muscle 18, Combat 18, Brains 6."""
    return score_sheet(table, "Brute", muscle=18, combat=18, brains=6)


@pytest.fixture
def voss(table: Any) -> Character:
    """Full, unplayed, and nobody but the GM knows of him."""
    return full_sheet(table, "Voss", hidden=True, dexterity=5, gun_fu=5, strength=3)


@pytest.fixture
def make() -> Callable[..., Character]:
    return full_sheet


def condition(character: Character, name: str, modifier: int) -> Condition:
    return Condition.objects.create(character=character, name=name, modifier=modifier)


def full_facts(table: Any) -> dict[str, Any]:
    """What the fullest version of the newest event holds."""
    telling = Telling.objects.filter(event=newest_event(table)).order_by("-rank").first()
    assert telling is not None
    found: dict[str, Any] = telling.facts
    return found


def words_of(response: Any) -> str:
    """What a page says, tags taken off and spaces joined."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(text.replace("&nbsp;", " ").split())


def everything_shown_to(person: Person) -> str:
    """Page, log, and both exports of one seat."""
    pages = [person.page()]
    pages += [person.at_address("log").content.decode()]
    pages += [person.at_address("export-log", **{"as": kind}).content.decode() for kind in ("md", "json")]
    return "\n".join(pages)


def open_ask(table: Any) -> Ask:
    return Ask.objects.get(table=table, closed_at=None)


def state(ask: Ask) -> Any:
    return exchanges.state_of(ask.exchange)
