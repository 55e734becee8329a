"""Lending a skill die to somebody else's pool."""

import pytest

from apps.characters.models import Entry, Use
from apps.table.models import Event
from tests.checks.crew.conftest import (
    a_crewmember,
    contest,
    entry,
    full_facts,
    of,
    oppose,
    points_of,
    pool,
    the_side,
    words_of,
)
from tests.checks.crew.conftest import throw as throw_
from tests.checks.crew.pools import draft, lies, tap
from tests.people import newest_event, state_of_play


@pytest.fixture
def opened(ines, marek, gm, wren, kit):
    return contest(ines, wren)


def lend(person, who, skill="fix", place="aggressor", **more):
    held = draft(person.table, place).public_id
    return person.post("crew.lend", draft=held, character=who.public_id, skill=skill, **more)


@pytest.mark.played("crew.lend")
def test_a_loan_lies_in_the_pool_and_is_told(table, ines, marek, kit, opened):
    assert lend(marek, kit).status_code == 200
    assert lies(table) == [("loan", "Fix", 10)]
    assert newest_event(table).kind == "crew.lent"
    assert "Kit lends Fix d10 to Wren" in ines.log()
    assert "lent by Kit" in ines.panel("crew-pool")


@pytest.mark.played("crew.lend")
def test_it_is_thrown_with_the_rest_and_marked_with_its_lender(table, ines, marek, gm, kit, opened, dice):
    pool(table, "aggressor", *of("physical", "shoot"))
    lend(marek, kit)
    dice(6, 4)
    oppose(gm)
    dice(5, 7, 9)
    assert throw_(ines, "aggressor").status_code == 200
    side = the_side(table, "aggressor")
    assert [(die.kind, die.of) for die in side.pool][-1] == ("loan", kit.public_id)
    assert not Use.objects.filter(rule__startswith="crew.lend").exists()


def test_who_is_rolled_against_is_offered_no_loan(ines, marek, gm, wren, kit):
    contest(ines, wren, kit)
    assert "Kit lends a die" not in marek.panel("crew-pool")


def test_nor_does_the_gms_form_offer_who_is_rolled_against(table, gm, ines, marek, wren, kit):
    dove = a_crewmember(table, "Dove", fix=8)
    contest(ines, wren, kit)
    for place in ("aggressor", "defender"):
        page = gm.get("crew.lend", draft=draft(table, place).public_id).content.decode()
        assert f'value="{dove.public_id}"' in page
        assert f'value="{kit.public_id}"' not in page
        assert f'value="{wren.public_id}"' not in page
    before = state_of_play(table)
    assert lend(gm, kit).status_code == lend(marek, kit).status_code == 422
    assert lend(gm, wren, place="defender").status_code == 422
    assert state_of_play(table) == before
    assert lend(gm, dove).status_code == 200


def test_one_die_a_lender_lending_again_changes_the_skill(table, marek, kit, opened):
    lend(marek, kit)
    answer = lend(marek, kit)
    assert answer.status_code == 422
    assert "lends Fix already" in words_of(answer)
    lend(marek, kit, "fight")
    assert lies(table) == [("loan", "Fight", 8)]


@pytest.mark.parametrize("who", ["ines", "gm", "marek"])
def test_the_roller_the_gm_and_the_lender_take_it_out_again(table, ines, gm, marek, kit, opened, who):
    lend(marek, kit)
    told = Event.objects.count()
    assert tap({"ines": ines, "gm": gm, "marek": marek}[who], "loan", "fix", of=kit).status_code == 200
    assert not lies(table)
    assert Event.objects.count() == told
    assert lend(marek, kit).status_code == 200
    assert lies(table) == [("loan", "Fix", 10)]


def test_what_the_gm_said_no_to_is_not_lent_again(table, gm, marek, kit, opened):
    lend(marek, kit)
    tap(gm, "loan", "fix", of=kit, strike="on")
    answer = lend(marek, kit)
    assert answer.status_code == 422
    assert "said no" in words_of(answer)
    assert not lies(table)


def test_nobody_else_takes_it_out(table, sit, marek, kit, opened):
    other = sit("June")
    lend(marek, kit)
    assert tap(other, "loan", "fix", of=kit).status_code == 422
    assert lies(table)


