"""High stakes: Taken Out, staying in the fight and what it costs, limited actions, GMCs who are kept."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.crew import out, points
from apps.characters.models import Character, Condition, Entry
from apps.rules.crew.contest import Place
from apps.table.models import Ask, Event, Switch
from tests.checks.crew.conftest import ask_of, bank, contest, full_facts, of, pool, throw
from tests.combat.crew.conftest import opened
from tests.crew_play import (
    SHOOT,
    against_difficulty,
    against_gmc,
    attacks,
    choice,
    complication,
    complications,
    is_asked,
    is_over,
    said,
    the_ask,
    with_points,
)
from tests.people import state_of_play

STAY, PRICE, GMC = "crew.stay", "crew.stay-price", "crew.gmc-stay"
LOST = ((8, 5), (3, 4))
"""The Marshal's d10 shows 8, his d8 shows 5; Wren makes 7."""


def stays(person, stay="yes", status=200, about=None, **more):
    ask = the_ask(person.table, STAY, about).public_id
    return said(person.post("crew.answer-stay", ask=ask, stay=stay, **more), status)


def priced(person, picked, status=200, **more):
    ask = the_ask(person.table, PRICE).public_id
    return said(person.post("crew.stay-price", ask=ask, choice=picked, **more), status)


@pytest.fixture
def lost(gm, ines, wren, tran, dice):
    """Wren lost at high stakes against the Marshal; she has 1 plot point."""
    return against_gmc(gm, ines, wren, tran, dice, *LOST, high_stakes="both")


# Taken Out


@pytest.mark.played("crew.high-stakes", "crew.taken-out")
def test_the_loser_is_asked_and_may_be_taken_out(lost, gm, ines, marek, wren):
    assert is_asked(gm.table, STAY) == ["Wren"]
    assert "Wren lost: stay in the fight?" in ines.panel("asks")
    assert "Aftermath" in marek.panel("crew-contest"), "no jinx is what is open"
    assert not is_over(lost)
    stays(ines, "no")
    assert out.by_stakes(wren) is not None
    assert points.held(wren) == 1
    assert is_over(lost)
    assert "Wren is Taken Out until the conflict is over: Get past the guard." in marek.log()
    assert "befell" not in gm.soup().select_one("[data-undo]").get_text(), "Undo says it in words alone"


@pytest.mark.played("crew.high-stakes", "crew.taken-out")
def test_whoever_cannot_pay_is_taken_out_at_once_and_back_after_the_conflict(gm, ines, wren, tran, dice):
    with_points(wren, 0)
    opened(gm, wren, tran)
    exchange = against_gmc(gm, ines, wren, tran, dice, *LOST, high_stakes="both")
    assert out.by_stakes(wren) is not None
    assert is_over(exchange)
    assert "Taken Out" in ines.panel("crew-conflict")
    gm.does("crew.close-conflict")
    assert out.by_stakes(wren) is None


@pytest.mark.played("crew.high-stakes")
def test_against_a_mere_difficulty_the_crewmember_alone_can_be_taken_out(gm, ines, wren, dice):
    against_difficulty(gm, ines, wren, dice, (3, 2), (8, 9))
    with_points(wren, 0)
    exchange = contest(gm, wren, high_stakes="both")
    dice(8, 6)
    said(gm.post("crew.oppose", ask=ask_of(gm.table, "defender").public_id, difficulty=8))
    attacks(ines, dice, (3, 4))
    assert is_over(exchange)
    assert out.is_out(wren)
    assert not Ask.objects.filter(exchange__kind=GMC).exists()


@pytest.mark.played("crew.high-stakes")
def test_for_one_side_only(gm, ines, wren, tran, dice):
    exchange = against_gmc(gm, ines, wren, tran, dice, *LOST, high_stakes="defender")
    assert is_over(exchange)
    assert is_asked(gm.table, STAY) == []


def test_whoever_is_out_by_stakes_already_loses_no_more(gm, ines, wren, tran, dice):
    with_points(wren, 0)
    against_gmc(gm, ines, wren, tran, dice, *LOST, high_stakes="both")
    with_points(wren, 2)
    exchange = contest(gm, wren, tran, high_stakes="both")
    pool(gm.table, "defender", *SHOOT)
    dice(8, 5)
    said(throw(gm, "defender"))
    attacks(ines, dice, (3, 4))
    said(ines.post("crew.announce", ask=ask_of(gm.table, "aggressor").public_id))
    assert is_over(exchange)
    assert is_asked(gm.table, STAY) == []


