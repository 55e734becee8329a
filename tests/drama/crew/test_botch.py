"""Botches: every die shows 1, a Complication comes by itself, and the GM names it."""

from __future__ import annotations

import pytest

from apps.characters.crew import out, points
from apps.characters.models import Entry
from apps.table.models import Event, Switch
from tests.checks.crew.conftest import contest, full_facts, pool, the_exchange, throw
from tests.crew_play import (
    SHOOT,
    against_difficulty,
    against_gmc,
    complications,
    is_asked,
    is_over,
    said,
    the_ask,
    the_draft,
    with_points,
)
from tests.drama.crew.test_jinx import six_dice
from tests.people import state_of_play

BOTCH = "crew.botch"
NAMED = {"Trouble: Get past the guard": 8}


@pytest.fixture
def botched(gm, ines, wren, dice):
    """Both of Wren's dice show 1."""
    with_points(wren, 1)
    return against_difficulty(gm, ines, wren, dice, (3, 2), (1, 1))


@pytest.mark.played("crew.botch", "crew.complication")
def test_it_happens_by_itself_without_a_point_and_nothing_waits(botched, gm, ines, wren):
    assert complications(wren) == NAMED
    assert points.held(wren) == 1
    assert is_over(botched)
    assert full_facts(gm.table, "crew.result")["winner"] == "defender"
    assert "Wren botches: all 2 dice show 1. Wren gets Trouble: Get past the guard d8." in ines.log()
    assert is_asked(gm.table, "crew.jinx") == []


@pytest.mark.played("crew.botch")
def test_the_gm_names_it(botched, gm, ines, wren):
    assert is_asked(gm.table, BOTCH) == ["Wren"]
    assert "Wren botched: what is the Complication called?" in gm.panel("asks")
    answer = gm.post("crew.answer-botch", ask=the_ask(gm.table, BOTCH).public_id, name="Face down in the mud")
    said(answer)
    assert complications(wren) == {"Face down in the mud": 8}
    assert "the Complication of the botch is Face down in the mud." in ines.log()
    gm.does("undo")
    assert complications(wren) == NAMED
    assert is_asked(gm.table, BOTCH) == ["Wren"]


def test_without_a_name_it_keeps_the_one_it_has(botched, gm, wren):
    said(gm.post("crew.answer-botch", ask=the_ask(gm.table, BOTCH).public_id))
    assert complications(wren) == NAMED
    assert is_asked(gm.table, BOTCH) == []


def test_called_off_it_keeps_its_name(botched, gm, wren):
    gm.does("call-off", exchange=the_ask(gm.table, BOTCH).exchange.public_id)
    assert complications(wren) == NAMED


def test_only_the_gm_names_it(botched, gm, ines, watcher, stranger):
    ask = the_ask(gm.table, BOTCH).public_id
    before = state_of_play(gm.table)
    for person in (ines, watcher):
        assert person.post("crew.answer-botch", ask=ask, name="X").status_code == 403
    assert stranger.at(gm).post("crew.answer-botch", ask=ask, name="X").status_code == 404
    for name in ("x" * 61, "a\u202eb"):
        assert gm.post("crew.answer-botch", ask=ask, name=name).status_code == 422
    assert gm.post("crew.answer-botch", ask="none", name="X").status_code == 422
    assert state_of_play(gm.table) == before


def test_undo_of_the_throw_takes_it_away(botched, gm, wren):
    gm.does("undo", event=Event.objects.filter(table=gm.table, kind="crew.thrown").latest("pk").public_id)
    assert complications(wren) == {}
    assert is_asked(gm.table, BOTCH) == []


@pytest.mark.played("crew.botch", "crew.taken-out")
def test_six_dice_of_1_take_out(gm, ines, wren, kit, dice):
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 1, 1, 1, 1, 1), chosen=six_dice(wren))
    assert out.is_out(wren)
    assert "Taken Out: Wren." in ines.log()


# the opposition


def test_a_gmc_who_botches_gets_none(gm, ines, wren, tran, dice):
    against_gmc(gm, ines, wren, tran, dice, (1, 1), (3, 4))
    assert complications(tran) == {}


@pytest.mark.played("crew.botch")
def test_by_the_switch_a_major_gmc_gets_one_too(gm, ines, wren, tran, dice):
    Switch.objects.filter(table=gm.table, key="gm-botch-complication").update(value="on")
    against_gmc(gm, ines, wren, tran, dice, (1, 1), (3, 4))
    assert complications(tran) == NAMED
    assert "Marshal Tran botches" in ines.log()


@pytest.mark.played("crew.botch")
def test_by_the_switch_a_bare_opposition_still_gets_none(gm, ines, wren, dice):
    Switch.objects.filter(table=gm.table, key="gm-botch-complication").update(value="on")
    against_difficulty(gm, ines, wren, dice, (1, 1), (3, 4))
    assert not Entry.objects.filter(kind="complication").exists()


def test_without_javascript(botched, gm, wren):
    ask = the_ask(gm.table, BOTCH).public_id
    assert "Name the Complication" in gm.get("crew.answer-botch", plain=True, ask=ask).content.decode()
    assert gm.post("crew.answer-botch", plain=True, ask=ask, name="Mud").status_code == 302
    assert complications(wren) == {"Mud": 8}


@pytest.mark.played("crew.exchange", "crew.botch")
def test_what_a_botch_brings_is_not_used_in_the_same_contest(gm, ines, wren, tran, dice):
    contest(gm, tran, wren)
    pool(gm.table, "defender", *SHOOT)
    dice(1, 1)
    said(throw(ines, "defender"))
    brought = wren.entries.get(kind="complication")
    draft = the_draft(the_exchange(gm.table), "aggressor")
    die = f"complication:{wren.public_id}:{brought.public_id}:"
    assert "That die is not there any more." in said(gm.post("crew.draft", draft=draft.public_id, die=die), 422)
