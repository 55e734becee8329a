"""A contest step by step: who throws when, what may be kept, Big Damn Hero dice, and how it ends."""

from dataclasses import replace

import msgspec
import pytest

from apps.rules import Refused
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, HeroChange, HeroDie, Side
from apps.rules.crew.options import Options
from apps.rules.dice import ScriptedDice
from tests.rules.crew.pooling import (
    ANKLE,
    FIX,
    HARD,
    MENTAL,
    OPPOSITION,
    POOL,
    SCALE,
    SITUATION,
    a_contest,
    compared,
    opposed,
    sized,
    stand,
    throw,
)

NO_DICE = ScriptedDice([])

# Behind by 1: 10 of the opposition against 9 of Wren.
DEFENCE, ATTACK = [(8, 6), (6, 4)], [(8, 5), (6, 4)]


def refused(code, function, *args, **kwargs):
    with pytest.raises(Refused) as no:
        function(*args, **kwargs)
    assert no.value.code == code
    return no.value


def hero(contest, place, size, face, **more):
    return rules.with_hero(contest, place, size, ScriptedDice([face]), **more)


# The order of things


@pytest.mark.rule("crew.exchange")
def test_it_runs_from_the_defenders_roll_to_the_end():
    contest = a_contest()
    assert rules.stage(contest) == "defender-rolls"
    contest = throw(contest, "defender", [(10, 7), (6, 3), (6, 2)])
    assert rules.stage(contest) == "defender-keeps"
    contest = rules.announced(contest, "defender")
    assert rules.stage(contest) == "aggressor-rolls"
    contest = throw(contest, "aggressor", [(8, 6), (10, 5), (6, 2)])
    assert rules.stage(contest) == "aggressor-keeps"
    contest = rules.announced(contest, "aggressor")
    assert rules.stage(contest) == "heroes"
    contest = rules.passed(contest, "aggressor")
    assert rules.stage(contest) == "after"
    ended = rules.result(contest)
    assert (ended.winner, ended.defender_total, ended.aggressor_total, ended.margin) == ("aggressor", 10, 11, 1)


def test_a_total_stands_by_itself_where_nothing_can_be_bought():
    contest = throw(a_contest(), "defender", [(10, 7), (6, 3)])
    assert contest.defender.announced
    contest = throw(contest, "aggressor", [(8, 6), (10, 1), (6, 1)])
    assert contest.aggressor.announced
    assert rules.stage(contest) == "heroes"


def test_nobody_decides_before_both_totals_stand():
    contest = a_contest("crewmember")
    assert rules.next_to_decide(contest) is None
    assert rules.next_to_decide(throw(contest, "defender", [(10, 7), (6, 3)])) is None


def test_the_stage_is_over_without_a_crewmember():
    assert rules.stage(compared(DEFENCE, ATTACK, aggressor="major-gmc")) == "after"


def test_the_state_survives_being_stored():
    contest = hero(compared(DEFENCE, ATTACK), "aggressor", 8, 1)
    stored = msgspec.to_builtins(contest)
    assert msgspec.convert(stored, Contest, strict=True) == contest


def test_dice_are_thrown_in_the_order_of_the_pool():
    asked = []

    def dice(count, sides):
        asked.append((count, sides))
        return (2,) * count

    contest = rules.thrown(a_contest(), "defender", (HARD, SITUATION, replace(ANKLE, size=14)), dice)
    assert asked == [(1, 10), (1, 6), (1, 12)]
    assert contest.defender.faces == (2, 2, 2)


# Who may throw


@pytest.mark.rule("crew.exchange")
def test_the_aggressor_waits_for_the_defenders_total():
    no = refused("defender-first", rules.thrown, a_contest(), "aggressor", POOL, NO_DICE)
    assert no.field == "place"
    assert "has yet to roll" in no.text
    keeping = throw(a_contest(), "defender", [(10, 7), (6, 3), (6, 2)])
    no = refused("defender-first", rules.thrown, keeping, "aggressor", POOL, NO_DICE)
    assert "has yet to let the total stand" in no.text


@pytest.mark.rule("crew.exchange")
def test_nobody_throws_twice():
    contest = throw(a_contest(), "defender", [(10, 7), (6, 3)])
    refused("rolled", rules.thrown, contest, "defender", OPPOSITION, NO_DICE)
    contest = throw(contest, "aggressor", ATTACK)
    refused("rolled", rules.thrown, contest, "aggressor", POOL, NO_DICE)


