"""Jinxes: bought for a new Complication or a step up, or let go; whoever lent a die shares it."""

from __future__ import annotations

import pytest

from apps.characters.crew import out, points
from apps.checks.crew import drafts
from apps.checks.crew.drafts import Chosen
from apps.ships.models import Post
from apps.table.models import Event, Exchange
from tests.checks.crew.conftest import ask_of, contest, entry, of, pool, the_exchange, throw
from tests.crew_play import (
    SHOOT,
    against_difficulty,
    attacks,
    choice,
    complication,
    complications,
    is_asked,
    is_over,
    said,
    the_ask,
    the_draft,
    with_points,
)
from tests.people import state_of_play

JINX = "crew.jinx"


def answers(gm, picked, status=200, **more):
    return said(gm.post("crew.answer-jinx", ask=the_ask(gm.table, JINX).public_id, choice=picked, **more), status)


@pytest.fixture
def jinxed(gm, ines, wren, dice):
    """Wren wins 8 against 5, and one of her two dice shows 1. She has 1 plot point, so no die waits to be bought."""
    with_points(wren, 1)
    return against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8))


@pytest.mark.played("crew.jinx", "crew.complication")
def test_a_new_complication_for_a_plot_point(jinxed, gm, ines, marek, wren):
    assert is_asked(gm.table, JINX) == ["Wren"]
    assert "Buy Wren’s jinx?" in gm.panel("asks")
    assert "Let it go no charge" in gm.panel("asks")
    assert "Jinxes" in marek.panel("crew-contest")
    assert not is_over(jinxed)
    answers(gm, choice("new", wren), name="Twisted ankle")
    assert complications(wren) == {"Twisted ankle": 6}
    assert points.held(wren) == 2
    assert is_over(jinxed)
    log = marek.log()
    assert "1 jinx of Wren bought: Wren gets a plot point from the pile, 2 now. Wren gets Twisted ankle d6." in log


@pytest.mark.played("crew.jinx", "crew.complication")
def test_one_that_is_there_steps_up(jinxed, gm, ines, wren):
    winded = complication(wren, "Winded", 8)
    assert "Step up Winded d8 d10 one step" in gm.panel("asks")
    answers(gm, choice("step", winded))
    assert complications(wren) == {"Winded": 10}
    assert points.held(wren) == 2
    assert "Wren: Winded d8 to d10." in ines.log()


@pytest.mark.played("crew.jinx")
def test_let_go_nothing_is_paid(jinxed, gm, ines, wren):
    answers(gm, "pass")
    assert complications(wren) == {}
    assert points.held(wren) == 1
    assert is_over(jinxed)
    assert "1 jinx of Wren: let go." in ines.log()


def test_without_a_name_it_is_called_after_what_was_tried(jinxed, gm, wren):
    answers(gm, choice("new", wren))
    assert complications(wren) == {"Trouble: Get past the guard": 6}


@pytest.mark.played("crew.jinx", "crew.taken-out")
def test_a_step_beyond_d12_takes_out(jinxed, gm, wren):
    leg = complication(wren, "Broken leg", 12)
    page = said(gm.get("crew.answer-jinx", ask=the_ask(gm.table, JINX).public_id, choice=choice("step", leg)))
    assert "Taken Out until it is lowered" in page
    answers(gm, choice("step", leg))
    assert complications(wren) == {"Broken leg": 14}
    assert out.is_out(wren)
    assert "Taken Out: Wren." in gm.log()


def test_what_is_gone_cannot_be_stepped_up(jinxed, gm, ines, wren, kit):
    before = state_of_play(gm.table)
    for picked in ("step:nothing", choice("new", kit), "", "raise:x"):
        answers(gm, picked, 422, name="X")
    assert ines.post("crew.answer-jinx", ask=the_ask(gm.table, JINX).public_id, choice="pass").status_code == 403
    assert gm.post("crew.answer-jinx", ask="nothing", choice="pass").status_code == 422
    assert state_of_play(gm.table) == before


def test_only_the_gm_answers_and_only_once(jinxed, gm, ines, watcher, stranger, wren):
    ask = the_ask(gm.table, JINX).public_id
    before = state_of_play(gm.table)
    for person in (ines, watcher):
        assert person.post("crew.answer-jinx", ask=ask, choice="pass").status_code == 403
    assert stranger.at(gm).post("crew.answer-jinx", ask=ask, choice="pass").status_code == 404
    assert state_of_play(gm.table) == before


