"""Ships that meet: who is in it, how far apart, whom they engage, and the steps of the Turn."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from apps.ships.board import encounter_of, vessels_of
from apps.ships.models import Encounter, Gap, Vessel
from apps.table.models import Ask, Event, Exchange
from tests.people import newest_event, open_a_table, sit_down, state_of_play
from tests.ships.conftest import person_made, seated, ship_made
from tests.ships.fleet import (
    answer,
    disengage,
    encounter,
    engage,
    facts_of,
    go_on,
    meet,
    range_of,
    said,
    set_vessel,
    switched,
    vessel,
)


@pytest.mark.played("dragonfly.ship-turn")
def test_the_director_lets_ships_meet(gm, ines, kestrel, ashfall):
    meet(gm, kestrel, ashfall, range_="long")
    assert {one.ship.name for one in vessels_of(encounter(gm.table))} == {"The Kestrel", "Ashfall"}
    assert range_of(kestrel, ashfall) == "long"
    assert encounter(gm.table).phase == "choose"
    assert "The Kestrel and Ashfall meet at long range." in ines.log()


def test_it_takes_two_ships_to_meet(gm, kestrel):
    response = gm.post("dragonfly.start-dogfight", ships=[kestrel.public_id], range="long")
    assert response.status_code == 422
    assert "It takes two ships" in said(response)


def test_all_ships_are_picked_to_begin_with(gm, kestrel, ashfall):
    """As in a fight: with two ships it takes one tap."""
    form = BeautifulSoup(gm.get("dragonfly.start-dogfight").content, "lxml")
    picked = {one["value"] for one in form.select("input[name=ships][checked]")}
    assert picked == {kestrel.public_id, ashfall.public_id}


def test_there_is_one_encounter_at_a_time(gm, kestrel, ashfall, widow):
    meet(gm, kestrel, ashfall)
    before = state_of_play(gm.table)
    response = gm.post("dragonfly.start-dogfight", ships=[widow.public_id, kestrel.public_id], range="long")
    assert response.status_code == 422
    assert state_of_play(gm.table) == before


def test_only_the_director_begins_it(ines, kestrel, ashfall):
    before = state_of_play(ines.table)
    ships = [kestrel.public_id, ashfall.public_id]
    assert ines.post("dragonfly.start-dogfight", ships=ships, range="long").status_code == 403
    assert state_of_play(ines.table) == before


def test_a_hidden_ship_is_in_no_players_card(gm, ines, kestrel, ashfall, widow):
    meet(gm, kestrel, ashfall, widow)
    assert "The Widow" in gm.log()
    assert "The Widow" not in ines.page()
    assert "The Kestrel and Ashfall meet" in ines.log()


def test_ships_come_in_later(gm, ines, kestrel, ashfall, widow):
    meet(gm, kestrel, ashfall)
    third = ship_made(gm, name="Patrol Two")
    gm.does("dragonfly.dogfight-join", ships=[third.public_id], range="extreme")
    assert range_of(kestrel, third) == "extreme"
    assert "Patrol Two comes in at extreme range." in ines.log()
    gm.does("dragonfly.dogfight-join", ships=[widow.public_id], range="close")
    assert "The Widow" not in ines.page()


def test_a_ship_that_escaped_may_come_back(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall, range_="extreme")
    _nearer(gm, kestrel, ashfall, "1")
    assert "farther apart: extreme to beyond extreme" in ines.log()
    set_vessel(ashfall, state="escaped")
    gm.does("dragonfly.dogfight-join", ships=[ashfall.public_id], range="long")
    assert (vessel(ashfall).state, range_of(kestrel, ashfall)) == ("in", "long")


def test_nothing_is_joined_where_no_ships_have_met(gm, kestrel):
    response = gm.post("dragonfly.dogfight-join", ships=[kestrel.public_id], range="close")
    assert response.status_code == 422
    assert "No ships have met" in said(response)


# range


def _nearer(who, one, other, by="-1"):
    return who.post("dragonfly.dogfight-range", one=vessel(one).public_id, other=vessel(other).public_id, by=by)


@pytest.mark.played("dragonfly.space-range")
def test_the_director_changes_a_range_by_one_step(gm, ines, kestrel, ashfall):
    meet(gm, kestrel, ashfall, range_="medium")
    assert _nearer(gm, kestrel, ashfall).status_code == 200
    assert range_of(kestrel, ashfall) == "close"
    assert "nearer: medium to close" in ines.log()
    _nearer(gm, ashfall, kestrel, "1")
    assert range_of(kestrel, ashfall) == "medium"


def test_nothing_is_nearer_than_visual_or_beyond_what_is_beyond(gm, kestrel, ashfall):
    meet(gm, kestrel, ashfall, range_="visual")
    before = state_of_play(gm.table)
    assert _nearer(gm, kestrel, ashfall).status_code == 422
    assert state_of_play(gm.table) == before
    for _ in range(5):
        assert _nearer(gm, kestrel, ashfall, "1").status_code == 200
    assert range_of(kestrel, ashfall) == "beyond"
    assert _nearer(gm, kestrel, ashfall, "1").status_code == 422


def test_a_player_changes_no_range(gm, ines, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    before = state_of_play(gm.table)
    assert _nearer(ines, kestrel, ashfall).status_code == 403
    assert state_of_play(gm.table) == before


def test_ships_that_are_gone_have_no_range(gm, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    response = gm.post("dragonfly.dogfight-range", one="nothing", other=vessel(ashfall).public_id, by="1")
    assert response.status_code == 422
    assert "not in this encounter" in said(response)


# engaging


@pytest.mark.played("dragonfly.engage-or-disengage")
def test_a_pilot_engages_one_ship(gm, ines, marek, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    assert engage(ines, kestrel, ashfall).status_code == 200
    assert vessel(kestrel).target == vessel(ashfall)
    assert "The Kestrel engages Ashfall." in marek.log()
    assert disengage(ines, kestrel).status_code == 200
    assert (vessel(kestrel).choice, vessel(kestrel).target) == ("disengage", None)


def test_it_works_without_a_script(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    assert engage(ines, kestrel, ashfall, plain=True).status_code == 302
    assert vessel(kestrel).choice == "engage"


def test_whoever_engages_names_a_target(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    before = state_of_play(gm.table)
    response = ines.post("dragonfly.engage", ship=vessel(kestrel).public_id, choice="engage")
    assert response.status_code == 422
    assert "name the target" in said(response)
    assert state_of_play(gm.table) == before


def test_only_the_pilot_chooses_and_only_what_is_seen(gm, ines, marek, watcher, crewed, kestrel, ashfall, widow):
    meet(gm, kestrel, ashfall, widow)
    before = state_of_play(gm.table)
    assert engage(marek, kestrel, ashfall).status_code == 422
    assert engage(watcher, kestrel, ashfall).status_code == 403
    assert engage(ines, ashfall, kestrel).status_code == 422
    assert engage(ines, kestrel, widow).status_code == 422
    assert state_of_play(gm.table) == before
    assert engage(gm, ashfall, kestrel).status_code == 200


def test_the_form_is_the_same_with_and_without_a_hidden_ship(gm, ines, crewed, kestrel, ashfall, widow):
    meet(gm, kestrel, ashfall)
    ship = vessel(kestrel).public_id
    without = ines.get("dragonfly.engage", ship=ship).content
    gm.does("dragonfly.dogfight-join", ships=[widow.public_id], range="close")
    assert ines.get("dragonfly.engage", ship=ship).content == without


def test_players_choose_in_the_step_for_it(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    response = engage(ines, kestrel, ashfall)
    assert response.status_code == 422
    assert "maneuver for position" in said(response)
    assert engage(gm, kestrel, ashfall).status_code == 200


@pytest.mark.played("dragonfly.table-options/secret-intentions")
def test_choices_in_secret_are_shown_together(gm, ines, marek, watcher, kestrel, ashfall, shannon, patrol):
    switched(gm, secret_intentions="on")
    seated(ines, kestrel, shannon)
    seated(gm, ashfall, patrol)
    meet(gm, kestrel, ashfall)
    engage(gm, ashfall, kestrel)
    engage(ines, kestrel, ashfall)
    assert "engages" not in marek.log()
    assert "Ashfall engages" not in ines.log()
    go_on(gm)
    assert "The Kestrel engages Ashfall." in marek.log()
    assert "Ashfall engages The Kestrel." in watcher.log()


@pytest.mark.played("dragonfly.table-options/secret-intentions")
def test_choices_are_open_by_default(gm, ines, marek, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    engage(gm, ashfall, kestrel)
    assert "Ashfall engages The Kestrel." in marek.log()


# the steps


@pytest.mark.played("dragonfly.ship-turn")
def test_a_turn_goes_through_its_steps(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    dice(9)
    assert go_on(gm).phase == "maneuver"
    answer(ines, shannon)
    assert go_on(gm).phase == "fire:18"
    assert go_on(gm).phase == "fire:13"
    assert go_on(gm).phase == "run"
    last = go_on(gm)
    assert last.turn is not None
    assert (last.phase, last.turn.number) == ("choose", 2)
    assert (vessel(kestrel).choice, vessel(kestrel).piloting) == ("", None)
    assert "Turn 2: engage or disengage" in ines.log()


def test_the_button_says_what_comes_next(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    assert "Maneuver for position" in gm.get("dragonfly.dogfight-next").content.decode()
    dice(9)
    go_on(gm)
    answer(ines, shannon)
    assert "Next: The Kestrel fires" in gm.get("dragonfly.dogfight-next").content.decode()


def test_equal_totals_fire_together_and_unarmed_ships_not_at_all(gm, kestrel, ashfall, patrol):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    assert go_on(gm).phase == "fire:0"
    assert go_on(gm).phase == "run"


def test_a_second_tap_does_not_go_on_twice(gm, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    gm.does("dragonfly.dogfight-next", step="1-choose")
    before = state_of_play(gm.table)
    response = gm.post("dragonfly.dogfight-next", step="1-choose")
    assert response.status_code == 422
    assert "gone on already" in said(response)
    assert state_of_play(gm.table) == before


def test_a_player_does_not_go_on(gm, ines, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    before = state_of_play(gm.table)
    assert ines.post("dragonfly.dogfight-next").status_code == 403
    assert state_of_play(gm.table) == before


def test_a_step_is_taken_back(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    before = encounter(gm.table).phase
    go_on(gm)
    assert Ask.objects.filter(table=gm.table, closed_at=None).count() == 1
    event = Event.objects.filter(table=gm.table, kind="dragonfly.dogfight-step").latest("pk")
    gm.does("undo", event=event.public_id)
    assert encounter(gm.table).phase == before
    assert not Ask.objects.filter(table=gm.table, closed_at=None).exists()


def test_each_step_that_is_undone_leads_to_the_turn_before_it(gm, ines, crewed, kestrel, ashfall):
    """Nothing leads further back than a step, and the page says in which Turn that is."""

    def head(person):
        return person.soup().select_one("#panel-dogfight h2").get_text()

    meet(gm, kestrel, ashfall)
    been = [(head(gm), encounter(gm.table).phase)]
    while not been[-1][0].endswith("Turn 3"):
        go_on(gm)
        been.append((head(gm), encounter(gm.table).phase))
    assert {title for title, _ in been} == {f"Dogfight · Turn {number}" for number in (1, 2, 3)}
    for title, phase in reversed(been[:-1]):
        link = gm.soup().select_one("#panel-dogfight a[href*='undo?']")
        assert "Undo this step" in link.get_text()
        gm.does("undo", event=link["href"].rpartition("=")[2])
        assert (head(gm), head(ines), encounter(gm.table).phase) == (title, title, phase)
    assert "Undo the start" in gm.panel("dogfight")


def test_the_encounter_ends_with_all_that_waits(gm, ines, crewed, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    gm.does("dragonfly.end-dogfight")
    assert encounter_of(gm.table) is None
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()
    assert Encounter.objects.filter(table=gm.table).count() == 1
    assert newest_event(gm.table).kind == "dragonfly.dogfight-ended"
    assert gm.post("dragonfly.end-dogfight").status_code == 422


def test_what_waits_ends_with_the_scene_too(gm, crewed, kestrel, ashfall):
    gm.does("open-scene", title="The lanes")
    meet(gm, kestrel, ashfall)
    go_on(gm)
    assert Exchange.objects.filter(table=gm.table, closed_at=None).exists()
    gm.does("close-scene")
    assert encounter_of(gm.table) is None
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()


def test_that_an_unseen_ship_fires_is_for_the_director(gm, ines, crewed, kestrel, ashfall, widow):
    meet(gm, kestrel, ashfall, widow)
    go_on(gm)
    go_on(gm)
    go_on(gm)
    assert facts_of(gm.table, "dragonfly.dogfight-step")["ships"] == ["The Kestrel", "The Widow"]
    assert "The Widow" not in ines.page()


def test_a_stranger_finds_nothing(gm, stranger, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    stranger.url = gm.url
    assert stranger.post("dragonfly.dogfight-next").status_code == 404
    other = sit_down(open_a_table("Another"), "Zoe", "gm", "gm")
    assert other.post("dragonfly.dogfight-next").status_code == 422


def test_nothing_goes_on_while_a_chase_waits(gm, ines, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    set_vessel(kestrel, choice="disengage", piloting=9)
    set_vessel(ashfall, choice="engage", target=vessel(kestrel), piloting=9, levels=1)
    Encounter.objects.filter(table=gm.table).update(phase="run")
    ines.does("dragonfly.flee", ship=vessel(kestrel).public_id)
    response = gm.post("dragonfly.dogfight-next")
    assert response.status_code == 422
    assert "A chase waits" in said(response)
    gm.does("dragonfly.end-dogfight")
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()


def test_a_ship_in_the_encounter_is_not_deleted(gm, ines, kestrel, ashfall, pell):
    meet(gm, kestrel, ashfall)
    before = state_of_play(gm.table)
    response = gm.post("delete-character", character=ashfall.public_id)
    assert response.status_code == 422
    assert "Ashfall is in the encounter that runs" in said(response)
    assert state_of_play(gm.table) == before
    gm.does("delete-character", character=pell.public_id)


def test_a_ship_of_an_encounter_that_is_over_is_deleted_and_brought_back(gm, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    set_vessel(kestrel, choice="engage", target=vessel(ashfall))
    gm.does("dragonfly.end-dogfight")
    before = (set(Vessel.objects.values_list("pk", "target")), set(Gap.objects.values_list("pk", "range")))
    gm.does("delete-character", character=ashfall.public_id)
    assert Vessel.objects.count() == 1
    event = newest_event(gm.table)
    gm.does("undo", event=event.public_id)
    assert (set(Vessel.objects.values_list("pk", "target")), set(Gap.objects.values_list("pk", "range"))) == before


def test_nobody_flies_two_ships(gm, ines, kestrel, ashfall):
    shannon = person_made(ines, "Ivo")
    seated(ines, kestrel, shannon)
    assert seated(gm, ashfall, shannon).status_code == 422


def test_step_by_step_it_is_taken_back_to_its_first_turn(gm, ines, crewed, kestrel, ashfall):
    """By the one button beside Next, which is there until nothing is left; each time all see what they saw before."""
    meet(gm, kestrel, ashfall)
    seen = [(_board(gm), _board(ines))]
    for _ in range(9):
        go_on(gm)
        seen.append((_board(gm), _board(ines)))
    assert "Turn 3" in seen[-1][0] or "Turn 2" in seen[-1][0]
    for before in reversed(seen[:-1]):
        (button,) = BeautifulSoup(gm.page(), "lxml").select("#panel-dogfight .trackhead a[href*='undo?event=']")
        assert button.get_text(strip=True) == "Undo this step"
        gm.does("undo", event=str(button["href"]).partition("event=")[2])
        assert (_board(gm), _board(ines)) == before
    assert "Turn 1" in seen[0][0]
    assert "Undo the start" in gm.panel("dogfight")


def _board(person):
    return str(person.panel("dogfight"))