def test_a_pool_that_is_none_is_refused_before_a_die_falls():
    refused("no-skill", rules.thrown, a_contest("crewmember"), "defender", (MENTAL,), NO_DICE)
    refused("not-in-pool", rules.thrown, a_contest(), "defender", POOL, NO_DICE)


@pytest.mark.rule("crew.scale")
def test_the_advantage_of_scale_is_on_one_side_only():
    contest = rules.thrown(a_contest(), "defender", (HARD, SCALE), ScriptedDice([3, 4]))
    no = refused("scale-twice", rules.thrown, contest, "aggressor", (*POOL, SCALE), NO_DICE)
    assert no.field == "scale"
    assert rules.thrown(contest, "aggressor", POOL, ScriptedDice([3, 4])).aggressor.faces == (3, 4)


# What is kept


@pytest.mark.rule("crew.scale", "crew.total")
@pytest.mark.parametrize(
    ("pool", "limited", "keep"),
    [(POOL, False, 2), ((*POOL, SCALE), False, 3), (POOL, True, 1), ((*POOL, SCALE), True, 1)],
)
def test_how_many_dice_are_kept(pool, limited, keep):
    faces = ScriptedDice([4, 5, 6])
    side = rules.thrown(a_contest("crewmember"), "defender", pool, faces, limited=limited).defender
    assert rules.keep(side) == keep
    assert rules.total(side) == sum(sorted(side.faces)[-keep:])


def test_the_highest_are_kept_and_the_first_of_equals():
    side = throw(a_contest(), "defender", [(8, 4), (6, 1), (10, 4), (6, 4), (8, 7)]).defender
    assert rules.kept(side) == (4, 0)
    assert rules.buyable(side) == (2, 3)
    assert rules.jinx_places(side) == (1,)
    assert rules.pool_total(side) == 11


def test_a_defender_may_set_the_stakes_at_zero():
    contest = rules.set_at_zero(a_contest("crewmember", "major-gmc"), "defender")
    assert rules.stage(contest) == "aggressor-rolls"
    assert (rules.keep(contest.defender), rules.kept(contest.defender), rules.total(contest.defender)) == (0, (), 0)
    assert rules.highest_die(contest.defender) is None
    refused("rolled", rules.set_at_zero, contest, "defender")
    refused("no-defender", rules.set_at_zero, contest, "aggressor")
    assert rules.result(throw(contest, "aggressor", [(8, 2), (6, 1)])).winner == "aggressor"


@pytest.mark.rule("crew.total")
def test_all_ones_are_a_botch_and_nothing_can_be_bought():
    side = throw(a_contest(), "defender", [(8, 1), (6, 1)]).defender
    assert rules.botch(side)
    assert (rules.total(side), rules.buyable(side), side.announced) == (0, (), True)
    assert not rules.botch(Side())
    assert not rules.botch(throw(a_contest(), "defender", [(8, 1), (6, 2)]).defender)


@pytest.mark.rule("crew.extra-dice")
def test_dice_are_bought_by_their_places():
    contest = throw(a_contest(), "defender", [(8, 7), (6, 5), (6, 4), (4, 2), (6, 3)])
    contest = rules.bought(contest, "defender", (3,))
    assert (rules.total(contest.defender), contest.defender.announced) == (14, False)
    contest = rules.bought(contest, "defender", (2, 4))
    assert (rules.total(contest.defender), contest.defender.announced) == (21, True)
    assert rules.kept(contest.defender) == (0, 1, 3, 2, 4)


@pytest.mark.rule("crew.extra-dice")
@pytest.mark.parametrize(
    ("indexes", "code"),
    [
        ((1,), "jinx"),
        ((0,), "kept"),
        ((5,), "no-such-die"),
        ((-1,), "no-such-die"),
        ((), "which-die"),
        ((3, 3), "which-die"),
    ],
)
def test_what_cannot_be_bought(indexes, code):
    contest = throw(a_contest(), "defender", [(8, 7), (6, 1), (6, 5), (4, 2), (6, 3)])
    assert refused(code, rules.bought, contest, "defender", indexes).field == "extra"


@pytest.mark.rule("crew.extra-dice")
def test_nothing_is_bought_before_the_roll_or_after_announcing():
    contest = a_contest()
    refused("not-rolled", rules.bought, contest, "defender", (0,))
    refused("not-rolled", rules.announced, contest, "defender")
    contest = rules.announced(throw(contest, "defender", [(8, 7), (6, 5), (6, 4)]), "defender")
    refused("announced", rules.bought, contest, "defender", (2,))
    refused("announced", rules.announced, contest, "defender")