def test_an_answer_counts_once(jinxed, gm, wren):
    ask = the_ask(gm.table, JINX).public_id
    answers(gm, "pass")
    assert gm.post("crew.answer-jinx", ask=ask, choice="pass").status_code == 422


def test_undo_asks_again(jinxed, gm, wren):
    before = state_of_play(gm.table)
    answers(gm, choice("new", wren), name="Twisted ankle")
    gm.does("undo")
    assert complications(wren) == {}
    assert points.held(wren) == 1
    assert is_asked(gm.table, JINX) == ["Wren"]
    assert not is_over(jinxed)
    assert before
    answers(gm, "pass")
    assert is_over(jinxed)


def test_undo_of_the_throw_takes_the_answer_back_too(gm, ines, wren, dice):
    exchange = against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8))
    thrown = exchange.asks.order_by("pk").last()
    answers(gm, choice("new", wren), name="Twisted ankle")
    event = Event.objects.filter(table=gm.table, kind="crew.thrown").latest("pk")
    assert thrown is not None
    gm.does("undo", event=event.public_id)
    assert complications(wren) == {}
    assert not Exchange.objects.filter(kind=JINX).exists()


def test_it_can_be_called_off_reminded_and_moved_on(jinxed, gm, ines, wren, dice):
    ask = the_ask(gm.table, JINX)
    gm.does("remind", ask=ask.public_id)
    gm.does("call-off", exchange=ask.exchange.public_id)
    assert is_over(jinxed)
    assert complications(wren) == {}
    again = against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8))
    gm.does("crew.move-on", exchange=again.public_id)
    assert is_over(again)
    assert is_asked(gm.table, JINX) == []
    assert points.held(wren) == 1


@pytest.mark.played("crew.jinx")
def test_each_further_jinx_makes_it_larger(gm, ines, wren, dice):
    pool = (*SHOOT, Chosen("distinction", wren.entries.filter(kind="distinction").first().public_id, size=8))
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8, 1), chosen=pool)
    winded = complication(wren, "Winded", 6)
    answers(gm, choice("step", winded))
    assert complications(wren) == {"Winded": 10}
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8, 1), chosen=pool)
    answers(gm, choice("new", wren), name="Caught on the fence")
    assert complications(wren)["Caught on the fence"] == 8


def six_dice(wren):
    """Physical and Shoot with a Specialty, a Distinction and both Signature Assets."""
    things = [one.public_id for one in wren.entries.filter(kind="signature-asset").order_by("pk")]
    held = wren.entries.filter(kind="distinction").first().public_id
    special = wren.entries.filter(kind="specialty").order_by("pk").first().public_id
    return (
        *SHOOT, Chosen("specialty", special), Chosen("distinction", held, size=8),
        *(Chosen("signature-asset", one) for one in things),
    )  # fmt: skip


@pytest.mark.played("crew.jinx", "crew.taken-out")
def test_five_jinxes_take_out(gm, ines, wren, dice):
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 1, 1, 1, 1, 4), chosen=six_dice(wren))
    answers(gm, choice("new", wren), name="Shot")
    assert complications(wren) == {"Shot": 14}
    assert out.is_out(wren)


# the ship


def test_a_ship_whose_attribute_was_rolled_may_bear_it(gm, ines, wren, lena, dice):
    Post.objects.create(ship=lena, person=wren, key="pilot")
    pool = (Chosen("attribute", "engines", lena.public_id), Chosen("skill", "fly"))
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8), chosen=pool)
    answers(gm, choice("new", lena), name="Burnt coil")
    assert complications(lena) == {"Burnt coil": 6}
    assert complications(wren) == {}
    assert points.held(wren) >= 1


# without JavaScript


def test_without_javascript(jinxed, gm, wren):
    ask = the_ask(gm.table, JINX).public_id
    page = said(gm.get("crew.answer-jinx", plain=True, ask=ask))
    assert "New Complication d6" in page
    assert gm.post("crew.answer-jinx", plain=True, ask=ask, choice="pass").status_code == 302
    assert is_over(jinxed)


