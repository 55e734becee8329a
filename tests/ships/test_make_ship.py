"""Making ships."""

import pytest

from apps.characters.models import Character
from tests.people import newest_event, state_of_play
from tests.ships.conftest import KESTREL, sheet, ship_made


@pytest.mark.rule("dragonfly.ship-sheet")
def test_the_sheet_holds_what_the_rules_need(gm, ines, kestrel):
    found = sheet(kestrel)
    assert (found.name, found.size, found.speed, found.gain, found.medical) == ("The Kestrel", 4, 3, "high", True)
    assert (found.cargo, found.supplies, found.hits, found.hours) == (6, 9, 0, None)
    assert [(one.name, one.mount) for one in found.weapons] == [("Bow gun", "fixed-forward"), ("Top turret", "turret")]
    assert (found.armed, found.effect, found.out, found.crew) == (True, "holds", frozenset(), ())
    assert [one.id for one in found.systems] == [
        "life-support", "engines", "medical-facilities", "drive-controls", "weapons", "sensors",
    ]  # fmt: skip
    assert kestrel.seat == ines.seat


def test_everybody_hears_of_it_and_its_own_player_of_its_numbers(table, gm, ines, marek, kestrel):
    assert newest_event(table).kind == "dragonfly.ship-made"
    for person in (gm, ines):
        assert "makes the ship The Kestrel: Size 4, engine speed 3. It is Ines’s." in person.log()
    assert "makes the ship The Kestrel." in marek.log()
    assert "Size 4" not in marek.page()
    assert "Smells" not in marek.page()


def test_a_hidden_ship_is_the_directors_secret(gm, ines, watcher, widow):
    assert "The Widow" in gm.panel("ships")
    for person in (ines, watcher):
        assert "Widow" not in person.page() + person.log()


def test_least_of_all_a_name_and_its_numbers(gm):
    gm.does("dragonfly.make-ship", name="Hulk", size=1, speed=0, gain="normal")
    hulk = sheet(Character.objects.get(name="Hulk"))
    assert (hulk.armed, hulk.medical, hulk.cargo, hulk.supplies) == (False, False, 0, 0)
    assert "Unarmed" in gm.panel("ships")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"size": 0}, "size"),
        ({"size": 100}, "size"),
        ({"speed": -1}, "speed"),
        ({"speed": "fast"}, "speed"),
        ({"gain": "medium"}, "gain"),
        ({"cargo": -1}, "cargo"),
        ({"weapon_1_mount": "keel"}, "weapon_1_mount"),
        ({"weapon_1_name": "x" * 41}, "weapon_1_name"),
        ({"seat": "xforeign"}, "seat"),
    ],
)
def test_what_does_not_fit_changes_nothing(gm, wrong, field):
    before = state_of_play(gm.table)
    refused = gm.post("dragonfly.make-ship", **{**KESTREL, **wrong})
    assert refused.status_code == 422
    assert f'id="field-{field}"' in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_only_the_director_makes_ships(gm, ines, watcher, stranger):
    before = state_of_play(gm.table)
    for person, status in ((ines, 403), (watcher, 403), (stranger.at(gm), 404)):
        assert person.post("dragonfly.make-ship", **KESTREL).status_code == status
        assert person.get("dragonfly.make-ship").status_code == status
    assert state_of_play(gm.table) == before


def test_it_rings_once_and_is_taken_back_whole(gm, ines):
    before = Character.objects.count()
    version = gm.viewer.table.version
    ship_made(gm, seat=ines.seat.public_id)
    assert gm.viewer.table.version == version + 1
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert Character.objects.count() == before


def test_more_rows_for_weapons_and_no_javascript(gm):
    assert 'name="weapon_2_name"' in gm.get("dragonfly.make-ship").content.decode()
    page = gm.get("dragonfly.make-ship", more="yes", name="Hulk").content.decode()
    assert 'name="weapon_6_name"' in page
    assert 'value="Hulk"' in page
    assert gm.post("dragonfly.make-ship", plain=True, **KESTREL).status_code == 302
    assert Character.objects.filter(sheet="ship").count() == 1
