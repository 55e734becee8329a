"""Hits on a ship, the systems that fail, and debris."""

from __future__ import annotations

import pytest

from apps.characters.models import Character
from apps.ships.dragonfly.sheet import ship_sheet_of
from apps.table.models import Ask
from tests.people import state_of_play
from tests.ships.conftest import seated, sheet, ship_made
from tests.ships.fleet import (
    ask_of,
    at_fire,
    damaged,
    evade,
    facts_of,
    fire,
    said,
    set_range,
    switched,
    track,
    undone,
    vessel,
)

TURRET = "Top turret"


@pytest.fixture
def target(gm, ines, kestrel, shannon):
    """A ship of Size 3 with one gun, medical facilities and stores, that nobody flies; Shannon fires at it."""
    seated(ines, kestrel, shannon, "gunner")
    return ship_made(gm, name="Ashfall", size=3, weapon_2_name="")


@pytest.fixture
def struck(gm, ines, dice, kestrel, shannon):
    """Shannon hits it once; further faces are those of the Ship Damage Table. Gives what the card says."""

    def hit(ship, *faces):
        at_fire(gm, kestrel, ship)
        dice(9, *faces)
        response = fire(ines, shannon, kestrel, TURRET, ship)
        assert response.status_code == 200, said(response)
        return facts_of(gm.table, "dragonfly.ship-hit")

    return hit


# hits


def test_a_hit_is_told_alike_on_its_card_and_in_the_exported_log(gm, struck, target):
    damaged(target, hits=4)
    struck(target, 3)
    told = "Ashfall takes hit 5, table die 3: engines, out of order."
    assert told in gm.log()
    assert told in gm.at_address("export-log").content.decode()


@pytest.mark.played("dragonfly.ship-hits")
@pytest.mark.parametrize(("before", "faces", "effect"), [(2, [], "holds"), (4, [3], "system-fails"), (5, [], "debris")])
def test_what_the_hits_of_a_ship_of_size_three_do(gm, struck, target, before, faces, effect):
    damaged(target, hits=before)
    assert struck(target, *faces)["effect"] == effect
    assert track(target, "hits") == before + 1


@pytest.mark.played("dragonfly.ship-hits")
def test_one_hit_is_one_point_whatever_the_levels(gm, struck, target):
    struck(target)
    assert facts_of(gm.table, "dragonfly.shot")["sides"][0]["levels"] >= 5
    assert track(target, "hits") == 1


# the table


@pytest.mark.played("dragonfly.ship-damage-table")
@pytest.mark.parametrize(
    ("faces", "system", "key"),
    [
        ((1, 4), "Life support", "life-support"), ((2,), "Engines", "engines"), ((3,), "Engines", "engines"),
        ((4,), "Medical facilities", "medical-facilities"), ((5,), "Drive controls", "drive-controls"),
        ((6,), "Weapons", "weapons"),
    ],
)  # fmt: skip
def test_a_system_fails(struck, target, faces, system, key):
    damaged(target, hits=3)
    card = struck(target, *faces)
    assert (card["system"], card["repairable"], card["times"]) == (system, True, 1)
    assert key in sheet(target).out
    assert sheet(target).system(key).times == 1


@pytest.mark.played("dragonfly.ship-damage-table")
def test_life_support_runs_down_and_the_shorter_clock_counts(gm, struck, target):
    damaged(target, hits=3)
    assert struck(target, 1, 4)["hours"] == 4
    assert track(target, "life-support-hours") == 4
    undone(gm, "dragonfly.shot")
    damaged(target, life_support=1, life_support_out=1, life_support_hours=2)
    card = struck(target, 1, 9)
    assert (card["hours_rolled"], card["hours"]) == (9, 2)
    assert track(target, "life-support-hours") == 2


