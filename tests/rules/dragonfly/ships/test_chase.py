"""Chases: faster engines, even chases, fleeing with an evasion, slipping away."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.ships.chase import chase, chase_to_hide, even_chase, faster, flee_and_evade, gap, usual_way

NO_DICE = ScriptedDice([])


@pytest.mark.rule("dragonfly.chase")
@pytest.mark.parametrize(
    ("fleeing", "pursuing", "range", "winner", "after"),
    [
        (4, 3, "visual", "fleeing", "close"),
        (4, 3, "long", "fleeing", "extreme"),
        (4, 3, "extreme", "fleeing", "escaped"),
        (3, 4, "extreme", "pursuing", "long"),
        (3, 4, "close", "pursuing", "visual"),
        (3, 4, "visual", "pursuing", "visual"),
    ],
)
def test_the_faster_engine_wins_without_a_roll(fleeing, pursuing, range, winner, after):
    outcome = chase(fleeing_speed=fleeing, pursuing_speed=pursuing, range=range, dice=NO_DICE)
    assert (outcome.winner, outcome.range) == (winner, after)
    assert (outcome.fleeing_total, outcome.pursuing_total) == (None, None)


@pytest.mark.rule("dragonfly.chase")
@pytest.mark.parametrize(
    ("fleeing_out", "pursuing_out", "engines", "after"),
    [(True, False, "pursuing", "close"), (False, True, "fleeing", "long"), (True, True, "out", "medium")],
)
def test_a_ship_without_engines_is_slower_than_any_with(fleeing_out, pursuing_out, engines, after):
    out = {"fleeing_engines_out": fleeing_out, "pursuing_engines_out": pursuing_out}
    assert faster(fleeing_speed=3, pursuing_speed=3, **out) == engines
    outcome = chase(fleeing_speed=3, pursuing_speed=3, range="medium", **out, dice=NO_DICE)
    assert outcome.range == after
    assert outcome.winner == ("none" if engines == "out" else engines)


EVEN: dict[str, Any] = {
    "fleeing_speed": 3,
    "pursuing_speed": 3,
    "range": "medium",
    "fleeing_bonus": 5,
    "pursuing_bonus": 5,
}


@pytest.mark.rule("dragonfly.chase")
@pytest.mark.parametrize(
    ("faces", "winner", "after"),
    [
        ([5, 4], "fleeing", "long"),
        ([4, 5], "pursuing", "close"),
        ([5, 5], "none", "medium"),
        ([3, 2], "none", "medium"),
        ([4, 3], "fleeing", "long"),
    ],
)
def test_an_even_chase_takes_nine_and_nobody_defends(faces, winner, after):
    outcome = chase(**EVEN, dice=ScriptedDice(faces))
    assert (outcome.winner, outcome.range) == (winner, after)
    assert (outcome.fleeing_total, outcome.pursuing_total) == (5 + faces[0], 5 + faces[1])


@pytest.mark.rule("dragonfly.chase")
@pytest.mark.parametrize(("faces", "way", "after"), [([9, 1], "close", "close"), ([1, 9], "widen", "long")])
def test_the_winner_of_an_even_chase_chooses_the_way(faces, way, after):
    assert chase(**EVEN, way=way, dice=ScriptedDice(faces)).range == after
    assert chase(**EVEN, way=way, dice=ScriptedDice([1, 1])).range == "medium"


@pytest.mark.rule("dragonfly.chase", "dragonfly.table-options/chase-by-higher-total")
@pytest.mark.parametrize(("by_total", "winner"), [(False, "none"), (True, "pursuing")])
def test_a_higher_total_under_nine_wins_only_with_the_switch(by_total, winner):
    options = replace(DEFAULTS, chase_by_higher_total=by_total)
    assert chase(**EVEN, dice=ScriptedDice([1, 2]), options=options).winner == winner
    assert even_chase(7, 6, options=options) == ("fleeing" if by_total else "none")
    assert even_chase(10, 10, options=options) == even_chase(4, 4, options=options) == "none"
    assert even_chase(12, 6, options=options) == "fleeing"


@pytest.mark.rule("dragonfly.chase")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"range": "beyond"}, "range"),
        ({"fleeing_speed": -1}, "fleeing_speed"),
        ({"pursuing_speed": 0.5}, "pursuing_speed"),
        ({"fleeing_bonus": None}, "fleeing_bonus"),
        ({"pursuing_bonus": None}, "pursuing_bonus"),
        ({"fleeing_bonus": 0.5}, "fleeing_bonus"),
        ({"way": "round"}, "way"),
    ],
)
def test_a_chase_refuses_before_the_dice(given, field):
    with pytest.raises(Refused) as no:
        chase(**{**EVEN, **given}, dice=NO_DICE)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.chase")
def test_the_gap_level_by_level():
    assert [gap(range=one, way="widen") for one in ("visual", "extreme")] == ["close", "escaped"]
    assert [gap(range=one, way="close") for one in ("visual", "extreme")] == ["visual", "long"]
    with pytest.raises(Refused) as no:
        gap(range="escaped", way="close")
    assert no.value.field == "range"
    assert [usual_way(one) for one in ("fleeing", "pursuing", "none")] == ["widen", "close", None]


# Fleeing and evading


@pytest.mark.rule("dragonfly.flee-and-evade")
@pytest.mark.parametrize(
    ("dexterity", "used", "both", "modifier"),
    [(4, 0, False, 0), (5, 0, True, -2), (6, 1, False, 0), (7, 1, True, -4), (7, 0, True, -2)],
)
def test_fleeing_and_evading_takes_an_additional_action(dexterity, used, both, modifier):
    outcome = flee_and_evade(dexterity=dexterity, additional_actions_used=used)
    assert (outcome.may_do_both, outcome.evasion_modifier) == (both, modifier)


@pytest.mark.rule("dragonfly.flee-and-evade", "dragonfly.table-options/free-evasion-while-fleeing")
@pytest.mark.parametrize(("free", "both", "modifier"), [(False, False, 0), (True, True, 0)])
def test_the_first_evasion_stays_free_only_with_the_switch(free, both, modifier):
    options = replace(DEFAULTS, free_evasion_while_fleeing=free)
    slow = flee_and_evade(dexterity=3, options=options)
    assert (slow.may_do_both, slow.evasion_modifier) == (both, modifier)
    assert flee_and_evade(dexterity=6, options=options).evasion_modifier == (0 if free else -2)


@pytest.mark.rule("dragonfly.flee-and-evade")
@pytest.mark.parametrize("field", ["dexterity", "additional_actions_used"])
def test_fleeing_and_evading_refuses(field):
    given: dict[str, Any] = {"dexterity": 5, field: -1}
    with pytest.raises(Refused) as no:
        flee_and_evade(**given)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.chase-to-hide")
def test_hiding_takes_the_place_of_fleeing():
    chase_to_hide(fled_this_turn=False)
    with pytest.raises(Refused) as no:
        chase_to_hide(fled_this_turn=True)
    assert no.value.code == "fled"