@pytest.mark.played("crew.lend", "crew.limited-action")
def test_whoever_is_taken_out_pays_a_plot_point_once(table, gm, marek, kit, opened):
    entry(kit, "complication", "Out cold", 14)
    lend(marek, kit)
    assert points_of(kit) == 0
    facts = full_facts(table)
    assert (facts["paid"], facts["left"]) == (True, 0)
    lend(marek, kit, "fight")
    assert points_of(kit) == 0
    assert lies(table) == [("loan", "Fight", 8)]


def test_without_a_point_they_lend_nothing(table, marek, kit, opened):
    entry(kit, "complication", "Out cold", 14)
    kit.tracks.update(value=0)
    before = state_of_play(table)
    answer = lend(marek, kit)
    assert answer.status_code == 422
    assert "none is left to Kit" in words_of(answer)
    assert state_of_play(table) == before


@pytest.mark.played("crew.callback")
def test_or_call_an_episode_back(table, marek, kit, opened):
    entry(kit, "complication", "Out cold", 14)
    heist = entry(kit, "episode", "The Harrow Heist", 0)
    lend(marek, kit, callback=heist.public_id)
    assert points_of(kit) == 1
    assert Entry.objects.get(pk=heist.pk).amount == 1
    assert "calling back “The Harrow Heist”" in marek.log()


def test_not_to_oneself_nor_to_the_opposition_nor_with_a_skill_that_is_none(table, ines, marek, wren, kit, opened):
    before = state_of_play(table)
    assert lend(ines, wren).status_code == 422
    assert lend(marek, kit, place="defender").status_code == 422
    assert lend(marek, kit, "gardening").status_code == 422
    assert lend(marek, wren).status_code == 422
    assert state_of_play(table) == before


def test_somebody_who_is_not_there_lends_nothing(table, marek, gm, kit, opened):
    kit.present = False
    kit.save(update_fields=["present"])
    assert lend(marek, kit).status_code == 422
    assert lend(gm, kit).status_code == 422


def test_the_gm_lends_for_anybody(table, gm, kit, opened):
    assert lend(gm, kit).status_code == 200
    assert newest_event(table).by_gm
    assert lies(table) == [("loan", "Fix", 10)]


def test_spectators_and_strangers_lend_nothing(table, watcher, stranger, gm, kit, opened):
    assert lend(watcher, kit).status_code == 403
    assert lend(stranger.at(gm), kit).status_code == 404


def test_without_javascript(table, marek, kit, opened):
    page = marek.get("crew.lend", plain=True, draft=draft(table).public_id, character=kit.public_id, skill="fix")
    assert "Lend Fix d10" in words_of(page)
    assert lend(marek, kit, plain=True).status_code == 302
    assert lies(table)


def test_undo_takes_the_die_out_and_leaves_the_taps_that_came_after(table, ines, marek, kit, opened):
    entry(kit, "complication", "Out cold", 14)
    lend(marek, kit)
    tap(ines, "attribute", "social")
    marek.does("undo", event=newest_event(table).public_id)
    assert lies(table) == [("attribute", "Social", 8)]
    assert points_of(kit) == 1
    assert lend(marek, kit).status_code == 200


def test_undo_of_the_throw_brings_the_loan_back(table, ines, marek, gm, kit, opened, dice):
    pool(table, "aggressor", *of("physical", "shoot"))
    lend(marek, kit)
    dice(6, 4)
    oppose(gm)
    dice(5, 7, 9)
    throw_(ines, "aggressor")
    thrown = Event.objects.filter(kind="crew.thrown").latest("pk")
    gm.does("undo", event=thrown.public_id, also="on")
    assert lies(table)[-1] == ("loan", "Fix", 10)


def test_a_loan_to_somebody_hidden_is_heard_by_those_two_only(table, ines, marek, gm, sit, kit):
    june = sit("June")
    shade = a_crewmember(table, "Shade", june, hidden=True, physical=8)
    contest(gm, shade)
    assert lend(marek, kit).status_code == 422
    assert lend(gm, kit).status_code == 200
    assert "Shade" not in ines.page()
    assert "lends Fix" not in ines.log()
