"""Characters of Dragon as people make them."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.people import open_a_table

ANA: dict[str, Any] = {
    "name": "Ana",
    "role": "hero",
    "strength": 4,
    "resistance": 3,
    "health": 5,
    "accuracy": 6,
    "energy": 3,
    "skill_1_name": "Sword",
    "skill_1_level": 2,
    "skill_1_melee": "on",
    "skill_2_name": "Dodge",
    "weapon_1_name": "Sabre",
    "weapon_1_multiple": 3,
    "weapon_1_skill": "Sword",
    "shtick_1_name": "Iron hide",
    "shtick_1_does_1": "hit-points",
    "shtick_1_by_1": 5,
    "shtick_1_does_2": "parry-ranged",
    "notes": "Limps.",
}


@pytest.fixture
def table(db: None) -> Any:
    """A table of Dragon with every switch at its default."""
    return open_a_table("The Lantern Gate", game="dragon")


def made(person: Any, **fields: Any) -> Character:
    """The character that this person makes."""
    person.does("dragon.make", **fields)
    return Character.objects.filter(table=person.table).latest("pk")


@pytest.fixture
def ana(ines: Any) -> Character:
    """Ines's hero."""
    return made(ines, **ANA)


@pytest.fixture
def guard(gm: Any) -> Character:
    """An enemy of whom everybody knows, with nothing but a name and Accuracy."""
    return made(gm, name="Lantern guard", role="enemy", accuracy=4)
