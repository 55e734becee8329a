"""Odds of attacks and defenses against every face thrown through the rules, and against icepool."""

from fractions import Fraction
from itertools import product

import icepool
import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly.combat.attacks import close_attack
from apps.rules.dragonfly.combat.defenses import dodge
from apps.rules.dragonfly.combat.odds import attack_odds, defense_odds
from apps.rules.dragonfly.combat.turns import full_defense

FACES = range(1, 11)
ATTACK_BONUSES = (-3, 0, 5, 11, 20)
TOTALS = (0, 8, 9, 14, 18, 30)
DEFENSES = [None, *({"defense_bonus": n} for n in (-3, 0, 6, 12)), *({"defense_total": n} for n in TOTALS)]


def share(flags):
    """The share of true ones."""
    flags = list(flags)
    return Fraction(sum(flags), len(flags))


def falls(side):
    """All totals of a side, each as likely as the others: worked out from faces alone."""
    ((key, value),) = side.items()
    return [face + value for face in FACES] if key.endswith("bonus") else [value]


def lands(attack, defense):
    """The rule in other words: the attack is at least 9 and more than any defense that is itself at least 9."""
    return attack >= max(9, defense + 1 if defense is not None and defense >= 9 else 9)


@pytest.mark.rule("dragonfly.attack-outcome")
@pytest.mark.parametrize("defense", DEFENSES, ids=str)
@pytest.mark.parametrize(
    "attack", [{"attack_bonus": n} for n in ATTACK_BONUSES] + [{"attack_total": n} for n in TOTALS], ids=str
)
def test_attack_odds_are_what_all_throws_do(attack, defense):
    odds = attack_odds(**attack, **(defense or {}))
    throws = list(product(falls(attack), falls(defense) if defense else [None]))
    assert odds.hit == share(lands(a, d) for a, d in throws)
    assert odds.missed == share(a < 9 for a, _ in throws)
    assert odds.hit + odds.missed + odds.defended == 1
    good = [a for a, d in throws if lands(a, d)]
    bonus = attack.get("attack_bonus")
    assert odds.least_face == (min(good) - bonus if good and bonus is not None else None)


@pytest.mark.rule("dragonfly.close-attack", "dragonfly.attack-outcome")
@pytest.mark.parametrize("defense", [None, 8, 14, 18, 40])
@pytest.mark.parametrize("bonus", [0, 5, 11])
def test_attack_odds_are_what_the_act_does(bonus, defense):
    odds = attack_odds(attack_bonus=bonus, defense_total=defense)
    made = [close_attack(dexterity=bonus, defense_total=defense, dice=ScriptedDice([face])) for face in FACES]
    assert odds.hit == share(attack.hit for attack in made)
    assert odds.least_face == next((attack.check.face for attack in made if attack.hit), None)
    assert sum(level.chance for level in odds.levels) == 1
    for level in odds.levels:
        assert level.chance == share(attack.success_levels == level.success_levels for attack in made) > 0
        assert (level.description is None) is (level.success_levels == 0)


@pytest.mark.rule("dragonfly.attack-outcome", "dragonfly.full-defense")
@pytest.mark.parametrize(("attack", "defense"), [(5, 6), (11, 4), (0, 0), (2, 15)])
def test_attack_odds_against_a_die_are_icepools(attack, defense):
    mine, theirs = icepool.d10 + attack, icepool.d10 + defense + 3
    ends = icepool.map(lambda a, d: "miss" if a < 9 else "hit" if d < 9 or a > d else "held", mine, theirs)
    odds = attack_odds(attack_bonus=attack, defense_bonus=defense + 3)
    assert (odds.hit, odds.missed, odds.defended) == tuple(ends.probability(end) for end in ("hit", "miss", "held"))
    falls = [full_defense(defense_bonus=defense, dice=ScriptedDice([face])).defense_total for face in FACES]
    assert odds.hit == sum(attack_odds(attack_bonus=attack, defense_total=total).hit for total in falls) / 10


