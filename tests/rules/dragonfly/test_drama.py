"""Drama Points and what they buy."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.drama import (
    USES,
    drama_points,
    heroic_feat,
    heroic_feat_damage,
    i_think_im_ok,
    plot_twist,
    refund,
    righteous_fury,
    timing,
    why_no_feat,
    why_no_fury,
    why_no_twist,
    why_not_ok,
)

NO_DICE = ScriptedDice([])


def code_of(refused):
    return refused.code


@pytest.mark.rule("dragonfly.drama-points")
@pytest.mark.parametrize(
    ("points", "cost", "accepted", "rest"), [(2, 2, True, 0), (1, 2, False, 1), (1, 1, True, 0), (0, 1, False, 0)]
)
def test_points_pay_or_stay(points, cost, accepted, rest):
    result = drama_points(points=points, cost=cost)
    assert (result.accepted, result.points_left) == (accepted, rest)


@pytest.mark.rule("dragonfly.drama-points")
@pytest.mark.parametrize(("points", "cost", "field"), [(-1, 1, "points"), (3, 0, "cost"), (3, 3, "cost")])
def test_points_refuse(points, cost, field):
    with pytest.raises(Refused) as no:
        drama_points(points=points, cost=cost)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.drama-points")
def test_what_each_use_costs():
    assert {use: cost for use, cost in USES.items() if cost != 1} == {"righteous-fury": 2}
    assert set(USES) == {"heroic-feat", "test-feat", "damage-feat", "i-think-im-ok", "plot-twist", "righteous-fury"}


@pytest.mark.rule("dragonfly.drama-points")
@pytest.mark.parametrize("use", USES)
def test_points_are_announced_before_the_die(use):
    timing(use=use, in_fight=False)
    timing(use=use, in_fight=True, in_intentions=True)
    with pytest.raises(Refused) as no:
        timing(use=use, in_fight=False, die_fallen=True)
    assert no.value.code == "die-fallen"


@pytest.mark.rule("dragonfly.drama-points", "dragonfly.table-options/strict-drama-timing")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("use", USES)
def test_what_may_wait_in_a_fight_until_it_is_needed(use, strict):
    options = replace(DEFAULTS, strict_drama_timing=strict)
    if use in ("test-feat", "i-think-im-ok") and not strict:
        timing(use=use, in_fight=True, options=options)
        return
    with pytest.raises(Refused) as no:
        timing(use=use, in_fight=True, options=options)
    assert no.value.code == "not-intentions"


@pytest.mark.rule("dragonfly.drama-points")
@pytest.mark.parametrize("use", ["luck", ""])
def test_an_unknown_use_is_refused(use):
    with pytest.raises(Refused) as no:
        timing(use=use, in_fight=False)
    assert no.value.field == "use"


@pytest.mark.rule(
    "dragonfly.drama-points", "dragonfly.heroic-feat-damage", "dragonfly.table-options/refund-unused-drama"
)
@pytest.mark.parametrize(
    ("use", "came", "hit", "back"),
    [
        ("heroic-feat", False, None, 1),
        ("heroic-feat", True, False, 0),
        ("test-feat", False, None, 1),
        ("damage-feat", True, False, 1),
        ("damage-feat", True, True, 0),
        ("damage-feat", False, None, 1),
        ("righteous-fury", False, None, 0),
        ("plot-twist", False, None, 0),
        ("i-think-im-ok", False, None, 0),
    ],
)
def test_refunds_come_only_with_the_switch(use, came, hit, back):
    on = replace(DEFAULTS, refund_unused_drama=True)
    assert refund(use=use, roll_came=came, attack_hit=hit, options=on) == back
    assert refund(use=use, roll_came=came, attack_hit=hit) == 0


# Heroic Feat


@pytest.mark.rule("dragonfly.heroic-feat")
@pytest.mark.parametrize(
    ("points", "made", "accepted", "total", "rest"), [(1, 0, True, 17, 0), (0, 0, False, 7, 0), (4, 1, False, 7, 4)]
)
def test_a_feat_adds_ten_or_the_roll_goes_on_without_it(points, made, accepted, total, rest):
    result = heroic_feat(points=points, feats_this_turn=made, bonus=2, dice=ScriptedDice([5]))
    assert (result.accepted, result.total, result.points_left) == (accepted, total, rest)
    assert (result.success, result.success_levels) == (accepted, 5 if accepted else 0)


@pytest.mark.rule("dragonfly.heroic-feat")
@pytest.mark.parametrize(("given", "code"), [({"points": 0}, "no-points"), ({"feats_this_turn": 1}, "feat-made")])
def test_a_button_can_tell_why_no_feat(given, code):
    assert why_no_feat(points=1) is None
    assert code_of(why_no_feat(**{"points": 1, **given})) == code


@pytest.mark.rule("dragonfly.heroic-feat")
@pytest.mark.parametrize("given", [{"points": -1}, {"feats_this_turn": -1}, {"bonus": 0.5}])
def test_a_feat_refuses_before_the_die(given):
    with pytest.raises(Refused):
        heroic_feat(**{"points": 1, "bonus": 0, **given}, dice=NO_DICE)


@pytest.mark.rule("dragonfly.heroic-feat-damage")
@pytest.mark.parametrize(
    ("base", "levels", "armor", "multiplier", "damage"),
    [(8, 2, 0, 1, 20), (8, 2, 30, 2, 0), (8, 2, 6, 1, 14), (0, 0, 0, 2, 20)],
)
def test_ten_more_before_armor_and_multiplier(base, levels, armor, multiplier, damage):
    result = heroic_feat_damage(base_damage=base, success_levels=levels, armor=armor, multiplier=multiplier)
    assert result.damage == damage == max(0, sum(part.value for part in result.parts)) * multiplier


@pytest.mark.rule("dragonfly.heroic-feat-damage")
def test_without_armor_or_multiplier_feat_damage_is_a_plain_sum():
    assert heroic_feat_damage(base_damage=8, success_levels=2).damage == 20


@pytest.mark.rule("dragonfly.heroic-feat-damage")
@pytest.mark.parametrize("field", ["base_damage", "success_levels", "armor", "multiplier"])
def test_feat_damage_refuses_numbers_under_nought(field):
    with pytest.raises(Refused) as no:
        heroic_feat_damage(**{"base_damage": 8, "success_levels": 2, field: -1})
    assert no.value.field == field


# I Think I'm OK


def ok(ordinary, fire=0, rounded=False, **given):
    options = replace(DEFAULTS, ok_heals_rounded_down=rounded)
    case = {"points": 2, "max_life_points": 38, "ordinary_damage": ordinary, "fire_damage": fire, **given}
    result = i_think_im_ok(**case, options=options)
    return result.ordinary_left, result.fire_left, result.life_points, result.points_left


@pytest.mark.rule("dragonfly.i-think-im-ok", "dragonfly.table-options/ok-heals-rounded-down")
@pytest.mark.parametrize(
    ("ordinary", "fire", "rounded", "outcome"),
    [
        (51, 0, False, (25, 0, 13, 1)),
        (51, 0, True, (26, 0, 12, 1)),
        (50, 0, False, (25, 0, 13, 1)),
        (50, 0, True, (25, 0, 13, 1)),
        (10, 5, False, (5, 2, 31, 1)),
        (10, 5, True, (5, 3, 30, 1)),
        (3, 3, False, (2, 1, 35, 1)),
        (0, 5, False, (0, 2, 36, 1)),
        (0, 5, True, (0, 3, 35, 1)),
        (0, 0, False, (0, 0, 38, 1)),
    ],
)
def test_damage_is_halved(ordinary, fire, rounded, outcome):
    assert ok(ordinary, fire, rounded) == outcome


@pytest.mark.rule("dragonfly.i-think-im-ok")
@pytest.mark.parametrize("rounded", [False, True])
def test_halving_never_adds_damage_of_either_kind(rounded):
    for ordinary in range(12):
        for fire in range(12):
            now, burnt, _, _ = ok(ordinary, fire, rounded)
            assert 0 <= now <= ordinary
            assert 0 <= burnt <= fire
            assert now + burnt == (ordinary + fire + rounded) // 2


@pytest.mark.rule("dragonfly.i-think-im-ok")
@pytest.mark.parametrize(
    ("given", "code"), [({"points": 0}, "no-points"), ({"uses_this_turn": 1}, "ok-used"), ({"dead": True}, "dead")]
)
def test_ok_without_a_point_twice_a_turn_or_dead_changes_nothing(given, code):
    assert ok(51, 4, **given) == (51, 4, -17, given.get("points", 2))
    assert code_of(why_not_ok(**{"points": 2, **given})) == code
    assert why_not_ok(points=2) is None


@pytest.mark.rule("dragonfly.i-think-im-ok")
def test_ok_without_burns():
    result = i_think_im_ok(points=1, max_life_points=38, ordinary_damage=10)
    assert (result.ordinary_left, result.fire_left, result.life_points) == (5, 0, 33)


@pytest.mark.rule("dragonfly.i-think-im-ok")
@pytest.mark.parametrize("field", ["points", "uses_this_turn", "max_life_points", "ordinary_damage", "fire_damage"])
def test_ok_refuses_numbers_under_nought(field):
    given: dict[str, Any] = {"points": 2, "max_life_points": 38, "ordinary_damage": 51, field: -1}
    with pytest.raises(Refused) as no:
        i_think_im_ok(**given)
    assert no.value.field == field


# Plot Twist and Righteous Fury


@pytest.mark.rule("dragonfly.plot-twist")
@pytest.mark.parametrize(
    ("points", "used", "allows", "outcome"),
    [
        (4, False, True, (True, 3, True)),
        (4, False, False, (False, 4, False)),
        (4, True, True, (False, 4, True)),
        (0, False, True, (False, 0, False)),
    ],
)
def test_one_twist_a_session_if_the_director_allows(points, used, allows, outcome):
    result = plot_twist(points=points, used_this_session=used, director_allows=allows)
    assert (result.accepted, result.points_left, result.used_this_session) == outcome


@pytest.mark.rule("dragonfly.plot-twist")
def test_a_button_can_tell_why_no_twist():
    assert why_no_twist(points=1, used_this_session=False) is None
    assert code_of(why_no_twist(points=1, used_this_session=True)) == "twist-used"
    assert code_of(why_no_twist(points=0, used_this_session=False)) == "no-points"


@pytest.mark.rule("dragonfly.righteous-fury")
@pytest.mark.parametrize(
    ("points", "provoked", "feat", "outcome"),
    [
        (5, True, False, (True, 17, 3, False)),
        (5, True, True, (True, 27, 2, True)),
        (5, False, False, (False, 12, 5, False)),
        (5, False, True, (False, 22, 4, True)),
        (2, True, True, (True, 17, 0, False)),
        (1, True, False, (False, 12, 1, False)),
        (1, True, True, (False, 22, 0, True)),
    ],
)
def test_fury_adds_five_and_the_feat_ten(points, provoked, feat, outcome):
    given = {"points": points, "provoked": provoked, "attack_bonus": 8, "heroic_feat": feat}
    result = righteous_fury(**given, dice=ScriptedDice([4]))
    assert (result.accepted, result.attack_total, result.points_left, result.feat_accepted) == outcome


@pytest.mark.rule("dragonfly.righteous-fury")
def test_one_feat_a_turn_in_a_fury_too():
    given: dict[str, Any] = {"points": 5, "provoked": True, "heroic_feat": True, "feats_this_turn": 1}
    result = righteous_fury(**given, attack_bonus=8, dice=ScriptedDice([4]))
    assert (result.attack_total, result.points_left, result.feat_accepted) == (17, 3, False)


@pytest.mark.rule("dragonfly.righteous-fury")
def test_a_button_can_tell_why_no_fury():
    assert why_no_fury(points=2) is None
    assert code_of(why_no_fury(points=1)) == "no-points"
    assert code_of(why_no_fury(points=5, already=True)) == "fury-running"


@pytest.mark.rule("dragonfly.righteous-fury")
@pytest.mark.parametrize("given", [{"points": -1}, {"attack_bonus": 0.5}, {"heroic_feat": True, "feats_this_turn": -1}])
def test_fury_refuses_before_the_die(given):
    with pytest.raises(Refused):
        righteous_fury(**{"points": 5, "provoked": True, "attack_bonus": 8, **given}, dice=NO_DICE)
