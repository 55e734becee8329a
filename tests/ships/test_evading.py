"""Evasive maneuvers: the pilot of a ship that is fired on evades or takes it."""

from __future__ import annotations

import pytest

from apps.table.models import Ask
from tests.people import state_of_play
from tests.ships.conftest import seated
from tests.ships.fleet import (
    answer,
    ask_of,
    asked,
    at_fire,
    damaged,
    evade,
    facts_of,
    fire,
    parts_of,
    rated,
    said,
    set_vessel,
    switched,
    track,
    undone,
    vessel,
)

TURRET = "Top turret"


@pytest.fixture
def duel(gm, ines, marek, kestrel, ashfall, shannon, pell):
    """Shannon fires with the Kestrel's turret, Pell flies Ashfall: both with 8."""
    rated(pell, dexterity=5, pilot=3)
    seated(ines, kestrel, shannon, "gunner")
    seated(gm, ashfall, pell)
    at_fire(gm, kestrel, ashfall, total=12, against=12, levels=2)


@pytest.fixture
def shoot(ines, dice, kestrel, ashfall, shannon):
    """Shannon fires; the first shot of the Turn shows that face, further ones use it again."""

    def fired(*face):
        dice(*face)
        response = fire(ines, shannon, kestrel, TURRET, ashfall)
        assert response.status_code == 200, said(response)

    return fired


def _penalties(gm):
    return parts_of(facts_of(gm.table, "dragonfly.shot"), 1)


@pytest.mark.played("dragonfly.evasive-action")
def test_the_worked_example(gm, marek, dice, duel, shoot, ashfall, pell):
    """4 + 4 and a 5 make 13, which equals the shot: evaded."""
    rated(pell, dexterity=4, pilot=4)
    shoot(5)
    dice(5)
    assert evade(marek, pell).status_code == 200
    card = facts_of(gm.table, "dragonfly.shot")
    assert [side["total"] for side in card["sides"]] == [13, 13]
    assert (card["hit"], card["evaded"]) == (False, True)
    assert track(ashfall, "hits") == 0
    assert "Evaded" in marek.log()


@pytest.mark.played("dragonfly.evasive-action")
def test_an_evasion_under_nine_evades_nothing(gm, marek, dice, duel, shoot, ashfall, pell):
    rated(pell, dexterity=2, pilot=2)
    shoot(2)
    dice(4)
    evade(marek, pell)
    card = facts_of(gm.table, "dragonfly.shot")
    assert [side["total"] for side in card["sides"]] == [10, 8]
    assert card["hit"]


@pytest.mark.played("dragonfly.evasive-action")
def test_the_first_evasion_is_free_and_the_next_takes_an_action_on_the_same_die(gm, marek, dice, duel, shoot, pell):
    """Dexterity 5 has one additional action: the third evasion cannot be made."""
    shoot(6)
    dice(4)
    evade(marek, pell)
    assert facts_of(gm.table, "dragonfly.shot")["hit"]
    shoot()
    dice()
    assert evade(marek, pell).status_code == 200
    assert _penalties(gm) == {"Dexterity": 5, "Pilot": 3, "Additional action": -2}
    assert facts_of(gm.table, "dragonfly.shot")["sides"][1]["face"] == 4


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.evasive-action")
def test_a_heroic_feat_lifts_all_evasions_on_that_die(gm, marek, dice, duel, shoot, shannon, pell):
    """5 + 3, a 1 and +10; the next one has them all again, less 2."""
    rated(shannon, dexterity=9, gun_fu=9)
    shoot(10)
    dice(1)
    assert evade(marek, pell, heroic_feat="on").status_code == 200
    shoot()
    dice()
    assert evade(marek, pell).status_code == 200
    assert _penalties(gm) == {"Dexterity": 5, "Pilot": 3, "Additional action": -2, "Heroic Feat": 10}


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points", "dragonfly.evasive-action")
def test_no_feat_is_put_on_a_die_that_has_fallen(gm, marek, dice, duel, shoot, shannon, pell):
    rated(shannon, dexterity=9, gun_fu=9)
    shoot(10)
    dice(1)
    evade(marek, pell)
    shoot()
    before = state_of_play(gm.table)
    response = evade(marek, pell, heroic_feat="on")
    assert response.status_code == 422
    assert "The die has fallen" in said(response)
    assert "announced before the die falls" in marek.panel("asks")
    assert state_of_play(gm.table) == before


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.table-options/one-die-per-turn")
def test_with_one_die_for_all_a_feat_on_a_shot_is_on_no_evasion(gm, ines, marek, dice, kestrel, ashfall, shannon, pell):
    """Pell fires Ashfall's bow gun with 5 + 3 + 10, and evades with 5 + 3, on the same die."""
    switched(gm, one_die_per_turn="on")
    rated(pell, dexterity=5, pilot=3, gun_fu=3)
    seated(ines, kestrel, shannon, "gunner")
    seated(gm, ashfall, pell)
    at_fire(gm, ashfall, kestrel, levels=0)
    dice(4)
    assert fire(marek, pell, ashfall, "Bow gun", kestrel, heroic_feat="on").status_code == 200
    assert facts_of(gm.table, "dragonfly.shot")["sides"][0]["total"] == 4 + 8 + 10
    at_fire(gm, kestrel, ashfall, total=12, against=12, levels=2)
    dice(1)
    assert fire(ines, shannon, kestrel, TURRET, ashfall).status_code == 200
    dice()
    assert evade(marek, pell).status_code == 200
    assert facts_of(gm.table, "dragonfly.shot")["sides"][1]["total"] == 4 + 8