@pytest.mark.played("dragonfly.ship-damage-table")
def test_without_medical_facilities_life_support_fails(gm, ines, struck, kestrel, shannon):
    seated(ines, kestrel, shannon, "gunner")
    bare = ship_made(gm, name="Tug", size=3, medical="")
    damaged(bare, hits=3)
    card = struck(bare, 4, 6)
    assert (card["system"], card["hours"]) == ("Life support", 6)


@pytest.mark.played("dragonfly.ship-damage-table", "dragonfly.automatic-sensing")
def test_of_an_unarmed_ship_the_sensors_fail_and_it_sees_at_visual_range_alone(
    gm, ines, marek, dice, kestrel, shannon, pell
):
    seated(ines, kestrel, shannon, "gunner")
    tug = ship_made(gm, name="Tug", size=3, seat=marek.seat.public_id, weapon_1_name="", weapon_2_name="")
    seated(marek, tug, pell)
    damaged(tug, hits=3)
    at_fire(gm, kestrel, tug)
    dice(9)
    fire(ines, shannon, kestrel, TURRET, tug)
    dice(6)
    assert evade(marek, pell, how="take").status_code == 200
    assert facts_of(gm.table, "dragonfly.ship-hit")["system"] == "Sensors"
    assert "Nothing else is on the sensors" in marek.panel("dogfight")
    set_range(kestrel, tug, "visual")
    assert "Tug, The Kestrel Visual" in marek.panel("dogfight")


@pytest.mark.played("dragonfly.ship-damage-table")
def test_cargo_quarters_and_stores_are_lost_and_not_repaired(gm, struck, target):
    damaged(target, hits=3)
    assert struck(target, 7)["cargo"] == 5
    assert track(target, "cargo") == 5
    undone(gm, "dragonfly.shot")
    assert struck(target, 9)["changed"]
    undone(gm, "dragonfly.shot")
    assert struck(target, 10)["supplies"] == 0
    assert track(target, "supplies") == 0
    assert sheet(target).out == frozenset()
    undone(gm, "dragonfly.shot")
    damaged(target, cargo=0)
    assert not struck(target, 8)["changed"]
    assert track(target, "cargo") == 0


@pytest.mark.played("dragonfly.table-options/supplies-last-until-third-hit")
def test_supplies_that_last_until_the_third_hit(gm, struck, target):
    switched(gm, supplies_last_until_third_hit="on")
    damaged(target, hits=3)
    assert struck(target, 10)["supplies"] == 9
    assert "food-and-supplies" in sheet_with(gm, target).out
    undone(gm, "dragonfly.shot")
    damaged(target, food_and_supplies=2)
    assert struck(target, 10)["supplies"] == 0


def sheet_with(gm, ship):
    return ship_sheet_of(ship, gm.viewer.options)


@pytest.mark.played("dragonfly.table-options/weapons-hit-silences-one")
@pytest.mark.parametrize(("switch", "faces", "out"), [("off", (6,), []), ("on", (6, 2), ["Stern gun"])])
def test_a_weapons_hit_silences_all_or_one(gm, ines, struck, kestrel, shannon, switch, faces, out):
    switched(gm, weapons_hit_silences_one=switch)
    seated(ines, kestrel, shannon, "gunner")
    armed = ship_made(gm, name="Ashfall", size=3, weapon_2_name="Stern gun")
    damaged(armed, hits=3)
    card = struck(armed, *faces)
    assert card["weapon"] == "".join(out)
    found = sheet_with(gm, armed)
    assert [one.name for one in found.weapons if one.out] == out
    assert ("weapons" in found.out) is (switch == "off")


@pytest.mark.played("dragonfly.table-options/reroll-dead-systems")
@pytest.mark.parametrize(("switch", "faces", "system"), [("off", (3,), "Engines"), ("on", (3, 2, 5), "Drive controls")])
def test_a_hit_on_a_system_beyond_repair(gm, struck, target, switch, faces, system):
    switched(gm, reroll_dead_systems=switch)
    damaged(target, hits=3, engines=3, engines_out=1)
    card = struck(target, *faces)
    assert (card["system"], card["faces"]) == (system, list(faces))
    assert card["changed"] is (switch == "on")
    assert track(target, "engines") == 3
    assert track(target, "hits") == 4