def test_more_than_one_thing_may_wait_at_once(gm, ines, marek, wren, kit, dice):
    first = against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8))
    second = against_difficulty(gm, marek, kit, dice, (3, 2), (1, 8), chosen=of("mental", "fix"))
    assert is_asked(gm.table, JINX) == ["Wren", "Kit"]
    assert the_exchange(gm.table) == second
    answers(gm, "pass")
    assert is_over(second)
    assert not is_over(first)


# Big Damn Hero dice that stay on a 1


@pytest.mark.played("crew.jinx", "crew.big-damn-hero-use")
def test_a_hero_die_left_on_1_is_one_more_jinx(gm, ines, wren, dice):
    with_points(wren, 2)
    entry(wren, "hero-die", "d6", 6)
    exchange = against_difficulty(gm, ines, wren, dice, (6, 4), (4, 5))
    _leave_a_hero(gm, ines, dice)
    assert is_asked(gm.table, JINX) == ["Wren"]
    assert not is_over(exchange)
    answers(gm, choice("new", wren), name="Seen")
    assert complications(wren) == {"Seen": 6}
    assert is_over(exchange)


@pytest.mark.played("crew.jinx", "crew.big-damn-hero-use")
def test_it_counts_with_a_jinx_that_still_waits(gm, ines, wren, dice):
    with_points(wren, 2)
    entry(wren, "hero-die", "d6", 6)
    against_difficulty(gm, ines, wren, dice, (6, 4), (1, 9))
    _leave_a_hero(gm, ines, dice)
    assert the_ask(gm.table, JINX).facts["jinxes"] == 2
    assert is_asked(gm.table, JINX) == ["Wren"]
    answers(gm, choice("new", wren), name="Seen")
    assert complications(wren) == {"Seen": 8}


@pytest.mark.played("crew.exchange", "crew.jinx", "crew.big-damn-hero-use")
def test_after_the_purchase_it_goes_into_what_was_bought_for_the_same_point(gm, ines, marek, wren, dice):
    exchange = _behind_with_a_jinx(gm, ines, wren, dice)
    answers(gm, choice("new", wren), name="Seen")
    assert points.held(wren) == 3
    _leave_a_hero(gm, ines, dice)
    assert complications(wren) == {"Seen": 8}
    assert points.held(wren) == 2, "one for the hero die, none for its jinx"
    assert is_asked(gm.table, JINX) == []
    assert is_over(exchange)
    assert "One more jinx of Wren, for the same plot point. Wren: Seen d6 to d8." in marek.log()


@pytest.mark.played("crew.exchange", "crew.jinx", "crew.lend-consequences")
def test_lenders_share_the_further_step(gm, ines, wren, kit, dice):
    _behind_with_a_jinx(gm, ines, wren, dice, faces=(1, 9, 1), lenders=((kit, "fix"),))
    winded = complication(wren, "Winded", 6)
    answers(gm, choice("step", winded))
    assert (complications(wren), complications(kit)) == ({"Winded": 10}, {"Winded": 8})
    _leave_a_hero(gm, ines, dice)
    assert (complications(wren), complications(kit)) == ({"Winded": 12}, {"Winded": 10})


@pytest.mark.played("crew.exchange", "crew.jinx", "crew.taken-out")
def test_the_further_step_may_take_out_and_undo_takes_it_back(gm, ines, wren, dice):
    _behind_with_a_jinx(gm, ines, wren, dice)
    answers(gm, choice("step", complication(wren, "Winded", 10)))
    _leave_a_hero(gm, ines, dice)
    assert complications(wren) == {"Winded": 14}
    assert "Taken Out: Wren." in ines.log()
    gm.does("undo")
    assert complications(wren) == {"Winded": 12}


@pytest.mark.played("crew.exchange", "crew.jinx")
def test_after_they_were_let_go_the_gm_is_asked_about_all_of_them(gm, ines, wren, dice):
    _behind_with_a_jinx(gm, ines, wren, dice)
    answers(gm, "pass")
    _leave_a_hero(gm, ines, dice)
    assert the_ask(gm.table, JINX).facts["jinxes"] == 2
    answers(gm, choice("new", wren), name="Seen")
    assert complications(wren) == {"Seen": 8}


