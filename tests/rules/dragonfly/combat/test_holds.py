"""Grapples: seizing, being held, breaking free."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat.holds import (
    Held,
    break_free,
    break_free_parts,
    freed,
    grapple,
    grapple_effects,
    holds_together,
    why_held,
    why_no_grapple,
)
from apps.rules.parts import Part

NO_DICE = ScriptedDice([])
LEFT, RIGHT, LEG, BODY = "left-arm", "right-arm", "left-leg", "body"


def code_of(no):
    return no and no.code


def field_of(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.field


# Seizing


@pytest.mark.rule("dragonfly.grapple")
@pytest.mark.parametrize(
    ("given", "faces", "total", "held"),
    [
        ({"dexterity": 3, "kung_fu": 2}, [2], 9, True),
        ({"dexterity": 3, "kung_fu": 2}, [1], 8, False),
        ({"dexterity": 3, "kung_fu": 2, "dodge_total": 13}, [7], 14, True),
        ({"dexterity": 3, "kung_fu": 2, "dodge_total": 14}, [7], 14, False),
        ({"dexterity": 3, "kung_fu": 2, "dodge_total": 8}, [2], 9, True),
        ({"dexterity": 3, "kung_fu": 2, "modifier": -4}, [7], 10, True),
        ({"dexterity": 3, "kung_fu": 2, "stance": "full-offense"}, [7], 16, True),
        ({"combat_score": 18, "dodge_total": 19}, [], 20, True),
        ({"combat_score": 18, "dodge_total": 20}, [], 20, False),
        ({"combat_score": 8}, [], 10, False),
        ({"combat_score": 8, "stance": "full-offense"}, [], 12, True),
    ],
)
def test_a_grapple(given, faces, total, held):
    dice = ScriptedDice(faces)
    result = grapple(**given, dice=dice)
    assert (result.grapple_total, result.held) == (total, held)
    assert Part("grapple", 2, "rule") in result.check.parts
    assert dice.left == []


@pytest.mark.rule("dragonfly.grapple", "dragonfly.feeble-attacker", "dragonfly.table-options/feeble-by-arithmetic")
def test_the_feeble_hold_nobody_but_by_arithmetic():
    options = replace(DEFAULTS, feeble_by_arithmetic=True)
    assert not grapple(combat_score=8, dice=NO_DICE).held
    assert grapple(combat_score=8, dice=NO_DICE, options=options).held


@pytest.mark.rule("dragonfly.grapple")
@pytest.mark.parametrize("field", ["dexterity", "kung_fu", "combat_score"])
def test_a_grapple_refuses_before_the_die(field):
    assert field_of(grapple, **{field: -1}, dice=NO_DICE) == field
    assert field_of(grapple, dexterity=3, dodge_total=8.5, dice=NO_DICE) == "dodge_total"
    assert field_of(grapple, dexterity=3, stance="full-defense", dice=NO_DICE) == "stance"


@pytest.mark.rule("dragonfly.grapple")
def test_nobody_seizes_the_same_limb_twice():
    holds = [Held("Al", LEFT)]
    assert why_no_grapple(holder="Al", grip=RIGHT, holds=holds) is None
    assert why_no_grapple(holder="Bo", grip=LEFT, holds=holds) is None
    assert code_of(why_no_grapple(holder="Al", grip=LEFT, holds=holds)) == "held-already"
    assert field_of(why_no_grapple, holder="Al", grip="hair") == "grip"


# Being held


@pytest.mark.rule("dragonfly.grapple-effects")
@pytest.mark.parametrize(
    ("hold", "uses", "modifier", "dodge"),
    [
        ("limb", True, -2, True),
        ("limb", False, 0, True),
        ("body", True, -1, True),
        ("body", False, -1, True),
        ("both-arms", True, -4, False),
        ("both-arms", False, -4, False),
    ],
)
def test_what_each_hold_costs(hold, uses, modifier, dodge):
    effect = grapple_effects(hold=hold, uses_held_limb=uses)
    assert (effect.modifier, effect.may_dodge) == (modifier, dodge)


@pytest.mark.rule("dragonfly.grapple-effects")
def test_unknown_holds_are_refused():
    assert field_of(grapple_effects, hold="stare") == "hold"
    assert field_of(holds_together, holds=[Held("Al", "hair")]) == "grip"
    assert field_of(why_held, holds=[], act="sing") == "act"


TOGETHER = [
    # the holds, the limbs that the action uses, the modifier, dodge and parry left
    ((), None, 0, True),
    ((("Al", LEFT),), None, -2, True),
    ((("Al", LEFT),), {LEFT}, -2, True),
    ((("Al", LEFT),), {RIGHT}, 0, True),
    ((("Al", BODY),), (), -1, True),
    ((("Al", LEFT), ("Al", LEG)), None, -4, True),
    ((("Al", LEFT), ("Al", LEG)), {LEG}, -2, True),
    ((("Al", LEFT), ("Bo", LEFT)), None, -4, True),
    ((("Al", BODY), ("Bo", BODY)), (), -2, True),
    ((("Al", LEFT), ("Bo", RIGHT)), None, -4, False),
    ((("Al", LEFT), ("Bo", RIGHT)), (), -4, False),
    ((("Bo", RIGHT), ("Al", LEFT)), {LEG}, -4, False),
    ((("Al", LEFT), ("Bo", RIGHT), ("Cy", LEG)), None, -6, False),
    ((("Al", LEFT), ("Bo", RIGHT), ("Cy", LEG)), {RIGHT}, -4, False),
    ((("Al", LEFT), ("Bo", RIGHT), ("Cy", RIGHT)), None, -6, False),
    ((("Al", LEFT), ("Bo", RIGHT), ("Cy", BODY)), (), -5, False),
    ((("Al", LEFT), ("Al", RIGHT)), None, -1, True),
    ((("Al", LEFT), ("Al", RIGHT)), (), -1, True),
    ((("Al", LEFT), ("Al", RIGHT), ("Al", BODY)), None, -1, True),
    ((("Al", LEFT), ("Al", RIGHT), ("Bo", LEG)), None, -3, True),
    ((("Al", LEFT), ("Al", RIGHT), ("Bo", LEFT)), None, -6, False),
    ((("Al", LEFT), ("Bo", RIGHT), ("Cy", LEFT), ("Cy", RIGHT)), (), -5, False),
]


@pytest.mark.rule("dragonfly.grapple-effects")
@pytest.mark.parametrize(("holds", "uses", "modifier", "free_arms"), TOGETHER)
def test_what_several_holds_add_up_to(holds, uses, modifier, free_arms):
    held = [Held(*hold) for hold in holds]
    together = holds_together(holds=held, uses=uses)
    assert (together.modifier, together.may_dodge, together.may_parry) == (modifier, free_arms, free_arms)
    assert sum(part.value for part in together.parts) == modifier
    assert code_of(why_held(holds=held, act="dodge")) == (None if free_arms else "arms-held")
    assert code_of(why_held(holds=held, act="parry")) == (None if free_arms else "arms-held")


@pytest.mark.rule("dragonfly.grapple-effects")
def test_each_hold_has_its_line():
    held = [Held("Al", LEFT), Held("Bo", RIGHT), Held("Cy", LEG), Held("Di", BODY)]
    assert [(part.label_id, part.value) for part in holds_together(holds=held).parts] == [
        ("held-both-arms", -4), ("held-left-leg", -2), ("held-body", -1),
    ]  # fmt: skip


# Breaking free


@pytest.mark.rule("dragonfly.break-free")
@pytest.mark.parametrize(
    ("given", "faces", "totals", "free"),
    [
        ({"strength": 5, "dexterity": 3, "kung_fu": 3}, [6, 7], (16, 15), True),
        ({"strength": 5, "dexterity": 3, "kung_fu": 3}, [6, 8], (16, 16), False),
        ({"strength": 5, "dexterity": 3, "kung_fu": 3, "hold_penalty": -2}, [6, 7], (14, 15), False),
        ({"strength": 1, "dexterity": 0, "kung_fu": 0}, [6, 1], (8, 3), False),
        ({"strength": 1, "dexterity": 0, "kung_fu": 0}, [7, 6], (9, 8), True),
        ({"strength": 5, "combat_score": 13}, [6], (16, 15), True),
        ({"strength": 5, "combat_score": 14}, [6], (16, 16), False),
        ({"muscle_score": 16, "dexterity": 3, "kung_fu": 3}, [7], (16, 15), True),
        ({"muscle_score": 16, "combat_score": 14, "hold_penalty": -1}, [], (15, 16), False),
        ({"strength": 5, "combat_score": 13, "lines": [Part("injury", -4, "rule")]}, [6], (12, 15), False),
        ({"strength": 5, "combat_score": 14, "holder_lines": [Part("injury", -4, "rule")]}, [6], (16, 12), True),
    ],
)
def test_breaking_free(given, faces, totals, free):
    dice = ScriptedDice(faces)
    result = break_free(**given, dice=dice)
    assert ((result.victim_total, result.holder_total), result.free) == (totals, free)
    assert dice.left == []


@pytest.mark.rule("dragonfly.break-free", "dragonfly.table-options/no-penalty-to-break-free")
@pytest.mark.parametrize(("without", "total", "free"), [(False, 12, False), (True, 16, True)])
def test_whether_the_hold_hinders_breaking_it(without, total, free):
    options = replace(DEFAULTS, no_penalty_to_break_free=without)
    given: dict[str, Any] = {"strength": 5, "hold_penalty": -4, "combat_score": 13}
    result = break_free(**given, dice=ScriptedDice([6]), options=options)
    assert (result.victim_total, result.free) == (total, free)
    assert sum(part.value for part in break_free_parts(hold_penalty=-4, options=options)) == total - 16


@pytest.mark.rule("dragonfly.break-free")
def test_one_roll_against_each_holder():
    assert freed(victim_total=14, holder_totals={"Al": 13, "Bo": 14, "Cy": 4}) == ("Al", "Cy")
    assert freed(victim_total=8, holder_totals={"Al": 4}) == ()


@pytest.mark.rule("dragonfly.break-free")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"strength": None}, "strength"),
        ({"muscle_score": 12}, "strength"),
        ({"strength": -1}, "strength"),
        ({"strength": None, "muscle_score": -1}, "muscle_score"),
        ({"hold_penalty": 1}, "hold_penalty"),
        ({"dexterity": -1}, "dexterity"),
        ({"kung_fu": -1}, "kung_fu"),
        ({"combat_score": -1}, "combat_score"),
    ],
)
def test_breaking_free_refuses_before_the_die(given, field):
    assert field_of(break_free, **{"strength": 5, **given}, dice=NO_DICE) == field


@pytest.mark.rule("dragonfly.grapple", "dragonfly.break-free")
def test_what_is_left_out_is_nought():
    assert grapple(dice=ScriptedDice([5])).grapple_total == 7
    weak = break_free(strength=0, dice=ScriptedDice([9, 5]))
    assert (weak.victim_total, weak.holder_total, weak.free) == (9, 7, True)
    assert break_free(muscle_score=0, dice=ScriptedDice([5])).victim_total == 0
