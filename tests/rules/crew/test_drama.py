"""Jinxes, botches, opportunities and recovery; plot points and what they buy; Assets, scenes and Episodes."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.crew import DEFAULTS
from apps.rules.crew.drama import (
    asset,
    asset_keep,
    award,
    bank,
    botch,
    callback,
    complication,
    episode,
    jinx,
    ones,
    opportunity,
    pile,
    plot_point_gains,
    plot_point_start,
    plot_point_uses,
    recovery,
    recovery_limit,
    scene,
    why_no_asset,
    why_no_callback,
    why_no_jinx,
    why_no_nomination,
    why_no_opportunity,
    why_no_recovery,
)
from apps.rules.crew.drama.stage import Cause
from apps.rules.crew.lists import PILE_REASONS, PLOT_POINT_GAINS, PLOT_POINT_USES

# Worked out by hand: what so many 1s make of nothing, of d6, of d8 and so on.
NEW = {1: 6, 2: 8, 3: 10, 4: 12, 5: 14, 6: 14, 9: 14}
UP = {6: (8, 10, 12, 14, 14), 8: (10, 12, 14, 14, 14), 10: (12, 14, 14, 14, 14), 12: (14,) * 5, 14: (14,) * 5}
DOWN = {6: (None,) * 5, 8: (6, None, None, None, None), 10: (8, 6, None, None, None), 12: (10, 8, 6, None, None),
        14: (12, 10, 8, 6, None)}  # fmt: skip


def code_of(no):
    return no and no.code


def refused(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.code, no.value.field


def every_roll(*sizes):
    """All the ways in which these dice can fall, as pairs."""
    return (tuple(zip(sizes, faces, strict=True)) for faces in product(*(range(1, size + 1) for size in sizes)))


def two_best(fallen):
    """The total, worked out another way than the program does."""
    return sum(sorted(face if face > 1 else 0 for _, face in fallen)[-2:])


# Complications


@pytest.mark.rule("crew.complication")
@pytest.mark.parametrize("size", UP)
@pytest.mark.parametrize("steps", range(1, 6))
def test_a_complication_ends_at_d12_plus_or_is_gone(size, steps):
    up, down = complication(size=size, steps=steps), complication(size=size, steps=-steps)
    assert (up.size, up.taken_out) == (UP[size][steps - 1], UP[size][steps - 1] == 14)
    assert (down.size, down.taken_out) == (DOWN[size][steps - 1], False)


@pytest.mark.rule("crew.complication")
@pytest.mark.parametrize(("size", "steps"), [(3, 1), (16, 1), ("d20", 1)])
def test_a_complication_is_d6_to_d12_plus(size, steps):
    assert refused(complication, size=size, steps=steps) == ("no-size", "size")


# Jinx


@pytest.mark.rule("crew.jinx")
@pytest.mark.parametrize(("jinxes", "size"), NEW.items())
@pytest.mark.parametrize("pp", [0, 4])
def test_a_new_complication_pays_one_point_however_many_ones(jinxes, size, pp):
    bought = jinx(jinxes=jinxes, gm="new", pp=pp)
    assert (bought.complication, bought.existing, bought.pp) == (size, None, pp + 1)
    assert bought.taken_out == (jinxes >= 5)


@pytest.mark.rule("crew.jinx")
@pytest.mark.parametrize("size", UP)
@pytest.mark.parametrize("jinxes", range(1, 6))
def test_all_jinxes_go_into_one_complication(size, jinxes):
    bought = jinx(jinxes=jinxes, gm="step up", existing=size, pp=0)
    after = UP[size][jinxes - 1]
    assert (bought.complication, bought.existing, bought.pp, bought.taken_out) == (None, after, 1, after == 14)


@pytest.mark.rule("crew.jinx")
def test_the_gm_may_pass():
    for count in range(6):
        passed = jinx(jinxes=count, existing=8, pp=2)
        assert (passed.complication, passed.existing, passed.pp, passed.taken_out) == (None, 8, 2, False)


@pytest.mark.rule("crew.jinx")
def test_jinxes_are_counted_on_every_die_of_the_pool():
    counts = dict.fromkeys(range(4), 0)
    for fallen in every_roll(4, 6, 8):
        count = ones(fallen)
        counts[count] += 1
        if 0 < count < 3:
            assert jinx(dice=fallen, gm="new").complication == NEW[count]
    # (3 + x)(5 + x)(7 + x): x stands for a 1.
    assert counts == {0: 105, 1: 71, 2: 15, 3: 1}


@pytest.mark.rule("crew.jinx")
@pytest.mark.parametrize(
    ("given", "no"),
    [
        ({"jinxes": 0, "gm": "new"}, ("no-jinx", "gm")),
        ({"jinxes": 0, "gm": "step up", "existing": 8}, ("no-jinx", "gm")),
        ({"jinxes": 1, "gm": "step up"}, ("none-to-step-up", "existing")),
        ({"jinxes": 1, "gm": "raise"}, ("not-a-choice", "gm")),
        ({"jinxes": -1}, ("too-low", "jinxes")),
        ({"jinxes": 1, "pp": -1}, ("too-low", "pp")),
        ({"jinxes": 1, "gm": "step up", "existing": 4}, ("no-size", "existing")),
        ({"dice": [(8, 1), (6, 1)], "gm": "new"}, ("botch", "gm")),
        ({"dice": [(6, 7)], "gm": "pass"}, ("face-off-die", "dice")),
    ],
)
def test_a_jinx_refuses(given, no):
    assert refused(jinx, **given) == no


@pytest.mark.rule("crew.jinx")
def test_a_button_can_tell_why_no_jinx():
    assert why_no_jinx(jinxes=1) is None
    assert why_no_jinx(jinxes=1, gm="step up", existing="d8") is None
    assert code_of(why_no_jinx(jinxes=2, botch=True)) == "botch"


# Botch


@pytest.mark.rule("crew.botch")
@pytest.mark.parametrize("count", range(1, 7))
def test_a_botch_makes_a_complication_for_no_point(count):
    made = botch(dice=[(8, 1)] * count, pp=3)
    assert (made.botch, made.total, made.complication, made.pp) == (True, 0, NEW[count], 3)
    assert made.taken_out == (count >= 5)


@pytest.mark.rule("crew.botch")
def test_only_one_roll_of_all_is_a_botch():
    botches = [fallen for fallen in every_roll(4, 6, 8) if botch(dice=fallen).botch]
    assert botches == [((4, 1), (6, 1), (8, 1))]
    assert botch(dice=()).botch is False
    whole = botch(dice=[(8, 1), (6, 2)])
    assert (whole.total, whole.complication, whole.taken_out) == (None, None, False)


@pytest.mark.rule("crew.botch", "crew.table-options/gm-botch-complication")
@pytest.mark.parametrize(
    ("kind", "switch", "size"),
    [
        ("crewmember", False, 8),
        ("crewmember", True, 8),
        ("major-gmc", False, None),
        ("major-gmc", True, 8),
        ("minor-gmc", False, None),
        ("minor-gmc", True, 8),
        ("extra", True, None),
        ("opposition", True, None),
    ],
)
def test_botches_of_the_opposition(kind, switch, size):
    options = replace(DEFAULTS, gm_botch_complication=switch)
    made = botch(dice=[(8, 1), (6, 1)], kind=kind, options=options)
    assert (made.botch, made.total, made.complication, made.taken_out) == (True, 0, size, False)


@pytest.mark.rule("crew.botch")
def test_a_botch_refuses():
    assert refused(botch, dice=[(6, 7)]) == ("face-off-die", "dice")
    assert refused(botch, dice=[(6, 1)], pp=-1) == ("too-low", "pp")


# Opportunity


@pytest.mark.rule("crew.opportunity", "crew.table-options/opportunity-price")
@pytest.mark.parametrize("size", DOWN)
@pytest.mark.parametrize("count", range(1, 6))
def test_one_step_down_for_each_of_the_gms_ones(size, count):
    after = DOWN[size][count - 1]
    bought = opportunity(opportunity=count, complication=size, pp=6)
    assert (bought.legal, bought.complication, bought.pp, bought.price) == (True, after, 5, 1)
    assert bought.taken_out is False

    each = replace(DEFAULTS, opportunity_price="one per step")
    steps = min(count, [6, 8, 10, 12, 14].index(size) + 1)
    bought = opportunity(opportunity=count, complication=size, pp=6, options=each)
    assert (bought.legal, bought.complication, bought.pp, bought.price) == (True, after, 6 - steps, steps)


@pytest.mark.rule("crew.opportunity", "crew.table-options/opportunity-price")
def test_paid_by_the_step_fewer_may_be_wanted():
    each = replace(DEFAULTS, opportunity_price="one per step")
    case: dict[str, Any] = {"opportunity": 3, "complication": 12, "pp": 2}
    dear = opportunity(**case, options=each)
    assert (dear.legal, dear.complication, dear.pp, dear.price) == (False, 12, 2, 3)
    two = opportunity(**case, steps=2, options=each)
    assert (two.legal, two.complication, two.pp) == (True, 8, 0)
    one = opportunity(**case, steps=1, options=each)
    assert (one.legal, one.complication, one.pp, one.price) == (True, 10, 1, 1)
    assert opportunity(**case).pp == 1


@pytest.mark.rule("crew.opportunity")
@pytest.mark.parametrize(
    ("buy", "count", "pp", "legal"), [(False, 2, 1, True), (True, 0, 1, False), (True, 2, 0, False)]
)
def test_an_opportunity_that_is_not_bought_changes_nothing(buy, count, pp, legal):
    same = opportunity(opportunity=count, complication=14, buy=buy, pp=pp)
    assert (same.legal, same.complication, same.pp, same.taken_out) == (legal, 14, pp, True)


@pytest.mark.rule("crew.opportunity")
def test_opportunities_are_counted_on_the_gms_dice():
    for fallen in every_roll(6, 6):
        count = sum(face == 1 for _, face in fallen)
        bought = opportunity(dice=fallen, complication=12, pp=1)
        assert (bought.legal, bought.complication) == (count > 0, (12, 10, 8)[count])


@pytest.mark.rule("crew.opportunity")
def test_an_opportunity_refuses():
    case: dict[str, Any] = {"opportunity": 2, "complication": 8, "pp": 1}
    for field, value in {"opportunity": -1, "complication": 4, "pp": -1, "steps": 0}.items():
        assert refused(opportunity, **{**case, field: value})[1] == field
    assert refused(opportunity, **case, steps=3) == ("too-high", "steps")
    assert why_no_opportunity(ones=1, pp=1) is None
    assert code_of(why_no_opportunity(ones=0, pp=1)) == "no-opportunity"
    dear = why_no_opportunity(ones=3, pp=2, price=3)
    assert dear is not None
    assert dear.text == "This opportunity costs 3 plot points, and there are 2 at hand."
    poor = why_no_opportunity(ones=3, pp=0)
    assert poor is not None
    assert poor.text == "This opportunity costs 1 plot point, and there is none at hand."


# Recovery


@pytest.mark.rule("crew.recovery")
@pytest.mark.parametrize("size", UP)
@pytest.mark.parametrize("jinxes", range(6))
def test_every_result_of_a_recovery(size, jinxes):
    healed = recovery(complication=size, success=True, jinxes=jinxes, pp=1)
    assert (healed.complication, healed.new_complication, healed.pp, healed.taken_out) == (None, None, 1, False)
    assert (healed.legal, healed.success, healed.jinxes) == (True, True, jinxes)
    failed = recovery(complication=size, success=False, jinxes=jinxes, pp=1)
    after = UP[size][jinxes - 1] if jinxes else DOWN[size][0]
    assert (failed.complication, failed.pp, failed.taken_out) == (after, 1, after == 14)
    assert (failed.legal, failed.success, failed.jinxes) == (True, False, jinxes)
    if jinxes:
        replaced = recovery(complication=size, success=True, jinxes=jinxes, gm="new", pp=1)
        assert (replaced.complication, replaced.new_complication, replaced.pp) == (None, NEW[jinxes], 2)
        assert replaced.taken_out == (jinxes >= 5)


@pytest.mark.rule("crew.recovery")
def test_every_roll_of_a_recovery():
    for fallen in every_roll(6, 4, 4, 8):
        done = recovery(complication=6, difficulty=4, roller=(4, 8), dice=fallen)
        against, own = two_best(fallen[:2]), two_best(fallen[2:])
        jinxes = sum(face == 1 for _, face in fallen[2:])
        assert (done.opposition_total, done.total) == (against, own)
        assert (done.success, done.jinxes) == (own > against, jinxes)
        assert done.complication == (None if own > against else UP[6][jinxes - 1] if jinxes else None)


@pytest.mark.rule("crew.recovery")
def test_a_d12_plus_is_rolled_as_d12():
    done = recovery(complication="d12+", difficulty="d4", roller=["d8", "d6"], dice=[(14, 12), (4, 2), (8, 3), (6, 4)])
    assert (done.opposition_total, done.total, done.complication, done.taken_out) == (14, 7, 12, False)


@pytest.mark.rule("crew.recovery")
def test_a_second_attempt_in_the_scene_changes_nothing():
    again = recovery(complication=14, success=True, treated_this_scene=True, pp=1)
    assert (again.legal, again.complication, again.pp, again.taken_out) == (False, 14, 1, True)
    assert (again.success, again.jinxes, again.new_complication) == (False, 0, None)
    assert why_no_recovery(treated_this_scene=False) is None


@pytest.mark.rule("crew.recovery", "crew.table-options/recovery-limit")
@pytest.mark.parametrize(
    ("limit", "of", "word"),
    [
        ("per complication", "ankle", "This Complication"),
        ("per patient", "wren", "patient"),
        ("per crew", "crew", "crew"),
    ],
)
def test_what_may_be_tried_once_in_a_scene(limit, of, word):
    options = replace(DEFAULTS, recovery_limit=limit)
    assert recovery_limit(complication="ankle", patient="wren", options=options) == of
    no = why_no_recovery(treated_this_scene=True, options=options)
    assert no is not None
    assert (no.code, word in no.text) == ("treated", True)


@pytest.mark.rule("crew.recovery")
@pytest.mark.parametrize(
    ("given", "no"),
    [
        ({"success": True, "gm": "new"}, ("no-jinx", "gm")),
        ({"success": False, "jinxes": 1, "gm": "new"}, ("failed", "gm")),
        ({"success": True, "jinxes": 1, "gm": "step up"}, ("not-a-choice", "gm")),
        ({"success": True, "jinxes": -1}, ("too-low", "jinxes")),
        ({"success": True, "pp": -1}, ("too-low", "pp")),
        ({"success": True, "complication": 4}, ("no-size", "complication")),
        ({"difficulty": 8, "roller": [6, 8], "dice": [(8, 2), (8, 2), (6, 2)]}, ("other-dice", "dice")),
        ({"roller": [6, 8], "dice": [(8, 2), (8, 2), (6, 2), (8, 2)]}, ("no-size", "difficulty")),
    ],
)
def test_a_recovery_refuses(given, no):
    assert refused(recovery, **{"complication": 8, **given}) == no


# Plot points


@pytest.mark.rule("crew.plot-point-start", "crew.episode", "crew.table-options/plot-points-carry")
@pytest.mark.parametrize(
    ("carry", "players", "old", "old_bank", "points", "banked"),
    [
        (False, 3, (0, 4, 2), 5, (1, 1, 1), 3),
        (True, 3, (0, 4, 2), 5, (1, 5, 3), 8),
        (True, 2, (), 0, (1, 1), 2),
        (False, 0, (), 2, (), 0),
    ],
)
def test_an_episode_starts_with_one_each(carry, players, old, old_bank, points, banked):
    case: dict[str, Any] = {"players": players, "old_pp": old, "old_bank": old_bank}
    options = replace(DEFAULTS, plot_points_carry=carry)
    start = plot_point_start(**case, options=options)
    assert (start.pp, start.bank) == (points, banked)
    begun = episode(events=["Episode start"], **case, options=options)
    assert (begun.pp, begun.bank) == (points, banked)


@pytest.mark.rule("crew.plot-point-start")
@pytest.mark.parametrize(
    ("given", "no"),
    [
        ({"players": -1}, ("too-low", "players")),
        ({"players": 2, "old_pp": [1]}, ("not-each", "old_pp")),
        ({"players": 1, "old_pp": [-1]}, ("too-low", "old_pp")),
        ({"players": 1, "old_bank": -1}, ("too-low", "old_bank")),
    ],
)
def test_a_start_refuses(given, no):
    assert refused(plot_point_start, **given) == no


@pytest.mark.rule("crew.plot-point-gains")
@pytest.mark.parametrize(
    ("given", "points"),
    [
        ({}, 2),
        ({"distinction": 8}, 2),
        ({"distinction": 4}, 3),
        ({"jinxes": 3}, 2),
        ({"jinxes": 3, "gm": "new"}, 3),
        ({"jinxes": 1, "gm": "step up"}, 3),
        ({"distinction": 4, "jinxes": 1, "gm": "step up", "cause": "award"}, 5),
        *[({"cause": row.title}, 3) for row in PLOT_POINT_GAINS],
    ],
)
def test_every_cause_pays_one(given, points):
    assert plot_point_gains(pp=2, **given).pp == points


@pytest.mark.rule("crew.plot-point-gains")
@pytest.mark.parametrize(
    ("field", "value"), [("pp", -1), ("distinction", 6), ("cause", "rain"), ("jinxes", -1), ("gm", "x")]
)
def test_gains_refuse(field, value):
    assert refused(plot_point_gains, **{"pp": 1, field: value})[1] == field


@pytest.mark.rule("crew.plot-point-uses")
@pytest.mark.parametrize("row", PLOT_POINT_USES, ids=lambda row: row.id)
def test_every_use_is_one_point(row):
    used = plot_point_uses(uses=[row.id], pp=1)
    assert (used.legal, used.pp, used.rules) == (True, 0, (row.rule,))
    broke = plot_point_uses(uses=[row.title, row.id], pp=1)
    assert (broke.legal, broke.pp, broke.rules) == (False, 1, ())
    assert plot_point_uses(uses=[row.id], pp=0).legal is False


@pytest.mark.rule("crew.plot-point-uses")
def test_uses_refuse():
    assert len(PLOT_POINT_USES) == 8
    assert refused(plot_point_uses, uses=["luck"], pp=1) == ("not-listed", "uses")
    assert refused(plot_point_uses, uses=[], pp=-1) == ("too-low", "pp")


@pytest.mark.rule("crew.callback", "crew.table-options/callback-limit")
@pytest.mark.parametrize(
    ("limit", "called", "agreed", "legal", "ticked"),
    [
        ("each once per Episode", (), True, True, ("The Heist",)),
        ("each once per Episode", ("Jail",), True, True, ("Jail", "The Heist")),
        ("each once per Episode", ("The Heist",), True, False, ("The Heist",)),
        ("each once per Episode", (), False, False, ()),
        ("free", ("The Heist",), True, True, ("The Heist",)),
        ("free", (), False, False, ()),
    ],
)
def test_a_callback_is_as_good_as_a_point(limit, called, agreed, legal, ticked):
    options = replace(DEFAULTS, callback_limit=limit)
    case: dict[str, Any] = {"callback": "The Heist", "already_called": called, "agreed": agreed}
    made = callback(**case, use="asset", pp=2, options=options)
    assert (made.legal, made.pp, made.already_called) == (legal, 2, ticked)
    assert (why_no_callback(**case, options=options) is None) == legal


@pytest.mark.rule("crew.callback")
def test_a_callback_refuses():
    assert refused(callback, callback="x", use="luck") == ("not-listed", "use")
    assert refused(callback, callback="x", use="stay", pp=-1) == ("too-low", "pp")


@pytest.mark.rule("crew.award", "crew.pile")
@pytest.mark.parametrize("pp", [0, 1, 50])
def test_an_award_is_one_point_and_the_pile_is_never_empty(pp):
    given = award(pp=pp, player="Ines", reason="What a line")
    assert (given.pp, given.log_entry) == (pp + 1, "What a line")
    for row in PILE_REASONS:
        handed = pile(reason=row.id, times=pp)
        assert (handed.pp_given, handed.pile) == (pp, "unlimited")


@pytest.mark.rule("crew.award", "crew.pile")
def test_awards_and_the_pile_refuse():
    assert refused(award, pp=-1) == ("too-low", "pp")
    assert refused(pile, reason="a GMC's trigger") == ("not-listed", "reason")
    assert refused(pile, reason="reward", times=-1) == ("too-low", "times")


@pytest.mark.rule("crew.award", "crew.table-options/award-nominations")
@pytest.mark.parametrize(
    ("on", "by", "seconded", "code"),
    [
        (True, "ines", (), None),
        (True, "ines", ("marek",), None),
        (True, "ines", ("ines",), "seconded"),
        (True, "ada", (), "oneself"),
        (False, "ines", (), "no-nominations"),
    ],
)
def test_who_may_nominate(on, by, seconded, code):
    options = replace(DEFAULTS, award_nominations=on)
    no = why_no_nomination(nominator=by, nominee="ada", seconded=seconded, options=options)
    assert code_of(no) == code


@pytest.mark.rule("crew.bank")
@pytest.mark.parametrize("banked", range(5))
@pytest.mark.parametrize("extra", range(3))
@pytest.mark.parametrize("stays", [False, True])
@pytest.mark.parametrize("trigger", [False, True])
def test_the_bank_pays_one_for_each_use(banked, extra, stays, trigger):
    price = extra + stays + trigger
    paid = bank(bank=banked, extra=extra, gm_pays=stays, trigger=trigger)
    assert (paid.legal, paid.bank) == (price <= banked, banked - price if price <= banked else banked)
    assert paid.gm_total is None


@pytest.mark.rule("crew.bank")
@pytest.mark.parametrize(
    ("banked", "extra", "outcome"),
    [(2, 0, (True, 2, 13)), (2, 1, (True, 1, 16)), (2, 2, (False, 2, 13)), (0, 1, (False, 0, 13))],
)
def test_the_gms_total_with_dice_of_the_bank(banked, extra, outcome):
    paid = bank(bank=banked, extra=extra, dice=[(8, 7), (6, 6), (6, 3), (8, 1)])
    assert (paid.legal, paid.bank, paid.gm_total) == outcome


@pytest.mark.rule("crew.bank")
def test_a_bank_refuses_numbers_under_nought():
    assert refused(bank, bank=-1) == ("too-low", "bank")
    assert refused(bank, bank=1, extra=-1) == ("too-low", "extra")


# Assets


@pytest.mark.rule("crew.asset")
@pytest.mark.parametrize(
    ("events", "size"), [([], 6), (["conflict end"], 6), (["scene end"], None), (["Episode end"], None)]
)
def test_an_asset_lasts_for_the_scene(events, size):
    made = asset(name="Smoke Grenade", pp=3, flashback="I packed it this morning", events=events)
    assert (made.legal, made.asset, made.lasts, made.pp) == (True, size, "scene", 2)


@pytest.mark.rule("crew.asset")
def test_no_asset_without_a_point_or_without_wanting_one():
    poor = asset(name="Smoke Grenade", pp=0)
    assert (poor.legal, poor.asset, poor.lasts, poor.pp) == (False, None, None, 0)
    assert code_of(why_no_asset(pp=0)) == "no-points"
    assert why_no_asset(pp=1) is None
    idle = asset(pp=1, create=False)
    assert (idle.legal, idle.asset, idle.pp) == (True, None, 1)


@pytest.mark.rule("crew.asset", "crew.asset-keep")
@pytest.mark.parametrize(
    ("pp", "price", "text"),
    [
        (0, 1, "This costs 1 plot point, and none is left."),
        (0, 2, "This costs 2 plot points, and none is left."),
        (1, 2, "This costs 2 plot points, and only 1 is left."),
    ],
)
def test_the_refusal_of_an_asset_names_its_price(pp, price, text):
    no = why_no_asset(pp=pp, price=price)
    assert no is not None
    assert no.text == text


@pytest.mark.rule("crew.asset-keep")
@pytest.mark.parametrize(
    ("create", "keep", "pp", "events", "outcome"),
    [
        (False, True, 1, [], (True, 8, "Episode", 0)),
        (False, True, 1, ["scene end"], (True, 8, "Episode", 0)),
        (False, True, 1, ["scene end", "Episode end"], (True, None, "Episode", 0)),
        (False, True, 0, [], (False, 8, "scene", 0)),
        (True, True, 2, ["scene end"], (True, 6, "Episode", 0)),
        (True, True, 1, [], (False, None, None, 1)),
        (True, False, 1, ["scene end"], (True, None, "scene", 0)),
        (True, False, 1, [], (True, 6, "scene", 0)),
    ],
)
def test_an_asset_is_kept_for_the_episode(create, keep, pp, events, outcome):
    kept = asset_keep(asset="d8", create=create, keep_for_episode=keep, pp=pp, events=events)
    assert (kept.legal, kept.asset, kept.lasts, kept.pp) == outcome


@pytest.mark.rule("crew.asset", "crew.asset-keep")
def test_assets_refuse():
    for function in (asset, asset_keep):
        assert refused(function, pp=-1) == ("too-low", "pp")
        assert refused(function, pp=1, events=["sunset"]) == ("not-a-choice", "events")
    assert refused(asset_keep, pp=1, asset=4) == ("no-size", "asset")
    assert refused(asset_keep, pp=1, asset=14) == ("no-size", "asset")


# Scenes and Episodes

BOTH: tuple[Cause, ...] = ("high stakes", "complication")


@pytest.mark.rule("crew.scene", "crew.complication", "crew.table-options/complications-clear-at")
@pytest.mark.parametrize(
    ("clear", "left", "out"),
    [("never", (8, 14), ("complication",)), ("scene end", (), ()), ("episode end", (8, 14), ("complication",))],
)
def test_the_end_of_a_scene(clear, left, out):
    options = replace(DEFAULTS, complications_clear_at=clear)
    after = scene(
        events=["scene end"], scene_assets=[6], episode_assets=[6, 8], complications=[8, "d12+"], taken_out=BOTH,
        treated_this_scene=True, options=options,
    )  # fmt: skip
    assert (after.scene_assets, after.episode_assets) == ((), (6, 8))
    assert (after.complications, after.taken_out) == (left, out)
    assert after.treated_this_scene is False


@pytest.mark.rule("crew.scene")
@pytest.mark.parametrize(("events", "out"), [([], BOTH), (["conflict end"], ("complication",))])
def test_within_a_scene_only_a_conflict_ends(events, out):
    after = scene(events=events, scene_assets=[6], complications=[14], taken_out=BOTH, treated_this_scene=True)
    assert (after.scene_assets, after.complications, after.taken_out) == ((6,), (14,), out)
    assert after.treated_this_scene is True


@pytest.mark.rule("crew.episode", "crew.complication", "crew.table-options/complications-clear-at")
@pytest.mark.parametrize(("clear", "left"), [("never", (8,)), ("scene end", (8,)), ("episode end", ())])
def test_the_end_of_an_episode(clear, left):
    options = replace(DEFAULTS, complications_clear_at=clear)
    after = episode(
        events=["Episode end"], title=" The Heist ", episode_assets=[6, 8], complications=[8], bdh=[10],
        past_episodes=["Jail"], old_pp=[2], old_bank=1, options=options,
    )  # fmt: skip
    assert (after.episode_assets, after.complications, after.bdh) == ((), left, (10,))
    assert (after.past_episodes, after.pp, after.bank) == (("Jail", "The Heist"), (2,), 1)


@pytest.mark.rule("crew.episode", "crew.table-options/bdh-kept-between-episodes")
@pytest.mark.parametrize(("kept", "left"), [(True, (4, 12)), (False, ())])
def test_hero_dice_at_the_start_of_an_episode(kept, left):
    options = replace(DEFAULTS, bdh_kept_between_episodes=kept)
    begun = episode(events=["Episode start"], players=1, bdh=[4, 12], episode_assets=[6], options=options)
    assert (begun.bdh, begun.episode_assets) == (left, (6,))
    over = episode(events=["Episode end"], title="Jail", bdh=[4, 12], options=options)
    assert over.bdh == (4, 12)


@pytest.mark.rule("crew.episode", "crew.scene")
def test_scenes_and_episodes_refuse():
    assert refused(episode, events=["Episode end"], title=" ") == ("no-title", "title")
    assert refused(episode, events=["finale"]) == ("not-a-choice", "events")
    assert refused(scene, events=["curtain"]) == ("not-a-choice", "events")
    assert refused(scene, events=[], scene_assets=[4]) == ("no-size", "scene_assets")
    assert refused(scene, events=[], complications=[4]) == ("no-size", "complications")
