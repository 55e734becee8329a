"""Whoever lends shares the consequences."""

import pytest

from apps.rules import Refused
from apps.rules.crew.lending import Consequences, Shared, lend_consequences, shared_with_lender
from apps.rules.crew.options import Options

NOTHING = Consequences(None, None, None, None, 0, 0, False, False)


@pytest.mark.rule("crew.lend-consequences")
def test_a_new_complication_is_as_large_for_both():
    found = lend_consequences(jinxes=2, gm="new", roller_existing="d6")
    assert found == Consequences(8, 8, 6, None, 1, 0, False, False)
    assert lend_consequences(jinxes=5, gm="new").lender_taken_out


@pytest.mark.rule("crew.lend-consequences")
def test_the_lenders_of_the_same_name_steps_up_as_much():
    found = lend_consequences(jinxes=2, gm="step up", roller_existing="d6", lender_existing="d8")
    assert (found.roller_complication, found.lender_complication) == (None, None)
    assert (found.roller_existing, found.lender_existing) == (10, 12)
    out = lend_consequences(jinxes=2, gm="step up", roller_existing="d6", lender_existing="d10")
    assert (out.lender_existing, out.lender_taken_out, out.roller_taken_out) == (14, True, False)


@pytest.mark.rule("crew.lend-consequences")
def test_a_lender_without_it_gets_a_new_one():
    found = lend_consequences(jinxes=3, gm="step up", roller_existing="d6")
    assert (found.roller_existing, found.lender_complication, found.lender_existing) == (12, 10, None)


@pytest.mark.rule("crew.lend-consequences")
def test_nothing_where_the_gm_passes():
    assert lend_consequences(jinxes=2) == NOTHING
    assert lend_consequences(roller=[8, 6], lent=[6], dice=[(8, 3), (6, 4), (6, 2)]) == NOTHING


@pytest.mark.rule("crew.lend-consequences")
def test_ones_on_lent_dice_count():
    dice = [("d8", 5), ("d6", 1), ("d6", 1)]
    found = lend_consequences(roller=["d8", "d6"], lent=["d6"], dice=dice, gm="new")
    assert (found.roller_complication, found.lender_complication) == (8, 8)


@pytest.mark.rule("crew.lend-consequences")
def test_a_botch_is_shared_and_pays_nobody():
    dice = [("d8", 1), ("d6", 1), ("d6", 1)]
    found = lend_consequences(roller=["d8", "d6"], lent=["d6"], dice=dice)
    assert found == Consequences(10, 10, None, None, 0, 0, False, False)


@pytest.mark.rule("crew.lend-consequences", "crew.table-options/lender-gets-point")
@pytest.mark.parametrize(("switch", "lender"), [(False, 0), (True, 1)])
def test_who_is_paid_for_the_jinx(switch, lender):
    options = Options(lender_gets_point=switch)
    found = lend_consequences(jinxes=1, gm="new", options=options)
    assert (found.roller_pp, found.lender_pp) == (1, lender)
    botched = lend_consequences(roller=[8], lent=[6], dice=[(8, 1), (6, 1)], options=options)
    assert (botched.roller_pp, botched.lender_pp) == (0, 0)
    assert lend_consequences(jinxes=1, options=options).lender_pp == 0


@pytest.mark.rule("crew.lend-consequences")
@pytest.mark.parametrize(
    ("roller_pays", "lender_pays", "lender_pp", "expected"),
    [
        (False, False, 1, (1, 1, True, True)),
        (True, False, 1, (0, 1, False, True)),
        (False, True, 1, (1, 0, True, False)),
        (True, True, 0, (0, 0, False, True)),
    ],
)
def test_each_pays_for_themselves_to_stay(roller_pays, lender_pays, lender_pp, expected):
    found = lend_consequences(
        jinxes=0, high_stakes=True, lost=True, roller_pp=1, lender_pp=lender_pp, roller_pays=roller_pays,
        lender_pays=lender_pays,
    )  # fmt: skip
    assert (found.roller_pp, found.lender_pp, found.roller_taken_out, found.lender_taken_out) == expected


@pytest.mark.parametrize("given", [{"high_stakes": False, "lost": True}, {"high_stakes": True, "lost": False}])
def test_nobody_is_out_otherwise(given):
    assert lend_consequences(jinxes=0, roller_pays=True, lender_pays=True, **given) == NOTHING


@pytest.mark.rule("crew.lend-consequences")
def test_one_lenders_share():
    assert shared_with_lender(ones=1, new=True, existing=8) == Shared(6, 8, False)
    assert shared_with_lender(ones=1, new=False, existing=12) == Shared(None, 14, True)
    assert shared_with_lender(ones=2, new=False) == Shared(8, None, False)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"jinxes": 0, "gm": "new"}, "gm"),
        ({"jinxes": 1, "gm": "raise"}, "gm"),
        ({"jinxes": 1, "gm": "step up"}, "existing"),
        ({"jinxes": -1}, "jinxes"),
        ({"jinxes": 1, "lender_pp": -1}, "lender_pp"),
        ({"jinxes": 1, "gm": "new", "lender_existing": "d4"}, "lender_existing"),
        ({"jinxes": 1, "roller_existing": "d4"}, "roller_existing"),
        ({"roller": [8], "lent": [6], "dice": [(8, 3), (8, 1)]}, "dice"),
        ({"roller": [8], "lent": [], "dice": [(8, 3), (8, 1)]}, "dice"),
    ],
)
def test_refusals(given, field):
    with pytest.raises(Refused) as no:
        lend_consequences(**given)
    assert no.value.field == field
