"""Two heroes and somebody of the GM's who work together, and what their cards tell."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Entry, Rating
from apps.table import exchanges
from apps.table.models import Ask, Exchange
from tests.people import Person, open_a_table


@pytest.fixture
def table(db: None) -> Any:
    return open_a_table("Salt and Lanterns", "rough_magic")


def somebody(table: Any, name: str, person: Person | None = None, *, hidden: bool = False, **ranks: int) -> Character:
    """A character with these attributes."""
    seat = person.seat if person else None
    role = "hero" if person else "enemy"
    made = Character.objects.create(table=table, name=name, sheet="character", role=role, seat=seat, hidden=hidden)
    for key, value in ranks.items():
        Rating.objects.create(character=made, group="attribute", key=key, value=value)
    return made


@pytest.fixture
def jun(table: Any, ines: Person) -> Character:
    """Ines plays her: Reason 5, Brawn 4; she knows locks and has picks of rank 2 for them."""
    made = somebody(table, "Jun Vey", ines, reason=5, brawn=4)
    Entry.objects.create(character=made, kind="skill", name="Locks", facts={"attributes": ["reason"]})
    Entry.objects.create(character=made, kind="gear", name="Lock picks", facts={"rank": 2, "helps": "Locks"})
    return made


@pytest.fixture
def oke(table: Any, marek: Person) -> Character:
    """Marek plays him: Brawn 6, Reason 2."""
    return somebody(table, "Bramble Oke", marek, reason=2, brawn=6)


@pytest.fixture
def sel(table: Any) -> Character:
    """The GM's: Reason 4, Brawn 5."""
    return somebody(table, "Sel Marrow", reason=4, brawn=5)


def opens(gm: Person, *cast: Character, status: int = 200, **more: Any) -> None:
    """A joint task: with Reason against 9 (target 17), unless said otherwise."""
    given = {"label": "Open the sluice", "attribute": "reason", "grade": "frustrating"} | more
    answer = gm.post("rough_magic.joint", characters=[one.public_id for one in cast], **given)
    assert answer.status_code == status, answer.content.decode()[:3000]


def ask_of(character: Character) -> Ask:
    """The open ask to work."""
    found = Ask.objects.filter(table=character.table, closed_at=None)
    return next(one for one in found if one.facts["character_id"] == character.public_id)


def works(person: Person, character: Character, dice: Any, *faces: int, status: int = 200, **more: Any) -> None:
    """They roll for it with one tap, with Reason unless said otherwise."""
    dice(*faces)
    answer = person.post(
        "rough_magic.join-work", ask=ask_of(character).public_id, **{"attribute": "reason", "skill": "", **more}
    )
    assert answer.status_code == status, answer.content.decode()[:3000]


def the_joint(table: Any) -> Any:
    return exchanges.state_of(Exchange.objects.get(table=table, kind="rough_magic.joint", closed_at=None))