LATE = Options(extra_dice_after_comparing=True)


@pytest.mark.rule("crew.extra-dice", "crew.table-options/extra-dice-after-comparing")
def test_more_dice_after_comparing_only_where_the_table_says_so():
    contest = compared(DEFENCE, [(8, 5), (6, 4), (6, 3)])
    refused("announced", rules.bought, contest, "aggressor", (2,))
    after = rules.bought(contest, "aggressor", (2,), LATE)
    assert rules.result(after, LATE).aggressor_total == 12


@pytest.mark.rule("crew.table-options/extra-dice-after-comparing")
def test_after_comparing_the_opposition_too_may_keep_more():
    contest = compared([(8, 6), (6, 4), (6, 2)], [(8, 8), (6, 4), (6, 3)])
    assert rules.next_to_decide(contest) == "aggressor"
    assert rules.next_to_decide(contest, LATE) == "defender"
    refused("not-your-turn", rules.bought, contest, "aggressor", (2,), LATE)
    contest = rules.bought(contest, "defender", (2,), LATE)
    assert rules.next_to_decide(contest, LATE) == "aggressor"


# Big Damn Hero dice


@pytest.mark.rule("crew.big-damn-hero-use")
def test_a_hero_die_is_added_to_the_total():
    contest = hero(compared(DEFENCE, ATTACK), "aggressor", 8, 6)
    assert contest.aggressor.heroes == (HeroDie(8, 6),)
    ended = rules.result(contest)
    assert (ended.winner, ended.aggressor_total, ended.margin, ended.exceptional) == ("aggressor", 15, 5, True)


@pytest.mark.rule("crew.big-damn-hero-use")
def test_on_a_one_it_adds_nothing_and_goes_back_or_is_left():
    contest = hero(compared(DEFENCE, ATTACK), "aggressor", 8, 1)
    assert contest.aggressor.heroes == (HeroDie(8, 1, returned=True),)
    assert (rules.total(contest.aggressor), rules.jinxes(contest.aggressor)) == (9, 0)
    left = rules.left_lying(contest, "aggressor")
    assert left.aggressor.heroes == (HeroDie(8, 1, returned=False),)
    assert (rules.total(left.aggressor), rules.jinxes(left.aggressor)) == (9, 1)
    assert rules.left_lying(left, "aggressor", taken_back=True) == contest
    assert hero(compared(DEFENCE, ATTACK), "aggressor", 8, 1, take_back=False) == left


def test_only_a_one_can_be_left_lying():
    assert refused("no-jinx", rules.left_lying, compared(DEFENCE, ATTACK), "aggressor").field == "take_back"
    refused("no-jinx", rules.left_lying, hero(compared(DEFENCE, ATTACK), "aggressor", 8, 2), "aggressor")


@pytest.mark.rule("crew.big-damn-hero-use")
def test_hero_dice_come_after_comparing():
    contest = throw(a_contest(), "defender", DEFENCE)
    no = refused("not-compared", rules.with_hero, contest, "aggressor", 8, NO_DICE)
    assert (no.field, "Wren" in no.text) == ("die", True)
    refused("not-compared", rules.passed, contest, "aggressor")
    refused("not-compared", rules.result, contest)


def test_only_crewmembers_have_hero_dice():
    refused("no-crewmember", rules.with_hero, compared(DEFENCE, ATTACK), "defender", 8, NO_DICE)


def test_a_hero_die_is_one_of_the_ladder():
    refused("no-size", rules.with_hero, compared(DEFENCE, ATTACK), "aggressor", 14, NO_DICE)


@pytest.mark.rule("crew.big-damn-hero-use", "crew.table-options/bdh-per-roll")
@pytest.mark.parametrize(("per_roll", "more"), [("any", True), ("1", False)])
def test_any_number_or_one_of_them(per_roll, more):
    options = Options(bdh_per_roll=per_roll)
    contest = hero(compared(DEFENCE, ATTACK), "aggressor", 8, 6, options=options)
    assert rules.may_add_hero(contest, "aggressor", options) is more
    if more:
        assert hero(contest, "aggressor", 6, 3, options=options).aggressor.heroes == (HeroDie(8, 6), HeroDie(6, 3))
    else:
        refused("one-hero-die", rules.with_hero, contest, "aggressor", 6, NO_DICE, options=options)
        assert rules.stage(contest, options) == "after"


