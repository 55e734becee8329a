"""Maneuver for Position: every pilot rolls once in the Turn, and the higher total gets behind its target."""

from __future__ import annotations

import pytest

from apps.table.models import Ask
from tests.people import newest_event, state_of_play
from tests.ships.conftest import seated
from tests.ships.fleet import (
    answer,
    ask_of,
    asked,
    condition,
    damaged,
    disengage,
    engage,
    facts_of,
    go_on,
    meet,
    parts_of,
    quality,
    rated,
    said,
    switched,
    undone,
    vessel,
)


@pytest.fixture
def both(gm, ines, marek, kestrel, ashfall, shannon, pell):
    """Shannon with 7 flies the Kestrel, Pell with 8 flies Ashfall; they engage each other."""
    rated(shannon, dexterity=4, pilot=3)
    rated(pell, dexterity=4, pilot=4)
    seated(ines, kestrel, shannon)
    seated(gm, ashfall, pell)
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    engage(marek, ashfall, kestrel)


@pytest.mark.played("dragonfly.maneuver-for-position")
def test_the_worked_example(gm, ines, marek, dice, both, kestrel, ashfall, shannon, pell):
    quality(shannon, "situational-awareness")
    quality(shannon, "fast-reaction-time")
    go_on(gm)
    dice(4)
    assert answer(ines, shannon).status_code == 200
    card = facts_of(gm.table, "dragonfly.maneuvered")
    assert card["sides"][0]["total"] == 14
    assert parts_of(card) == {
        "Dexterity": 4, "Pilot": 3, "Situational Awareness": 2, "Fast Reaction Time": 1,
    }  # fmt: skip
    dice(5)
    assert answer(marek, pell).status_code == 200
    go_on(gm)
    assert (vessel(kestrel).piloting, vessel(ashfall).piloting) == (14, 13)
    assert "The Kestrel is in firing position on Ashfall, 14 to 13: three Success Levels go onto" in marek.log()
    assert "Ashfall gets no firing position on The Kestrel, 13 to 14" in ines.log()


def _settled(gm, ines, marek, dice, shannon, pell, mine, theirs):
    go_on(gm)
    dice(mine)
    assert answer(ines, shannon).status_code == 200
    dice(theirs)
    assert answer(marek, pell).status_code == 200
    go_on(gm)


@pytest.mark.played("dragonfly.maneuver-for-position")
def test_a_tie_gives_nobody_position(gm, ines, marek, dice, both, shannon, pell):
    _settled(gm, ines, marek, dice, shannon, pell, 6, 5)
    assert "The Kestrel gets no firing position on Ashfall, 13 to 13" in ines.log()
    assert "Ashfall gets no firing position on The Kestrel, 13 to 13" in ines.log()


@pytest.mark.played("dragonfly.table-options/position-needs-nine")
@pytest.mark.parametrize(("switch", "gets"), [("off", True), ("on", False)])
def test_under_nine_it_takes_the_higher_total_and_gains_nothing(
    gm, ines, marek, dice, kestrel, ashfall, shannon, pell, switch, gets
):
    switched(gm, position_needs_nine=switch)
    rated(shannon, dexterity=3, pilot=3)
    rated(pell, dexterity=3, pilot=3)
    seated(ines, kestrel, shannon)
    seated(gm, ashfall, pell)
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    _settled(gm, ines, marek, dice, shannon, pell, 2, 1)
    card = facts_of(gm.table, "dragonfly.position")
    assert (card["position"], card["levels"], card["total"]) == (gets, 0, 8)


@pytest.mark.played("dragonfly.table-options/pilot-attribute")
@pytest.mark.parametrize(("attribute", "total"), [("Dexterity", 12), ("Perception", 14)])
def test_the_attribute_that_goes_with_pilot(gm, ines, marek, dice, kestrel, ashfall, shannon, attribute, total):
    switched(gm, pilot_attribute=attribute)
    rated(shannon, dexterity=3, pilot=4, perception=5)
    seated(ines, kestrel, shannon)
    meet(gm, kestrel, ashfall)
    go_on(gm)
    dice(5)
    answer(ines, shannon)
    assert vessel(kestrel).piloting == total


def test_ability_scores_stand_at_once_and_players_are_asked(gm, ines, crewed, kestrel, ashfall, shannon, patrol):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    assert vessel(ashfall).piloting == 13
    assert vessel(kestrel).piloting is None
    assert ask_of(shannon) is not None
    assert ask_of(patrol) is None