@pytest.mark.played("crew.botch", "crew.big-damn-hero-use")
def test_a_botch_has_no_jinx_to_buy_though_a_hero_die_is_left_on_1(gm, ines, wren, dice):
    exchange = _behind_with_a_jinx(gm, ines, wren, dice, faces=(1, 1))
    _leave_a_hero(gm, ines, dice)
    assert is_asked(gm.table, JINX) == []
    assert complications(wren) == {"Trouble: Get past the guard": 8}
    assert points.held(wren) == 1
    assert is_over(exchange)


def _behind_with_a_jinx(gm, ines, wren, dice, faces=(1, 9), lenders=()):
    """Wren has 2 points and a d6 in store, and is behind the 10 of the opposition."""
    with_points(wren, 2)
    entry(wren, "hero-die", "d6", 6)
    return against_difficulty(gm, ines, wren, dice, (6, 4), faces, lenders=lenders)


def _leave_a_hero(gm, ines, dice):
    ask = ask_of(gm.table, "aggressor").public_id
    dice(1)
    said(ines.post("crew.hero", ask=ask, die=6))
    said(ines.post("crew.hero-jinx", ask=ask, leave="yes"))


@pytest.mark.played("crew.jinx")
def test_of_two_crewmembers_the_gm_may_buy_the_jinxes_of_both(gm, ines, marek, wren, kit, dice):
    contest(ines, wren, kit)
    pool(gm.table, "defender", *of("mental", "fix"))
    dice(1, 8)
    said(throw(marek, "defender"))
    attacks(ines, dice, (1, 9))
    assert is_asked(gm.table, JINX) == ["Kit", "Wren"]
    assert is_asked(gm.table, "crew.opportunity") == []


# the pools of the same contest stay as they were


@pytest.fixture
def defended(gm, ines, wren, tran, dice):
    """The Marshal acts against Wren, who is Winded d6 and whose defence shows a 1; his pool holds that Complication."""
    winded = complication(wren)
    contest(gm, tran, wren)
    taps(gm, winded)
    pool(gm.table, "defender", *SHOOT)
    dice(1, 6)
    said(throw(ines, "defender"))
    return winded


def taps(gm, entry_, status=200):
    draft = the_draft(the_exchange(gm.table), "aggressor")
    die = f"complication:{entry_.character.public_id}:{entry_.public_id}:"
    return said(gm.post("crew.draft", draft=draft.public_id, die=die), status)


def sizes(gm):
    return [die.size for die in drafts.pool_of(the_draft(the_exchange(gm.table), "aggressor"))]


@pytest.mark.played("crew.exchange", "crew.jinx")
def test_a_complication_stepped_up_counts_as_it_was_until_the_contest_is_over(defended, gm, wren):
    answers(gm, choice("step", defended))
    assert complications(wren) == {"Winded": 8}
    assert sizes(gm) == [6]
    assert said(gm.post("undo", event=Event.objects.latest("pk").public_id))
    assert complications(wren) == {"Winded": 6}
    assert sizes(gm) == [6]


@pytest.mark.played("crew.exchange", "crew.jinx")
def test_a_new_complication_is_used_in_the_next_contest_only(defended, gm, wren, tran):
    answers(gm, choice("new", wren), name="Limping")
    limping = wren.entries.get(name="Limping")
    assert "That die is not there any more." in taps(gm, limping, 422)
    assert "Limping d6" not in gm.panel("crew-pool")
    said(gm.post("crew.move-on", exchange=the_exchange(gm.table).public_id))
    contest(gm, tran, wren)
    taps(gm, limping)
    assert sizes(gm) == [6]


def test_a_hidden_crewmember_is_somebody_to_the_others(gm, ines, wren, dice):
    wren.seat, wren.hidden = None, True
    wren.save(update_fields=["seat", "hidden"])
    against_difficulty(gm, gm, wren, dice, (3, 2), (1, 8))
    answers(gm, choice("new", wren), name="Limping")
    assert "1 jinx of Wren bought: Wren gets a plot point from the pile" in gm.log()
    assert "1 jinx of Somebody bought: a plot point from the pile." in ines.log()
    assert "Limping" not in ines.log()
