"""The odds against every way in which the dice can fall."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.odds import Distribution
from apps.rules.rough_magic.combat.attack import attack_sequence
from apps.rules.rough_magic.drama.bought import automatic_success
from apps.rules.rough_magic.odds import Chances, chances, extended_odds, levels_lost, margins, together_odds
from apps.rules.rough_magic.roll import roll
from apps.rules.rough_magic.together import combining_tasks, extended_task

FALLS = list(product(range(1, 7), repeat=2))


def same(distribution, counter):
    """Whether the chances are the same; the weights need not be."""
    return {key: Fraction(n, distribution.total) for key, n in distribution} == {
        key: Fraction(n, counter.total()) for key, n in counter.items()
    }


@pytest.mark.rule("rough_magic.roll", "rough_magic.success", "rough_magic.extreme-success")
@pytest.mark.parametrize("dv", range(0, 13, 2))
def test_a_roll_is_all_falls_counted(dv):
    made = [roll(av=4, dv=dv, dv_bonuses=1, dice=ScriptedDice(fall)) for fall in FALLS]
    found = chances(by=4 - 8 - dv - 3)
    assert found.success == Fraction(sum(bool(one.success) for one in made), 36)
    assert found.extreme == Fraction(sum(bool(one.extreme) for one in made), 36)
    assert same(margins(4 - 8 - dv - 3), Counter(one.margin for one in made))


@pytest.mark.rule("rough_magic.automatic-results", "rough_magic.automatic-success")
def test_what_is_certain_is_so_and_may_still_be_extreme():
    assert chances(9, "fail") == Chances(Fraction(0), Fraction(0))
    assert chances(-9, "success").success == 1
    bought = [automatic_success(points=1, av=5, dv=6, dice=ScriptedDice(fall)) for fall in FALLS]
    assert chances(5 - 14, "success").extreme == Fraction(sum(one.extreme for one in bought), 36)
    assert same(margins(5 - 14, "success"), Counter(one.margin for one in bought))


@pytest.mark.rule("rough_magic.attack-sequence", "rough_magic.endurance-loss")
@pytest.mark.parametrize(("attack", "met"), list(product(["close", "ranged"], [{}, {"block": True}, {"dodge": True}])))
@pytest.mark.parametrize("boxes", [[], ["defender-helpless"], ["attacker-cannot-perceive"]])
def test_levels_are_all_falls_counted(attack, met, boxes):
    for av in (3, 8, 12):
        given = {"av": av, "dv": 5, "attack": attack, "circumstances": boxes, **met}
        falls = Counter(min(4, attack_sequence(**given, dice=ScriptedDice(fall)).endurance_lost) for fall in FALLS)
        auto: Any = {"defender-helpless": "success", "attacker-cannot-perceive": "fail"}.get("".join(boxes), "none")
        assert same(levels_lost(av - 13, attack, auto=auto, **met), falls)


@pytest.mark.rule("rough_magic.combining-tasks", "rough_magic.combining-attacks")
def test_joint_efforts_are_all_falls_counted():
    falls = Counter(
        combining_tasks(workers=[[4, 0, 0], [2, 1, 0]], dv=6, dice=ScriptedDice([*one, *other])).combined
        for one, other in product(FALLS, repeat=2)
    )
    assert same(together_odds([4, 5]), falls)
    assert together_odds([4]) == Distribution(tuple((total + 4, n) for total, n in margins(0)))


@pytest.mark.rule("rough_magic.combining-tasks")
def test_totals_that_are_in_stand():
    """Two rolled 13 and 12; the third makes 14 with 5 on his dice, and with three heads 17 are reached."""
    found = together_odds([9], [13, 12])
    assert found.chance(lambda total: total >= 17) == Fraction(30, 36)
    assert found.chance(lambda total: total >= 20) == Fraction(15, 36)
    assert together_odds([], [11]).pairs == ((11, 1),)


@pytest.mark.rule("rough_magic.extended-task")
def test_long_work_is_all_falls_counted():
    done = Counter(
        extended_task(av=4, dv=6, needed=3, max_attempts=2, dice=ScriptedDice([*one, *other])).state
        for one, other in product(FALLS, repeat=2)
    )
    assert extended_odds(-10, needed=3, attempts=2) == Fraction(done["done"], done.total())
    assert extended_odds(-10, needed=0, attempts=0) == 1
    assert extended_odds(9, needed=1, attempts=0) == 0
