"""Speed: the pick, the dice, all the same, and how many phases to expect."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragon import Options
from apps.rules.dragon.combat.odds import phase_odds
from apps.rules.dragon.combat.picks import (
    default_pick,
    shown,
    speed_choice,
    speed_dice,
    speed_divisor,
    turned,
    unanswered,
    yahtzee,
)


@pytest.mark.rule("dragon.speed-choice")
def test_any_of_the_five_may_be_picked():
    picks = {"Body": "Physical", "Reflexes": "Physical", "Mind": "Mental", "Social": "Mental", "Tao": "Spiritual"}
    for speed, category in picks.items():
        assert speed_choice(speed=speed, primary=5).category == category
    assert speed_choice(speed="Tao", primary=0).dice_count == 0
    assert default_pick({"Body": 3, "Reflexes": 4, "Mind": 9}) == "reflexes"
    with pytest.raises(Refused):
        speed_choice(speed="Wit", primary=5)


@pytest.mark.rule("dragon.speed-dice", "dragon.speed-divisor")
def test_a_speed_of_nothing_and_other_divisors():
    assert speed_dice(speed=0, dice=ScriptedDice([])).phases == ()
    assert speed_dice(speed=0, options=Options(speed_zero_gives_die=True), dice=ScriptedDice([4])).phases == (4,)
    thirds = Options(speed_points_per_die=3)
    assert speed_dice(speed=10, options=thirds, dice=ScriptedDice([4, 4, 1, 10])).phases == (1, 4, 10)
    assert speed_divisor(speed=10, options=thirds).dice_count == 4
    assert speed_divisor(speed=4, faces=[7, 3]).phases == (3, 7)


@pytest.mark.rule("dragon.yahtzee")
@pytest.mark.parametrize(
    ("chosen", "legal", "phases"),
    [
        ([1, 5, 10], True, (1, 5, 10)),
        ([6, 6, 6], True, (6,)),
        ([9, 2, 2], True, (2, 9)),
        ([1, 2], False, (1, 2, 3)),
        ([1, 2, 11], False, (1, 2, 3)),
        ([0, 2, 3], False, (1, 2, 3)),
        (None, None, (1, 2, 3)),
    ],
)
def test_what_three_sixes_may_be_turned_to(chosen, legal, phases):
    found = yahtzee(speed=6, chosen=chosen, dice=ScriptedDice([6, 6, 6]))
    assert (found.choice_legal, found.phases, found.yahtzee) == (legal, phases, True)


@pytest.mark.rule("dragon.yahtzee")
def test_what_is_not_all_the_same_is_not_turned():
    assert yahtzee(speed=4, chosen=[1, 2], dice=ScriptedDice([6, 7])).choice_legal is False
    assert unanswered(12) == tuple(range(1, 11))
    for faces in ([6], [6, 7], []):
        with pytest.raises(Refused) as no:
            turned(faces, [1])
        assert no.value.code == "no-yahtzee"


def phases_of(faces):
    same = len(faces) > 1 and len(set(faces)) == 1
    return len(unanswered(len(faces)) if same else shown(faces))


@pytest.mark.rule("dragon.speed-dice", "dragon.yahtzee")
@pytest.mark.parametrize("count", range(6))
def test_how_many_phases_to_expect(count):
    counted = Counter(phases_of(faces) for faces in product(range(1, 11), repeat=count))
    assert dict(phase_odds(count)) == dict(counted)


@pytest.mark.rule("dragon.turn", "dragon.yahtzee")
@pytest.mark.parametrize(("count", "begun"), [(0, 3), (1, 3), (2, 3), (2, 9), (3, 8), (4, 10)])
def test_of_somebody_new_only_rounds_that_have_not_begun_count(count, begun):
    def counts(faces):
        if len(faces) > 1 and len(set(faces)) == 1:
            return min(len(faces), 10 - begun)  # turned to whatever they like
        return len({one for one in faces if one > begun})

    counted = Counter(counts(faces) for faces in product(range(1, 11), repeat=count))
    assert {one: weight for one, weight in phase_odds(count, 10 - begun) if weight} == dict(counted)


def test_two_dice_are_two_phases_and_three_are_three_in_73_percent():
    assert dict(phase_odds(2)) == {2: 100}
    assert phase_odds(3).chance(lambda n: n == 3) == Fraction(73, 100)
    assert phase_odds(14).chance(lambda n: n <= 10) == 1
