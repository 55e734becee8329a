"""Who is aboard: going aboard and leaving; and rolling through a ship."""

import pytest

from apps.ships.crew.sheet import ship_sheet_of
from apps.ships.models import Post
from tests.checks.crew.pools import lies, tap
from tests.people import newest_event, state_of_play
from tests.ships.crew.conftest import aboard, made


@pytest.mark.played("crew.ship-sheet")
def test_the_crew_goes_aboard_and_leaves(table, gm, ines, marek, wren, kit, lena):
    assert aboard(ines, lena, wren).status_code == 200
    assert aboard(marek, lena, kit).status_code == 200
    assert [one.person.name for one in ship_sheet_of(lena).aboard] == ["Wren", "Kit"]
    assert "Kit" in ines.panel("crew-ship")
    assert "takes Kit aboard The Long Lena." in ines.log()
    post = Post.objects.get(person=kit)
    assert "Kit, aboard The Long Lena" in marek.get("crew.leave-ship", post=post.public_id).content.decode()
    marek.does("crew.leave-ship", post=post.public_id)
    assert "takes Kit off The Long Lena." in ines.log()
    marek.does("undo")
    assert Post.objects.filter(person=kit).exists()


def test_from_one_ship_to_another(gm, ines, wren, lena, cruiser):
    aboard(ines, lena, wren)
    assert aboard(ines, cruiser, wren).status_code == 200
    assert [one.ship for one in Post.objects.filter(person=wren)] == [cruiser]
    assert "takes Wren aboard Alliance cruiser, off The Long Lena." in gm.log()
    assert "Engines" in ines.panel("crew-ship"), "whoever is aboard reads the sheet"
    gm.does("undo")
    assert [one.ship for one in Post.objects.filter(person=wren)] == [lena]


def test_one_tap_goes_aboard_for_whoever_plays_one(ines, wren, lena):
    """The way from the ship's card; whoever is aboard is not offered it again."""
    form = ines.soup().select_one(f"#ship-{lena.public_id} form[action$='crew.board']")
    sent = {one["name"]: one["value"] for one in form.select("input")}
    assert sent == {"ship": lena.public_id, "person": wren.public_id}
    ines.does("crew.board", **sent)
    (card,) = ines.soup().select(f"#ship-{lena.public_id}")
    assert not card.select("[action$='crew.board'], [href*='board']")


@pytest.mark.played("crew.ship-attributes")
def test_every_die_of_the_ship_opens_a_roll_with_it_laid_in(gm, ines, marek, wren, kit, lena):
    """As those of the sheet do, for whoever is aboard; to everybody else they are to read."""
    cards = f"#ship-{lena.public_id} a[href*='lay=']"
    assert not ines.soup().select(cards)
    aboard(ines, lena, wren)
    links = [one["href"] for one in ines.soup().select(cards)]
    assert len(links) == len(set(links)) == 5
    for link in links:
        assert "lies in the pool" in ines.client.get(ines.url + link).content.decode(), link
    assert not marek.soup().select(cards)
    assert not gm.soup().select(cards)
    ines.does("crew.contest", what="Away", character=wren.public_id, lay=f"{lena.public_id}:engines")
    assert lies(ines.table) == [("attribute", "Engines", 8)]


def test_twice_is_refused(ines, wren, lena):
    aboard(ines, lena, wren)
    before = state_of_play(ines.table)
    refused = aboard(ines, lena, wren)
    assert refused.status_code == 422
    assert "Nothing was changed" in refused.content.decode()
    assert state_of_play(ines.table) == before


def test_everybody_for_their_own_and_the_gm_for_all(table, gm, ines, marek, watcher, stranger, wren, kit, lena):
    assert aboard(marek, lena, wren).status_code == 422
    assert aboard(watcher, lena, wren).status_code == 403
    assert aboard(stranger.at(ines), lena, wren).status_code == 404
    assert aboard(gm, lena, wren).status_code == 200
    assert newest_event(table).by_gm
    post = Post.objects.get()
    assert watcher.post("crew.leave-ship", post=post.public_id).status_code == 403
    marek.does("crew.leave-ship", post=post.public_id)


def test_somebody_hidden_aboard_is_in_no_players_panel(gm, ines, wren, lena):
    gm.does("crew.quick-gmc", name="Stowaway", role="minor-gmc", die=8, hidden="on")
    stowaway = lena.table.characters.get(name="Stowaway")
    assert aboard(gm, lena, stowaway).status_code == 200
    assert "Stowaway" in gm.panel("crew-ships")
    assert "Stowaway" not in ines.page()
    refused = ines.post("crew.leave-ship", post=Post.objects.get().public_id)
    assert refused.status_code == 422
    assert "Stowaway" not in refused.content.decode()


def test_aboard_a_hidden_ship_its_people_see_it(gm, ines, marek, wren, kit, raider):
    assert aboard(ines, raider, wren).status_code == 422
    assert aboard(gm, raider, wren).status_code == 200
    assert "The Raider" in ines.panel("crew-ship")
    assert "The Raider" not in marek.page()


def test_without_javascript(ines, wren, lena):
    assert ines.get("crew.board", plain=True, ship=lena.public_id).status_code == 200
    assert aboard(ines, lena, wren, plain=True).status_code == 302
    post = Post.objects.get()
    assert ines.get("crew.leave-ship", plain=True, post=post.public_id).status_code == 200
    assert ines.post("crew.leave-ship", plain=True, post=post.public_id).status_code == 302


# the ship’s dice in a pool


@pytest.mark.played("crew.ship-attributes", "crew.ship-traits")
def test_the_ships_die_in_place_of_ones_own(ines, gm, wren, lena):
    aboard(ines, lena, wren)
    ines.does("crew.contest", what="Outrun them", character=wren.public_id)
    assert tap(ines, "attribute", "engines", lena).status_code == 200
    assert tap(ines, "skill", "fly").status_code == 200
    assert lies(ines.table) == [("attribute", "Engines", 8), ("skill", "Fly", 8)]
    hold = ship_sheet_of(lena).signature_assets[0].entry
    assert tap(ines, "signature-asset", hold, lena).status_code == 200
    assert ("signature-asset", "Hidden hold", 8) in lies(ines.table)


@pytest.mark.played("crew.land-vehicles", "crew.watercraft")
@pytest.mark.parametrize(("kind", "attribute", "size"), [("land-vehicle", "handling", 10), ("watercraft", "power", 10)])
def test_a_complex_vehicles_die(gm, marek, kit, kind, attribute, size):
    craft = made(gm, "crew.make-ship", name="Crawler", type=kind, of_the_crew="on", **{attribute: size})
    aboard(marek, craft, kit)
    marek.does("crew.contest", what="Through the gate", character=kit.public_id)
    assert tap(marek, "attribute", attribute, craft).status_code == 200
    tap(marek, "skill", "drive")
    assert [one[2] for one in lies(marek.table)] == [10, 6]


@pytest.mark.played("crew.ship-attributes")
def test_whoever_is_not_aboard_has_no_such_die(ines, wren, cruiser):
    ines.does("crew.contest", what="Outrun them", character=wren.public_id)
    assert tap(ines, "attribute", "engines", cruiser).status_code == 422