@pytest.mark.played("crew.high-stakes", "crew.jinx")
def test_whoever_awaited_the_point_of_a_jinx_is_out_when_it_is_let_go(gm, ines, wren, tran, dice):
    with_points(wren, 0)
    exchange = against_gmc(gm, ines, wren, tran, dice, (8, 5), (1, 4), high_stakes="both")
    assert is_asked(gm.table, STAY) == ["Wren"]
    said(gm.post("crew.answer-jinx", ask=the_ask(gm.table, "crew.jinx").public_id, choice="pass"))
    assert is_asked(gm.table, STAY) == []
    assert out.by_stakes(wren) is not None
    assert is_over(exchange)
    gm.does("undo")
    assert is_asked(gm.table, STAY) == ["Wren"]


@pytest.mark.played("crew.high-stakes", "crew.opportunity")
def test_whoever_gives_the_last_point_for_an_opportunity_is_out(gm, ines, wren, tran, dice):
    winded = complication(wren, "Winded", 8)
    exchange = against_gmc(gm, ines, wren, tran, dice, (8, 1), (2, 4), high_stakes="both")
    asked = the_ask(gm.table, "crew.opportunity").public_id
    said(ines.post("crew.answer-opportunity", ask=asked, choice=choice("step", winded)))
    assert points.held(wren) == 0
    assert is_asked(gm.table, STAY) == []
    assert out.by_stakes(wren) is not None
    assert is_over(exchange)


# staying


@pytest.mark.played("crew.stay-in-the-fight", "crew.highest-rolling-die")
def test_staying_costs_a_point_and_a_complication_as_large_as_the_highest_rolling_die(lost, gm, ines, marek, wren):
    stays(ines)
    assert points.held(wren) == 0
    assert not out.is_out(wren)
    assert "Wren stays in the fight for a plot point, 0 left." in marek.log()
    assert is_asked(gm.table, PRICE) == ["Wren"]
    assert "Wren stays: what does it cost?" in gm.panel("asks")
    assert not is_over(lost)
    priced(gm, choice("new", wren), name="Shot in the arm")
    assert complications(wren) == {"Shot in the arm": 10}
    assert is_over(lost)
    assert "Wren gets Shot in the arm d10." in marek.log()


def test_what_one_that_is_there_becomes_is_said_of_each_way(lost, gm, ines, wren):
    complication(wren, "Winded", 6)
    stays(ines)
    asked = gm.panel("asks")
    assert "Raise Winded d6 d10 at once to d10" in asked
    assert "Step up Winded d6 d8 one step" in asked


@pytest.mark.played("crew.stay-in-the-fight")
def test_or_one_is_raised_to_that_size(lost, gm, ines, wren):
    held, large = complication(wren, "Winded", 6), complication(wren, "Cold", 12)
    stays(ines)
    priced(gm, choice("raise", large), 422)
    priced(gm, choice("raise", held))
    assert complications(wren) == {"Winded": 10, "Cold": 12}


@pytest.mark.played("crew.stay-in-the-fight", "crew.taken-out")
def test_or_stepped_up_by_one_even_out_of_the_fight_after_a_warning(lost, gm, ines, wren):
    leg = complication(wren, "Broken leg", 12)
    page = said(ines.get("crew.answer-stay", ask=the_ask(gm.table, STAY).public_id, stay="yes"))
    assert "Broken leg d12 may go to d12+" in page
    assert "Broken leg d12 may go to d12+" in ines.panel("asks")
    stays(ines)
    priced(gm, choice("step", leg))
    assert complications(wren) == {"Broken leg": 14}
    assert out.is_out(wren)
    assert out.by_stakes(wren) is None


def test_nobody_pays_to_stay_unwarned_whom_a_complication_keeps_out(lost, gm, ines, wren):
    complication(wren, "Broken leg", 14)
    told = "Broken leg d12+ keeps Wren Taken Out all the same"
    assert told in ines.panel("asks")
    assert told in said(ines.get("crew.answer-stay", ask=the_ask(gm.table, STAY).public_id, stay="yes"))


