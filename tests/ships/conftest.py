"""Ships as the Director makes them, and who is aboard."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.rules.dragonfly import DEFAULTS
from apps.ships.dragonfly.sheet import ShipSheet, ship_sheet_of

KESTREL: dict[str, Any] = {
    "name": "The Kestrel", "size": 4, "speed": 3, "gain": "high", "medical": "on", "cargo": 6, "supplies": 9,
    "notes": "Smells of tar.", "weapon_1_name": "Bow gun", "weapon_1_mount": "fixed-forward",
    "weapon_2_name": "Top turret", "weapon_2_mount": "turret",
}  # fmt: skip
PERSON: dict[str, Any] = {
    "role": "cast-member", "life_points": 40, "dexterity": 5, "pilot": 4, "gun_fu": 3, "perception": 4, "notice": 2,
    "intelligence": 3, "repair": 5,
}  # fmt: skip


def sheet(ship: Character) -> ShipSheet:
    return ship_sheet_of(ship, DEFAULTS)


def ship_made(gm: Any, **fields: Any) -> Character:
    """The ship that the Director makes."""
    gm.does("dragonfly.make-ship", **{**KESTREL, **fields})
    return Character.objects.filter(table=gm.table, sheet="ship").latest("pk")


@pytest.fixture
def kestrel(gm: Any, ines: Any) -> Character:
    """Ines's ship: Size 4, a fixed gun and a turret."""
    return ship_made(gm, seat=ines.seat.public_id)


@pytest.fixture
def ashfall(gm: Any) -> Character:
    """One of the Director's ships that everybody sees."""
    return ship_made(gm, name="Ashfall", size=2, weapon_2_name="")


@pytest.fixture
def widow(gm: Any) -> Character:
    """One of the Director's of which nobody else knows."""
    return ship_made(gm, name="The Widow", hidden="on")


def person_made(player: Any, name: str) -> Character:
    player.does("dragonfly.make", name=name, **PERSON)
    return Character.objects.get(table=player.table, name=name)


@pytest.fixture
def shannon(ines: Any) -> Character:
    return person_made(ines, "Shannon")


@pytest.fixture
def pell(marek: Any) -> Character:
    return person_made(marek, "Pell")


@pytest.fixture
def patrol(gm: Any) -> Character:
    """A pilot of the Director's: Combat Score 13."""
    gm.does("dragonfly.quick-cast", name="Patrol pilot", muscle=9, combat=13, brains=8, life_points=20)
    return Character.objects.get(table=gm.table, name="Patrol pilot")


@pytest.fixture
def voss(gm: Any) -> Character:
    """Somebody of whom nobody but the Director knows."""
    gm.does("dragonfly.quick-cast", name="Voss", muscle=9, combat=12, brains=14, life_points=34, hidden="on")
    return Character.objects.get(table=gm.table, name="Voss")


def seated(player: Any, ship: Character, person: Character, post: str = "pilot", **more: Any) -> Any:
    return player.post(
        "dragonfly.take-post", live=True, ship=ship.public_id, person=person.public_id, post=post, **more
    )


@pytest.fixture
def crewed(
    gm: Any, ines: Any, marek: Any, kestrel: Character, ashfall: Character, shannon: Character, pell: Character,
    patrol: Character,
) -> None:  # fmt: skip
    """Shannon flies the Kestrel, Pell has its turret, the patrol pilot flies Ashfall."""
    seated(ines, kestrel, shannon)
    seated(marek, kestrel, pell, "gunner")
    seated(gm, ashfall, patrol)