@pytest.mark.rule("crew.big-damn-hero-use")
def test_whoever_is_behind_decides_first_until_both_pass():
    contest = compared(DEFENCE, ATTACK, defender="crewmember")
    assert rules.next_to_decide(contest) == "aggressor"
    assert refused("not-your-turn", rules.with_hero, contest, "defender", 8, NO_DICE).text.startswith("Wren decides")
    refused("not-your-turn", rules.passed, contest, "defender")
    contest = hero(contest, "aggressor", 8, 6)
    assert rules.next_to_decide(contest) == "defender"
    contest = rules.passed(contest, "defender")
    assert rules.next_to_decide(contest) == "aggressor"
    contest = rules.passed(contest, "aggressor")
    assert rules.stage(contest) == "after"
    refused("passed", rules.with_hero, contest, "aggressor", 8, NO_DICE)
    refused("all-passed", rules.passed, contest, "aggressor")


def test_a_pass_holds_only_while_the_other_total_does():
    contest = rules.passed(compared(DEFENCE, ATTACK, defender="crewmember"), "aggressor")
    assert hero(contest, "defender", 8, 1).aggressor.passed
    assert not hero(contest, "defender", 8, 5).aggressor.passed


def test_equal_totals_leave_the_aggressor_behind():
    assert rules.next_to_decide(compared(DEFENCE, DEFENCE, defender="crewmember")) == "aggressor"


# The end


@pytest.mark.rule("crew.raise-the-stakes")
@pytest.mark.parametrize(("attack", "winner", "margin"), [(4, "defender", 0), (5, "aggressor", 1), (3, "defender", 1)])
def test_an_equal_total_is_not_enough(attack, winner, margin):
    ended = rules.result(compared(DEFENCE, [(8, 6), (6, attack)]))
    assert (ended.winner, ended.success, ended.margin) == (winner, winner == "aggressor", margin)
    assert ended.loser != ended.winner


def test_two_zeros_are_the_defenders():
    assert rules.result(compared([(8, 1), (6, 1)], [(8, 1), (6, 1)])).winner == "defender"


@pytest.mark.rule("crew.exceptional-success", "crew.table-options/bdh-counts-for-exceptional")
def test_whether_hero_dice_count_for_the_margin():
    contest = hero(compared(DEFENCE, ATTACK), "aggressor", 8, 6)
    assert rules.result(contest).exceptional
    after = rules.result(contest, Options(bdh_counts_for_exceptional=False))
    assert (after.success, after.margin, after.exceptional) == (True, 5, False)


@pytest.mark.rule("crew.table-options/bdh-counts-for-exceptional")
def test_before_hero_dice_the_winner_must_have_been_ahead():
    contest = compared([(8, 8), (6, 6)], [(8, 5), (6, 4)], defender="crewmember")
    contest = hero(contest, "aggressor", 8, 2)
    off = Options(bdh_counts_for_exceptional=False)
    assert not rules.result(contest).exceptional
    assert rules.result(contest, off).exceptional
    overtaken = hero(contest, "aggressor", 8, 8)
    assert rules.result(overtaken, off).winner == "aggressor"
    assert not rules.result(overtaken, off).exceptional


@pytest.mark.rule("crew.highest-rolling-die")
def test_hero_dice_are_not_rolling_dice():
    contest = hero(compared(DEFENCE, ATTACK), "aggressor", 12, 12)
    assert rules.highest_die(contest.aggressor) == 8


@pytest.mark.rule("crew.highest-rolling-die", "crew.table-options/highest-die-tie")
@pytest.mark.parametrize(("tie", "size"), [("larger", 10), ("smaller", 6)])
def test_equal_faces_by_the_tables_switch(tie, size):
    side = compared([(6, 6), (10, 6), (8, 6)], ATTACK).defender
    assert rules.highest_die(side, Options(highest_die_tie=tie)) == size


@pytest.mark.rule("crew.big-damn-hero-gain", "crew.big-damn-hero-loss")
def test_winner_and_loser_of_an_exceptional_success():
    both = compared([(8, 3), (6, 2)], [(8, 8), (6, 4)], defender="crewmember")
    assert rules.hero_changes(both) == (HeroChange("aggressor", 8, won=True), HeroChange("defender", 8, won=False))
    assert rules.hero_changes(compared([(12, 3), (6, 2)], [(8, 8), (6, 4)])) == (HeroChange("aggressor", 12, won=True),)
    lost = compared([(12, 9), (6, 2)], [(8, 3), (6, 2)])
    assert rules.hero_changes(lost) == (HeroChange("aggressor", 12, won=False),)
    assert rules.hero_changes(compared(DEFENCE, ATTACK)) == ()


