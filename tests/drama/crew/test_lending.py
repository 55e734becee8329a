"""Whoever lends a die shares what the roller suffers."""

from __future__ import annotations

import pytest

from apps.characters.crew import points
from apps.table.models import Switch
from tests.crew_play import against_difficulty, choice, complication, complications, said, the_ask, with_points


def answers(gm, picked, status=200, **more):
    ask = the_ask(gm.table, "crew.jinx").public_id
    return said(gm.post("crew.answer-jinx", ask=ask, choice=picked, **more), status)


@pytest.fixture
def lent(gm, ines, wren, kit, dice):
    """Kit lends Wren a die; one of hers shows 1."""
    with_points(kit, 0)
    return against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8, 3), lenders=((kit, "fix"),))


def test_why_says_whose_the_lent_die_was(lent, ines):
    assert "Fix of Kit, d10" in ines.log()


@pytest.mark.played("crew.lend-consequences", "crew.jinx")
def test_lenders_get_the_same_and_no_point(lent, gm, wren, kit):
    answers(gm, choice("new", wren), name="Seen")
    assert complications(wren) == complications(kit) == {"Seen": 6}
    assert points.held(kit) == 0


@pytest.mark.played("crew.lend-consequences")
def test_lenders_step_up_their_own_of_that_name_or_get_one(lent, gm, wren, kit, ines, dice):
    seen = complication(wren, "Seen", 8)
    answers(gm, choice("step", seen))
    assert complications(wren) == {"Seen": 10}
    assert complications(kit) == {"Seen": 6}
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8, 3), lenders=((kit, "know"),))
    answers(gm, choice("step", seen))
    assert (complications(wren), complications(kit)) == ({"Seen": 12}, {"Seen": 8})


@pytest.mark.played("crew.lend-consequences", "crew.complication")
def test_a_lender_whose_own_of_that_name_cannot_grow_keeps_it(lent, gm, wren, kit):
    seen, _ = complication(wren, "Seen", 12), complication(kit, "Seen", 14)
    answers(gm, choice("step", seen))
    assert (complications(wren), complications(kit)) == ({"Seen": 14}, {"Seen": 14})
    assert "Wren: Seen d12 to d12+; Kit: Seen stays d12+. Taken Out: Wren." in gm.log()


@pytest.mark.played("crew.lend-consequences")
def test_by_the_switch_lenders_get_a_point_too(gm, ines, wren, kit, dice):
    Switch.objects.filter(table=gm.table, key="lender-gets-point").update(value="on")
    with_points(kit, 0)
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 8, 3), lenders=((kit, "fix"),))
    answers(gm, choice("new", wren), name="Seen")
    assert points.held(kit) == 1


def test_the_gm_is_told_before_answering_whom_else_it_befalls(lent, gm, wren):
    page = said(gm.get("crew.answer-jinx", ask=the_ask(gm.table, "crew.jinx").public_id, choice=choice("new", wren)))
    assert "The same for whoever lent a die: Kit." in page
    assert "what goes wrong, the same for Kit, who lent a die" in gm.panel("asks")


@pytest.mark.played("crew.lend-consequences", "crew.botch")
def test_a_botch_befalls_lenders_too(gm, ines, wren, kit, dice):
    with_points(kit, 0)
    against_difficulty(gm, ines, wren, dice, (3, 2), (1, 1, 1), lenders=((kit, "fix"),))
    assert complications(wren) == complications(kit) == {"Trouble: Get past the guard": 10}
    assert points.held(kit) == 0
