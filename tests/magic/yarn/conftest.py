"""Psychics and wizards of Yarn, as people make them."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Switch
from tests.people import Person
from tests.yarn_evening import BESS, JOSS
from tests.yarn_world import hale, made, maud, table

__all__ = ["hale", "maud", "table"]
ALL_POWERS = (
    "aura-sight", "healing-(wounds)", "healing-(disease)", "lightning-strike", "mind-scan-(finding)",
    "mind-scan-(reading)", "pre-reaction", "roaming-eyes,-present", "roaming-eyes,-past", "sending", "skin-of-iron",
    "telekinesis", "telekinetic-punch", "telepathy",
)  # fmt: skip
SPELLS = ("lurking-chains", "serpents-tongue", "grip-of-stone", "ring-of-gyges", "seven-shields")


def psychic(*listed: str, score: int = 2, shots: int = 6, **more: Any) -> dict[str, Any]:
    """Joss with these powers in the place of his own."""
    found: dict[str, Any] = {key: value for key, value in JOSS.items() if not key.startswith(("power", "spell"))}
    found |= {"pool": shots} | more
    for n, one in enumerate(listed, 1):
        found |= {f"power_{n}_name": one, f"power_{n}_listed": one, f"power_{n}_score": score}
    return found


def wizard(*listed: str, shots: int = 6, **more: Any) -> dict[str, Any]:
    """Joss with these spells."""
    found = psychic(shots=shots, **more)
    for n, one in enumerate(listed, 1):
        found |= {f"spell_{n}_name": one, f"spell_{n}_listed": one}
    return found


def line(character: Character, name: str) -> str:
    """The public id of a power or spell."""
    return character.entries.get(name=name, kind__in=("power", "spell")).public_id


def uses(person: Person, character: Character, power: str, **said: Any) -> None:
    person.does("yarn.use-power", power=line(character, power), **said)


def switched(gm: Person, key: str, value: str) -> None:
    """The GM sets one of the table's switches."""
    held = dict(Switch.objects.filter(table=gm.table).values_list("key", "value"))
    gm.does("switches", **held | {key: value})


def left(character: Character) -> int:
    return character.tracks.get(key="shots").value


@pytest.fixture
def bess(gm: Person) -> Character:
    """One of the GM's of whom everybody knows; she reads minds and has hunches."""
    powers = {
        "pool": 3, "power_1_name": "Knows", "power_1_listed": "mind-scan-(reading)", "power_1_score": 3,
        "power_2_name": "Sways", "power_2_listed": "telekinetic-punch", "power_2_score": 2,
    }  # fmt: skip
    return made(gm, **BESS | powers)
