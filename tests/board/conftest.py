"""A board of squares, two yards each, with Shannon on B4, the Brute on K4, and Voss, who hides, on F4."""

from __future__ import annotations

from typing import Any

import pytest

from apps.board.models import Board
from apps.characters.models import Character
from tests.checks.conftest import full_sheet, score_sheet

SMALL: dict[str, Any] = {"grid": "square", "columns": 12, "rows": 8, "per_cell": 2, "free": "on"}
STAND = {"shannon": "B4", "brute": "K4", "voss": "F4"}


@pytest.fixture
def shannon(table: Any, ines: Any) -> Character:
    return full_sheet(table, "Shannon", ines, dexterity=7, gun_fu=3)


@pytest.fixture
def brute(table: Any) -> Character:
    return score_sheet(table, "Brute", muscle=15, combat=13, brains=6)


@pytest.fixture
def voss(table: Any) -> Character:
    return full_sheet(table, "Voss", hidden=True, dexterity=5)


@pytest.fixture
def cast(gm: Any, shannon: Character, brute: Character, voss: Character) -> list[Character]:
    return [shannon, brute, voss]


@pytest.fixture
def board(gm: Any, cast: list[Character]) -> Board:
    gm.does("lay-board", **SMALL, characters=[one.public_id for one in cast])
    for one in cast:
        gm.post("move-token", character=one.public_id, to=STAND[one.name.lower()])
    return Board.objects.get(table=gm.table)
