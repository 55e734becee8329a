"""What a hit does, in which order, and who goes down by it."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat.damage import (
    attack_harm,
    damage,
    damage_types,
    fire,
    knockout,
    knockout_harm,
    knockout_test,
    resisting_parts,
    supporting_cast_damage,
    taser,
    why_no_knockout,
)
from apps.rules.dragonfly.drama import FEAT, heroic_feat_damage
from apps.rules.parts import Part

NO_DICE = ScriptedDice([])
FINAL = replace(DEFAULTS, listed_damage_is_final=True)


def refused(call, *args, **given):
    with pytest.raises(Refused) as no:
        call(*args, **given)
    return no.value.field


# Damage


@pytest.mark.rule("dragonfly.damage")
def test_every_number_of_a_hit_in_its_order():
    hit = damage(base_damage=12, success_levels=4, heroic_feat=True, armor=5, multiplier=2)
    assert (hit.base_damage, hit.success_levels, hit.heroic_feat, hit.before_armor) == (12, 4, 10, 26)
    assert (hit.armor, hit.after_armor, hit.multiplier, hit.multiplied, hit.damage) == (5, 21, 2, 42, 42)
    assert not hit.halved
    assert [(part.label_id, part.value) for part in hit.parts] == [
        ("base-damage", 12), ("success-levels", 4), ("heroic-feat", 10), ("armor", -5),
    ]  # fmt: skip


@pytest.mark.rule("dragonfly.damage")
@pytest.mark.parametrize(
    ("base", "levels", "armor", "times", "result"),
    [(6, 1, 6, 2, 2), (6, 1, 7, 2, 0), (6, 1, 8, 2, 0), (0, 0, 0, 2, 0), (6, 1, 0, 1, 7), (6, 1, 2, 0, 0)],
)
def test_armor_comes_before_the_multiplier_and_never_below_nought(base, levels, armor, times, result):
    hit = damage(base_damage=base, success_levels=levels, armor=armor, multiplier=times)
    assert hit.damage == result
    assert hit.after_armor == max(0, sum(part.value for part in hit.parts))


@pytest.mark.rule("dragonfly.damage")
def test_a_plain_hit_is_base_and_levels():
    hit = damage(base_damage=6, success_levels=2)
    assert (hit.heroic_feat, hit.armor, hit.multiplier, hit.damage) == (0, 0, 1, 8)
    assert hit == attack_harm(base_damage=6, success_levels=2)
    assert supporting_cast_damage(listed_damage=8).damage == 8
    assert knockout_harm(base_damage=6, success_levels=2).damage == 4


@pytest.mark.rule("dragonfly.damage", "dragonfly.supporting-cast-damage", "dragonfly.knockout")
def test_nought_is_a_number_too():
    assert damage(base_damage=0, success_levels=0, multiplier=0).damage == 0
    assert supporting_cast_damage(listed_damage=0, multiplier=0).damage == 0
    assert damage_types(damage_type="bash", normal_human=False, own_multiplier=0).multiplier == 0
    assert knockout_test(success_levels=0, muscle_score=0, dice=NO_DICE).knocked_out
    assert not knockout_test(success_levels=0, constitution=0, dice=ScriptedDice([9])).knocked_out


@pytest.mark.rule("dragonfly.damage", "dragonfly.heroic-feat-damage")
def test_a_feat_for_damage_is_the_same_hit_in_both_rules():
    for base, levels, armor, times in product((0, 6, 20), (0, 1, 5), (0, 9, 40), (1, 2)):
        given: dict[str, Any] = {"base_damage": base, "success_levels": levels, "armor": armor, "multiplier": times}
        assert damage(**given, heroic_feat=True) == heroic_feat_damage(**given)
        assert damage(**given, heroic_feat=True).damage == max(0, base + levels + 10 - armor) * times


@pytest.mark.rule("dragonfly.damage", "dragonfly.supporting-cast-damage")
@pytest.mark.parametrize("field", ["base_damage", "success_levels", "armor", "multiplier"])
@pytest.mark.parametrize("value", [-1, 1.5])
def test_damage_refuses(field, value):
    given: dict[str, Any] = {"base_damage": 6, "success_levels": 1, "armor": 0, "multiplier": 1, field: value}
    assert refused(damage, **given) == field
    if field != "success_levels":
        given["listed_damage"] = given.pop("base_damage")
        del given["success_levels"]
        assert refused(supporting_cast_damage, **given) == field.replace("base", "listed")


@pytest.mark.rule("dragonfly.supporting-cast-damage")
def test_a_listed_multiplier_is_refused_even_where_it_would_not_count():
    assert refused(supporting_cast_damage, listed_damage=6, multiplier=-1, options=FINAL) == "multiplier"


@pytest.mark.rule("dragonfly.damage-types")
@pytest.mark.parametrize(
    ("kind", "human", "other"),
    [("bash", 1, 1), ("bullet", 2, 1), ("slash-stab", 2, 1), ("fire", 1, 1), ("taser", 1, 1)],
)
def test_what_each_kind_of_damage_is_multiplied_by(kind, human, other):
    assert damage_types(damage_type=kind).multiplier == human
    assert damage_types(damage_type=kind, own_multiplier=5).multiplier == human
    assert damage_types(damage_type=kind, normal_human=False).multiplier == other
    assert damage_types(damage_type=kind, normal_human=False, own_multiplier=5).multiplier == 5


@pytest.mark.rule("dragonfly.damage-types")
def test_damage_types_refuse():
    assert refused(damage_types, damage_type="words") == "damage_type"
    assert refused(damage_types, damage_type="bash", normal_human=False, own_multiplier=-1) == "own_multiplier"


@pytest.mark.rule("dragonfly.supporting-cast-damage", "dragonfly.table-options/listed-damage-is-final")
@pytest.mark.parametrize(
    ("options", "multiplier", "plain", "feat"), [(DEFAULTS, 2, 14, 34), (FINAL, 1, 7, 17), (DEFAULTS, 1, 7, 17)]
)
def test_listed_damage_has_its_levels_and_at_some_tables_its_multiplier(options, multiplier, plain, feat):
    given: dict[str, Any] = {"armor": 3, "multiplier": 2 if options is FINAL else multiplier, "options": options}
    hit = supporting_cast_damage(listed_damage=10, **given)
    assert (hit.success_levels, hit.multiplier, hit.damage) == (0, multiplier, plain)
    assert supporting_cast_damage(listed_damage=10, heroic_feat=True, **given).damage == feat


@pytest.mark.rule("dragonfly.damage", "dragonfly.supporting-cast-damage")
def test_one_call_for_a_hit_of_any_sheet():
    given: dict[str, Any] = {"base_damage": 10, "success_levels": 4, "armor": 3, "multiplier": 2}
    assert attack_harm(**given).damage == 22
    assert attack_harm(**given, listed=True).damage == 14
    assert attack_harm(**given, listed=True, options=FINAL).damage == 7
    assert attack_harm(**given, heroic_feat=True).damage == 42
    assert refused(attack_harm, **{**given, "success_levels": -1}, listed=True) == "success_levels"


# Knockouts


@pytest.mark.rule("dragonfly.knockout")
@pytest.mark.parametrize(
    ("base", "levels", "armor", "whole", "result"),
    [(6, 3, 0, 9, 4), (6, 3, 1, 8, 4), (6, 3, 20, 0, 0), (7, 3, 0, 10, 5)],
)
def test_a_knockout_does_half_of_the_whole_damage(base, levels, armor, whole, result):
    hit = knockout_harm(base_damage=base, success_levels=levels, armor=armor)
    assert (hit.multiplied, hit.halved, hit.damage) == (whole, True, result)


@pytest.mark.rule("dragonfly.knockout", "dragonfly.supporting-cast-damage")
def test_a_listed_knockout_and_a_heroic_one():
    given: dict[str, Any] = {"base_damage": 9, "success_levels": 4, "multiplier": 3}
    assert knockout_harm(**given).damage == 19
    assert knockout_harm(**given, listed=True).damage == 13
    assert knockout_harm(**given, listed=True, options=FINAL).damage == 4
    assert knockout_harm(**given, heroic_feat=True).damage == 34


@pytest.mark.rule("dragonfly.knockout")
@pytest.mark.parametrize(("face", "total", "down"), [(6, 7, True), (7, 8, True), (8, 9, False)])
def test_the_victim_needs_nine(face, total, down):
    test = knockout_test(success_levels=3, constitution=2, dice=ScriptedDice([face]))
    assert (test.test_penalty, test.test_total, test.knocked_out) == (-3, total, down)


@pytest.mark.rule("dragonfly.knockout")
@pytest.mark.parametrize(("levels", "total", "down"), [(3, 9, False), (4, 8, True)])
def test_muscle_resists_without_a_die(levels, total, down):
    test = knockout_test(success_levels=levels, muscle_score=12, dice=NO_DICE)
    assert (test.test_total, test.knocked_out, test.check.face) == (total, down, None)


@pytest.mark.rule("dragonfly.knockout", "dragonfly.heroic-feat")
def test_a_feat_helps_the_victim():
    test = knockout_test(success_levels=3, constitution=2, lines=[FEAT], dice=ScriptedDice([1]))
    assert (test.test_penalty, test.test_total, test.knocked_out) == (-3, 12, False)
    assert [part.label_id for part in test.check.parts] == [
        "d10", "constitution", "attribute-doubled", "success-levels", "heroic-feat",
    ]  # fmt: skip


@pytest.mark.rule("dragonfly.knockout")
@pytest.mark.parametrize(
    ("given", "faces", "hit", "hurt", "down"),
    [
        ({"attack_bonus": 8, "constitution": 2}, [7, 6], True, 4, True),
        ({"attack_bonus": 8, "constitution": 2}, [7, 8], True, 4, False),
        ({"attack_bonus": 8, "constitution": 2, "armor": 30}, [7, 6], True, 0, True),
        ({"attack_bonus": 8, "constitution": 2, "multiplier": 3}, [7, 8], True, 13, False),
        ({"attack_bonus": 8, "constitution": 2, "heroic_feat": True}, [7, 8], True, 9, False),
        ({"attack_bonus": 8, "constitution": 2, "defense_total": 12}, [7, 6], True, 4, True),
        ({"attack_bonus": 8, "constitution": 2, "defense_total": 13}, [7], False, 0, False),
        ({"attack_bonus": 2, "constitution": 2}, [8], False, 0, False),
        ({"attack_bonus": 3, "constitution": 2, "stance": "full-offense"}, [6, 9], True, 3, False),
        ({"combat_score": 15, "constitution": 2}, [7], True, 3, True),
        ({"combat_score": 15, "muscle_score": 12}, [], True, 3, False),
        ({"combat_score": 15, "muscle_score": 11}, [], True, 3, True),
        ({"combat_score": 8, "muscle_score": 1, "stance": "full-offense"}, [], False, 0, False),
        ({"combat_score": 10, "muscle_score": 1}, [], False, 0, False),
    ],
)
def test_a_knockout_from_swing_to_fall(given, faces, hit, hurt, down):
    dice = ScriptedDice(faces)
    result = knockout(base_damage=6, **given, dice=dice)
    assert (result.hit, result.damage, result.knocked_out) == (hit, hurt, down)
    assert dice.left == []


@pytest.mark.rule("dragonfly.knockout")
def test_a_missed_knockout_asks_nothing_of_its_victim():
    result = knockout(attack_bonus=2, base_damage=6, constitution=2, dice=ScriptedDice([5]))
    assert (result.success_levels, result.damage) == (0, 0)
    assert (result.attack_total, result.test_penalty, result.test_total, result.harm, result.test) == (
        5,
        0,
        None,
        None,
        None,
    )
    assert Part("knockout", -2, "rule") in result.attack.parts


@pytest.mark.rule("dragonfly.knockout")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"attack_bonus": None}, "attack_bonus"),
        ({"combat_score": 12}, "attack_bonus"),
        ({"attack_bonus": 1.5}, "attack_bonus"),
        ({"attack_bonus": None, "combat_score": -1}, "combat_score"),
        ({"constitution": None}, "constitution"),
        ({"muscle_score": 12}, "constitution"),
        ({"constitution": -1}, "constitution"),
        ({"constitution": None, "muscle_score": -1}, "muscle_score"),
        ({"defense_total": 8.5}, "defense_total"),
        ({"base_damage": -1}, "base_damage"),
        ({"armor": -1}, "armor"),
        ({"multiplier": -1}, "multiplier"),
        ({"stance": "asleep"}, "stance"),
        ({"stance": "full-defense"}, "stance"),
    ],
)
def test_a_knockout_refuses_before_the_die(given, field):
    plain: dict[str, Any] = {"attack_bonus": 8, "base_damage": 6, "constitution": 2}
    assert refused(knockout, **{**plain, **given}, dice=NO_DICE) == field


@pytest.mark.rule("dragonfly.knockout")
@pytest.mark.parametrize(
    ("kind", "skill", "code"),
    [
        ("bash", "kung-fu", None),
        ("bash", "getting-medieval", None),
        ("bash", None, None),
        ("bash", "sports", "knockout-skill"),
        ("slash-stab", "getting-medieval", "not-bash"),
        ("bullet", None, "not-bash"),
    ],
)
def test_what_can_be_made_a_knockout(kind, skill, code):
    no = why_no_knockout(damage_type=kind, skill_id=skill)
    assert (no and no.code) == code


# Tasers


@pytest.mark.rule("dragonfly.taser")
@pytest.mark.parametrize(
    ("total", "face", "penalty", "down"), [(14, 10, -8, True), (9, 9, -6, False), (9, 8, -6, True), (24, 10, -12, True)]
)
def test_a_taser_is_five_worse_than_a_knockout(total, face, penalty, down):
    test = taser(attack_total=total, constitution=3, dice=ScriptedDice([face]))
    assert (test.test_penalty, test.knocked_out) == (penalty, down)
    assert test.test_total == face + 6 + penalty


@pytest.mark.rule("dragonfly.taser")
def test_muscle_or_a_feat_against_a_taser():
    assert taser(attack_total=9, muscle_score=15, dice=NO_DICE).test_total == 9
    assert taser(attack_total=9, muscle_score=14, dice=NO_DICE).knocked_out
    assert not taser(attack_total=14, constitution=3, lines=[FEAT], dice=ScriptedDice([1])).knocked_out
    assert [(part.label_id, part.value) for part in resisting_parts(success_levels=3, taser=True)] == [
        ("taser", -5), ("success-levels", -3),
    ]  # fmt: skip


@pytest.mark.rule("dragonfly.taser", "dragonfly.knockout")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"attack_total": 8}, "attack_total"),
        ({"constitution": None}, "constitution"),
        ({"muscle_score": 3}, "constitution"),
        ({"constitution": -1}, "constitution"),
    ],
)
def test_a_taser_refuses_before_the_die(given, field):
    assert refused(taser, **{"attack_total": 14, "constitution": 3, **given}, dice=NO_DICE) == field
    assert refused(knockout_test, success_levels=-1, constitution=3, dice=NO_DICE) == "success_levels"


# Fire


@pytest.mark.rule("dragonfly.fire")
@pytest.mark.parametrize(
    ("turns", "before", "in_all", "scarred"),
    [(0, 0, 0, False), (1, 0, 3, False), (6, 0, 18, False), (7, 0, 21, True), (1, 17, 20, False), (1, 18, 21, True)],
)
def test_three_points_a_turn_and_scars_beyond_twenty(turns, before, in_all, scarred):
    result = fire(turns_burning=turns, fire_damage_before=before)
    assert (result.fire_damage, result.scarred, result.a_turn) == (in_all, scarred, 3)
    helps = replace(DEFAULTS, armor_against_fire=True)
    assert fire(turns_burning=turns, fire_damage_before=before, options=helps) == result


@pytest.mark.rule("dragonfly.fire", "dragonfly.table-options/armor-against-fire")
@pytest.mark.parametrize(("armor", "off", "on"), [(0, 12, 12), (2, 12, 4), (3, 12, 0), (9, 12, 0)])
def test_armor_helps_against_fire_where_the_table_says_so(armor, off, on):
    helps = replace(DEFAULTS, armor_against_fire=True)
    assert fire(turns_burning=4, armor=armor).fire_damage == off
    assert fire(turns_burning=4, armor=armor, options=helps).fire_damage == on


@pytest.mark.rule("dragonfly.fire")
@pytest.mark.parametrize("field", ["turns_burning", "fire_damage_before", "armor"])
def test_fire_refuses_numbers_under_nought(field):
    assert refused(fire, **{"turns_burning": 1, field: -1}) == field
