"""Characters as people make them: by posting to the door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character

SHANNON = {
    "name": "Shannon Reyes", "role": "cast-member", "character_type": "White Hat", "life_points": 42, "armor": 2,
    "strength": 4, "dexterity": 7, "constitution": 3, "intelligence": 3, "perception": 6, "willpower": 4,
    "kung_fu": 4, "acrobatics": 5, "doctor": 4, "notice": 4,
}  # fmt: skip


def made(person: Any, **fields: Any) -> Character:
    """The character that this person makes."""
    person.does("dragonfly.make", **{**SHANNON, **fields})
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def shannon(ines: Any) -> Character:
    """Ines's character: 42 Life Points, Intelligence 3, Doctor 4, Constitution 3."""
    return made(ines)


@pytest.fixture
def pell(marek: Any) -> Character:
    """Marek's character."""
    return made(marek, name="Pell", life_points=40, armor=0)


@pytest.fixture
def make() -> Callable[..., Character]:
    return made


@pytest.fixture
def brute(gm: Any) -> Character:
    """One of the GM's: a score sheet that everybody sees."""
    gm.does("dragonfly.quick-cast", name="Brute", muscle=12, combat=10, brains=8, life_points=40)
    return Character.objects.get(name="Brute")


@pytest.fixture
def voss(gm: Any) -> Character:
    """One of the GM's whom nobody else knows of."""
    gm.does("dragonfly.quick-cast", name="Voss", muscle=9, combat=12, brains=14, life_points=34, hidden="on")
    return Character.objects.get(name="Voss")