def test_a_d4_makes_it_d6(gm, ines, wren, make, dice):
    weak = make("Clerk", role="major-gmc", physical=4, shoot=4)
    against_gmc(gm, ines, wren, weak, dice, (4, 3), (2, 3), high_stakes="both")
    stays(ines)
    priced(gm, choice("new", wren))
    assert complications(wren) == {"Trouble: Get past the guard": 6}


@pytest.mark.played("crew.stay-in-the-fight", "crew.callback")
def test_a_callback_pays(lost, gm, ines, wren):
    episode = Entry.objects.create(character=wren, kind="episode", name="The Harrow Heist", amount=0)
    stays(ines, callback=episode.public_id)
    assert points.held(wren) == 1
    assert "callback to “The Harrow Heist”" in gm.log()
    assert Entry.objects.get(pk=episode.pk).amount == 1


@pytest.mark.played("crew.stay-in-the-fight", "crew.jinx")
def test_a_point_from_a_jinx_may_pay(gm, ines, wren, tran, dice):
    with_points(wren, 0)
    exchange = against_gmc(gm, ines, wren, tran, dice, (8, 5), (1, 4), high_stakes="both")
    before = state_of_play(gm.table)
    stays(ines, "yes", 422)
    assert state_of_play(gm.table) == before
    ask = the_ask(gm.table, "crew.jinx").public_id
    said(gm.post("crew.answer-jinx", ask=ask, choice=choice("new", wren), name="Seen"))
    stays(ines)
    priced(gm, choice("new", wren), name="Shot")
    assert complications(wren) == {"Seen": 6, "Shot": 10}
    assert is_over(exchange)


@pytest.mark.played("crew.lend-consequences", "crew.high-stakes", "crew.stay-in-the-fight")
def test_lenders_lose_with_the_roller_and_each_decides_for_themselves(gm, ines, marek, wren, kit, tran, dice):
    exchange = against_gmc(
        gm, ines, wren, tran, dice, (8, 5), (3, 4, 2), high_stakes="both", lenders=((kit, "fix"),)
    )  # fmt: skip
    said(ines.post("crew.announce", ask=ask_of(gm.table, "aggressor").public_id))
    assert is_asked(gm.table, STAY) == ["Wren", "Kit"]
    stays(ines, "no", about=wren)
    stays(marek, "yes", about=kit)
    assert (out.is_out(wren), out.is_out(kit)) == (True, False)
    assert points.held(kit) == 0
    priced(gm, choice("new", kit), name="Grazed")
    assert complications(kit) == {"Grazed": 10}
    assert is_over(exchange)


def test_only_who_is_asked_answers(lost, gm, ines, marek, watcher, stranger, wren):
    ask = the_ask(gm.table, STAY).public_id
    before = state_of_play(gm.table)
    for person in (marek, watcher, stranger.at(ines)):
        assert person.post("crew.answer-stay", ask=ask, stay="yes").status_code in {403, 404, 422}
    assert ines.post("crew.answer-stay", ask=ask, stay="perhaps").status_code == 422
    assert state_of_play(gm.table) == before
    stays(gm)
    assert Event.objects.filter(kind="crew.stayed").get().by_gm
    price = the_ask(gm.table, PRICE).public_id
    assert ines.post("crew.stay-price", ask=price, choice=choice("new", wren)).status_code == 422


def test_undo_step_by_step(lost, gm, ines, wren):
    stays(ines)
    priced(gm, choice("new", wren), name="Shot")
    gm.does("undo")
    assert complications(wren) == {}
    assert is_asked(gm.table, PRICE) == ["Wren"]
    gm.does("undo")
    assert points.held(wren) == 1
    assert is_asked(gm.table, STAY) == ["Wren"]
    assert is_asked(gm.table, PRICE) == []


def test_it_can_be_called_off_and_moved_on(lost, gm, ines, wren, tran, dice):
    gm.does("call-off", exchange=the_ask(gm.table, STAY).exchange.public_id)
    assert is_over(lost)
    assert not out.is_out(wren)
    again = against_gmc(gm, ines, wren, tran, dice, (8, 5), (3, 4), high_stakes="both")
    gm.does("crew.move-on", exchange=again.public_id)
    assert is_over(again)
    assert not out.is_out(wren)


