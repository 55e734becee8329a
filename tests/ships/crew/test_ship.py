"""Making and editing ships, land vehicles and watercraft."""

import pytest

from apps.characters.models import Character, Entry, Rating
from apps.ships.crew.sheet import ship_sheet_of
from apps.ships.crew.sheet_form import starting_values
from apps.ships.models import Post
from tests.crew_evening import LENA
from tests.people import newest_event, state_of_play
from tests.ships.crew.conftest import made


def edited(person, ship, **changes):
    """Posts the form as it stands on the page, with these changes; None leaves a field out."""
    values = {**starting_values(ship_sheet_of(ship)), **changes}
    sent = {name: value for name, value in values.items() if value is not None and value is not False}
    return person.post("crew.edit-ship", ship=ship.public_id, **sent)


@pytest.mark.played("crew.ship-sheet", "crew.ship-attributes", "crew.ship-traits")
def test_the_crews_ship(gm, ines, marek, watcher, lena):
    sheet = ship_sheet_of(lena)
    assert [(one.title, one.size) for one in sheet.attributes] == [("Engines", 8), ("Hull", 10), ("Systems", 6)]
    assert (sheet.type_title, sheet.model, sheet.of_the_crew) == ("Ship", "Short-haul freighter", True)
    assert [one.name for one in (*sheet.distinctions, *sheet.signature_assets)] == [
        "Held together by spit", "Hidden hold",
    ]  # fmt: skip
    for panel in (gm.panel("crew-ships"), ines.panel("crew-ship"), marek.panel("crew-ship")):
        for words in ("The Long Lena", "Short-haul freighter", "Engines", "Hidden hold", "Nobody is aboard."):
            assert words in panel, words
    assert "makes the ship The Long Lena, the crew’s own. Engines d8, Hull d10, Systems d6." in ines.log()
    assert "The Long Lena" not in str(watcher.soup().find("main"))


@pytest.mark.played("crew.ship-sheet", "crew.land-vehicles", "crew.watercraft")
@pytest.mark.parametrize(
    ("kind", "dice"),
    [("land-vehicle", {"body": 8, "handling": 6, "speed": 10}),
     ("watercraft", {"hull": 8, "maneuverability": 10, "power": 6})],
)  # fmt: skip
def test_the_attributes_go_by_the_type(gm, kind, dice):
    page = gm.get("crew.make-ship", type=kind).content.decode()
    for name in dice:
        assert f'name="{name}"' in page
    assert 'name="engines"' not in page
    craft = made(gm, "crew.make-ship", name="Crawler", type=kind, of_the_crew="on", **dice)
    assert {one.key: one.size for one in ship_sheet_of(craft).attributes} == dice
    assert craft.role == kind


@pytest.mark.played("crew.ship-attributes")
def test_d4_and_d12_only_with_the_gms_leave(gm, ines, lena):
    before = state_of_play(gm.table)
    for size in (4, 12):
        refused = edited(ines, lena, hull=size)
        assert refused.status_code == 422
        assert "the GM’s leave" in refused.content.decode()
    assert state_of_play(gm.table) == before
    assert edited(gm, lena, hull=12).status_code == 200
    assert edited(ines, lena, engines=10).status_code == 200, "what the GM allowed stays"
    assert [one.size for one in ship_sheet_of(lena).attributes] == [10, 12, 6]


@pytest.mark.played("crew.ship-sheet")
def test_every_member_of_the_crew_edits_it(table, gm, ines, marek, watcher, stranger, lena):
    answer = edited(marek, lena, model="Freighter", distinction_2_name="Older than she looks", notes="Needs paint",
                    signature_1_trigger_1="Gain a point when searched", signature_1_trigger_1_points="1")  # fmt: skip
    assert answer.status_code == 200
    sheet = ship_sheet_of(lena)
    assert sheet.model == "Freighter"
    assert [one.name for one in sheet.distinctions] == ["Held together by spit", "Older than she looks"]
    assert [one.points for one in sheet.signature_assets[0].triggers] == [1]
    assert sheet.of_the_crew
    assert "Class Short-haul freighter to Freighter" in ines.log()
    assert "Needs paint" not in ines.log()
    assert watcher.post("crew.edit-ship", ship=lena.public_id, name="x").status_code == 403
    assert stranger.at(ines).post("crew.edit-ship", ship=lena.public_id, name="x").status_code == 404
    assert newest_event(table).kind == "crew.ship-edited"


def test_a_ship_of_the_gms_is_not_the_crews(gm, ines, cruiser):
    assert edited(ines, cruiser, name="Ours").status_code == 422
    assert "Engines" not in ines.page()
    assert "makes the ship Alliance cruiser." in ines.log()
    assert "Go aboard Alliance cruiser" not in ines.panel("crew-ship"), "nobody could"
    assert edited(gm, cruiser, of_the_crew="on").status_code == 200
    assert "Alliance cruiser" in ines.panel("crew-ship")
    assert "The crew’s no to yes" in ines.log()


