"""The people's crewmembers, who are made at the door, and what an evening of Crew is asked about."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.crew import points
from apps.characters.models import Character, Entry
from tests.characters.crew.conftest import deputy, kit, make, sniper, table, tran, wren
from tests.crew_evening import LENA

__all__ = ["deputy", "kit", "make", "sniper", "table", "tran", "wren"]


@pytest.fixture
def lena(gm: Any) -> Character:
    """The crew's ship."""
    gm.does("crew.make-ship", **LENA)
    return Character.objects.get(name="The Long Lena")


def held(character: Character) -> int:
    """The plot points of a crewmember."""
    return points.held(character)


def bank(gm: Any) -> int:
    return points.bank_of(gm.table)


def the(kind: str, name: str) -> Entry:
    """The newest entry of that kind and name."""
    return Entry.objects.filter(kind=kind, name=name).latest("pk")


def put(character: Character, kind: str, name: str, amount: int | None = None, **facts: Any) -> Entry:
    """An entry that stands on the sheet already."""
    return Entry.objects.create(character=character, kind=kind, name=name, amount=amount, facts=facts)


def said(response: Any) -> str:
    """The words of an answer."""
    return " ".join(response.content.decode().split())
