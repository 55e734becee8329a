"""Pools, target numbers, range, and one roll against another."""

from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragon import Options
from apps.rules.dragon.checks import (
    Pool,
    dice_pool,
    opposed_roll,
    pool_of,
    ranges,
    required_successes,
    skill_effect,
    target_number,
)

ADDS = Options(skill_effect="adds dice")
OFF = Options(difficulty_applies_to="successes")
UNTRAINED = Options(untrained_penalty=2)


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.rule("dragon.dice-pool")
def test_each_die_at_the_target_or_above_is_one_success():
    fell = dice_pool(pool=10, target=7, dice=ScriptedDice(range(1, 11)))
    assert (fell.successes, fell.faces) == (4, tuple(range(1, 11)))
    assert dice_pool(pool=0, dice=no_dice_at_all).successes == 0
    assert dice_pool(pool=2, target=11, dice=ScriptedDice([10, 10])).successes == 0


def no_dice_at_all(count, sides):
    assert count == 0
    return ()


@pytest.mark.rule("dragon.target-number", "dragon.skill-effect")
@pytest.mark.parametrize(
    ("options", "skill", "difficulty", "pool"),
    [
        (Options(), 2, 3, Pool(4, 8, 0)),
        (ADDS, 2, 3, Pool(6, 10, 0)),
        (OFF, 2, 3, Pool(4, 5, 3)),
        (Options(skill_effect="adds dice", difficulty_applies_to="successes"), 2, 3, Pool(6, 7, 3)),
        (UNTRAINED, 0, 1, Pool(4, 10, 0)),
        (UNTRAINED, 1, 1, Pool(4, 7, 0)),
        (Options(), 9, 0, Pool(4, 2, 0)),
        (Options(), 9, 7, Pool(4, 5, 0)),
        (Options(target_floor=4), 9, 0, Pool(4, 4, 0)),
        (Options(target_floor=1), 6, 0, Pool(4, 1, 0)),
    ],
)
def test_what_skill_and_difficulty_do(options, skill, difficulty, pool):
    assert pool_of(dice=4, skill=skill, difficulty=difficulty, options=options) == pool


@pytest.mark.rule("dragon.target-number")
def test_range_is_difficulty_and_no_death_check_knows_it():
    assert target_number(attack="ranged", distance=40, difficulty=1, options=UNTRAINED).target == 13
    assert target_number(attack="melee", distance=40).difficulty == 0
    check = target_number(attack="ranged", distance=40, is_death_check=True, options=UNTRAINED)
    assert (check.target, check.difficulty) == (7, 0)


@pytest.mark.rule("dragon.target-number")
def test_difficulty_off_the_successes_leaves_none_at_the_least():
    given: dict[str, Any] = {"pool": 3, "skill": 1, "difficulty": 2, "options": OFF}
    assert target_number(**given, dice=ScriptedDice([6, 7, 10])).successes == 1
    assert target_number(**given, dice=ScriptedDice([6, 1, 1])).successes == 0


@pytest.mark.rule("dragon.skill-effect")
def test_levels_that_add_dice_follow_those_of_the_substat():
    found = skill_effect(pool=5, skills={"Sword": 2}, options=ADDS, dice=ScriptedDice([7, 1, 1, 1, 1, 8, 9]))
    assert (found.target, found.dice_count, found.successes) == (7, 7, 3)


@pytest.mark.rule("dragon.range")
def test_range_is_the_smallest_doubling_that_reaches():
    for distance in range(600):
        expected = next(n for n in range(20) if distance <= 8 * 2**n)
        assert ranges(distances=[distance], attack="ranged").difficulties == (expected,)
        assert ranges(distances=[distance], attack="melee").difficulties == (0,)


@pytest.mark.rule("dragon.required-successes", "dragon.opposed-roll")
def test_needed_and_opposed():
    for got, needed in product(range(6), range(1, 6)):
        found = required_successes(successes=got, required=needed)
        assert (found.success, found.surplus - found.shortfall) == (got >= needed, got - needed)
        assert 0 in (found.surplus, found.shortfall)
    assert required_successes(successes=1).success
    tied = opposed_roll(actor=3, resist=[2, 1])
    assert (tied.net, tied.success) == (0, False)
    assert opposed_roll(actor=3).net == 3
    assert not opposed_roll(actor=4, resist=[2], required=3).success


@pytest.mark.parametrize(
    ("call", "given", "field"),
    [
        (dice_pool, {"pool": -1}, "pool"),
        (dice_pool, {"pool": 2, "skill": -1}, "skill"),
        (dice_pool, {"pool": 2, "target": 0}, "target"),
        (target_number, {"attack": "magic"}, "attack"),
        (target_number, {"attack": "ranged", "distance": -1}, "distance"),
        (skill_effect, {"skill": 1, "skills": {"Sword": 1}}, "skill"),
        (required_successes, {"successes": 1, "required": 0}, "required"),
        (opposed_roll, {"actor": 1, "resist": [-1]}, "resist"),
    ],
)
def test_refusals_come_before_any_die(call, given, field):
    dice = {"dice": no_dice} if call not in (required_successes, opposed_roll) else {}
    with pytest.raises(Refused) as no:
        call(**given, **dice)
    assert no.value.field == field
