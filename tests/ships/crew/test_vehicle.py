"""Simple vehicles and boats: an Asset that the GM says is there."""

import pytest

from apps.characters.models import Entry
from tests.checks.crew.pools import lies, tap
from tests.people import state_of_play


@pytest.mark.played("crew.land-vehicles")
def test_a_mule_cart_for_one_of_the_crew(gm, ines, marek, wren):
    gm.does("crew.vehicle-there", name="Mule cart", kind="land", character=wren.public_id)
    entry = Entry.objects.get(kind="asset")
    assert (entry.character, entry.amount, entry.facts["lasts"]) == (wren, 6, "scene")
    assert "Mule cart for the scene" in ines.panel("crew-sheet")
    assert "gives Wren a land vehicle: “Mule cart” d6, an Asset for the scene." in marek.log()
    ines.does("crew.contest", what="Over the ridge", character=wren.public_id)
    assert tap(ines, "asset", entry).status_code == 200
    assert lies(ines.table) == [("asset", "Mule cart", 6)]


@pytest.mark.played("crew.watercraft")
def test_a_rowing_boat_is_there_for_everybody(gm, ines, marek, wren):
    gm.does("crew.vehicle-there", name="Rowing boat", kind="water")
    entry = Entry.objects.get(kind="asset")
    assert entry.character.sheet == "place"
    assert "puts a boat there: “Rowing boat” d6" in marek.log()
    gm.does("undo")
    assert not Entry.objects.filter(kind="asset").exists()


def test_it_goes_with_the_scene(gm, wren):
    gm.does("open-session")
    gm.does("open-scene", title="A ford")
    gm.does("crew.vehicle-there", name="Mule cart", kind="land", character=wren.public_id)
    gm.does("close-scene")
    assert not Entry.objects.filter(kind="asset").exists()


def test_only_the_gm_says_so(gm, ines, watcher, stranger, wren):
    before = state_of_play(gm.table)
    assert ines.post("crew.vehicle-there", name="Mule", kind="land").status_code == 403
    assert watcher.post("crew.vehicle-there", name="Mule", kind="land").status_code == 403
    assert stranger.at(ines).post("crew.vehicle-there", name="Mule", kind="land").status_code == 404
    for wrong in ({"name": ""}, {"kind": "air"}, {"name": "x" * 61}, {"character": "nobody"}):
        assert gm.post("crew.vehicle-there", **{"name": "Mule", "kind": "land", **wrong}).status_code == 422
    assert state_of_play(gm.table) == before


def test_without_javascript(gm):
    assert gm.get("crew.vehicle-there", plain=True).status_code == 200
    assert gm.post("crew.vehicle-there", plain=True, name="Mule", kind="land").status_code == 302
