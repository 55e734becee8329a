"""People and characters of Yarn for tests of single acts: made at the door as people make them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character, Track
from apps.characters.yarn.people import players
from apps.rules.dice import ScriptedDice
from apps.table import door
from apps.table.hold import hold
from apps.table.models import Ask, Telling
from apps.table.turn import Turn
from tests.people import Person, open_a_table, state_of_play
from tests.yarn_evening import BESS, HALE, JOSS, MAUD

__all__ = [
    "asked", "bess", "hale", "held", "in_a_turn", "joss", "made", "maud", "opens", "refused", "starts", "table", "told",
    "votes",
]  # fmt: skip


@pytest.fixture
def table(db: None) -> Any:
    """A table of Yarn with every switch at its default."""
    return open_a_table("Low Water", game="yarn")


def made(person: Person, act: str = "make", **fields: Any) -> Character:
    """What this person makes."""
    person.does(f"yarn.{act}", **fields)
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def maud(ines: Person) -> Character:
    """Ines's main character: traits of 4, 3 and 3 dice, 21 hit points."""
    return made(ines, **MAUD)


@pytest.fixture
def joss(marek: Person) -> Character:
    """Marek's main character, with a revolver and a power."""
    return made(marek, **JOSS)


@pytest.fixture
def bess(gm: Person) -> Character:
    """One of the GM's of whom everybody knows."""
    return made(gm, **BESS)


@pytest.fixture
def hale(gm: Person) -> Character:
    """One of the GM's of whom nobody else knows."""
    return made(gm, "quick-cast", **HALE)


def starts(gm: Person, scene: str = "The Halfway") -> None:
    """An episode begins, its calling order in that of the seats behind the GM, and a scene of it is set by hand."""
    opens(gm)
    gm.does("yarn.set-scene", title=scene)


def opens(gm: Person, *faces: int, **more: Any) -> None:
    """An episode begins. The cards are drawn as they lie, first the one on top, or by these dice."""
    before, cards = door.dice, len(players(gm.viewer.desk)) - len(more.get("absent", ()))
    door.dice = ScriptedDice(faces or [1] * (cards - 1))
    gm.does("yarn.open-episode", **{"title": "What we inherit"} | more)
    door.dice = before


def told(table: Any, kind: str = "", audience: str = "") -> Any:
    """The facts of the newest event, of that kind: the fullest version, or the one for this audience."""
    found = Telling.objects.filter(event__table=table).order_by("-event", "-rank")
    found = found.filter(event__kind=kind) if kind else found
    return (found.filter(audience=audience) if audience else found)[0].facts


def refused(person: Person, act: str, **data: Any) -> str:
    """Why an act is refused; of all that is there nothing may have changed."""
    before = state_of_play(person.table)
    answer = person.post(act, **data)
    assert answer.status_code == 422, f"{act}: {answer.status_code}"
    assert state_of_play(person.table) == before
    return " ".join(answer.content.decode().split())


def in_a_turn(person: Person, happens: Callable[[Turn], Any]) -> Any:
    """What comes of something that happens inside an act of this person's, with the dice that are scripted."""
    with hold(person.table.public_id):
        turn = Turn(person.viewer, "yarn.draw-order", door.dice)
        turn.tell("yarn.order-drawn", {"purpose": "a test", "names": []})
        found = happens(turn)
        turn.finish()
    return found


def asked(person: Person) -> str:
    """The public id of the newest question to this person, or to the GMs."""
    seat = person.seat
    assert seat is not None
    whose = {"audience": "gms"} if seat.is_gm else {"audience": "seat", "subject": seat.pk}
    return Ask.objects.filter(table=person.table, closed_at=None, **whose).latest("pk").public_id


def votes(person: Person, word: str) -> None:
    """Shows a hand in the newest vote that they are asked for."""
    person.does("yarn.vote", ask=asked(person), hand=word)


def held(person: Person, key: str = "tokens") -> int:
    """How many tokens or bennies lie in somebody's hand."""
    return sum(Track.objects.filter(seat=person.seat, key=key).values_list("value", flat=True))