@pytest.mark.played("dragonfly.engage-or-disengage")
def test_the_pilot_of_a_ship_that_runs_rolls_as_a_target(gm, ines, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    engage(gm, ashfall, kestrel)
    disengage(ines, kestrel)
    go_on(gm)
    assert ask_of(shannon) is not None


@pytest.mark.played("dragonfly.maneuver-for-position")
def test_without_drive_controls_nobody_rolls_and_nobody_is_outflown(gm, ines, crewed, kestrel, ashfall, shannon):
    damaged(kestrel, drive_controls=1, drive_controls_out=1)
    damaged(ashfall, drive_controls=1, drive_controls_out=1)
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    go_on(gm)
    assert ask_of(shannon) is None
    assert (vessel(kestrel).piloting, vessel(kestrel).levels) == (0, None)
    go_on(gm)
    assert "The Kestrel cannot maneuver, and gets no firing position on Ashfall" in ines.log()


def test_a_pilot_who_does_not_roll_counts_as_none(gm, ines, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    go_on(gm)
    assert "Go on without The Kestrel" in gm.panel("dogfight")
    go_on(gm)
    assert not Ask.objects.filter(table=gm.table, closed_at=None).exists()
    assert "The Kestrel cannot maneuver" in ines.log()


# odds


def test_the_odds_of_position_where_the_other_pilot_is_known(gm, ines, crewed, kestrel, ashfall, shannon):
    """Against 13 with d10 + 9 the faces 5 to 10 get behind: six of ten. The player does not know the 13 before."""
    meet(gm, kestrel, ashfall)
    engage(ines, kestrel, ashfall)
    form = gm.get("dragonfly.engage", ship=vessel(kestrel).public_id, target=vessel(ashfall).public_id)
    assert "60%" in said(form)
    go_on(gm)
    page = ines.get("dragonfly.answer-maneuver", ask=asked(shannon)).content.decode()
    assert "60%" in page
    assert "60%" in ines.page()


def test_against_a_pilot_who_is_not_known_one_sees_ones_own_levels(gm, ines, marek, both, kestrel, ashfall, shannon):
    go_on(gm)
    page = said(ines.get("dragonfly.answer-maneuver", ask=asked(shannon)))
    assert "Chance of firing position" not in page
    assert "90%" in page


# what helps and hinders, and who may


def test_a_heroic_feat_conditions_and_a_real_die(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    condition(shannon, "Blinded", -3)
    meet(gm, kestrel, ashfall)
    go_on(gm)
    assert answer(ines, shannon, heroic_feat="on", face=7).status_code == 200
    card = facts_of(gm.table, "dragonfly.maneuvered")
    assert card["sides"][0]["total"] == 7 + 9 - 3 + 10
    assert card["sides"][0]["typed"]
    assert shannon.tracks.get(key="drama-points").value == 9


def test_one_feat_in_a_turn(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    dice(3)
    answer(ines, shannon, heroic_feat="on")
    undone(gm, "dragonfly.maneuvered")
    assert answer(ines, shannon, heroic_feat="on").status_code == 200
    assert shannon.tracks.get(key="drama-points").value == 9


def test_only_the_pilot_answers_or_the_director_for_them(
    gm, ines, marek, watcher, dice, crewed, kestrel, ashfall, shannon
):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    before = state_of_play(gm.table)
    for other in (marek, watcher):
        assert answer(other, shannon).status_code in (403, 422)
    assert state_of_play(gm.table) == before
    dice(6)
    assert answer(gm, shannon).status_code == 200
    assert newest_event(gm.table).by_gm


def test_it_works_without_a_script(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    dice(6)
    assert answer(ines, shannon, plain=True).status_code == 302
    assert vessel(kestrel).piloting == 15


def test_an_answer_taken_back_is_given_with_the_same_die(gm, ines, dice, crewed, kestrel, ashfall, shannon):
    meet(gm, kestrel, ashfall)
    go_on(gm)
    dice(6)
    answer(ines, shannon)
    undone(gm, "dragonfly.maneuvered")
    assert vessel(kestrel).piloting is None
    assert "15: the die shows 6" in ines.panel("asks")
    dice()
    assert answer(ines, shannon).status_code == 200
    assert vessel(kestrel).piloting == 15


def test_a_ship_that_nobody_knows_of_gets_position_in_secret(
    gm, ines, marek, dice, crewed, kestrel, ashfall, widow, voss, shannon
):
    seated(gm, widow, voss)
    meet(gm, kestrel, ashfall, widow)
    engage(gm, widow, kestrel)
    go_on(gm)
    dice(2)
    answer(ines, shannon)
    go_on(gm)
    assert "The Widow is in firing position on The Kestrel, 12 to 11" in gm.log()
    for person in (ines, marek):
        assert "The Widow" not in person.page()
        assert "Voss" not in person.page()
