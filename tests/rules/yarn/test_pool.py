"""Rolls: which dice count, what they show, and what the optional rules make of it."""

from itertools import product

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.pool import (
    Pool,
    blowing_the_top_off,
    bonus_dice,
    breaks,
    dice_cancel,
    penalty_dice,
    pool_from,
    pool_of,
    pool_order,
    throw,
    trait_roll,
)

TOP = Options(blow_top="on")


def no_dice(count, sides):
    raise AssertionError("a die fell")


def expected(faces, counted, bonus, penalty):
    """The dice that count, by sorting: written down without the rule."""
    ordered = sorted(faces)
    return ordered[: len(faces) - penalty + bonus][-counted:] if penalty > bonus else ordered[len(faces) - counted :]


@pytest.mark.rule("yarn.bonus-dice", "yarn.penalty-dice", "yarn.dice-cancel")
@pytest.mark.parametrize(
    ("base", "bonus", "penalty"), [(1, 2, 0), (2, 1, 0), (2, 0, 2), (3, 0, 1), (2, 3, 1), (2, 1, 3)]
)
def test_every_fall_counts_the_best_or_the_lowest(base, bonus, penalty):
    pool = pool_of(base=base, bonus=bonus, penalty=penalty)
    for faces in product(range(1, 7), repeat=pool.thrown):
        rolled = throw(pool, Options(), ScriptedDice(faces))
        kept = expected(faces, base, bonus, penalty)
        assert sorted(rolled.kept) == kept
        assert rolled.total == sum(kept)
        assert sorted(rolled.kept + rolled.dropped) == sorted(faces)


@pytest.mark.rule("yarn.bonus-dice", "yarn.penalty-dice")
def test_of_equal_dice_the_one_thrown_last_is_dropped():
    assert Pool(2, net_bonus=1).kept((2, 5, 2)) == (0, 1)
    assert Pool(2, net_penalty=1).kept((5, 1, 5)) == (0, 1)


@pytest.mark.rule("yarn.trait-roll")
def test_without_a_trait_two_dice_are_thrown():
    assert trait_roll(trait="none", dice=ScriptedDice([3, 4])).counted == 2
    assert trait_roll(dice=ScriptedDice([3, 4])).total == 7
    with pytest.raises(Refused) as no:
        trait_roll(trait="none", average_task=False, bonus=3, dice=no_dice)
    assert (no.value.code, no.value.field) == ("no-dice", "base")
    assert "cannot be tried" in no.value.text


@pytest.mark.rule("yarn.pool-order")
def test_a_defence_without_dice_totals_nothing():
    met = pool_order(base=2, fewer=3, bonus=4, roll="defence", note="in the dark", dice=no_dice)
    assert (met.total, met.thrown, met.faces, met.botch) == (0, 0, (), False)
    with pytest.raises(Refused):
        pool_order(base=2, fewer=2, bonus=4, dice=no_dice)


@pytest.mark.rule("yarn.pool-order")
def test_kept_dice_are_read():
    read = pool_order(base=2, penalty=1, dice=ScriptedDice([6, 1, 1]))
    assert (read.botch, read.all_sixes, read.sixes, read.bad_break) == (True, False, 0, True)
    read = pool_order(base=1, extra=1, bonus=1, dice=ScriptedDice([6, 1, 6]))
    assert (read.botch, read.all_sixes, read.sixes, read.good_break) == (False, True, 2, True)
    assert read.further == ()


@pytest.mark.rule("yarn.break")
def test_dropped_dice_count_only_by_the_switch():
    faces, open_ = [1, 1, 6, 6, 6], Options(breaks_count_dropped_dice=True)
    kept = breaks(base=3, bonus=2, dice=ScriptedDice(faces))
    assert (kept.good_break, kept.bad_break) == (True, False)
    assert breaks(base=3, bonus=2, options=open_, dice=ScriptedDice(faces)).bad_break


@pytest.mark.rule("yarn.blowing-the-top-off")
def test_all_kept_sixes_go_on_only_where_the_table_plays_so():
    assert blowing_the_top_off(base=2, dice=ScriptedDice([6, 6])).total == 12
    assert blowing_the_top_off(base=3, bonus=1, options=TOP, dice=ScriptedDice([6, 6, 6, 2, 3])).total == 21
    assert blowing_the_top_off(base=1, options=TOP, dice=ScriptedDice([6, 6, 6, 1])).total == 19
    asked = Options(blow_top="asked each time")
    assert blowing_the_top_off(base=1, options=asked, dice=ScriptedDice([6])).total == 6
    assert blowing_the_top_off(base=1, options=asked.answered(blow_top=True), dice=ScriptedDice([6, 2])).total == 8
    assert Options().answered(blow_top=True) == Options()


@pytest.mark.parametrize(
    ("call", "given", "field"),
    [
        (trait_roll, {"base": 0}, "base"),
        (trait_roll, {"base": -1}, "base"),
        (bonus_dice, {"base": 2, "bonus": -1}, "bonus"),
        (penalty_dice, {"base": 0, "penalty": 1}, "base"),
        (dice_cancel, {"base": 2, "penalty": 1.5}, "penalty"),
        (pool_order, {"base": 2, "roll": "attack"}, "roll"),
    ],
)
def test_refusals_come_before_any_die(call, given, field):
    with pytest.raises(Refused) as no:
        call(**given, dice=no_dice)
    assert no.value.field == field


def test_a_roll_told_as_a_table():
    assert pool_from({"base": 2, "bonus": 1, "note": "with a scope"}, "attack") == Pool(2, net_bonus=1)
    for wrong in ({"bonus": 1}, {"base": 2, "luck": 1}):
        with pytest.raises(Refused, match="A roll is told by its base"):
            pool_from(wrong, "attack")