def test_another_type_has_other_attributes_and_undo_brings_them_back(gm, lena):
    assert edited(gm, lena, type="watercraft", power=10, maneuverability=8).status_code == 200
    lena.refresh_from_db()
    assert {one.key: one.size for one in ship_sheet_of(lena).attributes} == {
        "hull": 10, "maneuverability": 8, "power": 10,
    }  # fmt: skip
    assert not Rating.objects.filter(character=lena, key="engines").exists()
    gm.does("undo")
    lena.refresh_from_db()
    assert [(one.key, one.size) for one in ship_sheet_of(lena).attributes] == [
        ("engines", 8), ("hull", 10), ("systems", 6),
    ]  # fmt: skip


def test_a_player_makes_one_of_the_crews(ines, marek):
    craft = made(ines, "crew.make-ship", **LENA | {"name": "Shuttle", "of_the_crew": ""})
    assert ship_sheet_of(craft).of_the_crew
    assert craft.seat is None
    assert "Shuttle" in marek.panel("crew-ship")


def test_a_hidden_ship_leaves_no_trace(gm, ines, watcher, wren, raider):
    for person in (ines, watcher):
        assert "Raider" not in person.page()
        assert raider.public_id not in person.page()
    for act in ("crew.edit-ship", "crew.board", "crew.complication", "crew.asset", "crew.edit"):
        assert "Raider" not in ines.get(act, ship=raider.public_id).content.decode()
    assert edited(ines, raider, name="Ours").status_code == 422
    assert "The Raider" in gm.panel("crew-ships")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"name": ""}, "field-name"), ({"type": "balloon"}, "field-type"), ({"hull": 7}, "field-hull"),
     ({"signature_2_text": "x"}, "no name yet"), ({"signature_1_die": 12}, "signature_1_die"),
     ({"notes": "x" * 5000}, "field-notes")],
)  # fmt: skip
def test_bad_values_change_nothing(gm, wrong, words):
    before = state_of_play(gm.table)
    refused = gm.post("crew.make-ship", **{**LENA, **wrong})
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert "Short-haul freighter" in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_nothing_new_is_refused(gm, lena):
    refused = edited(gm, lena)
    assert refused.status_code == 422
    assert "says all of that already" in refused.content.decode()


def test_without_javascript(gm):
    page = gm.get("crew.make-ship", plain=True, type="watercraft", rows=1, more="yes").content.decode()
    assert 'name="power"' in page
    assert "distinction_4_name" in page
    assert gm.post("crew.make-ship", plain=True, **LENA).status_code == 302
    ship = Character.objects.get()
    values = {k: v for k, v in starting_values(ship_sheet_of(ship)).items() if v is not False}
    assert gm.post("crew.edit-ship", plain=True, ship=ship.public_id, **values | {"name": "Lena"}).status_code == 302


def test_undo_takes_a_ship_away(gm, lena):
    gm.does("undo")
    assert not Character.objects.exists()
    assert not Rating.objects.exists()


# Complications and Assets of a ship


@pytest.mark.played("crew.ship-sheet", "crew.ship-traits", "crew.complication")
def test_a_complication_at_d12_plus_takes_the_ship_out(gm, ines, marek, lena):
    gm.does("crew.complication", character=lena.public_id, do="new", name="Coolant leak", size=12)
    entry = lena.entries.get(kind="complication")
    marek.does("crew.complication", complication=entry.public_id, do="up")
    assert ship_sheet_of(lena).taken_out
    assert "Taken Out by Coolant leak d12+" in ines.panel("crew-ship")
    assert "changes “Coolant leak” of The Long Lena: d12 to d12+. The Long Lena is Taken Out." in ines.log()
    ines.does("crew.complication", complication=entry.public_id, do="down")
    assert not ship_sheet_of(lena).taken_out


def test_of_the_gms_ships_the_crew_sets_nothing(gm, ines, cruiser):
    refused = ines.post("crew.complication", character=cruiser.public_id, do="new", name="Leak", size=6)
    assert refused.status_code == 422
    assert not cruiser.entries.exists()


@pytest.mark.played("crew.ship-traits")
def test_an_asset_made_for_the_ship_is_the_whole_crews(ines, marek, wren, kit, lena):
    ines.does("crew.asset", character=wren.public_id, ship=lena.public_id, name="Overclocked Drive")
    for person in (ines, marek):
        assert "Overclocked Drive for the scene" in person.panel("crew-ship")


@pytest.mark.played("crew.recovery", "crew.ship-traits")
def test_a_ships_complication_is_treated_from_its_panel(gm, marek, watcher, kit, lena, cruiser):
    Post.objects.create(ship=cruiser, person=kit, key="aboard")
    breach = Entry.objects.create(character=cruiser, kind="complication", name="Breach", amount=6)
    leak = Entry.objects.create(character=lena, kind="complication", name="Coolant leak", amount=8)
    link = f'hx-get="act/crew.recover?complication={leak.public_id}"'
    assert link in marek.page()
    assert link in gm.page()
    assert link not in watcher.page()
    assert f'hx-get="act/crew.recover?complication={breach.public_id}"' in marek.page()
    marek.does("crew.recover", complication=leak.public_id, character=kit.public_id)
    assert "Recovery: Coolant leak" in marek.panel("crew-contest")
