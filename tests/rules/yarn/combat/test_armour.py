"""Armour and damage: against steps written down from the book, for every fall of the dice."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import floor
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.combat.armour import (
    armour_attack_summary,
    armour_both,
    armour_bullet_proof,
    armour_piercing,
    armour_ratings,
    armour_regular,
    armour_stacking,
    armour_very_light,
    armour_vs_gunfire,
    half_up,
    hollow_point,
    protect,
    taser_armour,
    worn,
)
from apps.rules.yarn.combat.damage import (
    alternate_damage,
    damage,
    damage_factors,
    damage_order,
    damage_rounding,
    damage_without_attack,
    shotgun,
    special_effect,
)
from apps.rules.yarn.combat.lists import ARMOURS, SUMMARIES
from apps.rules.yarn.lists import WEAPONS

RATINGS = {  # dice, points, bullet-proof dice
    "Leathers": (0, 1, 0),
    "Armored Jacket": (1, 0, 0),
    "Plate Mail": (2, 0, 0),
    "Bullet-proof Vest": (0, 0, 1),
    "Bullet-proof Suit": (0, 0, 2),
}
ALTERNATE = Options(alternate_damage="on")
DIVIDES = Options(vest_one_with_hollow_point="divide by 2")


def no_dice(count, sides):
    raise AssertionError("a die fell")


def nearest(fraction):
    return floor(fraction + Fraction(1, 2))


def by_the_book(gross, kind, layers, roll, vest):
    """What is suffered, said again step by step; `vest` are the faces of bullet-proof dice."""
    points = sum(RATINGS[one][1] for one in layers) + roll
    rating = sum(sum(RATINGS[one]) for one in layers)
    bullet_proof = sum(RATINGS[one][2] for one in layers)
    if kind == "armour-piercing":
        return nearest(Fraction(max(0, gross - rating), 2))
    if kind == "normal":
        return max(0, gross - points - bullet_proof)
    left = max(0, gross - (2 * points if kind == "hollow point" else floor(Fraction(points, 2))))
    if not vest or vest == (1,):
        return left
    return nearest(Fraction(left, sum(vest) * (2 if kind == "hollow point" else 1)))


@pytest.mark.rule("yarn.armour-regular", "yarn.armour-vs-gunfire", "yarn.armour-bullet-proof", "yarn.armour-both")
@pytest.mark.parametrize("kind", ["normal", "standard", "hollow point", "safety slug", "armour-piercing"])
def test_every_pair_of_layers_and_every_fall(kind):
    for layers in combinations_with_replacement(RATINGS, 2):
        regular = sum(RATINGS[one][0] for one in layers)
        bullet_proof = sum(RATINGS[one][2] for one in layers)
        for gross, faces in product((0, 1, 7, 30), product((1, 4, 6), repeat=regular + bullet_proof)):
            roll, vest = sum(faces[:regular]), faces[regular:]
            attack = "normal" if kind == "normal" else "bullet"
            load = "standard" if kind in ("normal", "standard") else kind
            found = protect(gross, attack, worn(layers), load, Options(), ScriptedDice(faces))
            told = "hollow point" if kind == "safety slug" else kind
            assert found.suffered == by_the_book(gross, told, layers, roll, vest), (layers, gross, faces)


@pytest.mark.rule("yarn.armour-both", "yarn.armour-bullet-proof")
def test_nothing_is_thrown_where_nothing_is_left():
    stopped = armour_both(
        gross=2, attack="bullet", armour=["Armored Jacket", "Bullet-proof Vest"], dice=ScriptedDice([6])
    )
    assert (stopped.suffered, stopped.vest_die_thrown) == (0, False)
    assert armour_regular(gross=0, armour=["Plate Mail"], dice=no_dice).suffered == 0
    assert (
        armour_bullet_proof(
            difference=3, weapon="Knife, lead pipe", armour=["Bullet-proof Suit"], dice=no_dice
        ).suffered
        == 4
    )


@pytest.mark.rule("yarn.armour-very-light", "yarn.armour-vs-gunfire")
def test_leathers_against_all_ammunition():
    given: dict[str, Any] = {"difference": 4, "weapon": "Light Handgun", "armour": ["Leathers"]}
    each = armour_very_light(**given, ammunition=["standard", "armour-piercing", "hollow point"], dice=no_dice)
    assert (each.stopped, each.suffered) == ((0, 1, 2), (12, 6, 18))
    assert armour_very_light(gross=5, armour=["Leathers"], dice=no_dice).suffered == 4
    assert armour_vs_gunfire(difference=2, weapon="Crossbow", armour=["Leathers"], dice=no_dice).suffered == 3


@pytest.mark.rule("yarn.ammo-hollow-point", "yarn.ammo-armour-piercing")
def test_a_vest_die_of_one_against_hollow_points():
    given: dict[str, Any] = {"difference": 2, "weapon": "Light Handgun", "armour": ["Bullet-proof Vest"]}
    assert hollow_point(**given, dice=ScriptedDice([1])).suffered == 10
    assert hollow_point(**given, options=DIVIDES, dice=ScriptedDice([1])).suffered == 5
    assert armour_piercing(difference=4, weapon="Heavy Rifle", armour=["Military Body Armor"]).suffered == 12


@pytest.mark.rule("yarn.taser-armour")
def test_a_taser_is_stopped_or_not():
    for face, difference in product(range(1, 7), range(-1, 9)):
        found = taser_armour(difference=difference, armour=["Armored Jacket"], dice=ScriptedDice([face]))
        assert found.stopped == (face >= difference)
        assert found.suffered == (0 if found.stopped else 5 * difference)
    each = taser_armour(difference=[1, 2, 3], armour=["Bullet-proof Suit"], dice=no_dice)
    assert (each.stopped, each.suffered) == ((True, True, False), (0, 0, 15))


@pytest.mark.rule("yarn.armour-stacking", "yarn.armour-ratings", "yarn.armour-attack-summary")
def test_what_layers_cost():
    sets = [["Plate Mail", "Plate Mail"], ["Military Body Armor"], ["Leathers", "Armored Jacket", "Bullet-proof Vest"]]
    assert armour_stacking(worn=sets).penalty_dice == (3, 1, 2)
    layers: dict[str, Any] = {"armour": ["Leathers", "Plate Mail"], "attack": {"base": 1}}
    sword = armour_stacking(**layers, weapon="Sword, axe", dice=ScriptedDice([6, 2, 4]))
    assert (sword.attack_total, sword.thrown, sword.dropped) == (2, 3, (4, 6))
    assert armour_stacking(**layers, weapon="Heavy Rifle", dice=ScriptedDice([6])).attack_total == 6
    shot = armour_stacking(armour=["Armored Jacket"], difference=2, weapon="Light SMG", dice=ScriptedDice([5]))
    assert (shot.stopped, shot.suffered) == (2, 4)
    assert armour_stacking(armour=["Leathers"]).penalty_dice == 0
    assert [armour_ratings(armour=row.title).heavy for row in ARMOURS] == [False, False, True, False, False, True]
    told = {row.title: armour_attack_summary(attack=row.id, armour_kind="bullet-proof").operation for row in SUMMARIES}
    assert told["Hollow Point"] == "divide double"
    assert armour_attack_summary(attack="Armor Piercing", armour_kind="regular").then == "halve what is left"


# Damage


@pytest.mark.rule("yarn.damage", "yarn.damage-factors", "yarn.damage-rounding")
def test_factors_and_rounding():
    factors = [1, 2, 3, 1, 2, 2, 5, 3, 3, 4, 4, 5, 5, 6, 7, 10]
    assert [damage_factors(weapon=row.title, difference=2).gross for row in WEAPONS] == [2 * n for n in factors]
    assert damage(cases=[{"weapon": row.title, "difference": -1} for row in WEAPONS]).gross == (0,) * 16
    for amount, by in product(range(40), range(1, 13)):
        assert half_up(amount, by) == nearest(Fraction(amount, by))
        assert damage_rounding(divide=[[amount, by]]).rounded == (half_up(amount, by),)
    assert [damage_rounding(recovered=n).level for n in (-2.5, 7.5, 8)] == [-2, 8, 8]
    assert damage_rounding(armour_roll=3).stopped == 1


@pytest.mark.rule("yarn.damage-order", "yarn.shotgun", "yarn.special-effect")
def test_steps_in_their_order():
    far: dict[str, Any] = {"difference": 3, "weapon": "12ga Shotgun", "metres": 20}
    blast = damage_order(
        **far, armour=["Armored Jacket", "Bullet-proof Vest"], special_effect=True, dice=ScriptedDice([6, 2])
    )
    assert (blast.factor, blast.gross, blast.stopped, blast.suffered) == (10, 4, 3, 1)
    assert damage_order(**far, dice=no_dice).gross == 8
    burst: dict[str, Any] = {"difference": 2, "weapon": "Medium SMG", "tactic": "3 round burst", "metres": 10}
    assert damage_order(**burst, ammunition="hollow point", dice=no_dice).factor == 7
    shocked = damage_order(difference=4, weapon="Taser", armour=["Armored Jacket"], dice=ScriptedDice([4]))
    assert (shocked.gross, shocked.suffered) == (20, 0)
    assert damage_order(difference=4, weapon="Taser", armour=["Armored Jacket"], dice=ScriptedDice([3])).suffered == 20
    assert damage_order(difference=-2, weapon="Sword, axe", armour=["Plate Mail"], dice=no_dice).suffered == 0
    several = shotgun(difference=5, metres=[4, 30, 99], cover=2, target_moving=True)
    assert (several.gross, several.defence_dice) == ((50, 13, "out"), (4, 7, "out"))
    fist: dict[str, Any] = {"difference": 3, "weapon": "Unarmed combat"}
    assert special_effect(**fist).effect
    assert not special_effect(**fist, needed=4).effect


@pytest.mark.rule("yarn.alternate-damage", "yarn.damage-without-attack")
def test_dice_for_damage():
    given: dict[str, Any] = {"weapon": "Sword, axe", "options": ALTERNATE}
    hit = alternate_damage(
        **given, attack_total=9, defence_total=5, armour=["Armored Jacket"], dice=ScriptedDice([1, 2, 3, 4])
    )
    assert (hit.faces, hit.doubled, hit.gross, hit.suffered) == ((1, 2, 3), False, 6, 2)
    assert alternate_damage(**given, attack_total=5, defence_total=5, dice=no_dice).gross == 0
    shot: dict[str, Any] = {"attack_total": 8, "defence_total": 4, "metres": 6, "options": ALTERNATE}
    assert alternate_damage(weapon="12ga Shotgun", **shot, dice=ScriptedDice([3] * 10)).gross == 30
    taser: dict[str, Any] = {"weapon": "Taser", "attack_total": 9, "defence_total": 7, "options": ALTERNATE}
    gated = alternate_damage(**taser, armour=["Armored Jacket"], dice=ScriptedDice([6, 6, 6, 6, 6, 2]))
    assert (gated.gross, gated.suffered) == (30, 0)
    caught = [{"who": "Ann", "armour": ["Armored Jacket"]}, {"who": "Bo", "armour": ["Bullet-proof Vest"]}]
    blast = damage_without_attack(dice_count=2, caught=caught, dice=ScriptedDice([4, 4, 5]))
    assert (blast.gross, blast.suffered) == (8, {"Ann": 3, "Bo": 7})
    with pytest.raises(Refused, match="no dice are thrown for damage"):
        alternate_damage(weapon="Sword, axe", attack_total=9, defence_total=5, dice=no_dice)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: worn(["Coat"]), "not-listed"),
        (lambda: armour_regular(gross=-1, armour=[], dice=no_dice), "too-low"),
        (lambda: armour_vs_gunfire(armour=[], dice=no_dice), "no-damage"),
        (lambda: armour_bullet_proof(gross=1, attack="magic", armour=[], dice=no_dice), "not-a-choice"),
        (lambda: hollow_point(difference=1, weapon="Crossbow", dice=no_dice), "no-firearm"),
        (lambda: armour_ratings(armour="Coat"), "not-listed"),
        (lambda: armour_attack_summary(attack="Normal", armour_kind="soft"), "not-a-choice"),
        (lambda: damage_factors(weapon="Spoon"), "not-listed"),
        (lambda: damage_order(difference=1, weapon="12ga Shotgun", dice=no_dice), "no-distance"),
        (lambda: damage_order(difference=1, weapon="Sword, axe", ammunition="silver", dice=no_dice), "not-a-choice"),
        (lambda: shotgun(difference=1, metres=65, dice=no_dice), "out-of-range"),
        (lambda: damage_without_attack(dice_count=0, caught=[], dice=no_dice), "too-low"),
    ],
)
def test_refusals_come_before_any_die(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code
