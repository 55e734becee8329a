"""Opportunities: 1s of the GM's dice, bought for a plot point by whoever is opposed, then by the others."""

from __future__ import annotations

import pytest

from apps.characters.crew import out, points
from apps.table.models import Event, Switch
from tests.checks.crew.conftest import contest, oppose
from tests.crew_play import (
    against_difficulty,
    attacks,
    choice,
    complication,
    complications,
    is_asked,
    is_over,
    lends,
    said,
    the_ask,
    with_points,
)
from tests.people import state_of_play

OPPORTUNITY = "crew.opportunity"


def answers(person, picked, status=200, about=None, **more):
    ask = the_ask(person.table, OPPORTUNITY, about).public_id
    return said(person.post("crew.answer-opportunity", ask=ask, choice=picked, **more), status)


@pytest.fixture
def winded(wren):
    return complication(wren, "Winded", 10)


@pytest.fixture
def asked(gm, ines, wren, winded, dice):
    """The GM's two dice are thrown against Wren, and one shows 1. She has a Complication and 2 plot points."""
    with_points(wren, 2)
    exchange = contest(ines, wren)
    dice(3, 1)
    oppose(gm)
    return exchange


@pytest.mark.played("crew.opportunity", "crew.complication")
def test_the_opposed_player_is_asked_first_and_buys(asked, ines, gm, wren, winded):
    assert is_asked(gm.table, OPPORTUNITY) == ["Wren"]
    assert "An opportunity for Wren" in ines.panel("asks")
    assert "Let it go by the point stays yours" in ines.panel("asks")
    answers(ines, choice("step", winded))
    assert complications(wren) == {"Winded": 8}
    assert points.held(wren) == 1
    assert "Wren takes the opportunity for 1 plot point, 1 left. Wren: Winded d10 to d8." in gm.log()
    assert is_asked(gm.table, OPPORTUNITY) == []


@pytest.mark.played("crew.opportunity")
def test_a_step_for_each_1_and_below_d6_it_is_gone(gm, ines, wren, dice):
    with_points(wren, 2)
    held = complication(wren, "Winded", 8)
    contest(ines, wren)
    dice(1, 1)
    oppose(gm)
    answers(ines, choice("step", held))
    assert complications(wren) == {}
    assert points.held(wren) == 1
    assert "Wren is rid of Winded d8." in gm.log()


@pytest.mark.played("crew.opportunity", "crew.taken-out")
def test_below_d12_plus_its_owner_is_back(gm, ines, wren, dice):
    with_points(wren, 2)
    held = complication(wren, "Shot", 14)
    contest(ines, wren)
    dice(1, 4)
    oppose(gm)
    assert out.is_out(wren)
    answers(ines, choice("step", held))
    assert complications(wren) == {"Shot": 12}
    assert not out.is_out(wren)


@pytest.mark.played("crew.opportunity")
def test_let_go_it_is_the_turn_of_the_others_and_one_buys_for_all(asked, gm, ines, marek, wren, kit):
    with_points(kit, 1)
    held = complication(kit, "Seen", 6)
    answers(ines, "pass")
    assert "Wren lets the opportunity go by." in marek.log()
    assert is_asked(gm.table, OPPORTUNITY) == ["Kit"]
    answers(marek, choice("step", held))
    assert complications(kit) == {}
    assert points.held(kit) == 0
    assert is_asked(gm.table, OPPORTUNITY) == []


@pytest.mark.played("crew.opportunity")
def test_lenders_come_before_the_rest(asked, gm, ines, marek, sit, wren, kit, make):
    with_points(kit, 1)
    complication(kit, "Seen", 6)
    odd = sit("Odd", colour="moss")
    odile = with_points(make(odd, name="Odile", role="crewmember", mental=8, physical=8, social=8), 1)
    complication(odile, "Cold", 6)
    lends(gm.table, kit, "fix")
    answers(ines, "pass")
    assert is_asked(gm.table, OPPORTUNITY) == ["Kit"]
    answers(marek, "pass")
    assert is_asked(gm.table, OPPORTUNITY) == ["Odile"]
    answers(odd, "pass")
    assert is_asked(gm.table, OPPORTUNITY) == []


