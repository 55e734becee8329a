"""Whom the next scene leaves behind, as the GM says when it is set."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character


def added(gm: Any, name: str, **more: str) -> Character:
    gm.does("dragonfly.make", name=name, role="supporting-cast", sheet="score", life_points="28", **more)
    return Character.objects.get(name=name)


@pytest.fixture
def guard(gm: Any) -> Character:
    return added(gm, "Guard")


def test_who_fought_last_time_is_left_out_of_the_next_scene(gm: Any, ines: Any, guard: Character) -> None:
    added(gm, "Boatman")
    form = gm.get("open-scene").content.decode()
    assert "Who of the supporting cast is not in it" in form
    gm.does("open-scene", title="The next morning", left=[guard.public_id])
    assert "Boatman" in ines.panel("here")
    assert "Guard" not in ines.panel("here")
    assert "leaves Guard out of the next scene." in ines.log()
    gm.does("undo")
    assert "Guard" in ines.panel("here")
    assert "The next morning" not in ines.panel("scene")


def test_one_of_several_is_left_behind_unless_the_gm_says_otherwise(gm: Any, guard: Character) -> None:
    thug = added(gm, "Thug 2")
    form = BeautifulSoup(gm.get("open-scene").content, "lxml")
    assert [one["value"] for one in form.select("[name=left][checked]")] == [thug.public_id]


def test_of_the_hidden_the_gms_alone_hear(gm: Any, ines: Any) -> None:
    voss = added(gm, "Voss", hidden="on")
    gm.does("open-scene", title="The next morning", left=[voss.public_id])
    assert "leaves Voss out of the next scene." in gm.log()
    assert "Voss" not in ines.page()


def test_where_nobody_stands_beside_the_players_nothing_is_asked(gm: Any) -> None:
    assert "is not in it" not in gm.get("open-scene").content.decode()


def test_no_players_character_is_sent_away(gm: Any, ines: Any, guard: Character) -> None:
    ines.does("take-ready", ready="ruta-havel")
    ruta = Character.objects.get(seat=ines.seat)
    assert gm.post("open-scene", title="The next morning", left=[ruta.public_id]).status_code == 422
