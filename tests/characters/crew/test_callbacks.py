"""Wherever a plot point is paid, a past Episode of the payer's may be called back instead (crew.callback)."""

import pytest

from apps.characters.crew.sheet import sheet_of
from apps.characters.models import Move
from tests.crew_evening import WREN
from tests.people import open_a_table, sit_down, state_of_play


def episode(character, place=0):
    return character.entries.filter(kind="episode").order_by("pk")[place].public_id


def asset(person, character, **more):
    return person.post("crew.asset", character=character.public_id, name="Smoke Grenade", **more)


@pytest.mark.played("crew.callback")
def test_an_episode_in_place_of_the_point(ines, wren):
    page = ines.get("crew.asset", character=wren.public_id).content.decode()
    assert "The Harrow Heist" in page
    assert "Pay the plot point" in page
    assert asset(ines, wren, callback=episode(wren)).status_code == 200
    sheet = sheet_of(wren)
    assert sheet.plot_points == 1
    assert [one.called_back for one in sheet.episodes] == [True, False]
    assert [one.name for one in sheet.callbacks] == ["Nine Moons"]
    assert "The Harrow Heist" not in ines.get("crew.asset", character=wren.public_id).content.decode()
    ines.does("undo")
    assert [one.called_back for one in sheet_of(wren).episodes] == [False, False]


def test_once_in_an_episode(ines, wren):
    asset(ines, wren, callback=episode(wren))
    before = state_of_play(ines.table)
    refused = asset(ines, wren, callback=episode(wren))
    assert refused.status_code == 422
    assert "That Episode is not there to be called back." in refused.content.decode()
    assert state_of_play(ines.table) == before


@pytest.mark.played("crew.callback", "crew.table-options")
def test_the_switch_sets_it_free(db):
    ines = sit_down(open_a_table("Lena", "crew", callback_limit="free"), "Ines")
    ines.does("crew.make", **WREN)
    wren = ines.table.characters.get()
    for _ in range(2):
        assert asset(ines, wren, callback=episode(wren)).status_code == 200
    assert sheet_of(wren).plot_points == 1


def test_only_ones_own(ines, wren, kit):
    refused = asset(ines, wren, callback=episode(kit))
    assert refused.status_code == 422
    assert "Nine Moons" not in refused.content.decode().replace('">Nine Moons</option>', "", 1)
    assert not Move.objects.filter(rule="crew.asset").exists()


def test_the_gms_opposition_calls_nothing_back(gm, tran):
    assert 'name="callback"' not in gm.get("crew.trigger", character=tran.public_id).content.decode()