def test_without_javascript(lost, gm, ines, wren):
    ask = the_ask(gm.table, STAY).public_id
    assert "Stay, for 1 plot point" in said(ines.get("crew.answer-stay", plain=True, ask=ask))
    assert ines.post("crew.answer-stay", plain=True, ask=ask, stay="yes").status_code == 302
    price = the_ask(gm.table, PRICE).public_id
    assert "New Complication d10" in said(gm.get("crew.stay-price", plain=True, ask=price))
    answer = gm.post("crew.stay-price", plain=True, ask=price, choice=choice("new", wren))
    assert answer.status_code == 302


# limited actions


@pytest.mark.played("crew.limited-action", "crew.taken-out")
def test_a_limited_action_costs_a_point_and_keeps_one_die(gm, ines, wren, dice):
    out_by_stakes(wren)
    with_points(wren, 1)
    exchange = against_difficulty(gm, ines, wren, dice, (3, 2), (6, 5))
    assert points.held(wren) == 0
    assert is_over(exchange)
    assert "6" in gm.log()
    result = Event.objects.filter(kind="crew.result").latest("pk")
    assert full_facts(gm.table, result.kind)["aggressor"]["total"] == 6


@pytest.mark.played("crew.limited-action")
def test_without_a_point_there_is_no_limited_action(gm, ines, wren, dice):
    out_by_stakes(wren)
    with_points(wren, 0)
    contest(ines, wren)
    dice(3, 2)
    said(gm.post("crew.oppose", ask=ask_of(gm.table, "defender").public_id, difficulty=8))
    pool(gm.table, "aggressor", *SHOOT)
    before = state_of_play(gm.table)
    said(throw(ines, "aggressor"), 422)
    assert state_of_play(gm.table) == before


@pytest.mark.played("crew.taken-out")
def test_a_defender_who_is_out_may_set_the_stakes_at_0(gm, ines, wren, tran, dice):
    out_by_stakes(wren)
    exchange = contest(gm, tran, wren)
    said(throw(ines, "defender", at_zero="on"))
    pool(gm.table, "aggressor", *SHOOT)
    dice(3, 4)
    said(throw(gm, "aggressor"))
    assert is_over(exchange)
    assert points.held(wren) == 1


def out_by_stakes(character: Character) -> None:
    Condition.objects.create(character=character, name=out.NAME, tone="bad")


# GMCs


WON = ((3, 4), (5, 4))


def kept(gm, stay="yes", status=200):
    ask = the_ask(gm.table, GMC).public_id
    return said(gm.post("crew.answer-gmc-stay", ask=ask, stay=stay), status)


@pytest.mark.played("crew.gmc-stay", "crew.bank")
def test_the_bank_keeps_a_major_gmc_and_the_winner_picks_what_he_takes(gm, ines, marek, wren, tran, dice):
    bank(gm.table, 2)
    exchange = against_gmc(gm, ines, wren, tran, dice, *WON, high_stakes="both")
    assert is_asked(gm.table, GMC) == ["Marshal Tran"]
    assert "Marshal Tran lost: keep them in the fight?" in gm.panel("asks")
    assert "Open GM keep them in the fight?" in ines.panel("crew-contest")
    kept(gm)
    assert points.bank_of(gm.table) == 1
    assert not out.is_out(tran)
    assert is_asked(gm.table, PRICE) == ["Marshal Tran"]
    assert "Marshal Tran stays: what does it cost?" in ines.panel("asks")
    priced(ines, choice("new", tran), name="Bruised pride")
    assert complications(tran) == {"Bruised pride": 8}
    assert is_over(exchange)
    assert "Marshal Tran gets Bruised pride d8." in marek.log()


@pytest.mark.played("crew.gmc-stay", "crew.high-stakes")
def test_or_he_is_taken_out(gm, ines, wren, tran, dice):
    bank(gm.table, 2)
    against_gmc(gm, ines, wren, tran, dice, *WON, high_stakes="both")
    kept(gm, "no")
    assert out.is_out(tran)
    assert points.bank_of(gm.table) == 2
    assert "Marshal Tran is Taken Out" in ines.log()


