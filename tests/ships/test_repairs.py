"""Repairs: an engineer's roll, as often as the table wants."""

from __future__ import annotations

import pytest

from tests.people import state_of_play
from tests.ships.conftest import seated, sheet
from tests.ships.fleet import answer, damaged, facts_of, meet, parts_of, rated, said, switched, track, undone, vessel
from tests.ships.hiders import to_the_run


@pytest.fixture
def engineer(ines, kestrel, shannon):
    """Shannon, with 3 + 5, is the Kestrel's engineer; its engines were hit once."""
    seated(ines, kestrel, shannon, "engineer")
    damaged(kestrel, engines=1, engines_out=1)
    return shannon


def _repair(who, engineer, system="engines", **given):
    return who.post("dragonfly.repair", character=engineer.public_id, system=system, **given)


@pytest.mark.played("dragonfly.ship-repair")
@pytest.mark.parametrize(("times", "face", "total", "works"), [(1, 3, 10, True), (2, 5, 7, False)])
def test_the_worked_examples(gm, ines, marek, dice, kestrel, engineer, times, face, total, works):
    rated(engineer, intelligence=4, repair=3)
    damaged(kestrel, engines=times)
    dice(face)
    assert _repair(ines, engineer).status_code == 200
    card = facts_of(gm.table, "dragonfly.repaired")
    assert (card["sides"][0]["total"], card["success"]) == (total, works)
    assert parts_of(card).get("Damaged a second time") == (-5 if times == 2 else None)
    assert ("engines" not in sheet(kestrel).out) is works
    assert track(kestrel, "engines") == times


@pytest.mark.played("dragonfly.ship-repair", "dragonfly.heroic-feat")
def test_a_heroic_feat_counts_where_no_ships_have_met_too(gm, ines, dice, kestrel, engineer):
    damaged(kestrel, engines=2)
    dice(1)
    assert _repair(ines, engineer, heroic_feat="on").status_code == 200
    assert facts_of(gm.table, "dragonfly.repaired")["sides"][0]["total"] == 14
    assert track(engineer, "drama-points") == 9


@pytest.mark.played("dragonfly.ship-repair")
def test_a_third_time_it_takes_a_spaceport(gm, ines, kestrel, engineer):
    damaged(kestrel, engines=3)
    before = state_of_play(gm.table)
    response = _repair(ines, engineer)
    assert response.status_code == 422
    assert "overhaul in a spaceport" in said(response)
    assert _repair(gm, engineer).status_code == 422
    assert state_of_play(gm.table) == before


@pytest.mark.played("dragonfly.ship-repair")
def test_a_repair_leaves_the_hits_as_they_are(gm, ines, dice, kestrel, engineer):
    damaged(kestrel, hits=5)
    dice(6)
    _repair(ines, engineer)
    assert track(kestrel, "hits") == 5


@pytest.mark.played("dragonfly.ship-repair", "dragonfly.ship-damage-table")
def test_the_repair_of_life_support_stops_the_clock(gm, ines, dice, kestrel, engineer):
    damaged(kestrel, life_support=1, life_support_out=1, life_support_hours=3)
    dice(6)
    assert _repair(ines, engineer, "life-support").status_code == 200
    assert track(kestrel, "life-support-hours") is None
    undone(gm, "dragonfly.repaired")
    assert track(kestrel, "life-support-hours") == 3
    assert "life-support" in sheet(kestrel).out


@pytest.mark.played("dragonfly.ship-repair", "dragonfly.table-options/repair-time")
def test_one_attempt_per_engineer_and_turn_by_default(gm, ines, dice, kestrel, ashfall, engineer):
    meet(gm, kestrel, ashfall)
    dice(1)
    rated(engineer, intelligence=1, repair=1)
    _repair(ines, engineer)
    before = state_of_play(gm.table)
    response = _repair(ines, engineer)
    assert response.status_code == 422
    assert "one attempt takes a Turn" in said(response)
    assert state_of_play(gm.table) == before
    for _ in range(5):
        gm.does("dragonfly.dogfight-next")
    dice(9)
    assert _repair(ines, engineer).status_code == 200
    assert "engines" not in sheet(kestrel).out


@pytest.mark.played("dragonfly.table-options/repair-time")
def test_an_attempt_may_take_an_hour(gm, ines, dice, kestrel, engineer):
    switched(gm, repair_time="an hour")
    rated(engineer, intelligence=1, repair=1)
    dice(1)
    _repair(ines, engineer)
    assert _repair(ines, engineer).status_code == 422
    gm.does("dragonfly.hours-pass", hours=1)
    dice(9)
    assert _repair(ines, engineer).status_code == 200


