"""Editing a ship: what it is and what it has taken."""

from dataclasses import replace

import pytest

from apps.characters.models import Track
from apps.rules.dragonfly import DEFAULTS
from apps.ships.dragonfly.sheet import ship_sheet_of
from apps.ships.dragonfly.sheet_form import starting_values
from apps.table.models import Event
from tests.people import newest_event, state_of_play
from tests.ships.conftest import seated, sheet
from tests.ships.fleet import ask_of, at_fire, fire, meet, range_of, said, vessel


def edited(person, ship, **changes):
    """Posts the form as it stands on the page, with these changes; None leaves a field out."""
    values = {**starting_values(sheet(ship)), **changes}
    sent = {name: value for name, value in values.items() if value is not None and value is not False}
    return person.post("dragonfly.edit-ship", ship=ship.public_id, **sent)


def test_what_the_ship_is_and_the_event_says_what_changed(table, gm, ines, marek, kestrel):
    first = sheet(kestrel).weapons[0]
    answer = edited(ines, kestrel, name="The Heron", size=5, gain="low", medical=None, notes="Repainted.",
                    weapon_1_name="Long gun", weapon_2_name="", weapon_3_name="Belly turret",
                    weapon_3_mount="turret")  # fmt: skip
    assert answer.status_code == 200, answer.content.decode()
    found = sheet(kestrel)
    assert (found.size, found.gain, found.medical, found.notes) == (5, "low", False, "Repainted.")
    assert [(one.name, one.mount) for one in found.weapons] == [
        ("Long gun", "fixed-forward"), ("Belly turret", "turret"),
    ]  # fmt: skip
    assert found.weapons[0].id == first.id
    for person in (ines, gm):
        assert "Size 4 to 5" in person.log()
        assert "Sensor gain High gain to Low gain" in person.log()
        assert "Repainted" not in person.log()
    assert "edits the sheet of" in marek.log()
    assert "Size 4" not in marek.page()
    assert not newest_event(table).by_gm


def test_what_it_has_taken(gm, ines, kestrel):
    assert edited(ines, kestrel, hits=5, hours=7, cargo=5, engines=2, engines_out="on").status_code == 200
    found = sheet(kestrel)
    assert (found.hits, found.hours, found.cargo, found.effect) == (5, 7, 5, "system-fails")
    engines = found.system("engines")
    assert (engines.times, engines.out, engines.dead) == (2, True, False)
    assert (sorted(found.out), sorted(found.dead)) == (["engines"], [])
    assert "Engines working to out of order" in ines.log()
    assert "Hours of life support: 7" in ines.log()
    assert edited(ines, kestrel, hours=None, engines=3).status_code == 200
    found = sheet(kestrel)
    assert (found.hours, sorted(found.dead)) == (None, ["engines"])
    assert edited(gm, kestrel, engines=0, engines_out=None, hits=0).status_code == 200
    assert (sheet(kestrel).hits, sheet(kestrel).out) == (0, frozenset())


@pytest.mark.played("dragonfly.ship-hits")
def test_hits_set_by_hand_make_debris_at_once(gm, ines, kestrel, ashfall, shannon, patrol, marek):
    seated(ines, kestrel, shannon)
    seated(gm, ashfall, patrol, "gunner")
    at_fire(gm, ashfall, kestrel)
    assert edited(gm, kestrel, hits=7).status_code == 200
    assert (vessel(kestrel).state, vessel(ashfall).target) == ("in", vessel(kestrel))
    assert edited(gm, kestrel, hits=8).status_code == 200
    assert (vessel(kestrel).state, vessel(ashfall).target) == ("lost", None)
    assert "is debris: whoever is aboard had better be in a space suit" in ines.log()
    assert "The Kestrel is debris" in marek.panel("dogfight")
    gm.does("undo", event=Event.objects.filter(kind="dragonfly.ship-edited").latest("pk").public_id)
    assert (vessel(kestrel).state, vessel(ashfall).target) == ("in", vessel(kestrel))
    assert sheet(kestrel).hits == 7


@pytest.mark.played("dragonfly.ship-hits")
def test_a_ship_that_is_debris_no_more_by_its_sheet_comes_back(gm, ines, marek, kestrel, ashfall, shannon):
    seated(ines, kestrel, shannon)
    meet(gm, kestrel, ashfall)
    assert edited(gm, kestrel, hits=8).status_code == 200
    gm.does("say", text="That was one too many.")
    assert "By the hits on its sheet The Kestrel is debris" in said(gm.get("dragonfly.dogfight-join"))
    before = state_of_play(gm.table)
    assert gm.post("dragonfly.dogfight-join", ships=[kestrel.public_id], range="long").status_code == 422
    assert state_of_play(gm.table) == before
    assert edited(gm, kestrel, hits=7).status_code == 200
    assert "is debris" not in said(gm.get("dragonfly.dogfight-join"))
    gm.does("dragonfly.dogfight-join", ships=[kestrel.public_id], range="long")
    assert (vessel(kestrel).state, range_of(kestrel, ashfall)) == ("in", "long")
    assert "The Kestrel comes in at long range." in marek.log()
    assert "Disengage" in ines.panel("dogfight")
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert vessel(kestrel).state == "lost"


