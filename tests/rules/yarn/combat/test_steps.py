"""How a hit came to its number, step by step; and how often each number comes, against all falls of the dice."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.odds import Distribution
from apps.rules.yarn import Options
from apps.rules.yarn.combat.armour import kind_of_attack, protect, worn
from apps.rules.yarn.combat.damage import damage_order
from apps.rules.yarn.combat.damage_odds import certain, suffered_odds, taser_odds
from apps.rules.yarn.combat.steps import steps

ALTERNATE, DIVIDES = Options(alternate_damage="on"), Options(vest_one_with_hollow_point="divide by 2")


def told(faces: list[int], options: Options = Options(), **hit: Any) -> list[tuple[int, str, int, int]]:  # noqa: B008
    """Each step of a hit: its number, its word, the amount, what is left; the last left is what is suffered."""
    dice = ScriptedDice(faces)
    done = damage_order(**hit, options=options, dice=dice)
    named = {key: value for key, value in hit.items() if key not in ("tactic", "typed_factor", "totals")}
    found = steps(done, **named | {"armour": worn(hit.get("armour", ()))}, options=options)
    assert dice.left == []
    assert found[-1].left == done.suffered
    return [(one.number, one.word, one.amount, one.left) for one in found]


@pytest.mark.rule("yarn.damage-order")
def test_every_step_that_did_something_is_told():
    hit: dict[str, Any] = {"difference": 10, "weapon": "light-handgun", "armour": ["jacket", "vest"]}
    first = [(1, "difference", 10, 10), (2, "factor", 3, 3), (3, "damage", 3, 30)]
    assert told([5, 4], **hit) == [*first, (7, "regular", 2, 28), (8, "divided", 4, 7)]
    assert told([], **hit | {"ammunition": "armour-piercing"}) == [
        *first, (7, "regular", 1, 29), (8, "bullet-proof", 1, 28), (9, "armour-piercing", 2, 14)
    ]  # fmt: skip
    shot = told([], difference=3, weapon="shotgun", metres=7, special_effect=True)
    assert shot[2:] == [(3, "damage", 10, 30), (4, "shotgun", 2, 15), (5, "special effect", 2, 8)]
    assert told([4], difference=5, weapon="taser", armour=["jacket"])[-1] == (6, "taser", 4, 25)
    assert told([3], difference=4, weapon="sword", armour=["leathers", "jacket", "suit"])[3:] == [
        (7, "regular", 4, 8), (8, "bullet-proof", 2, 6)
    ]  # fmt: skip


@pytest.mark.rule("yarn.damage-factors")
def test_a_factor_that_the_gm_types_stands_for_the_weapon_s():
    assert told([], difference=4, weapon="knife", typed_factor=9)[1:] == [(2, "factor", 9, 9), (3, "damage", 9, 36)]
    loaded: dict[str, Any] = {"weapon": "light-handgun", "ammunition": "hollow point", "typed_factor": 6}
    assert told([], difference=1, **loaded)[1] == (2, "factor", 8, 8)


@pytest.mark.rule("yarn.alternate-damage")
def test_dice_for_damage_go_through_the_same_steps():
    hit: dict[str, Any] = {"difference": 7, "weapon": "knife", "totals": (14, 7), "special_effect": True}
    assert told([3, 2], ALTERNATE, **hit)[2:] == [(3, "doubled", 2, 10), (5, "special effect", 2, 5)]
    assert told([3, 2], ALTERNATE, **hit | {"totals": (13, 7)})[2:] == [(3, "dice", 2, 5), (5, "special effect", 2, 3)]
    assert told([], **hit)[2] == (3, "damage", 2, 14)


@pytest.mark.parametrize("layers", [[], ["jacket"], ["leathers", "vest"], ["plate", "suit"]])
@pytest.mark.parametrize("ammunition", ["standard", "armour-piercing", "hollow point"])
@pytest.mark.parametrize("options", [Options(), DIVIDES], ids=["", "divides"])
def test_the_odds_are_those_of_all_falls(layers: list[str], ammunition: str, options: Options):
    for weapon in ("light-handgun", "sword")[: 2 if ammunition == "standard" else 1]:
        armour, kind = worn(layers), kind_of_attack(weapon)
        count = armour.dice + armour.bullet_proof
        seen: dict[int, int] = {}
        for faces in product(range(1, 7), repeat=count):
            dice = ScriptedDice(list(faces))
            suffered = protect(9, kind, armour, ammunition, options, dice).suffered
            seen[suffered] = seen.get(suffered, 0) + 1
        found = suffered_odds(certain(9), kind, armour, ammunition, options)
        mine, theirs = Distribution.of(seen), {n: Fraction(w, found.total) for n, w in found}
        assert theirs == {n: Fraction(w, mine.total) for n, w in mine}


def test_the_odds_of_a_taser():
    assert taser_odds(4, 20, worn(["jacket"])).chance(lambda n: n == 20) == Fraction(1, 2)
    assert taser_odds(2, 10, worn(["vest"])).outcomes == (10,)