def test_nobody_is_asked_who_has_nothing_to_step_down(gm, ines, wren, kit, dice):
    contest(ines, wren)
    dice(1, 1)
    oppose(gm)
    assert is_asked(gm.table, OPPORTUNITY) == []


def test_others_without_a_point_are_not_asked(asked, gm, ines, marek, wren, kit):
    kit.entries.filter(kind="episode").delete()
    with_points(kit, 0)
    complication(kit, "Seen", 6)
    answers(ines, "pass")
    assert is_asked(gm.table, OPPORTUNITY) == []


def test_without_a_point_it_can_still_be_had_until_none_can_come(gm, ines, wren, winded, dice):
    wren.entries.filter(kind="episode").delete()
    with_points(wren, 0)
    exchange = contest(ines, wren)
    dice(1, 4)
    oppose(gm)
    assert is_asked(gm.table, OPPORTUNITY) == ["Wren"]
    before = state_of_play(gm.table)
    answers(ines, choice("step", winded), 422)
    assert state_of_play(gm.table) == before
    attacks(ines, dice, (8, 9))
    assert is_asked(gm.table, OPPORTUNITY) == []
    assert is_over(exchange)


@pytest.mark.played("crew.opportunity", "crew.jinx")
def test_a_point_from_a_jinx_may_be_spent_at_once(gm, ines, wren, winded, dice):
    wren.entries.filter(kind="episode").delete()
    with_points(wren, 0)
    exchange = contest(ines, wren)
    dice(1, 4)
    oppose(gm)
    attacks(ines, dice, (8, 1))
    jinx = the_ask(gm.table, "crew.jinx").public_id
    said(gm.post("crew.answer-jinx", ask=jinx, choice=choice("new", wren), name="X"))
    answers(ines, choice("step", winded))
    assert complications(wren) == {"Winded": 8, "X": 6}
    assert points.held(wren) == 0
    assert is_over(exchange)


@pytest.mark.played("crew.opportunity", "crew.jinx", "crew.exchange")
def test_what_a_jinx_of_the_same_contest_brings_may_be_stepped_down(gm, ines, wren, dice):
    """And the point that comes with it pays."""
    wren.entries.filter(kind="episode").delete()
    with_points(wren, 0)
    exchange = contest(ines, wren)
    dice(1, 4)
    oppose(gm)
    attacks(ines, dice, (8, 1))
    assert is_asked(gm.table, OPPORTUNITY) == []
    jinx = the_ask(gm.table, "crew.jinx").public_id
    said(gm.post("crew.answer-jinx", ask=jinx, choice=choice("new", wren), name="X"))
    assert is_asked(gm.table, OPPORTUNITY) == ["Wren"]
    (held,) = wren.entries.filter(kind="complication")
    answers(ines, choice("step", held))
    assert (complications(wren), points.held(wren)) == ({}, 0)
    assert is_over(exchange)


def test_where_a_jinx_brings_nothing_nobody_is_asked(gm, ines, wren, dice):
    exchange = contest(ines, wren)
    dice(1, 4)
    oppose(gm)
    attacks(ines, dice, (8, 1))
    said(gm.post("crew.answer-jinx", ask=the_ask(gm.table, "crew.jinx").public_id, choice="pass"))
    assert is_asked(gm.table, OPPORTUNITY) == []
    assert is_over(exchange)


@pytest.mark.played("crew.opportunity", "crew.callback")
def test_a_callback_pays(asked, gm, ines, wren, winded):
    episode = wren.entries.filter(kind="episode").first()
    answers(ines, choice("step", winded), callback=episode.public_id)
    assert points.held(wren) == 2
    assert complications(wren) == {"Winded": 8}
    assert "callback to “The Harrow Heist”" in gm.log()


def test_jinxes_of_players_are_no_opportunity(gm, ines, wren, winded, dice):
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8))
    assert is_asked(gm.table, OPPORTUNITY) == []


# the switch


@pytest.fixture
def per_step(gm, ines, wren, winded, dice):
    """Two 1s, a plot point for each step; she has 2 and no Episode to call back."""
    Switch.objects.filter(table=gm.table, key="opportunity-price").update(value="one per step")
    wren.entries.filter(kind="episode").delete()
    with_points(wren, 2)
    contest(ines, wren)
    dice(1, 1)
    oppose(gm)


