"""Rallying: one recently lost level back at once, for a point."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.endurance import damage_of
from apps.rules.rough_magic.endurance import Damage
from tests.drama.rough_magic.conftest import gets, has, hurt, made, said
from tests.people import open_a_table, sit_down, state_of_play
from tests.rough_evening import JUN


@pytest.fixture
def rich(gm: Any, ines: Any, jun: Character) -> Character:
    gets(gm, ines, 3)
    return jun


@pytest.mark.played("rough_magic.rally")
def test_one_level_back_and_the_rest_is_still_open(gm: Any, ines: Any, watcher: Any, rich: Character) -> None:
    hurt(gm, rich, 3)
    assert "Exhausted" in said(ines.get("rough_magic.rally", character=rich.public_id))
    ines.does("rough_magic.rally", character=rich.public_id)
    assert (damage_of(rich), has(ines)) == (Damage(2, 0), 2)
    assert "Jun Vey rallies, Exhausted to Weakened: 1 plot point, 2 left." in watcher.log()
    gm.does("rough_magic.rest", characters=rich.public_id)
    assert damage_of(rich) == Damage(1, 0)


@pytest.mark.played("rough_magic.rally")
def test_which_level_is_the_players_to_say(gm: Any, ines: Any, rich: Character) -> None:
    hurt(gm, rich, 1)
    hurt(gm, rich, 1, stunning=True)
    ines.does("rough_magic.rally", character=rich.public_id, count="stun")
    assert damage_of(rich) == Damage(1, 0)


@pytest.mark.played("rough_magic.rally")
def test_the_defeated_may_unless_the_switch_says_no(gm: Any, ines: Any, rich: Character) -> None:
    hurt(gm, rich, 4)
    ines.does("rough_magic.rally", character=rich.public_id)
    assert damage_of(rich) == Damage(3, 0)


def test_by_the_switch_they_stay_down(db: None) -> None:
    table = open_a_table(game="rough_magic", rally_when_defeated="off")
    gm, ines = sit_down(table, "Director", "gm", "gm"), sit_down(table, "Ines")
    jun = made(ines, **JUN)
    gets(gm, ines, 1)
    hurt(gm, jun, 4)
    before = state_of_play(table)
    refused = ines.post("rough_magic.rally", character=jun.public_id)
    assert (refused.status_code, "does not rally at this table" in said(refused)) == (422, True)
    assert state_of_play(table) == before


def test_what_was_lost_before_the_rest_is_not_recent(gm: Any, ines: Any, rich: Character) -> None:
    hurt(gm, rich, 2)
    gm.does("rough_magic.rest", characters=rich.public_id)
    refused = ines.post("rough_magic.rally", character=rich.public_id)
    assert (refused.status_code, "before the last rest" in said(refused)) == (422, True)


def test_not_whole_not_broke_and_not_others(gm: Any, ines: Any, marek: Any, watcher: Any, jun: Character) -> None:
    hurt(gm, jun, 1)
    before = state_of_play(gm.table)
    assert "none is left" in said(ines.post("rough_magic.rally", character=jun.public_id))
    assert marek.post("rough_magic.rally", character=jun.public_id).status_code == 422
    assert watcher.post("rough_magic.rally", character=jun.public_id).status_code == 403
    assert state_of_play(gm.table) == before
    gm.does("rough_magic.rest", characters=jun.public_id)
    gets(gm, ines, 1)
    assert "has lost nothing" in said(ines.post("rough_magic.rally", character=jun.public_id))
