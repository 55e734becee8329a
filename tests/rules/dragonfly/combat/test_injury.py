"""Injury: penalties, the tests of the hurt, when they come, and making somebody stable."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat.injury import (
    Due,
    consciousness_test,
    due_after_change,
    due_after_turn,
    injury_penalty,
    is_dying,
    may_wake,
    stabilise,
    survival_test,
    why_no_stabilise,
)
from apps.rules.dragonfly.drama import FEAT

NO_DICE = ScriptedDice([])
JESS: dict[str, Any] = {"constitution": 2, "willpower": 4}


def code_of(no):
    return no and no.code


def field_of(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.field


# Penalties


@pytest.mark.rule("dragonfly.injury-penalty")
@pytest.mark.parametrize(
    ("life", "penalty"), [(38, 0), (11, 0), (10, -2), (5, -2), (4, -4), (1, -4), (0, -4), (-13, -4)]
)
def test_injury_hurts(life, penalty):
    injury = injury_penalty(life_points=life)
    assert injury.penalty == penalty == sum(part.value for part in injury.parts)


@pytest.mark.rule("dragonfly.injury-penalty")
@pytest.mark.parametrize(("life", "most", "penalty"), [(8, 8, 0), (7, 8, -2), (3, 3, 0), (2, 3, -4), (8, 30, -2)])
def test_the_unhurt_have_no_penalty_however_frail(life, most, penalty):
    assert injury_penalty(life_points=life, max_life_points=most).penalty == penalty


@pytest.mark.rule("dragonfly.injury-penalty", "dragonfly.table-options/injury-hurts-supporting-cast")
@pytest.mark.parametrize(("hurts", "supporting", "penalty"), [(True, True, -2), (False, True, 0), (False, False, -2)])
def test_whether_injury_lowers_scores_is_the_tables_choice(hurts, supporting, penalty):
    options = replace(DEFAULTS, injury_hurts_supporting_cast=hurts)
    assert injury_penalty(life_points=8, supporting=supporting, options=options).penalty == penalty


@pytest.mark.rule("dragonfly.injury-penalty")
def test_injury_refuses():
    assert field_of(injury_penalty, life_points=7.5) == "life_points"
    assert field_of(injury_penalty, life_points=7, max_life_points=-1) == "max_life_points"


# Staying conscious


@pytest.mark.rule("dragonfly.consciousness-test")
@pytest.mark.parametrize(
    ("life", "face", "penalty", "total", "conscious"),
    [(0, 3, 0, 9, True), (0, 2, 0, 8, False), (-1, 3, -1, 8, False), (-7, 10, -7, 9, True), (-13, 10, -13, 3, False)],
)
def test_a_consciousness_test(life, face, penalty, total, conscious):
    test = consciousness_test(**JESS, life_points=life, dice=ScriptedDice([face]))
    assert (test.required, test.penalty, test.total, test.conscious) == (True, penalty, total, conscious)


@pytest.mark.rule("dragonfly.consciousness-test", "dragonfly.survival-test")
def test_nobody_on_their_feet_is_tested():
    awake = consciousness_test(**JESS, life_points=1, dice=NO_DICE)
    assert (awake.required, awake.penalty, awake.total, awake.conscious) == (False, 0, None, True)
    alive = survival_test(**JESS, life_points=-9, test_number=4, dice=NO_DICE)
    assert (alive.required, alive.penalty, alive.total, alive.survives) == (False, 0, None, True)


@pytest.mark.rule("dragonfly.consciousness-test", "dragonfly.survival-test", "dragonfly.heroic-feat")
def test_a_feat_is_a_line_of_its_own():
    test = consciousness_test(**JESS, life_points=-13, lines=[FEAT], modifier=-1, dice=ScriptedDice([7]))
    assert test.check is not None
    assert [(part.label_id, part.value) for part in test.check.parts] == [
        ("d10", 7), ("constitution", 2), ("willpower", 4), ("life-points-below-zero", -13), ("heroic-feat", 10),
        ("modifier", -1),
    ]  # fmt: skip
    assert survival_test(**JESS, life_points=-13, lines=[FEAT], dice=ScriptedDice([1])).total == 16


# Staying alive


@pytest.mark.rule("dragonfly.survival-test")
@pytest.mark.parametrize(
    ("life", "number", "penalty"),
    [(-10, 1, -1), (-19, 1, -1), (-20, 1, -2), (-29, 1, -2), (-30, 1, -3), (-13, 2, -2), (-13, 5, -5), (-25, 3, -4)],
)
def test_each_full_ten_and_each_test_before_cost_one(life, number, penalty):
    for face in (1, 10):
        test = survival_test(**JESS, life_points=life, test_number=number, dice=ScriptedDice([face]))
        assert (test.required, test.penalty, test.total) == (True, penalty, face + 6 + penalty)
        assert test.survives == (face + 6 + penalty >= 9)


@pytest.mark.rule("dragonfly.consciousness-test", "dragonfly.survival-test")
@pytest.mark.parametrize("call", [consciousness_test, survival_test])
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"constitution": -1}, "constitution"),
        ({"willpower": -1}, "willpower"),
        ({"life_points": 0.5}, "life_points"),
        ({"modifier": 0.5}, "modifier"),
    ],
)
def test_both_tests_refuse_before_the_die(call, given, field):
    assert field_of(call, **{**JESS, "life_points": -13, **given}, dice=NO_DICE) == field


@pytest.mark.rule("dragonfly.survival-test")
def test_tests_are_counted_from_one():
    assert field_of(survival_test, **JESS, life_points=-13, test_number=0, dice=NO_DICE) == "test_number"


# When they come


CHANGES = [
    # Life Points before and after, tests so far, stable; Survival Test due, Consciousness Test due, count, still stable
    (38, 11, 0, False, None, False, 0, False),
    (38, 1, 0, False, None, False, 0, False),
    (38, 0, 0, False, None, True, 0, False),
    (0, -1, 0, False, None, True, 0, False),
    (-5, -5, 0, False, None, False, 0, False),
    (-5, -2, 0, False, None, False, 0, False),
    (38, -9, 0, False, None, True, 0, False),
    (38, -10, 0, False, 1, True, 0, False),
    (-9, -13, 0, False, 1, True, 0, False),
    (-13, -20, 2, False, None, True, 2, False),
    (-13, -12, 2, False, None, False, 2, False),
    (-13, -13, 2, True, None, False, 2, True),
    (-13, -11, 2, True, None, False, 2, True),
    (-13, -14, 2, True, 1, True, 0, False),
    (-13, -9, 2, False, None, False, 0, False),
    (-13, -9, 2, True, None, False, 0, False),
    (-13, 20, 2, True, None, False, 0, False),
    (-13, -13, 0, False, 1, False, 0, False),
]


@pytest.mark.rule("dragonfly.survival-test", "dragonfly.consciousness-test", "dragonfly.stabilise")
@pytest.mark.parametrize(("before", "after", "tests", "stable", "survival", "conscious", "count", "still"), CHANGES)
def test_what_a_change_of_life_points_brings(before, after, tests, stable, survival, conscious, count, still):
    due = due_after_change(before=before, after=after, tests=tests, stabilised=stable)
    assert due == Due(survival, conscious, count, still)


@pytest.mark.rule("dragonfly.consciousness-test")
def test_the_unconscious_need_not_stay_awake():
    for before, after in ((38, 0), (-2, -5), (38, -20), (-13, -20)):
        awake = due_after_change(before=before, after=after, tests=1)
        out = due_after_change(before=before, after=after, tests=1, conscious=False)
        assert (awake.consciousness, out.consciousness) == (True, False)
        assert awake.survival == out.survival


@pytest.mark.rule("dragonfly.ability-scores")
def test_the_supporting_cast_make_no_tests():
    for after in (0, -5, -30):
        assert due_after_change(before=20, after=after, supporting=True) == Due(None, False, 0, False)
        assert due_after_turn(life_points=after, supporting=True) == Due(None, False, 0, False)


@pytest.mark.rule("dragonfly.survival-test", "dragonfly.turn", "dragonfly.table-options/turns-per-minute")
@pytest.mark.parametrize("minute", [12, 1, 5])
def test_once_a_minute_somebody_dying_is_tested(minute):
    options = replace(DEFAULTS, turns_per_minute=minute)
    for turns in range(1, 15):
        due = due_after_turn(life_points=-13, tests=1, turns_since_test=turns, options=options)
        assert due.survival == (2 if turns >= minute else None)


@pytest.mark.rule("dragonfly.survival-test")
def test_the_stable_and_those_above_minus_ten_are_left_alone():
    assert due_after_turn(life_points=-13, stabilised=True, tests=1, turns_since_test=99).survival is None
    assert due_after_turn(life_points=-9, tests=1, turns_since_test=99).survival is None
    assert due_after_turn(life_points=-10, tests=3, turns_since_test=12).survival == 4
    assert due_after_turn(life_points=-10).survival == 1


@pytest.mark.rule("dragonfly.consciousness-test", "dragonfly.table-options/consciousness-every-turn")
@pytest.mark.parametrize(
    ("life", "conscious", "on"), [(1, True, False), (0, True, True), (-13, True, True), (0, False, False)]
)
def test_at_some_tables_consciousness_is_tested_each_turn(life, conscious, on):
    given: dict[str, Any] = {"life_points": life, "conscious": conscious, "tests": 1}
    assert not due_after_turn(**given).consciousness
    every = replace(DEFAULTS, consciousness_every_turn=True)
    assert due_after_turn(**given, options=every).consciousness == on


@pytest.mark.rule("dragonfly.survival-test", "dragonfly.consciousness-test", "dragonfly.injury-penalty")
def test_what_is_left_out_is_as_at_the_beginning():
    assert due_after_change(before=-13, after=-14) == Due(1, True, 0, False)
    assert due_after_turn(life_points=-13) == Due(1, False, 0, False)
    assert due_after_turn(life_points=-13, tests=1, options=replace(DEFAULTS, turns_per_minute=1)).survival is None
    assert due_after_turn(life_points=0, options=replace(DEFAULTS, consciousness_every_turn=True)).consciousness
    assert survival_test(**JESS, life_points=-13, dice=ScriptedDice([4])).penalty == -1
    assert injury_penalty(life_points=8, options=replace(DEFAULTS, injury_hurts_supporting_cast=False)).penalty == -2


@pytest.mark.rule("dragonfly.survival-test")
def test_what_has_come_due_refuses():
    assert field_of(due_after_change, before=1, after=0.5) == "after"
    assert field_of(due_after_change, before=0.5, after=0) == "before"
    assert field_of(due_after_change, before=1, after=0, tests=-1) == "tests"
    assert field_of(due_after_turn, life_points=0, tests=-1) == "tests"
    assert field_of(due_after_turn, life_points=0, turns_since_test=-1) == "turns_since_test"


@pytest.mark.rule("dragonfly.survival-test", "dragonfly.consciousness-test")
def test_who_is_dying_and_who_may_wake():
    assert [is_dying(life_points=life) for life in (-9, -10, -40)] == [False, True, True]
    assert not is_dying(life_points=-40, stabilised=True)
    assert [may_wake(life_points=life) for life in (-1, 0, 1)] == [False, False, True]


# Medical help


@pytest.mark.rule("dragonfly.stabilise")
@pytest.mark.parametrize(
    ("face", "total", "stable", "healed"), [(1, 8, False, 0), (2, 9, True, 1), (5, 12, True, 2), (10, 17, True, 5)]
)
def test_a_success_makes_stable_and_heals(face, total, stable, healed):
    assert stabilise(dice=ScriptedDice([face])).total == face
    result = stabilise(intelligence=4, doctor=3, dice=ScriptedDice([face]))
    assert (result.total, result.stabilised, result.healed) == (total, stable, healed)


@pytest.mark.rule("dragonfly.stabilise")
def test_no_more_is_healed_than_is_hurt():
    assert stabilise(intelligence=4, doctor=3, damage=3, dice=ScriptedDice([10])).healed == 3
    assert stabilise(intelligence=4, doctor=3, damage=40, dice=ScriptedDice([10])).healed == 5


@pytest.mark.rule("dragonfly.stabilise")
@pytest.mark.parametrize(("brains", "stable", "healed"), [(8, False, 0), (9, True, 1), (16, True, 4)])
def test_brains_make_stable_without_a_die(brains, stable, healed):
    result = stabilise(brains_score=brains, dice=NO_DICE)
    assert (result.stabilised, result.healed, result.check.face) == (stable, healed, None)


@pytest.mark.rule("dragonfly.stabilise", "dragonfly.table-options/stabilising-does-not-heal")
def test_at_some_tables_making_stable_does_not_heal():
    options = replace(DEFAULTS, stabilising_does_not_heal=True)
    result = stabilise(intelligence=4, doctor=3, dice=ScriptedDice([5]), options=options)
    assert (result.stabilised, result.healed) == (True, 0)


@pytest.mark.rule("dragonfly.stabilise", "dragonfly.doctor-healing", "dragonfly.table-options/doctor-treatments")
@pytest.mark.parametrize(
    ("limit", "given", "healed"),
    [
        ("once per scene", {"treated_this_scene": True}, 0),
        ("once per scene", {"treated_today": True}, 2),
        ("once per scene", {"treated_this_scene": True, "director_allows": True}, 2),
        ("once per day", {"treated_today": True}, 0),
        ("once per day", {"treated_this_scene": True}, 2),
        ("unlimited", {"treated_this_scene": True, "treated_today": True}, 2),
    ],
)
def test_a_patient_whose_treatment_is_used_up_is_made_stable_only(limit, given, healed):
    options = replace(DEFAULTS, doctor_treatments=limit)
    result = stabilise(intelligence=4, doctor=3, **given, dice=ScriptedDice([5]), options=options)
    assert (result.stabilised, result.healed) == (True, healed)


@pytest.mark.rule("dragonfly.stabilise")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"intelligence": -1}, "intelligence"),
        ({"doctor": -1}, "doctor"),
        ({"brains_score": -1}, "brains_score"),
        ({"modifier": 0.5}, "modifier"),
        ({"damage": -1}, "damage"),
    ],
)
def test_making_stable_refuses_before_the_die(given, field):
    assert field_of(stabilise, **{"intelligence": 4, "doctor": 3, **given}, dice=NO_DICE) == field


@pytest.mark.rule("dragonfly.stabilise")
def test_who_can_be_made_stable():
    assert why_no_stabilise(dying=True) is None
    assert code_of(why_no_stabilise(dying=False)) == "not-dying"
    assert code_of(why_no_stabilise(dying=False, stable=True)) == "stable"
    assert code_of(why_no_stabilise(dying=True, tried=True)) == "tried"
