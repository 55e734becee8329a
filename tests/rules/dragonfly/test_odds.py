"""Odds against every face thrown through the rules themselves, and against icepool, worked out elsewhere."""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import check
from apps.rules.dragonfly.checks import ability_scores
from apps.rules.dragonfly.odds import ability_odds, check_odds, total_spread
from apps.rules.parts import Part

FACES = range(1, 11)


def share(flags):
    """The share of true ones."""
    flags = list(flags)
    return Fraction(sum(flags), len(flags))


CASES = [
    {"attribute": attribute, "skill": 0 if doubled else 2, "doubled": doubled, "modifier": modifier,
     "required_levels": levels, "heroic_feat": feat}
    for attribute, doubled, modifier, levels, feat in product(
        (0, 3, 7), (False, True), (-12, -1, 0, 5), (1, 2, 5, 9), (False, True))
]  # fmt: skip


def thrown(case):
    """The outcome of every face, through the rules."""
    given = {**case, "points": 1, "modifiers": [Part("rain", case["modifier"], "modifier")]}
    del given["modifier"]
    return [check(**given, dice=ScriptedDice([face])) for face in FACES]


@pytest.mark.rule("dragonfly.base-check", "dragonfly.attribute-doubled", "dragonfly.required-levels")
@pytest.mark.parametrize("case", CASES)
def test_check_odds_are_what_all_ten_faces_do(case):
    odds, outcomes = check_odds(**case), thrown(case)
    assert odds.chance == share(outcome.success for outcome in outcomes)
    assert odds.least_face == next((outcome.face for outcome in outcomes if outcome.success), None)
    assert sum(level.chance for level in odds.levels) == 1
    for level in odds.levels:
        same = [(o.success_levels, o.description) == (level.success_levels, level.description) for o in outcomes]
        assert level.chance == share(same) > 0
    assert odds.totals.outcomes == tuple(outcome.total for outcome in outcomes)


@pytest.mark.rule("dragonfly.base-check")
@pytest.mark.parametrize("bonus", range(-12, 30, 3))
def test_check_odds_are_icepools(bonus):
    oracle = icepool.d10 + bonus
    assert check_odds(modifier=bonus).chance == (oracle >= 9).probability(True)
    assert list(total_spread(bonus)) == list(oracle.items())


def test_the_odds_of_a_plain_check_in_numbers():
    odds = check_odds(attribute=4, skill=2)
    assert (odds.chance, odds.least_face) == (Fraction(8, 10), 3)
    assert [(level.success_levels, level.description) for level in odds.levels] == [
        (0, None), (1, "Adequate"), (2, "Decent"), (3, "Good"), (4, "Very good"),
    ]  # fmt: skip
    assert check_odds(attribute=8).chance == 1
    assert check_odds(modifier=-2).chance == 0
    assert check_odds(modifier=-2).least_face is None


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"attribute": -1}, "attribute"),
        ({"skill": 1, "doubled": True}, "doubled"),
        ({"required_levels": 0}, "required_levels"),
        ({"modifier": 0.5}, "modifier"),
    ],
)
def test_check_odds_refuse_what_the_check_refuses(given, field):
    with pytest.raises(Refused) as no:
        check_odds(**given)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.ability-scores")
@pytest.mark.parametrize("cast_is", ["attacker", "defender", "neither"])
@pytest.mark.parametrize(("bonus", "score", "modifier"), [(11, 18, 0), (4, 8, 0), (4, 8, 3), (0, 0, 0), (2, 12, -3)])
def test_ability_odds_are_what_all_ten_faces_do(bonus, score, modifier, cast_is):
    given = {"cast_bonus": bonus, "score": score, "score_modifier": modifier, "cast_is": cast_is}
    odds = ability_odds(**given)
    ends = [ability_scores(**given, dice=ScriptedDice([face])).winner for face in FACES]
    for end in ("cast", "supporting", "neither", "tie"):
        assert getattr(odds, end) == share(it == end for it in ends)


@pytest.mark.rule("dragonfly.ability-scores")
def test_ability_odds_are_icepools():
    for bonus, score in product(range(0, 14, 2), range(6, 20, 2)):
        oracle = icepool.d10 + bonus
        odds = ability_odds(cast_bonus=bonus, score=score, cast_is="attacker")
        assert odds.cast == (oracle >= max(9, score + 1)).probability(True)


# a die that has fallen


@pytest.mark.rule("dragonfly.base-check")
@pytest.mark.parametrize("case", CASES[::7])
def test_of_a_face_that_has_fallen_the_odds_are_what_it_makes(case):
    for face, made in zip(FACES, thrown(case), strict=True):
        found = check_odds(**case, face=face)
        assert found.chance == made.success
        assert found.totals.pairs == ((made.total, 1),)
        assert [one.success_levels for one in found.levels] == [made.success_levels]
        assert found.least_face == check_odds(**case).least_face


def test_against_a_score_the_faces_together_are_the_die():
    given: Any = {"cast_bonus": 5, "score": 12, "cast_is": "attacker"}
    each = [ability_odds(**given, face=face) for face in FACES]
    assert {one.cast for one in each} == {0, 1}
    assert sum(one.cast for one in each) / 10 == ability_odds(**given).cast


@pytest.mark.parametrize("face", [0, 11, 2.5])
def test_a_face_that_no_d10_has_is_refused(face):
    with pytest.raises(Refused):
        check_odds(modifier=3, face=face)
