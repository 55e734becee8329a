"""A full board is small when it is sent."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.panels import draw, panels_of
from tests.characters.dragon.conftest import made
from tests.people import open_a_table, sit_down

MANY, MOST_BYTES = 30, 10_000


@pytest.fixture
def full(db: None) -> tuple[Any, Any, list[Character]]:
    """Thirty on a board of hexes, each on a cell of their own, four of them of players."""
    table = open_a_table("The Lantern Gate", game="dragon")
    gm = sit_down(table, "GM", "gm", "gm")
    names = ("Ines", "Marek", "Tomo", "Adela")
    players = [sit_down(table, name) for name in names]
    cast = [made(one, name=f"Hero of {name}", role="hero") for one, name in zip(players, names, strict=True)]
    cast += [made(gm, name=f"Lantern guard {n}", role="enemy") for n in range(1, MANY - len(cast) + 1)]
    gm.does("lay-board", grid="hex", columns=20, rows=14, per_cell=1, free="on")
    gm.does("place", characters=[one.public_id for one in cast], to="K7")
    return gm, players[0], cast


def text_of(person: Any, name: str) -> str:
    viewer = person.viewer
    return str(draw(next(one for one in panels_of(viewer) if one.name == name), viewer))


def test_a_board_of_thirty_is_small(full: tuple[Any, Any, list[Character]]) -> None:
    gm, ines, cast = full
    for person in (gm, ines):
        text = text_of(person, "board")
        assert text.count('class="tok') == MANY
        assert len(gzip.compress(text.encode())) < MOST_BYTES
    form = ines.get("move-token", character=cast[0].public_id, to="A1").content
    assert len(gzip.compress(form)) < MOST_BYTES