@pytest.mark.played("dragonfly.ship-hits", "dragonfly.evasive-action")
def test_what_was_fired_at_a_ship_made_debris_by_hand_is_called_off(
    gm, ines, dice, kestrel, ashfall, shannon, pell, marek
):
    seated(ines, kestrel, shannon)
    seated(gm, ashfall, pell)
    at_fire(gm, ashfall, kestrel)
    dice(9)
    assert fire(marek, pell, ashfall, "Bow gun", kestrel).status_code == 200
    assert ask_of(shannon) is not None
    assert edited(gm, kestrel, size=1, hits=2).status_code == 200
    assert ask_of(shannon) is None
    assert vessel(kestrel).state == "lost"


def test_numbers_that_changed_meanwhile_stay(ines, kestrel):
    form = starting_values(sheet(kestrel))
    Track.objects.filter(character=kestrel, key="hits").update(value=3)
    sent = {name: value for name, value in form.items() if value is not None and value is not False}
    ines.does("dragonfly.edit-ship", ship=kestrel.public_id, **{**sent, "size": 6})
    assert (sheet(kestrel).size, sheet(kestrel).hits) == (6, 3)


def test_the_form_shows_the_ship_as_it_is(ines, kestrel):
    page = ines.get("dragonfly.edit-ship", ship=kestrel.public_id).content.decode()
    for part in ('value="The Kestrel"', 'value="Bow gun"', 'value="Top turret"', "Engines, times hit", "Smells of tar"):
        assert part in page
    assert "Food and supplies, times hit" not in page


@pytest.mark.rule("dragonfly.ship-sheet", "dragonfly.table-options/supplies-last-until-third-hit")
def test_the_stores_are_a_system_where_they_last(gm, ines, kestrel):
    options = replace(DEFAULTS, supplies_last_until_third_hit=True)
    assert "food-and-supplies" in [one.id for one in ship_sheet_of(kestrel, options).systems]
    switch = kestrel.table.switches.get(key="supplies-last-until-third-hit")
    switch.value = "on"
    switch.save(update_fields=["value"])
    page = ines.get("dragonfly.edit-ship", ship=kestrel.public_id).content.decode()
    assert "Food and supplies, times hit" in page
    assert edited(ines, kestrel, food_and_supplies=1, food_and_supplies_out="on").status_code == 200
    assert ship_sheet_of(kestrel, options).system("food-and-supplies").times == 1


@pytest.mark.parametrize(
    "wrong",
    [{"name": ""}, {"size": 0}, {"hits": -1}, {"hours": -1}, {"engines": 100}, {"gain": "keen"}, {"hits": "many"}],
)
def test_what_does_not_fit_changes_nothing(ines, kestrel, wrong):
    before = state_of_play(ines.table)
    assert edited(ines, kestrel, **wrong).status_code == 422
    assert state_of_play(ines.table) == before


def test_a_sheet_that_says_it_already_changes_nothing(ines, kestrel):
    before = state_of_play(ines.table)
    refused = edited(ines, kestrel)
    assert refused.status_code == 422
    assert "says all of that already" in refused.content.decode()
    assert state_of_play(ines.table) == before


def test_nobody_else_may(gm, ines, marek, watcher, stranger, kestrel, ashfall, widow, pell):
    seated(marek, kestrel, pell)
    before = state_of_play(gm.table)
    assert edited(marek, kestrel, hits=1).status_code == 422
    assert "Smells" not in marek.get("dragonfly.edit-ship", ship=kestrel.public_id).content.decode()
    for ship in (ashfall, widow):
        assert edited(ines, ship, hits=1).status_code == 422
        assert ship.name not in ines.get("dragonfly.edit-ship", ship=ship.public_id).content.decode()
    assert edited(watcher, kestrel, hits=1).status_code == 403
    assert edited(stranger.at(ines), kestrel, hits=1).status_code == 404
    assert state_of_play(gm.table) == before


def test_the_director_does_it_for_a_player(table, gm, kestrel):
    assert edited(gm, kestrel, hits=1).status_code == 200
    assert newest_event(table).by_gm


def test_a_ship_of_the_directors_is_edited_without_the_players_hearing(gm, ines, ashfall):
    edited(gm, ashfall, hits=1)
    assert "edits the sheet of Ashfall" in gm.log()
    assert "edits the sheet" not in ines.log()


def test_people_are_no_ships_and_ships_no_people(gm, ines, kestrel, shannon):
    before = state_of_play(gm.table)
    assert (
        gm.post("dragonfly.edit-ship", ship=shannon.public_id, name="X", size=1, speed=1, gain="low").status_code == 422
    )
    assert gm.post("dragonfly.edit", character=kestrel.public_id, name="X", life_points=1).status_code == 422
    assert state_of_play(gm.table) == before


def test_without_javascript_and_back_again(gm, ines, kestrel):
    values = {name: value for name, value in starting_values(sheet(kestrel)).items() if value not in (None, False)}
    answer = ines.post("dragonfly.edit-ship", plain=True, ship=kestrel.public_id, **{**values, "hours": 4})
    assert answer.status_code == 302
    assert sheet(kestrel).hours == 4
    ines.does("undo", event=newest_event(ines.table).public_id)
    assert sheet(kestrel).hours is None
