"""What a roll is up against, and what changes it."""

from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.checks import (
    botch,
    compare_roll,
    difficulty_by_dice,
    difficulty_factors,
    experience_die,
    hand_of_fate,
    multiple_actions,
    opposed_roll,
    tangential_trait,
    task_class,
    technical_trait_use,
    unstoppable_six,
)
from apps.rules.yarn.lists import TASKS

BOTCH = Options(botch="on")
SIX = Options(unstoppable_six="on")


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.rule("yarn.compare-roll", "yarn.task-class")
def test_a_number_is_beaten_and_not_met():
    assert [compare_roll(total=n, factor=11).outcome for n in (10, 11, 12)] == ["failure", "draw", "success"]
    chancy = task_class(task_class="chancy", base=2, experience=True, factor=11, dice=ScriptedDice([5, 1, 6]))
    assert (chancy.outcome, chancy.thrown, chancy.counted) == ("draw", 3, 2)
    assert not task_class(task_class="automatic", dice=no_dice).rolled


@pytest.mark.rule("yarn.difficulty-factors", "yarn.difficulty-by-dice")
def test_every_task_has_a_factor_and_dice():
    found = difficulty_factors(lookup=[row.title for row in TASKS])
    assert found.factors == (4, 7, 11, 14, 18)
    assert found.dice_to_roll == ((1,), (2,), (3,), (4,), (5, 6))
    typed = difficulty_factors(task="near impossible", base=4, factor=22, dice=ScriptedDice([6, 6, 6, 5]))
    assert (typed.factor, typed.outcome, typed.total, typed.difference) == (18, "success", 23, 1)
    assert difficulty_by_dice(base=1, task="Near Impossible", obstacle=6, dice=ScriptedDice([6] * 7)).difference == -30
    with pytest.raises(Refused, match="it rolls 5 or 6"):
        difficulty_by_dice(base=1, task="Near Impossible", obstacle=3, dice=no_dice)


@pytest.mark.rule("yarn.difficulty-by-dice")
def test_no_optional_rule_reads_the_dice_of_an_obstacle():
    top = Options(blow_top="on")
    assert difficulty_by_dice(base=1, task="Easy", options=top, dice=ScriptedDice([5, 6])).obstacle_total == 6


@pytest.mark.rule("yarn.opposed-roll")
def test_opponents_roll_with_their_own_dice():
    met = opposed_roll(base=1, opponent={"base": 2, "penalty": 1}, dice=ScriptedDice([4, 6, 1, 2]))
    assert (met.total, met.opponent_total, met.outcome) == (4, 3, "success")


@pytest.mark.rule("yarn.technical-trait-use")
@pytest.mark.parametrize(
    ("score", "use", "outcome"),
    [
        (0, "unusual", "impossible"),
        (0, "normal use", "impossible"),
        (0, "unskilled", "success"),
        (1, "unskilled", "automatic success"),
        (3, "normal use", "automatic success"),
        (2, "unusual", "success"),
    ],
)
def test_who_can_do_technical_things(score, use, outcome):
    rolls = outcome == "success"
    dice = ScriptedDice([6, 6]) if rolls else no_dice
    assert technical_trait_use(score=score, use=use, factor=11, dice=dice).outcome == outcome


@pytest.mark.rule("yarn.hand-of-fate")
def test_fate_is_hinted_at():
    hints = {hand_of_fate(dice=ScriptedDice(faces)).hint: sum(faces) for faces in ((1, 4), (2, 4), (6, 2), (6, 3))}
    assert hints == {"bad": 5, "middling": 8, "good": 9}


@pytest.mark.rule("yarn.experience-die-on-a-roll")
def test_an_experience_die_is_used_until_the_next_session():
    assert experience_die(pool=3, used=2, event="new session").pool_unused == 3
    plain = experience_die(base=2, pool=3, used=3, dice=ScriptedDice([2, 2]))
    assert (plain.thrown, plain.pool_unused) == (2, 0)
    with pytest.raises(Refused, match="keeps the purpose") as no:
        experience_die(base=2, experience=True, pool=3, purpose_told=False, dice=no_dice)
    assert no.value.code == "purpose-unknown"
    with pytest.raises(Refused, match="Of 1 experience dice 1 are used"):
        experience_die(base=2, experience=True, pool=1, used=1, dice=no_dice)


@pytest.mark.rule("yarn.multiple-actions")
def test_the_price_of_extra_actions():
    found = [multiple_actions(base=6, extra_actions=k, roll="defence", dice=lambda n, _: (1,) * n) for k in range(8)]
    assert [(one.fewer, one.action_penalty) for one in found] == [(0, 0), (0, 1), *((k - 1, 0) for k in range(2, 8))]
    assert [one.counted for one in found] == [6, 6, 5, 4, 3, 2, 1, 0]
    hurt = multiple_actions(base=2, extra_actions=1, bonus=1, messed_up=True, dice=ScriptedDice([1, 6, 2]))
    assert (hurt.thrown, hurt.total, hurt.dropped) == (3, 3, (6,))
    assert multiple_actions(base=1, extra_actions=2, roll="defence", dice=no_dice).total == 0


@pytest.mark.rule("yarn.multiple-actions")
@pytest.mark.parametrize(
    ("declared", "moment", "legal"),
    [
        ("turn", "start of round", True),
        ("turn", "turn", True),
        ("turn", "later", False),
        ("start of round", "start of round", True),
        ("start of round", "turn", False),
    ],
)
def test_when_extra_actions_are_declared(declared, moment, legal):
    options = Options(multiple_actions_declared=declared)
    given: dict[str, Any] = {"base": 3, "extra_actions": 2, "moment": moment, "options": options}
    if legal:
        assert multiple_actions(**given, dice=ScriptedDice([1, 1])).counted == 2
        return
    with pytest.raises(Refused, match="Extra actions are declared at the start of"):
        multiple_actions(**given, dice=no_dice)