@pytest.mark.played("crew.gmc-stay")
def test_by_the_switch_he_takes_nothing(gm, ines, wren, tran, dice):
    Switch.objects.filter(table=gm.table, key="gmc-stay-complication").update(value="off")
    bank(gm.table, 2)
    exchange = against_gmc(gm, ines, wren, tran, dice, *WON, high_stakes="both")
    kept(gm)
    assert is_asked(gm.table, PRICE) == []
    assert is_over(exchange)
    assert not out.is_out(tran)


@pytest.mark.played("crew.gmc-stay")
def test_an_extra_and_an_empty_bank_cannot_keep_anybody(gm, ines, wren, tran, deputy, thug, dice):
    bank(gm.table, 2)
    against_gmc(gm, ines, wren, thug, dice, (3, 4), (5, 4), high_stakes="both")
    assert is_asked(gm.table, GMC) == []
    assert out.is_out(thug)
    bank(gm.table, 0)
    against_gmc(gm, ines, wren, tran, dice, *WON, high_stakes="both")
    assert out.is_out(tran)


def test_a_minor_gmc_may_be_kept_too(gm, ines, wren, deputy, dice):
    bank(gm.table, 1)
    against_gmc(gm, ines, wren, deputy, dice, (3, 4), (5, 4), high_stakes="both")
    kept(gm)
    assert points.bank_of(gm.table) == 0
    assert not out.is_out(deputy)


def test_only_the_gm_keeps_a_gmc_and_undo_gives_it_back(gm, ines, watcher, wren, tran, dice):
    bank(gm.table, 2)
    against_gmc(gm, ines, wren, tran, dice, *WON, high_stakes="both")
    ask = the_ask(gm.table, GMC).public_id
    before = state_of_play(gm.table)
    for person in (ines, watcher):
        assert person.post("crew.answer-gmc-stay", ask=ask, stay="yes").status_code == 403
    assert gm.post("crew.answer-gmc-stay", ask=ask, stay="").status_code == 422
    assert state_of_play(gm.table) == before
    kept(gm)
    gm.does("undo")
    assert points.bank_of(gm.table) == 2
    assert is_asked(gm.table, GMC) == ["Marshal Tran"]
    assert is_asked(gm.table, PRICE) == []


def test_of_a_hidden_gmc_nobody_hears(gm, ines, watcher, wren, sniper, dice):
    bank(gm.table, 1)
    against_gmc(gm, ines, wren, sniper, dice, (3, 4), (5, 4), high_stakes="both")
    kept(gm)
    assert [one.audience for one in Ask.objects.filter(exchange__kind=PRICE)] == ["gms"]
    priced(gm, choice("new", sniper), name="Blinded")
    against_gmc(gm, ines, wren, sniper, dice, (3, 4), (5, 4), high_stakes="both")
    assert out.is_out(sniper)
    for person in (ines, watcher):
        shown = person.page() + person.at_address("log").content.decode()
        assert "Sniper" not in shown
        assert "Blinded" not in shown
        assert sniper.public_id not in shown


def test_another_ones_jinx_brings_the_loser_no_point(gm, ines, marek, wren, kit, dice):
    with_points(wren, 0)
    contest(gm, kit, wren, high_stakes="both")
    throws: list[tuple[Any, Place, str, tuple[int, int]]] = [
        (ines, "defender", "shoot", (2, 3)), (marek, "aggressor", "fight", (8, 1)),
    ]  # fmt: skip
    for person, place, skill, faces in throws:
        pool(gm.table, place, *of("physical", skill))
        dice(*faces)
        said(throw(person, place))
    assert is_asked(gm.table, "crew.jinx") == ["Kit"]
    assert is_asked(gm.table, STAY) == []
    assert out.by_stakes(wren) is not None


@pytest.mark.played("crew.taken-out")
def test_nobody_takes_it_off_themselves(gm, ines, wren):
    said(gm.post("crew.set-taken-out", character=wren.public_id, out="yes"))
    lost = wren.conditions.get()
    before = state_of_play(gm.table)
    assert "Taken Out ends by the rules" in said(ines.post("condition-remove", condition=lost.public_id), 422)
    assert state_of_play(gm.table) == before
    said(gm.post("condition-remove", condition=lost.public_id))
    assert out.by_stakes(wren) is None
