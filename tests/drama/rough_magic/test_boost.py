"""Power boosts from the menu: one round at once, a scene with the GM's yes; what hangs on the rank rises too."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import sheet_of
from tests.drama.rough_magic.conftest import ends, gets, has, made, no_ask, said, states, the_ask
from tests.people import open_a_table, sit_down, state_of_play
from tests.rough_evening import JUN


@pytest.fixture
def rich(gm: Any, ines: Any, jun: Character) -> Character:
    """Jun, whose player has three points."""
    gets(gm, ines, 3)
    return jun


@pytest.mark.played("rough_magic.power-boost", "rough_magic.plot-point-spend")
def test_at_once_for_a_round(ines: Any, watcher: Any, rich: Character) -> None:
    before = sheet_of(rich)
    form = said(ines.get("rough_magic.boost", character=rich.public_id, trait="agility"))
    assert "Pay 1 point: Agility 8" in form
    assert "ranged defence +1" in form
    ines.does("rough_magic.boost", character=rich.public_id, trait="agility")
    after = sheet_of(rich)
    assert (after.rank("agility"), has(ines)) == (8, 2)
    assert after.walk_m > before.walk_m
    assert after.defence("ranged") == before.defence("ranged") + 1
    assert "Jun Vey’s Agility rises from 7 to 8, till the next roll: 1 plot point, 2 left." in watcher.log()
    ines.does("undo")
    assert (sheet_of(rich).rank("agility"), has(ines)) == (7, 3)


@pytest.mark.played("rough_magic.power-boost")
def test_a_scene_waits_for_the_gm(gm: Any, ines: Any, rich: Character) -> None:
    gm.does("open-scene", title="The sluice")
    ines.does("rough_magic.boost", character=rich.public_id, trait="will", duration="scene")
    assert (has(ines), states(rich)) == (3, [])
    assert "For the scene" in gm.panel("asks")
    gm.does("rough_magic.answer-wish", ask=the_ask(gm.table), allow="yes")
    assert (has(ines), sheet_of(rich).rank("will"), ends(rich)) == (2, 3, ["till the scene ends"])
    gm.does("close-scene")
    assert sheet_of(rich).rank("will") == 2


@pytest.mark.played("rough_magic.power-boost", "rough_magic.plot-point-spend")
def test_the_gm_cuts_a_scene_to_a_round_or_says_no(gm: Any, ines: Any, rich: Character) -> None:
    gm.does("open-scene", title="The sluice")
    for allow, left in (("no", 3), ("round", 2)):
        ines.does("rough_magic.boost", character=rich.public_id, trait="brawn", duration="scene")
        gm.does("rough_magic.answer-wish", ask=the_ask(gm.table), allow=allow)
        assert has(ines) == left
    assert ends(rich) == ["till the next roll"]


def test_what_the_gm_does_for_a_player_needs_no_yes(gm: Any, ines: Any, rich: Character) -> None:
    gm.does("open-scene", title="The sluice")
    gm.does("rough_magic.boost", character=rich.public_id, trait="power", duration="scene")
    assert (has(ines), sheet_of(rich).rank("power"), no_ask(gm.table)) == (2, 2, True)


def test_a_power_rises_as_well(gm: Any, marek: Any, bramble: Character) -> None:
    gets(gm, marek, 1)
    skin = sheet_of(bramble).powers[0]
    marek.does("rough_magic.boost", character=bramble.public_id, trait=skin.id)
    assert sheet_of(bramble).powers[0].rank == skin.rank + 1


@pytest.mark.played("rough_magic.power-boost")
def test_two_traits_but_none_twice(ines: Any, rich: Character) -> None:
    for trait in ("agility", "will"):
        ines.does("rough_magic.boost", character=rich.public_id, trait=trait)
    before = state_of_play(ines.table)
    refused = ines.post("rough_magic.boost", character=rich.public_id, trait="will")
    assert (refused.status_code, "boosted already" in said(refused)) == (422, True)
    assert state_of_play(ines.table) == before


def test_the_switch_lets_boosts_add_up(db: None) -> None:
    table = open_a_table(game="rough_magic", boosts_stack="on")
    gm, ines = sit_down(table, "Director", "gm", "gm"), sit_down(table, "Ines")
    jun = made(ines, **JUN)
    gets(gm, ines, 2)
    for _ in range(2):
        ines.does("rough_magic.boost", character=jun.public_id, trait="will")
    assert sheet_of(jun).rank("will") == 4


def test_not_without_a_point_and_not_for_a_gms(gm: Any, ines: Any, jun: Character, ash: Character) -> None:
    before = state_of_play(gm.table)
    refused = ines.post("rough_magic.boost", character=jun.public_id, trait="will")
    assert (refused.status_code, "none is left" in said(refused)) == (422, True)
    assert gm.post("rough_magic.boost", character=ash.public_id, trait="will").status_code == 422
    assert state_of_play(gm.table) == before


def test_a_scene_that_is_not_open_is_refused_at_the_answer(gm: Any, ines: Any, rich: Character) -> None:
    ines.does("rough_magic.boost", character=rich.public_id, trait="will", duration="scene")
    refused = gm.post("rough_magic.answer-wish", ask=the_ask(gm.table), allow="yes")
    assert (refused.status_code, "No scene is open" in said(refused)) == (422, True)
    assert has(ines) == 3


def test_others_may_not(marek: Any, watcher: Any, stranger: Any, ines: Any, rich: Character) -> None:
    before = state_of_play(ines.table)
    given = {"character": rich.public_id, "trait": "will"}
    assert marek.post("rough_magic.boost", **given).status_code == 422
    assert watcher.post("rough_magic.boost", **given).status_code == 403
    assert stranger.at(ines).post("rough_magic.boost", **given).status_code == 404
    assert ines.post("rough_magic.boost", character=rich.public_id, trait="charm").status_code == 422
    assert state_of_play(ines.table) == before