@pytest.mark.rule("dragonfly.feeble-attacker")
def test_an_attack_that_does_not_count_cannot_land():
    odds = attack_odds(attack_total=12, counts=False)
    assert (odds.hit, odds.missed, odds.defended) == (0, 1, 0)  # type: ignore[comparison-overlap]
    assert [(level.success_levels, level.chance) for level in odds.levels] == [(0, 1)]  # type: ignore[comparison-overlap]
    assert defense_odds(defense_bonus=0, attack_total=12, counts=False).safe == 1


ATTACKS = [{"attack_bonus": n} for n in ATTACK_BONUSES] + [{"attack_total": n} for n in TOTALS]


@pytest.mark.rule("dragonfly.attack-outcome", "dragonfly.dodge", "dragonfly.parry")
@pytest.mark.parametrize("attack", [None, *ATTACKS], ids=str)
@pytest.mark.parametrize("defense", DEFENSES[1:], ids=str)
def test_defense_odds_are_what_all_throws_do(attack, defense):
    odds = defense_odds(**defense, **(attack or {}))
    mine = falls(defense)
    assert odds.success == share(total >= 9 for total in mine)
    assert sum(level.chance for level in odds.levels) == 1
    if attack:
        throws = list(product(mine, falls(attack)))
        assert odds.safe == share(not lands(a, d) for d, a in throws)
        good = [d for d, a in throws if not lands(a, d)]
    else:
        assert odds.safe is None
        good = [d for d in mine if d >= 9]
    bonus = defense.get("defense_bonus")
    assert odds.least_face == (min(good) - bonus if good and bonus is not None else None)


@pytest.mark.rule("dragonfly.dodge")
@pytest.mark.parametrize("attack", [8, 9, 16, 20, 40])
def test_defense_odds_are_what_a_dodge_does(attack):
    odds = defense_odds(defense_bonus=10, attack_total=attack)
    made = [dodge(dexterity=7, acrobatics=5, missile=True, dice=ScriptedDice([face])) for face in FACES]
    assert odds.safe == share(not lands(attack, one.total) for one in made)
    for level in odds.levels:
        assert level.chance == share(one.check.success_levels == level.success_levels for one in made) > 0


@pytest.mark.rule("dragonfly.dodge", "dragonfly.attack-outcome")
def test_shannons_dodge_in_numbers():
    odds = defense_odds(defense_bonus=12, attack_total=20)
    assert (odds.safe, odds.least_face, odds.success) == (Fraction(3, 10), 8, 1)  # type: ignore[comparison-overlap]
    attack = attack_odds(attack_bonus=11, defense_total=18)
    assert (attack.hit, attack.missed, attack.defended, attack.least_face) == (Fraction(3, 10), 0, Fraction(7, 10), 8)  # type: ignore[comparison-overlap]


@pytest.mark.parametrize(
    ("odds", "given", "code", "field"),
    [
        (attack_odds, {}, "not-given", "attack_bonus"),
        (attack_odds, {"attack_bonus": 1, "attack_total": 9}, "given-twice", "attack_total"),
        (attack_odds, {"attack_bonus": 1, "defense_bonus": 1, "defense_total": 9}, "given-twice", "defense_total"),
        (attack_odds, {"attack_bonus": 0.5}, "not-whole", "attack_bonus"),
        (defense_odds, {"attack_total": 9}, "not-given", "defense_bonus"),
        (defense_odds, {"defense_total": "9"}, "not-whole", "defense_total"),
        (defense_odds, {"defense_bonus": 1, "attack_bonus": 1, "attack_total": 9}, "given-twice", "attack_total"),
    ],
)  # fmt: skip
def test_odds_that_make_no_sense_are_refused(odds, given, code, field):
    with pytest.raises(Refused) as no:
        odds(**given)
    assert (no.value.code, no.value.field) == (code, field)