def test_without_additional_actions_there_is_no_second_evasion(gm, marek, dice, duel, shoot, ashfall, pell):
    rated(pell, dexterity=4, pilot=3)
    shoot(6)
    dice(4)
    evade(marek, pell)
    shoot()
    assert track(ashfall, "hits") == 2
    assert ask_of(pell) is None


@pytest.mark.played("dragonfly.ship-hits")
def test_whoever_takes_it_is_hit_from_nine_on(gm, marek, duel, shoot, ashfall, pell):
    shoot(6)
    assert evade(marek, pell, how="take").status_code == 200
    card = facts_of(gm.table, "dragonfly.shot")
    assert len(card["sides"]) == 1
    assert track(ashfall, "hits") == 1


@pytest.mark.played("dragonfly.evasive-action")
def test_a_ship_without_drive_controls_cannot_evade(gm, duel, shoot, ashfall, pell):
    damaged(ashfall, drive_controls=1, drive_controls_out=1)
    shoot(6)
    assert ask_of(pell) is None
    assert track(ashfall, "hits") == 1


@pytest.mark.played("dragonfly.table-options/evasion-at-missile-penalty")
@pytest.mark.parametrize(("switch", "parts"), [("off", {}), ("on", {"As against missiles": -2})])
def test_evasions_at_the_penalty_for_missiles(gm, ines, marek, dice, kestrel, ashfall, shannon, pell, switch, parts):
    switched(gm, evasion_at_missile_penalty=switch)
    seated(ines, kestrel, shannon, "gunner")
    seated(gm, ashfall, pell)
    at_fire(gm, kestrel, ashfall)
    dice(6)
    fire(ines, shannon, kestrel, TURRET, ashfall)
    dice(6)
    evade(marek, pell)
    assert _penalties(gm) == {"Dexterity": 5, "Pilot": 4, **parts}


@pytest.mark.played("dragonfly.flee-and-evade", "dragonfly.table-options/free-evasion-while-fleeing")
@pytest.mark.parametrize(("switch", "penalty"), [("off", {"Additional action": -2}), ("on", {})])
def test_whoever_disengages_pays_for_the_first_evasion(
    gm, ines, marek, dice, kestrel, ashfall, shannon, pell, switch, penalty
):
    switched(gm, free_evasion_while_fleeing=switch)
    rated(pell, dexterity=6)
    seated(ines, kestrel, shannon, "gunner")
    seated(gm, ashfall, pell)
    at_fire(gm, kestrel, ashfall)
    set_vessel(ashfall, choice="disengage")
    dice(6)
    fire(ines, shannon, kestrel, TURRET, ashfall)
    dice(6)
    evade(marek, pell)
    assert _penalties(gm) == {"Dexterity": 6, "Pilot": 4, **penalty}


@pytest.mark.played("dragonfly.table-options/defend-after-seeing")
@pytest.mark.parametrize(("switch", "shown"), [("off", False), ("on", True)])
def test_the_total_is_shown_before_where_the_table_wants_it(
    gm, ines, marek, dice, kestrel, ashfall, shannon, pell, switch, shown
):
    """Against 17 with d10 + 9 it takes an 8 or more: 30%."""
    switched(gm, defend_after_seeing=switch)
    seated(ines, kestrel, shannon, "gunner")
    seated(gm, ashfall, pell)
    at_fire(gm, kestrel, ashfall, total=14, against=15)
    dice(9)
    fire(ines, shannon, kestrel, TURRET, ashfall)
    page = " ".join(marek.soup().find(id=f"ask-{asked(pell)}").get_text(" ").split())
    assert ("makes 17" in page) is shown
    assert ("30%" in page) is shown


def test_nothing_of_the_sealed_die_is_in_the_question(gm, marek, duel, shoot, pell):
    """The pages are the same with another face under the seal."""
    shoot(6)
    one = marek.get("dragonfly.answer-shot", ask=asked(pell)).content.decode()
    undone(gm, "dragonfly.shot-fired")
    shoot(9)
    other = marek.get("dragonfly.answer-shot", ask=asked(pell)).content.decode()
    newest = Ask.objects.latest("pk").public_id
    assert len(one) == len(other)
    assert newest in other


def test_nobody_else_answers(gm, ines, marek, watcher, dice, duel, shoot, pell):
    shoot(6)
    before = state_of_play(gm.table)
    assert evade(ines, pell).status_code == 422
    assert evade(watcher, pell).status_code == 403
    assert state_of_play(gm.table) == before
    dice(6)
    assert evade(gm, pell).status_code == 200


def test_an_evasion_taken_back_is_made_with_the_same_dice(gm, marek, dice, duel, shoot, ashfall, pell):
    shoot(6)
    dice(4)
    evade(marek, pell)
    assert track(ashfall, "hits") == 1
    undone(gm, "dragonfly.shot")
    assert track(ashfall, "hits") == 0
    dice()
    assert evade(marek, pell, plain=True).status_code == 302
    assert track(ashfall, "hits") == 1


def test_an_ability_score_evades_with_what_it_is(gm, ines, dice, kestrel, ashfall, shannon, patrol):
    seated(ines, kestrel, shannon, "gunner")
    seated(gm, ashfall, patrol)
    at_fire(gm, kestrel, ashfall, total=14, against=15)
    dice(5)
    fire(ines, shannon, kestrel, TURRET, ashfall)
    assert answer(gm, patrol, "dragonfly.answer-shot", how="evade").status_code == 200
    card = facts_of(gm.table, "dragonfly.shot")
    assert card["sides"][1]["total"] == 13
    assert vessel(ashfall).state == "in"
    assert "Combat" not in ines.soup().find(id="log-cards").get_text()