# debris


@pytest.mark.played("dragonfly.ship-hits", "dragonfly.ship-turn")
def test_debris_is_out_of_it_and_its_people_are_told(gm, ines, marek, dice, kestrel, ashfall, shannon, pell, struck):
    seated(ines, kestrel, shannon, "gunner")
    seated(marek, kestrel, pell)
    damaged(kestrel, hits=7)
    seated(gm, ashfall, ashfall_pilot := _gunner(gm))
    seated(gm, ashfall, ashfall_pilot, "gunner")
    at_fire(gm, ashfall, kestrel, total=12)
    dice()
    fire(gm, ashfall_pilot, ashfall, "Bow gun", kestrel)
    assert evade(marek, pell, how="take").status_code == 200
    assert vessel(kestrel).state == "lost"
    assert vessel(ashfall).target is None
    for person in (ines, marek):
        assert "is debris: whoever is aboard had better be in a space suit" in person.log()
        assert "The Kestrel is debris" in person.panel("dogfight")
        assert "Top turret at" not in person.panel("dogfight")
    before = state_of_play(gm.table)
    assert fire(ines, shannon, kestrel, TURRET, ashfall).status_code == 422
    assert fire(gm, ashfall_pilot, ashfall, "Bow gun", kestrel).status_code == 422
    assert state_of_play(gm.table) == before
    undone(gm, "dragonfly.shot")
    assert (vessel(kestrel).state, track(kestrel, "hits")) == ("in", 7)
    assert vessel(ashfall).target == vessel(kestrel)


def _gunner(gm):
    gm.does("dragonfly.quick-cast", name="Gunner", muscle=9, combat=13, brains=8, life_points=20)
    return Character.objects.get(table=gm.table, name="Gunner")


@pytest.mark.played("dragonfly.ship-hits")
def test_a_second_shot_at_what_has_become_debris_is_called_off(gm, ines, marek, dice, kestrel, ashfall, shannon, pell):
    second = _gunner(gm)
    seated(ines, kestrel, shannon, "gunner")
    seated(gm, kestrel, second, "gunner")
    seated(gm, ashfall, pell)
    damaged(ashfall, hits=3)
    at_fire(gm, kestrel, ashfall)
    dice(9)
    fire(ines, shannon, kestrel, TURRET, ashfall)
    fire(gm, second, kestrel, TURRET, ashfall)
    assert Ask.objects.filter(table=gm.table, closed_at=None).count() == 2
    assert evade(marek, pell, how="take").status_code == 200
    assert vessel(ashfall).state == "lost"
    assert ask_of(pell) is None
    assert track(ashfall, "hits") == 4


# who hears


def test_the_harm_of_a_ship_of_the_directors_is_for_the_director(gm, ines, marek, struck, target):
    damaged(target, hits=3)
    struck(target, 3)
    assert "table die 3: engines" in gm.log()
    assert "Ashfall is hit." in ines.log()
    for person in (ines, marek):
        assert "ngines, out of order" not in person.log()
        assert "hit 4" not in person.log()
    assert "table die" not in ines.page()


def test_everybody_in_sight_hears_of_the_harm_of_a_players_ship(gm, ines, marek, dice, kestrel, ashfall, shannon, pell):
    seated(marek, kestrel, pell)
    damaged(kestrel, hits=4)
    gunner = _gunner(gm)
    seated(gm, ashfall, gunner)
    at_fire(gm, ashfall, kestrel, total=12)
    dice()
    fire(gm, gunner, ashfall, "Bow gun", kestrel)
    dice(5)
    evade(marek, pell, how="take")
    for person in (ines, marek):
        assert "takes hit 5, table die 5: drive controls, out of order" in person.log()
        assert "Drive controls out" in person.panel("dogfight")
