"""Odds of ships against every face thrown through the rules themselves, and against icepool, worked out elsewhere."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.odds import total_spread
from apps.rules.dragonfly.ships.chase import chase
from apps.rules.dragonfly.ships.dogfight import evasive_action, maneuver_for_position, open_fire
from apps.rules.dragonfly.ships.odds import (
    certain,
    chase_odds,
    detect_odds,
    evasion_odds,
    fire_odds,
    hide_odds,
    position_odds,
)
from apps.rules.dragonfly.ships.sensors import hiding

FACES = range(1, 11)
PAIRS = list(product(FACES, FACES))
BONUSES = [(5, 6), (2, 3), (0, 12), (11, 11), (-4, -4), (9, 2)]


def share(flags):
    """The share of true ones."""
    flags = list(flags)
    return Fraction(sum(flags), len(flags))


@pytest.mark.rule("dragonfly.maneuver-for-position")
@pytest.mark.parametrize("needs_nine", [False, True])
@pytest.mark.parametrize(("mine", "theirs"), BONUSES)
def test_position_odds_are_what_all_hundred_throws_do(mine, theirs, needs_nine):
    options = replace(DEFAULTS, position_needs_nine=needs_nine)
    odds = position_odds(bonus=mine, target=total_spread(theirs), options=options)
    throws = [
        maneuver_for_position(attacker_bonus=mine, target_bonus=theirs, dice=ScriptedDice(pair), options=options)
        for pair in PAIRS
    ]
    assert odds.chance == share(throw.position for throw in throws)
    assert odds.piloting_levels is not None
    for levels in range(8):
        same = share(throw.piloting_levels == levels for throw in throws)
        assert Fraction(odds.piloting_levels.weight(levels), 100) == same


@pytest.mark.rule("dragonfly.maneuver-for-position", "dragonfly.open-fire", "dragonfly.hiding")
@pytest.mark.parametrize(("mine", "theirs"), BONUSES)
def test_odds_of_two_rolls_are_icepools(mine, theirs):
    one, other = icepool.d10 + mine, icepool.d10 + theirs
    higher = icepool.map(lambda a, b: a > b, one, other).probability(True)
    both = icepool.map(lambda a, b: a > b and a >= 9, one, other).probability(True)
    spread = total_spread(theirs)
    assert position_odds(bonus=mine, target=spread).chance == higher
    assert fire_odds(bonus=mine, evades=True, evasion=spread).chance == both
    assert detect_odds(bonus=theirs, hide=total_spread(mine)).chance == 1 - both
    assert evasion_odds(bonus=theirs, attack=total_spread(mine)).chance == 1 - both


@pytest.mark.rule("dragonfly.open-fire")
@pytest.mark.parametrize("evasion", [None, 8, 12, 20])
def test_fire_odds_are_what_all_ten_faces_do(evasion):
    given = {"dexterity": 3, "gun_fu": 2, "range": "medium", "position_bonus": 1, "evasive_total": evasion}
    odds = fire_odds(bonus=5, evades=evasion is not None, evasion=None if evasion is None else certain(evasion))
    assert odds.chance == share(open_fire(**given, dice=ScriptedDice([face])).hit for face in FACES)


@pytest.mark.rule("dragonfly.evasive-action")
@pytest.mark.parametrize("attack", [9, 13, 30])
def test_evasion_odds_are_what_all_ten_faces_do(attack):
    odds = evasion_odds(bonus=7, attack=certain(attack))
    given = {"dexterity": 4, "pilot": 3, "attack_total": attack}
    assert odds.chance == share(evasive_action(**given, dice=ScriptedDice([face])).evaded for face in FACES)


@pytest.mark.rule("dragonfly.evasive-action")
def test_nobody_is_hit_by_a_shot_under_nine():
    assert evasion_odds(bonus=-20, attack=certain(8)).chance == 1


@pytest.mark.rule("dragonfly.hiding")
@pytest.mark.parametrize("cover", [None, "none", "medium"])
@pytest.mark.parametrize(("find", "hide", "detect"), [(4, 9, 6), (9, 2, 3), (-2, 9, 6), (0, 4, 12)])
def test_hide_odds_are_what_all_throws_do(find, hide, detect, cover):
    given: dict[str, Any] = {
        "find_bonus": find, "own_gain": "normal", "hide_bonus": hide, "size": 2, "detect_bonus": detect,
        "detector_gain": "high", "range": "medium", "cover": cover,
    }  # fmt: skip
    # The faces of the place do not matter beyond success, so one that finds it stands for all that do.
    finding = share(face + find >= 9 for face in FACES)
    odds = hide_odds(find_bonus=find, hide_bonus=hide, size=2, cover=cover, detect=total_spread(detect))
    assert odds.found == finding
    if not finding:
        assert odds.hidden == 0
        return
    dice = product([10], FACES, FACES, FACES) if cover is None else product([10], FACES, FACES)
    outcomes = [hiding(**given, dice=ScriptedDice(faces)) for faces in dice]
    assert odds.hidden == finding * share(outcome.hidden for outcome in outcomes)
    for total, weight in odds.totals:
        assert Fraction(weight, odds.totals.total) == share(o.hide_total == total for o in outcomes)


@pytest.mark.rule("dragonfly.chase")
@pytest.mark.parametrize("by_total", [False, True])
@pytest.mark.parametrize(("flees", "pursues"), BONUSES)
def test_chase_odds_are_what_all_hundred_throws_do(flees, pursues, by_total):
    options = replace(DEFAULTS, chase_by_higher_total=by_total)
    odds = chase_odds(fleeing=total_spread(flees), pursuing=total_spread(pursues), options=options)
    given = {
        "fleeing_speed": 2,
        "pursuing_speed": 2,
        "range": "long",
        "fleeing_bonus": flees,
        "pursuing_bonus": pursues,
    }
    ends = [chase(**given, dice=ScriptedDice(pair), options=options).winner for pair in PAIRS]
    for end in ("fleeing", "pursuing", "none"):
        assert getattr(odds, end) == share(it == end for it in ends)


def test_against_somebody_unknown_only_ones_own_odds_are_told():
    for odds in (
        position_odds(bonus=5, target=None),
        fire_odds(bonus=5, evades=True),
        evasion_odds(bonus=5, attack=None),
        detect_odds(bonus=5, hide=None),
    ):
        assert odds.chance is None
        assert odds.own.chance == Fraction(7, 10)
    hidden = hide_odds(find_bonus=5, hide_bonus=5, size=1, cover=None, detect=None)
    assert (hidden.found, hidden.hidden) == (Fraction(7, 10), None)
    assert position_odds(bonus=5, target=None).piloting_levels is None


def test_a_finished_total_is_certain():
    assert list(certain(11)) == [(11, 1)]
    with pytest.raises(Refused) as no:
        certain(0.5)  # type: ignore[arg-type]
    assert no.value.field == "total"


@pytest.mark.rule("dragonfly.maneuver-for-position", "dragonfly.evasive-action", "dragonfly.hiding")
@pytest.mark.parametrize(
    ("odds", "other"), [(position_odds, "target"), (evasion_odds, "attack"), (detect_odds, "hide")]
)
def test_the_faces_that_may_have_fallen_are_together_the_die(odds, other):
    for bonus, against in product((2, 7, 11), (certain(14), total_spread(6))):
        given: Any = {"bonus": bonus, other: against}
        assert sum(odds(**given, face=face).chance for face in FACES) / 10 == odds(**given).chance
