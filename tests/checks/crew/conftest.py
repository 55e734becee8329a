"""Rolls of Crew: who rolls, with what, and ways to build a pool and throw it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from apps.characters.models import Character, Entry, Rating, Track
from apps.checks.crew import contests, drafts
from apps.checks.models import Draft
from apps.rules.crew.contest import Contest, Place, Side, side_of
from apps.rules.crew.steps import written
from apps.table import exchanges
from apps.table.models import Ask, Exchange, Telling
from tests.people import Person, newest_event, open_a_table

ATTRIBUTES = ("mental", "physical", "social")


@pytest.fixture
def table(db: None) -> Any:
    """A table of Crew with every switch at its default."""
    return open_a_table("The Long Lena", game="crew")


def a_crewmember(
    table: Any, name: str, person: Any = None, points: int = 0, heroes: tuple[int, ...] = (), role: str = "crewmember",
    hidden: bool = False, **numbers: int,
) -> Character:  # fmt: skip
    """Somebody with attribute and skill dice; `numbers` by key. `heroes` are the Big Damn Hero dice in store."""
    seat = person.seat if person else None
    made = Character.objects.create(table=table, name=name, sheet="crew", role=role, seat=seat, hidden=hidden)
    for key, value in numbers.items():
        Rating.objects.create(character=made, group="attribute" if key in ATTRIBUTES else "skill", key=key, value=value)
    if role == "crewmember":
        Track.objects.create(table=table, character=made, key="plot-points", value=points)
    for size in heroes:
        entry(made, "hero-die", written(size), size)
    return made


def entry(character: Character, kind: str, name: str, amount: int | None = None, **facts: Any) -> Entry:
    return Entry.objects.create(character=character, kind=kind, name=name, amount=amount, facts=facts)


@pytest.fixture
def wren(table: Any, ines: Any) -> Character:
    """Ines plays her: Physical d8, Social d8, Mental d6, Shoot d10, Sneak d8. One plot point."""
    made = a_crewmember(table, "Wren", ines, 1, mental=6, physical=8, social=8, shoot=10, sneak=8, fight=6)
    entry(made, "distinction", "Quick on the draw", None, text="", triggers=[])
    return made


@pytest.fixture
def kit(table: Any, marek: Any) -> Character:
    """Marek plays him: Physical d8, Mental d10, Fix d10, Fight d8. One plot point."""
    return a_crewmember(table, "Kit", marek, 1, mental=10, physical=8, social=6, fix=10, fight=8)


@pytest.fixture
def tran(table: Any) -> Character:
    """A Major GMC: Physical d10, Shoot d8."""
    return a_crewmember(table, "Marshal Tran", role="major-gmc", mental=8, physical=10, social=12, shoot=8)


@pytest.fixture
def make(table: Any) -> Callable[..., Character]:
    return lambda name, person=None, **about: a_crewmember(table, name, person, **about)


def bank(table: Any, value: int) -> Track:
    return Track.objects.update_or_create(table=table, character=None, key="bank", defaults={"value": value})[0]


def points_of(character: Character) -> int:
    return Track.objects.get(character=character, key="plot-points").value


def store_of(character: Character) -> list[int]:
    return sorted(one.amount or 0 for one in character.entries.filter(kind="hero-die"))


# a contest


def the_exchange(table: Any) -> Exchange:
    """The contest that was opened last."""
    return Exchange.objects.filter(table=table, kind=contests.KIND).latest("pk")


def the_contest(table: Any) -> Contest:
    found: Contest = exchanges.state_of(the_exchange(table))
    return found


def the_side(table: Any, place: Place) -> Side:
    return side_of(the_contest(table), place)


def ask_of(table: Any, place: Place) -> Ask:
    return contests.ask_of(the_exchange(table), place)


def waits_for(table: Any) -> list[tuple[str, str]]:
    """Which sides are asked now, and for what."""
    asks = Ask.objects.filter(exchange=the_exchange(table), closed_at=None, exchange__closed_at=None).order_by("pk")
    return [(one.facts["place"], one.facts["stage"]) for one in asks]


def contest(person: Person, who: Character, against: Character | None = None, **more: Any) -> Exchange:
    """Opens a contest in which `who` acts, and everybody else defends."""
    data = {"what": "Get past the guard", "character": who.public_id, **more}
    if against is not None:
        data["against"] = against.public_id
    person.does("crew.contest", **data)
    return the_exchange(person.table)


def pool(table: Any, place: Place, *chosen: drafts.Chosen) -> Draft:
    """Puts these dice into the pool of a side, as taps would."""
    held = drafts.draft_of(the_exchange(table), place)
    assert held is not None
    building = drafts.building_of(held)
    for one in chosen:
        building = building.with_(one)
    held.state = msgspec.to_builtins(building)
    held.save(update_fields=["state"])
    return held


def of(attribute: str, skill: str) -> tuple[drafts.Chosen, drafts.Chosen]:
    """An attribute and a skill of the roller's own."""
    return drafts.Chosen("attribute", attribute), drafts.Chosen("skill", skill)


def throw(person: Person, place: Place, **more: Any) -> Any:
    return person.post("crew.throw", live=True, ask=ask_of(person.table, place).public_id, **more)


def oppose(gm: Person, difficulty: int = 8, place: Place = "defender") -> None:
    """The opposition names a difficulty, and throws that die and the Situation d6."""
    gm.does("crew.oppose", ask=ask_of(gm.table, place).public_id, difficulty=difficulty)


# reading


def words_of(response: Any) -> str:
    """What a page says, tags taken off and spaces joined."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(text.replace("&nbsp;", " ").split())


def full_facts(table: Any, kind: str = "") -> dict[str, Any]:
    """What the fullest version of the newest event (of that kind) holds."""
    tellings = Telling.objects.filter(table=table)
    found = tellings.filter(event__kind=kind) if kind else tellings.filter(event=newest_event(table))
    telling = found.order_by("-event_id", "-rank").first()
    assert telling is not None
    facts: dict[str, Any] = telling.facts
    return facts


def undo_last(gm: Person) -> None:
    """The GM takes back the act of the newest event, which may have told several."""
    newest = newest_event(gm.table)
    gm.does("undo", event=(newest.cause or newest).public_id)
