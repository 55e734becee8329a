"""Ready ships and vehicles of Crew, and the way aboard for whoever is ashore."""

import pytest
from bs4 import BeautifulSoup

from apps.rules.crew.characters import SIGNATURE_SIZES
from apps.rules.crew.ships import attribute_sizes
from apps.ships.crew import ready
from apps.ships.crew.sheet import TYPES, ship_sheet_of
from tests.checks.crew.pools import lies
from tests.ships.crew.conftest import aboard, made

LISTED = [pytest.param(one, id=one.id) for one in ready.listed_ships()]


@pytest.mark.played("crew.ship-sheet", "crew.ship-attributes", "crew.land-vehicles", "crew.watercraft")
@pytest.mark.parametrize("row", LISTED)
def test_one_tap_adds_one_of_the_list_by_the_rules(ines, row):
    """A crewmember's tap, so what needs the GM's leave would be refused."""
    assert f'name="ready" value="{row.id}"' in ines.get("crew.make-ship").content.decode()
    ship = made(ines, "crew.make-ship", ready=row.id, type="ship")
    sheet = ship_sheet_of(ship)
    keys = {str(kind): [one.id for one in row.attributes] for kind, row in TYPES.items()}
    assert (ship.name, ship.role, sheet.of_the_crew) == (row.title, row.values["type"], True)
    assert [one.key for one in sheet.attributes] == keys[ship.role]
    assert {one.size for one in sheet.attributes} <= set(attribute_sizes())
    assert sum(one.size for one in sheet.attributes) == 24, "none is better than another"
    assert len(sheet.distinctions) == len(sheet.signature_assets) == 1
    assert sheet.signature_assets[0].size in SIGNATURE_SIZES


def test_the_gm_says_whose_it_is(gm, ines):
    ours = made(gm, "crew.make-ship", ready="courier", of_the_crew="on")
    theirs = made(gm, "crew.make-ship", ready="courier", hidden="on")
    assert ship_sheet_of(ours).of_the_crew
    assert not ship_sheet_of(theirs).of_the_crew
    assert theirs.hidden


def test_a_crew_without_a_ship_finds_the_way_to_one(ines, wren):
    assert "A ship for the crew" in ines.panel("crew-ship")
    made(ines, "crew.make-ship", ready="tramp-freighter")
    assert "A ship for the crew" not in ines.panel("crew-ship")


def test_who_is_ashore_is_told_of_the_ship_and_goes_aboard_with_one_tap(gm, ines, marek, watcher, wren, kit, lena):
    assert "The Long Lena has Engines d8, Hull d10, Systems d6 for whoever is aboard." in ines.panel("crew-board")
    (form,) = ines.soup().select("#panel-crew-board form[action$='crew.board']")
    ines.does("crew.board", **{one["name"]: one["value"] for one in form.select("input")})
    assert ines.panel("crew-board") == ""
    assert "The Long Lena" in marek.panel("crew-board")
    gm.does("open-scene", title="The docks")
    assert marek.panel("crew-board") == ""
    assert "crew-board" not in gm.page() + watcher.page()


@pytest.mark.played("crew.ship-attributes")
def test_the_pool_says_that_a_ships_dice_are_for_whoever_is_aboard(gm, ines, marek, wren, kit, lena, cruiser, raider):
    """Where one looks for them: among the attributes, with the way there; and not of ships that are not the crew's."""
    ines.does("crew.contest", what="Outrun them", character=wren.public_id)
    (tile,) = ines.soup().select("#panel-crew-pool a[href*='crew.board']")
    assert "Go aboard The Long Lena" in tile.get_text()
    assert "Engines d8, Hull d10, Systems d6" in tile.get_text()
    assert tile["href"].endswith(f"ship={lena.public_id}&person={wren.public_id}")
    assert not marek.soup().select("#panel-crew-pool a[href*='crew.board']"), "it is not his pool"
    aboard(ines, lena, wren)
    assert not ines.soup().select("#panel-crew-pool a[href*='crew.board']")
    assert "Engines" in ines.panel("crew-pool")
    assert lies(ines.table) == []


def test_whoever_opposes_the_crew_is_not_sent_aboard_its_ship(gm, wren, lena):
    tran = made(gm, "crew.make", name="Marshal Tran", role="major-gmc", mental=8, physical=8, social=8)
    gm.does("crew.contest", what="Outrun them", character=tran.public_id, against=wren.public_id)
    assert "Marshal Tran: the pool" in gm.panel("crew-pool")
    assert not gm.soup().select(f"#panel-crew-pool a[href*='person={tran.public_id}']")


def test_once_the_crew_has_a_ship_the_gms_next_one_is_not_theirs_by_itself(gm):
    """What comes with one tap is then whoever chases them, whose sheet the players neither read nor edit."""
    assert is_ticked(gm)
    made(gm, "crew.make-ship", name="Alliance cruiser", type="ship")
    assert is_ticked(gm)
    made(gm, "crew.make-ship", name="The Long Lena", type="ship", of_the_crew="on")
    assert not is_ticked(gm)


def is_ticked(gm):
    page = BeautifulSoup(gm.get("crew.make-ship").content, "html.parser")
    (box,) = page.select("input[type=checkbox][name=of_the_crew]")
    return box.has_attr("checked")