@pytest.mark.played("crew.opportunity")
def test_by_the_switch_each_step_costs_one(per_step, ines, wren, winded):
    page = said(ines.get("crew.answer-opportunity", ask=the_ask(ines.table, OPPORTUNITY).public_id,
                         choice=choice("step", winded)))  # fmt: skip
    assert "It costs 2 plot points" in page
    answers(ines, choice("step", winded))
    assert complications(wren) == {"Winded": 6}
    assert points.held(wren) == 0


def test_by_the_switch_fewer_steps_may_be_had(per_step, ines, wren, winded):
    answers(ines, choice("step", winded), 422, steps=3)
    answers(ines, choice("step", winded), steps=1)
    assert complications(wren) == {"Winded": 8}
    assert points.held(wren) == 1


def test_by_the_switch_two_steps_with_one_point_are_refused(per_step, ines, wren, winded):
    with_points(wren, 1)
    before = state_of_play(ines.table)
    answers(ines, choice("step", winded), 422)
    assert state_of_play(ines.table) == before


# who, and the rest


def test_only_who_is_asked_answers_or_the_gm(asked, gm, ines, marek, watcher, stranger, wren, kit, winded):
    ask = the_ask(gm.table, OPPORTUNITY).public_id
    before = state_of_play(gm.table)
    for person in (marek, watcher, stranger.at(ines)):
        assert person.post("crew.answer-opportunity", ask=ask, choice="pass").status_code in {403, 404, 422}
    assert ines.post("crew.answer-opportunity", ask=ask, choice="step:none").status_code == 422
    assert ines.post("crew.answer-opportunity", ask=ask).status_code == 422
    assert state_of_play(gm.table) == before
    answers(gm, choice("step", winded))
    assert Event.objects.filter(kind="crew.opportunity-answered").get().by_gm


def test_undo_asks_again(asked, gm, ines, wren, kit, winded):
    answers(ines, choice("step", winded))
    gm.does("undo")
    assert complications(wren) == {"Winded": 10}
    assert points.held(wren) == 2
    assert is_asked(gm.table, OPPORTUNITY) == ["Wren"]


def test_it_can_be_called_off_and_moved_on(asked, gm, ines, wren, winded, dice):
    gm.does("call-off", exchange=the_ask(gm.table, OPPORTUNITY).exchange.public_id)
    assert is_asked(gm.table, OPPORTUNITY) == []
    attacks(ines, dice, (8, 9))
    assert complications(wren) == {"Winded": 10}
    second = contest(ines, wren)
    dice(1, 1)
    oppose(gm)
    gm.does("crew.move-on", exchange=second.public_id)
    assert is_asked(gm.table, OPPORTUNITY) == []


def test_a_crewmember_without_a_player_is_the_gms_to_ask(gm, ines, table, make, wren, dice):
    lone = with_points(make(gm, name="Ash", role="crewmember", mental=8, physical=8, social=8), 1)
    lone.seat = None
    lone.save(update_fields=["seat"])
    complication(lone, "Cold", 6)
    contest(gm, lone)
    dice(1, 4)
    oppose(gm)
    assert "An opportunity for Ash" in gm.panel("asks")
    answers(gm, "pass")


def test_without_javascript(asked, ines, wren, winded):
    ask = the_ask(ines.table, OPPORTUNITY).public_id
    page = said(ines.get("crew.answer-opportunity", plain=True, ask=ask))
    assert "Winded d10 to d8" in page
    assert ines.post("crew.answer-opportunity", plain=True, ask=ask, choice=choice("step", winded)).status_code == 302
    assert complications(wren) == {"Winded": 8}


@pytest.mark.played("crew.opportunity")
def test_it_goes_on_once_the_jinx_that_might_have_paid_is_let_go(gm, ines, marek, wren, kit, winded, dice):
    with_points(wren, 0)
    wren.entries.filter(kind="episode").delete()
    with_points(kit, 1)
    complication(kit, "Sore")
    exchange = against_difficulty(gm, ines, wren, dice, (5, 1), (1, 6))
    assert is_asked(gm.table, OPPORTUNITY) == ["Wren"]
    said(gm.post("crew.answer-jinx", ask=the_ask(gm.table, "crew.jinx").public_id, choice="pass"))
    assert is_asked(gm.table, OPPORTUNITY) == ["Kit"]
    answers(marek, "pass")
    assert is_over(exchange)