@pytest.mark.rule("yarn.tangential-trait")
@pytest.mark.parametrize(
    ("given", "thrown", "counted"),
    [
        ({"score": 2}, 2, 2),
        ({"score": 3}, 3, 2),
        ({"score": 6}, 3, 3),
        ({"score": 6, "consent": False}, 2, 2),
        ({"score": 4, "average": 0}, 1, 1),
        ({"score": 3, "penalty": 1}, 2, 2),
    ],
)
def test_a_touching_trait(given, thrown, counted):
    rolled = tangential_trait(**given, dice=lambda n, _: (1,) * n)
    assert (rolled.thrown, rolled.counted) == (thrown, counted)


@pytest.mark.rule("yarn.unstoppable-six")
def test_a_six_in_a_failure_gains_something():
    given: dict[str, Any] = {"base": 2, "penalty": 1, "against": 10}
    dropped = Options(unstoppable_six="on", unstoppable_six_counts_dropped_dice=True)
    assert not unstoppable_six(**given, dice=ScriptedDice([6, 6, 1])).limited_success
    assert unstoppable_six(**given, options=SIX, dice=ScriptedDice([6, 6, 1])).limited_success
    assert not unstoppable_six(**given, options=SIX, dice=ScriptedDice([6, 2, 1])).limited_success
    assert unstoppable_six(**given, options=dropped, dice=ScriptedDice([6, 2, 1])).limited_success
    assert not unstoppable_six(base=2, against=3, options=SIX, dice=ScriptedDice([6, 2])).limited_success


@pytest.mark.rule("yarn.botch")
def test_a_botch_fails_whatever_the_other_side_has():
    assert botch(base=2, factor=1, dice=ScriptedDice([1, 1])).outcome == "success"
    assert botch(base=2, factor=1, options=BOTCH, dice=ScriptedDice([1, 1])).outcome == "failure"
    two = Options(botch="on", botch_needs_two_dice=True)
    assert botch(base=1, factor=0, options=BOTCH, dice=ScriptedDice([1])).outcome == "failure"
    assert botch(base=1, factor=0, options=two, dice=ScriptedDice([1])).outcome == "success"


@pytest.mark.rule("yarn.botch", "yarn.task-class", "yarn.technical-trait-use", "yarn.opposed-roll")
def test_a_botch_fails_every_kind_of_check():
    ones: dict[str, Any] = {"options": BOTCH, "dice": lambda n, _: (1,) * n}
    assert task_class(task_class="chancy", base=2, factor=1, **ones).outcome == "failure"
    assert difficulty_factors(task="Easy", base=6, **ones).outcome == "failure"
    assert technical_trait_use(score=1, use="unusual", factor=0, **ones).outcome == "failure"
    assert opposed_roll(base=3, opponent={"base": 1}, **ones).outcome == "failure"
    theirs: dict[str, Any] = {"base": 2, "opponent": {"base": 2}, "options": BOTCH}
    assert opposed_roll(**theirs, dice=ScriptedDice([1, 2, 1, 1])).outcome == "success"
    assert difficulty_by_dice(base=2, task="Easy", options=BOTCH, dice=ScriptedDice([2, 1, 1])).outcome == "success"


@pytest.mark.rule("yarn.botch")
@pytest.mark.parametrize(
    ("options", "faces", "hit", "difference", "gross"),
    [
        (Options(), [1, 2, 1, 1], True, 1, 3),
        (BOTCH, [1, 1, 1, 1], False, 0, 0),
        (BOTCH, [3, 4, 1, 1], True, 5, 15),
        (BOTCH, [2, 1, 1, 1], True, 1, 3),
        (BOTCH, [2, 1, 4, 1], False, -2, 0),
    ],
)
def test_a_botched_attack_misses_and_a_botched_defence_is_hit(options, faces, hit, difference, gross):
    given: dict[str, Any] = {"attack": {"base": 2}, "defence": {"base": 2}, "weapon": "Sword, axe"}
    found = botch(**given, options=options, dice=ScriptedDice(faces))
    assert (found.hit, found.difference, found.gross) == (hit, difference, gross)
    assert (found.attack_total, found.defence_total) == (sum(faces[:2]), sum(faces[2:]))


@pytest.mark.parametrize(
    ("call", "given", "code"),
    [
        (task_class, {"task_class": "chancy", "base": 2}, "no-factor"),
        (task_class, {"task_class": "easy"}, "not-a-choice"),
        (difficulty_factors, {"task": "Silly"}, "not-listed"),
        (opposed_roll, {"base": 2, "opponent": {}}, "no-roll"),
        (technical_trait_use, {"score": 1, "use": "odd"}, "not-a-choice"),
        (multiple_actions, {"base": 2, "extra_actions": 3}, "no-dice"),
        (tangential_trait, {"score": 3, "average": 0}, "no-dice"),
        (tangential_trait, {"score": 3, "average": 1}, "not-a-choice"),
        (experience_die, {"base": 2, "pool": 1, "used": 2}, "too-high"),
        (botch, {"factor": 3}, "no-roll"),
        (botch, {"attack": {"base": 0}}, "no-dice"),
        (unstoppable_six, {"base": 2, "against": -1}, "too-low"),
    ],
)
def test_refusals_come_before_any_die(call, given, code):
    with pytest.raises(Refused) as no:
        call(**given, dice=no_dice)
    assert no.value.code == code
