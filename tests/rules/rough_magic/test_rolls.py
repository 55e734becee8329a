"""Rolls outside a fight: what settles and changes them, many hands, long work."""

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.rough_magic.roll import automatic_results, bonus_penalty, difficulty_values, extreme_success, roll
from apps.rules.rough_magic.skills import expertise, skill_modifiers
from apps.rules.rough_magic.together import combining_tasks, extended_race, extended_task, next_of


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.rule("rough_magic.bonus-penalty")
def test_one_modifier_a_side_and_never_across():
    both = bonus_penalty(bonuses=5, av_bonuses=1, av_penalties=3, dv_penalties=2)
    assert (both.net, both.av_net, both.dv_net) == (3, 0, -3)


@pytest.mark.rule("rough_magic.roll", "rough_magic.extreme-success")
def test_a_total_already_made_is_not_rolled_again():
    made = roll(total=14, dv=3, dv_penalties=1, dice=no_dice)
    assert (made.target, made.margin, made.extreme, made.extreme_from) == (8, 6, True, 11)
    assert extreme_success(margin=2).extreme is False


@pytest.mark.rule("rough_magic.automatic-results")
def test_what_is_settled_outright():
    failed = automatic_results(auto_fail=True, auto_success=True, av=9, dv=0, dice=no_dice)
    assert (failed.success, failed.extreme, failed.margin, failed.endurance_lost) == (False, False, None, 0)
    sure = automatic_results(auto_success=True, dice=no_dice)
    assert (sure.success, sure.margin, sure.endurance_lost) == (True, 0, 1)
    plain = automatic_results(av=4, dv=6, dice=ScriptedDice([1, 2]))
    assert (plain.success, plain.margin, plain.endurance_lost) == (False, -7, 0)
    assert automatic_results(dv=6).success is None


@pytest.mark.rule("rough_magic.difficulty-values")
def test_any_grade_and_any_number():
    assert [difficulty_values(difficulty=name).dv for name in ("routine", "Demanding", "nigh-impossible")] == [
        None,
        6,
        12,
    ]
    assert difficulty_values(difficulty="routine").target is None
    assert difficulty_values(difficulty=7).target == 15


# Gait, Athletics; automatic, net
HASTE = {
    ("walk", True): ("none", 0),
    ("walk", False): ("none", 0),
    ("run", True): ("none", 0),
    ("run", False): ("none", -3),
    ("sprint", True): ("none", -3),
    ("sprint", False): ("fail", 0),
}


@pytest.mark.rule("rough_magic.skill-modifiers")
@pytest.mark.parametrize(("gait", "athletics"), HASTE)
def test_haste_and_skill(gait, athletics):
    found = skill_modifiers(gait=gait, athletics=athletics)
    assert (found.auto, found.net) == HASTE[gait, athletics]


@pytest.mark.rule("rough_magic.skill-modifiers", "rough_magic.expertise")
def test_what_else_changes_a_skill_roll():
    assert skill_modifiers(distracted=True, exhausted=True).net == -3
    assert skill_modifiers(expertise=True, exhausted=True).net == 0
    assert skill_modifiers(routine=True).auto == "success"
    assert skill_modifiers(routine=True, impossible=True).auto == "fail"
    made = expertise(expertise=True, av=4, dv=3, av_penalties=1, dv_bonuses=1, dice=ScriptedDice([3, 4]))
    assert (made.total, made.target, made.av_bonuses, made.av_penalties) == (11, 14, 1, 0)
    assert expertise(expertise=True, dice=no_dice).av_bonuses == 1


# Many hands, long work


@pytest.mark.rule("rough_magic.combining-tasks")
def test_one_alone_combines_nothing():
    alone = combining_tasks(workers=[[4, 1, 0]], dv=6, dv_penalties=1, dice=ScriptedDice([3, 3]))
    assert (alone.totals, alone.combined, alone.target, alone.faces) == ((13,), 13, 11, (3, 3))


@pytest.mark.rule("rough_magic.extended-task")
def test_attempts_of_their_own_values():
    found = extended_task(rolls=[[5, 1, 0], [5, 0, 1]], dv=6, needed=4, dice=ScriptedDice([3, 4, 6, 6]))
    assert (found.margins, found.tally, found.state, found.attempts) == ((1, 0), (1, 2), "open", 2)
    short = extended_task(rolls=[[2, 0, 0]] * 3, dv=6, needed=1, max_attempts=2, dice=ScriptedDice([1, 1, 1, 1]))
    assert (short.state, short.tally) == ("failed", (0, 0))
    done = extended_task(rolls=[[9, 0, 0]] * 2, dv=3, needed=1, dice=ScriptedDice([6, 6]))
    assert (done.tally, done.state, done.attempts) == ((1,), "done", 1)
    assert extended_task(rolls=[], dv=3, needed=1).state == "open"


@pytest.mark.rule("rough_magic.extended-race")
@pytest.mark.parametrize(
    ("ana", "bo", "winner"),
    [
        ([3, 3], [0, 0], "Ana"),
        ([0, 3], [3, 0], "Ana"),
        ([0, 4], [3, 3], "Bo"),
        ([0, 3], [0, 3], "none"),
        ([0, 3, -1], [0, 3, 0], "Bo"),
        ([3, 3], [0], "none"),
        ([-1], [-1], "none"),
        ([], [], "none"),
    ],
)
def test_who_is_first(ana, bo, winner):
    assert extended_race(needed=3, sides=[("Ana", ana), ("Bo", bo)]).winner == winner


@pytest.mark.rule("rough_magic.extended-race")
def test_those_who_are_level_go_on_without_the_others():
    tied = extended_race(needed=2, sides=[("Ana", [4]), ("Bo", [4]), ("Cal", [0])])
    assert (tied.winner, tied.leaders) == ("none", ("Ana", "Bo"))
    assert next_of(tied, {"Ana": 1, "Bo": 1, "Cal": 1}) == ("Ana", "Bo")
    half = extended_race(needed=2, sides=[("Ana", [4, -1]), ("Bo", [4]), ("Cal", [0])])
    assert (half.winner, next_of(half, {"Ana": 2, "Bo": 1, "Cal": 1})) == ("none", ("Bo",))
    assert extended_race(needed=2, sides=[("Ana", [4, -1]), ("Bo", [4, 0]), ("Cal", [0])]).winner == "Bo"
