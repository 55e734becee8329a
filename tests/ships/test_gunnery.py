"""Opening fire: who may shoot what at whom, with which bonus, and a die that lies sealed until it is answered."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from apps.table.models import Ask, Event
from tests.people import state_of_play
from tests.ships.conftest import person_made, seated, ship_made
from tests.ships.fleet import (
    at_fire,
    damaged,
    engage,
    evade,
    facts_of,
    fire,
    go_on,
    meet,
    parts_of,
    rated,
    said,
    set_range,
    set_vessel,
    switched,
    track,
    undone,
    vessel,
)

BOW, TURRET = "Bow gun", "Top turret"


@pytest.fixture
def lone(gm, ines, marek, kestrel, ashfall, shannon, pell):
    """Shannon flies the Kestrel, Pell has the turret; nobody flies Ashfall, so a shot at it is settled at once."""
    seated(ines, kestrel, shannon)
    seated(marek, kestrel, pell, "gunner")


def _form(who, gunner, ship, weapon, target):
    held = ship.entries.get(kind="weapon", name=weapon)
    given = {"character": gunner.public_id, "weapon": held.public_id, "target": vessel(target).public_id}
    return who.get("dragonfly.fire", **given).content.decode()


@pytest.mark.played("dragonfly.righteous-fury", "dragonfly.open-fire")
def test_a_gunner_who_fights_in_righteous_fury_shoots_with_it(gm, ines, marek, dice, kestrel, ashfall, shannon, lone):
    gm.does("dragonfly.start-fight", title="The gantry", characters=[shannon.public_id])
    ines.does("dragonfly.declare", character=shannon.public_id, fury="on", fury_why="He laughs")
    gm.does("dragonfly.answer-fury", ask=Ask.objects.get(closed_at=None).public_id, allow="yes")
    meet(gm, kestrel, ashfall)
    at_fire(gm, kestrel, ashfall)
    assert "Righteous Fury" in _form(ines, shannon, kestrel, BOW, ashfall)
    dice(6)
    assert fire(ines, shannon, kestrel, BOW, ashfall).status_code == 200
    assert parts_of(facts_of(gm.table, "dragonfly.shot"))["Righteous Fury"] == 5
    gm.does("dragonfly.end-fight")
    assert "Righteous Fury" not in _form(ines, shannon, kestrel, BOW, ashfall)


def test_no_ship_of_friends_is_proposed_as_a_target(gm, ines, marek, kestrel, ashfall, shannon, pell):
    consort = ship_made(gm, name="The Consort", seat=marek.seat.public_id)
    seated(ines, kestrel, shannon)
    seated(marek, consort, pell)

    def proposed():
        form = BeautifulSoup(ines.get("dragonfly.fire", character=shannon.public_id).content, "lxml")
        return [one["value"] for one in form.select("[name=target][checked]")]

    meet(gm, kestrel, consort)
    at_fire(gm, kestrel, consort)
    set_vessel(kestrel, choice="disengage", target=None)
    assert proposed() == []
    assert "Bow gun at" not in ines.page()
    gm.does("dragonfly.end-dogfight")
    meet(gm, kestrel, consort, ashfall)
    at_fire(gm, kestrel, consort)
    set_vessel(kestrel, choice="disengage", target=None)
    assert proposed() == [vessel(ashfall).public_id]
    assert "Bow gun at Ashfall" in ines.page()


@pytest.mark.played("dragonfly.open-fire", "dragonfly.firing-arcs", "dragonfly.evasive-action")
def test_the_worked_example_of_a_shot(gm, ines, marek, dice, kestrel, ashfall, shannon, pell):
    """4 + 3 + 2 levels at medium range and a 6 make 14, and an evasion of 12 is not enough."""
    rated(shannon, dexterity=4, gun_fu=3)
    rated(pell, dexterity=4, pilot=4)
    seated(ines, kestrel, shannon)
    seated(gm, ashfall, pell)
    meet(gm, kestrel, ashfall, range_="medium")
    at_fire(gm, kestrel, ashfall, total=12, levels=2)
    dice(6)
    assert fire(ines, shannon, kestrel, BOW, ashfall).status_code == 200
    dice(4)
    assert evade(marek, pell).status_code == 200
    card = facts_of(gm.table, "dragonfly.shot")
    assert [side["total"] for side in card["sides"]] == [14, 12]
    assert parts_of(card) == {"Dexterity": 4, "Gun Fu": 3, "Firing position": 2, "Medium range": -1}
    assert card["hit"]
    assert track(ashfall, "hits") == 1


@pytest.mark.played("dragonfly.firing-arcs")
def test_a_fixed_weapon_fires_from_position_at_the_chosen_target_alone(gm, ines, dice, lone, kestrel, ashfall, shannon):
    third = ship_made(gm, name="Patrol Two")
    meet(gm, kestrel, ashfall, third)
    at_fire(gm, kestrel, ashfall, total=14, against=14)
    before = state_of_play(gm.table)
    response = fire(ines, shannon, kestrel, BOW, ashfall)
    assert response.status_code == 422
    assert "only from firing position" in said(response)
    set_vessel(ashfall, piloting=13)
    assert fire(ines, shannon, kestrel, BOW, third).status_code == 422
    set_vessel(ashfall, piloting=14)
    assert state_of_play(gm.table) == before
    set_vessel(ashfall, piloting=13)
    dice(1)
    assert fire(ines, shannon, kestrel, BOW, ashfall).status_code == 200
    assert parts_of(facts_of(gm.table, "dragonfly.shot"))["Firing position"] == 3


@pytest.mark.played("dragonfly.firing-arcs")
def test_a_turret_shoots_at_anything_and_adds_the_levels_against_the_chosen_target_alone(
    gm, marek, lone, kestrel, ashfall, pell
):
    third = ship_made(gm, name="Patrol Two")
    meet(gm, kestrel, ashfall, third)
    at_fire(gm, kestrel, ashfall)
    assert "Firing position" in _form(marek, pell, kestrel, TURRET, ashfall)
    assert "Firing position" not in _form(marek, pell, kestrel, TURRET, third)
    set_vessel(ashfall, piloting=14)
    assert "Firing position" not in _form(marek, pell, kestrel, TURRET, ashfall)


@pytest.mark.played("dragonfly.firing-arcs", "dragonfly.engage-or-disengage")
def test_the_turrets_of_a_ship_that_disengaged_fire_without_a_bonus(gm, marek, dice, lone, kestrel, ashfall, pell):
    at_fire(gm, kestrel, ashfall)
    set_vessel(kestrel, choice="disengage", target=None)
    dice(2)
    assert fire(marek, pell, kestrel, TURRET, ashfall).status_code == 200
    assert parts_of(facts_of(gm.table, "dragonfly.shot")) == {"Dexterity": 5, "Gun Fu": 3}


@pytest.mark.played("dragonfly.table-options/turrets-always-add-successes")
@pytest.mark.parametrize(("switch", "adds"), [("off", False), ("on", True)])
def test_turrets_that_always_add_the_successes(gm, marek, lone, kestrel, ashfall, pell, switch, adds):
    switched(gm, turrets_always_add_successes=switch)
    at_fire(gm, kestrel, ashfall, total=14, against=16)
    assert ("Firing position" in _form(marek, pell, kestrel, TURRET, ashfall)) is adds


@pytest.mark.played("dragonfly.space-range")
def test_every_range_takes_its_toll_of_the_guns(gm, marek, lone, kestrel, ashfall, pell):
    """d10 + 8 + 3 levels needs 9, so a shot at Extreme range hits with a 3 or more: 80%."""
    at_fire(gm, kestrel, ashfall)
    tolls = {"visual": "", "close": "", "medium": "−1", "long": "−3", "extreme": "−5"}
    for range_, toll in tolls.items():
        set_range(kestrel, ashfall, range_)
        page = " ".join(_form(marek, pell, kestrel, TURRET, ashfall).split())
        assert (f"{range_.capitalize()} range" in page) is bool(toll), range_
        assert toll in page
        assert ("80%" if range_ == "extreme" else "100%") in page
    set_range(kestrel, ashfall, "beyond")
    assert fire(marek, pell, kestrel, TURRET, ashfall).status_code == 422


@pytest.mark.played("dragonfly.open-fire")
def test_a_gunner_shoots_once_and_with_additional_actions_again_on_the_same_die(
    gm, marek, dice, lone, kestrel, ashfall, pell
):
    """Dexterity 5 has one additional action: the second shot takes 2 off, and there is no third."""
    at_fire(gm, kestrel, ashfall)
    dice(2)
    fire(marek, pell, kestrel, TURRET, ashfall)
    assert facts_of(gm.table, "dragonfly.shot")["sides"][0]["total"] == 13
    dice()
    assert fire(marek, pell, kestrel, TURRET, ashfall).status_code == 200
    card = facts_of(gm.table, "dragonfly.shot")
    assert (card["sides"][0]["face"], card["sides"][0]["total"]) == (2, 11)
    before = state_of_play(gm.table)
    response = fire(marek, pell, kestrel, TURRET, ashfall)
    assert response.status_code == 422
    assert "1 additional action" in said(response)
    assert state_of_play(gm.table) == before


@pytest.mark.played("dragonfly.open-fire")
def test_firing_the_fixed_weapon_costs_the_pilot_nothing_more(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    gm.does("dragonfly.dogfight-next")
    dice(6)
    ask = Ask.objects.get(table=gm.table, closed_at=None)
    ines.does("dragonfly.answer-maneuver", ask=ask.public_id)
    at_fire(gm, kestrel, ashfall, total=15, levels=4)
    assert "Additional action" not in _form(ines, shannon, kestrel, BOW, ashfall)


def test_whoever_sits_at_two_posts_pays_for_the_second_shot(gm, ines, dice, kestrel, ashfall, shannon):
    seated(ines, kestrel, shannon)
    seated(ines, kestrel, shannon, "gunner")
    at_fire(gm, kestrel, ashfall)
    dice(2)
    fire(ines, shannon, kestrel, BOW, ashfall)
    fire(ines, shannon, kestrel, TURRET, ashfall)
    assert parts_of(facts_of(gm.table, "dragonfly.shot"))["Additional action"] == -2


@pytest.mark.played("dragonfly.ship-turn")
def test_ships_fire_in_the_order_of_their_totals(gm, marek, lone, kestrel, ashfall, pell):
    at_fire(gm, kestrel, ashfall)
    set_vessel(kestrel, piloting=12)
    before = state_of_play(gm.table)
    response = fire(marek, pell, kestrel, TURRET, ashfall)
    assert response.status_code == 422
    assert "not this one’s turn" in said(response)
    assert state_of_play(gm.table) == before


@pytest.mark.played("dragonfly.ship-damage-table")
def test_weapons_that_are_out_are_offered_to_nobody(gm, ines, marek, lone, kestrel, ashfall, pell, shannon):
    damaged(kestrel, weapons=1, weapons_out=1)
    at_fire(gm, kestrel, ashfall)
    assert fire(marek, pell, kestrel, TURRET, ashfall).status_code == 422
    assert fire(ines, shannon, kestrel, BOW, ashfall).status_code == 422


def test_only_whoever_mans_it_fires_it(gm, ines, marek, watcher, dice, lone, kestrel, ashfall, shannon, pell):
    at_fire(gm, kestrel, ashfall)
    before = state_of_play(gm.table)
    assert fire(ines, shannon, kestrel, TURRET, ashfall).status_code == 422
    assert fire(marek, pell, kestrel, BOW, ashfall).status_code == 422
    assert fire(ines, pell, kestrel, TURRET, ashfall).status_code == 422
    assert fire(watcher, pell, kestrel, TURRET, ashfall).status_code == 403
    assert state_of_play(gm.table) == before
    dice(3)
    assert fire(gm, pell, kestrel, TURRET, ashfall).status_code == 200
    assert Event.objects.get(table=gm.table, kind="dragonfly.shot").by_gm


@pytest.mark.played("dragonfly.open-fire")
def test_a_total_under_nine_hits_nothing(gm, marek, dice, lone, kestrel, ashfall, pell):
    rated(pell, dexterity=3, gun_fu=1)
    at_fire(gm, kestrel, ashfall, against=20)
    dice(4)
    fire(marek, pell, kestrel, TURRET, ashfall)
    assert not facts_of(gm.table, "dragonfly.shot")["hit"]
    assert track(ashfall, "hits") == 0
    assert "Missed" in marek.log()


def test_the_die_lies_sealed_until_the_other_pilot_has_answered(
    gm, ines, marek, watcher, dice, kestrel, ashfall, shannon, pell
):
    seated(ines, kestrel, shannon)
    seated(gm, ashfall, pell)
    at_fire(gm, kestrel, ashfall)
    dice(7)
    fire(ines, shannon, kestrel, BOW, ashfall)
    shot = Event.objects.get(table=gm.table, kind="dragonfly.shot-fired")
    for person in (ines, marek, watcher):
        card = person.words(f"card-{shot.public_id}")
        assert "7" not in card
        assert "18" not in card
    asked = Ask.objects.get(table=gm.table, closed_at=None)
    assert "18" not in str({name: value for name, value in asked.facts.items() if name != "character_id"})
    assert gm.post("dragonfly.dogfight-next").status_code == 422


def test_nobody_fires_again_while_their_last_shot_waits_for_its_answer(
    gm, ines, marek, dice, kestrel, ashfall, shannon, pell
):
    """A further shot would be on the sealed die and tell it, and no evasion could end the series any more."""
    rated(shannon, dexterity=5, gun_fu=3)
    for post in ("pilot", "gunner"):
        seated(ines, kestrel, shannon, post)
    seated(gm, ashfall, pell)
    at_fire(gm, kestrel, ashfall)
    dice(1)
    fire(ines, shannon, kestrel, TURRET, ashfall)
    before = state_of_play(gm.table)
    form = " ".join(_form(ines, shannon, kestrel, TURRET, ashfall).split())
    assert "still waits for the other pilot’s answer" in form
    assert "Fire: " not in form
    dice()
    assert "still waits" in said(fire(ines, shannon, kestrel, TURRET, ashfall))
    assert state_of_play(gm.table) == before
    dice(10)
    evade(marek, pell)
    assert "no more shots in this Turn" in said(fire(ines, shannon, kestrel, TURRET, ashfall))


@pytest.mark.played("dragonfly.heroic-feat")
@pytest.mark.parametrize("first", [True, False])
def test_a_heroic_feat_lifts_all_shots_on_that_die(gm, marek, dice, lone, kestrel, ashfall, pell, first):
    """The whole series profits, less the usual steps; a shot without one before it does not."""
    rated(pell, dexterity=5, gun_fu=3)
    at_fire(gm, kestrel, ashfall)
    dice(1)
    assert fire(marek, pell, kestrel, TURRET, ashfall, **({"heroic_feat": "on"} if first else {})).status_code == 200
    dice()
    assert fire(marek, pell, kestrel, TURRET, ashfall).status_code == 200
    parts = parts_of(facts_of(gm.table, "dragonfly.shot"))
    assert (parts["Additional action"], parts.get("Heroic Feat")) == (-2, 10 if first else None)
    assert (
        "one in this Turn already" in said(fire(marek, pell, kestrel, TURRET, ashfall, heroic_feat="on")) or not first
    )


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_no_feat_is_put_on_a_die_that_has_fallen(gm, marek, dice, lone, kestrel, ashfall, pell):
    rated(pell, dexterity=5, gun_fu=3)
    at_fire(gm, kestrel, ashfall)
    dice(1)
    assert fire(marek, pell, kestrel, TURRET, ashfall).status_code == 200
    assert "announced before the die falls" in " ".join(_form(marek, pell, kestrel, TURRET, ashfall).split())
    before = state_of_play(gm.table)
    response = fire(marek, pell, kestrel, TURRET, ashfall, heroic_feat="on")
    assert response.status_code == 422
    assert "The die has fallen" in said(response)
    assert state_of_play(gm.table) == before


def test_the_crew_of_a_ship_that_is_hit_learns_of_the_shot_and_not_by_whom(
    gm, ines, marek, dice, crewed, kestrel, ashfall, widow, voss, shannon
):
    seated(gm, widow, voss)
    seated(gm, widow, voss, "gunner")
    meet(gm, kestrel, ashfall, widow)
    at_fire(gm, widow, kestrel, total=12)
    dice()
    assert fire(gm, voss, widow, TURRET, kestrel).status_code == 200
    assert "A ship that nobody sees fires on The Kestrel" in ines.page()
    dice(9)
    assert evade(ines, shannon).status_code == 200
    for person in (ines, marek):
        assert "The Widow" not in person.page()
        assert "Voss" not in person.page()


def test_a_ship_that_is_not_seen_is_no_target(gm, marek, lone, kestrel, ashfall, widow, pell):
    at_fire(gm, kestrel, ashfall)
    without = _form(marek, pell, kestrel, TURRET, ashfall)
    gm.does("dragonfly.dogfight-join", ships=[widow.public_id], range="close")
    assert _form(marek, pell, kestrel, TURRET, ashfall) == without
    assert fire(marek, pell, kestrel, TURRET, widow).status_code == 422


def test_a_shot_is_taken_back_with_what_it_did(gm, marek, dice, lone, kestrel, ashfall, pell):
    at_fire(gm, kestrel, ashfall)
    dice(5)
    fire(marek, pell, kestrel, TURRET, ashfall)
    assert track(ashfall, "hits") == 1
    undone(gm, "dragonfly.shot")
    assert track(ashfall, "hits") == 0
    dice(5)
    assert fire(marek, pell, kestrel, TURRET, ashfall, plain=True).status_code == 302


def test_one_heroic_feat_in_a_turn(gm, marek, dice, lone, kestrel, ashfall, pell):
    at_fire(gm, kestrel, ashfall)
    dice(1)
    fire(marek, pell, kestrel, TURRET, ashfall, heroic_feat="on")
    assert facts_of(gm.table, "dragonfly.shot")["sides"][0]["total"] == 22
    response = fire(marek, pell, kestrel, TURRET, ashfall, heroic_feat="on")
    assert response.status_code == 422
    assert pell.tracks.get(key="drama-points").value == 9


def test_nobody_at_a_weapon_is_told_so(gm, ines, kestrel, ashfall, shannon):
    person_made(ines, "Ivo")
    meet(gm, kestrel, ashfall)
    assert "Nobody of yours sits at a weapon" in said(ines.get("dragonfly.fire"))


def test_who_is_hidden_aboard_a_ship_in_sight_is_named_to_the_director_alone(
    gm, ines, marek, kestrel, ashfall, shannon, voss
):
    """The ship was shown, whoever flies it was not: what it does is told, who did it is not."""
    seated(ines, kestrel, shannon)
    seated(gm, ashfall, voss)
    meet(gm, kestrel, ashfall)
    engage(gm, ashfall, kestrel)
    go_on(gm)
    at_fire(gm, ashfall, kestrel)
    assert fire(gm, voss, ashfall, BOW, kestrel).status_code == 200
    assert evade(ines, shannon, "take").status_code == 200
    assert "Ashfall maneuvers for position 12 Voss" in gm.log()
    for person in (ines, marek):
        assert "Ashfall maneuvers for position 12 Somebody" in person.log()
        assert "Ashfall fires on The Kestrel, Bow gun 15 Somebody" in person.log()
        assert "Voss" not in person.page()