@pytest.mark.played("dragonfly.table-options/repair-time")
def test_or_it_is_the_directors_to_say_when(gm, ines, dice, kestrel, engineer):
    switched(gm, repair_time="as the Director says")
    before = state_of_play(gm.table)
    response = _repair(ines, engineer)
    assert response.status_code == 422
    assert "the Director says when" in said(response)
    assert state_of_play(gm.table) == before
    dice(6)
    assert _repair(gm, engineer).status_code == 200


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.ship-repair")
def test_whoever_has_several_posts_pays_for_the_second_roll(gm, ines, dice, kestrel, ashfall, engineer):
    seated(ines, kestrel, engineer)
    meet(gm, kestrel, ashfall)
    gm.does("dragonfly.dogfight-next")
    dice(6)
    assert answer(ines, engineer).status_code == 200
    dice(6)
    assert _repair(ines, engineer).status_code == 200
    assert parts_of(facts_of(gm.table, "dragonfly.repaired"))["Additional action"] == -2


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.flee-and-evade", "dragonfly.chase-to-hide")
@pytest.mark.parametrize("act", ["flee", "hide"])
def test_running_and_hiding_take_an_action_before_a_repair(act, gm, ines, dice, kestrel, ashfall, engineer):
    seated(ines, kestrel, engineer)
    meet(gm, kestrel, ashfall)
    to_the_run(gm)
    if act == "hide":
        dice(1)
        rated(engineer, perception=1, notice=1)
    assert ines.post(f"dragonfly.{act}", ship=vessel(kestrel).public_id).status_code == 200
    dice(6)
    assert _repair(ines, engineer).status_code == 200
    assert parts_of(facts_of(gm.table, "dragonfly.repaired"))["Additional action"] == -2


@pytest.mark.played("dragonfly.ship-sheet", "dragonfly.additional-actions")
@pytest.mark.parametrize("act", ["flee", "hide"])
def test_after_a_repair_running_and_hiding_take_one_more_action(act, gm, ines, dice, kestrel, ashfall, engineer):
    seated(ines, kestrel, engineer)
    meet(gm, kestrel, ashfall)
    to_the_run(gm)
    dice(6)
    assert _repair(ines, engineer).status_code == 200
    rated(engineer, dexterity=4)
    response = ines.post(f"dragonfly.{act}", ship=vessel(kestrel).public_id)
    assert response.status_code == 422
    assert "no additional actions" in said(response)
    rated(engineer, dexterity=5, perception=1, notice=1)
    dice(1)
    assert ines.post(f"dragonfly.{act}", ship=vessel(kestrel).public_id).status_code == 200
    if act == "hide":
        assert parts_of(facts_of(gm.table, "dragonfly.hid"))["Additional action"] == -2


def test_the_odds_of_a_repair(ines, kestrel, engineer):
    """d10 + 8 needs 9: always; hit a second time d10 + 3 needs a 6 or more: 50%."""
    page = said(ines.get("dragonfly.repair", character=engineer.public_id, system="engines"))
    assert "100%" in page
    damaged(kestrel, engines=2)
    assert "50%" in said(ines.get("dragonfly.repair", character=engineer.public_id, system="engines"))


def test_only_an_engineer_repairs_what_is_out_of_order(gm, ines, marek, watcher, dice, kestrel, engineer, pell):
    before = state_of_play(gm.table)
    assert _repair(marek, engineer).status_code == 422
    assert _repair(marek, pell).status_code == 422
    assert _repair(watcher, engineer).status_code == 403
    assert _repair(ines, engineer, "weapons").status_code == 422
    assert state_of_play(gm.table) == before
    dice(6)
    assert _repair(ines, engineer, plain=True).status_code == 302


def test_of_a_ship_of_the_directors_its_repairs_are_told_to_nobody_else(gm, ines, dice, ashfall, patrol):
    seated(gm, ashfall, patrol, "engineer")
    damaged(ashfall, engines=1, engines_out=1)
    assert _repair(gm, patrol).status_code == 200
    assert "Ashfall" not in ines.log().partition("Patrol")[2]
    assert "It works again" not in ines.log()


def test_the_board_offers_it_to_the_engineer(gm, ines, marek, kestrel, ashfall, engineer):
    meet(gm, kestrel, ashfall)
    assert "Repair: Shannon" in ines.panel("dogfight")
    assert "Engines out" in ines.panel("dogfight")
    assert "Repair" not in marek.panel("dogfight")
    assert vessel(kestrel).state == "in"