def test_no_hero_die_from_a_pool_that_was_not_thrown():
    contest = rules.set_at_zero(a_contest("crewmember", "crewmember"), "defender")
    contest = stand(throw(contest, "aggressor", ATTACK), "aggressor")
    assert rules.hero_changes(contest) == (HeroChange("defender", 8, won=False),)


@pytest.mark.parametrize(
    ("stakes", "defender", "attack", "out"),
    [
        ("no", "major-gmc", 5, None),
        ("both", "major-gmc", 5, "defender"),
        ("both", "major-gmc", 4, "aggressor"),
        ("aggressor", "major-gmc", 5, None),
        ("aggressor", "major-gmc", 4, "aggressor"),
        ("defender", "major-gmc", 5, "defender"),
        ("both", "opposition", 5, None),
    ],
)
def test_who_is_taken_out(stakes, defender, attack, out):
    contest = compared(DEFENCE, [(8, 6), (6, attack)], defender=defender, high_stakes=stakes)
    assert rules.taken_out_by(contest) == out


def test_places_and_names():
    contest = a_contest()
    assert (rules.other("defender"), rules.other("aggressor")) == ("aggressor", "defender")
    assert (rules.called(contest, "defender"), rules.called(contest, "aggressor")) == ("the opposition", "Wren")
    assert rules.side_of(rules.with_side(contest, "defender", Side(name="Kit")), "defender").name == "Kit"
    assert sized(8, 6)[1].kind == "skill"
    assert opposed(8, 6)[1].kind == "trait"
    assert FIX.sides == 10


# A trigger throws a die anew, and the GM overrules


@pytest.mark.rule("crew.triggers", "crew.total")
def test_a_die_is_thrown_anew_and_as_many_are_kept():
    contest = throw(a_contest(), "defender", [(8, 7), (6, 1), (6, 4), (4, 2), (6, 3)])
    contest = rules.rerolled(contest, "defender", 1, ScriptedDice([5]))
    side = contest.defender
    assert (side.faces, rules.total(side), rules.jinxes(side)) == ((7, 5, 4, 2, 3), 12, 0)
    assert side.rerolled == ((6, 1),)
    assert msgspec.convert(msgspec.to_builtins(contest), Contest, strict=True) == contest


def test_a_bought_die_makes_room_for_the_one_that_it_passes():
    contest = rules.bought(throw(a_contest(), "defender", [(8, 7), (6, 4), (8, 2), (6, 3)]), "defender", (3,))
    higher = rules.rerolled(contest, "defender", 3, ScriptedDice([6])).defender
    assert (sorted(rules.kept(higher)), higher.extra, rules.total(higher)) == ([0, 1, 3], (1,), 17)
    lower = rules.rerolled(contest, "defender", 0, ScriptedDice([1])).defender
    assert (sorted(rules.kept(lower)), lower.extra, rules.total(lower)) == ([1, 3], (), 7)


def test_nothing_is_thrown_anew_before_the_roll_or_once_the_total_stands():
    refused("not-rolled", rules.rerolled, a_contest(), "defender", 0, NO_DICE)
    contest = throw(a_contest(), "defender", [(8, 7), (6, 4), (8, 2)])
    refused("no-such-die", rules.rerolled, contest, "defender", 3, NO_DICE)
    refused("announced", rules.rerolled, rules.announced(contest, "defender"), "defender", 0, NO_DICE)


@pytest.mark.rule("crew.total", "crew.raise-the-stakes")
def test_the_gm_overrules_a_total_and_the_result_follows():
    contest = compared(DEFENCE, ATTACK)
    assert not rules.result(contest).success
    contest = rules.overruled(contest, "aggressor", 16)
    ended = rules.result(contest)
    assert (ended.success, ended.margin, ended.exceptional, ended.aggressor_total) == (True, 6, True, 16)
    assert rules.total(rules.overruled(contest, "aggressor", 3).aggressor) == 3
    refused("same", rules.overruled, contest, "aggressor", 16)


def test_without_dice_a_side_stands_where_the_gm_says():
    refused("defender-first", rules.overruled, a_contest(), "aggressor", 9)
    side = rules.overruled(a_contest(), "defender", 9).defender
    assert (side.announced, side.faces, rules.total(side), rules.keep(side)) == (True, (), 9, 0)
