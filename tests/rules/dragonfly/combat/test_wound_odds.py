"""Odds against every throw of the dice: through the rules themselves, and by arithmetic of its own."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat import damage, fear, holds, injury, ranged, wound_odds
from apps.rules.dragonfly.drama import FEAT
from apps.rules.parts import Part

FACES = range(1, 11)
LEVELS = (0,) * 9 + (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11)


def levels(total):
    """By a table of this file's own."""
    return LEVELS[max(0, total)]


def lands(attack, defense):
    """By the words of the rule: 9 or more, and no defense of 9 or more that is as high."""
    return attack >= 9 and not (defense is not None and defense >= 9 and defense >= attack)


def share(flags):
    flags = list(flags)
    return Fraction(sum(map(bool, flags)), len(flags))


def same(distribution, values):
    """Whether the distribution is that of these equally likely values."""
    values = list(values)
    return all(
        Fraction(weight, distribution.total) == share(v == n for v in values) for n, weight in distribution
    ) and (set(distribution.outcomes) == set(values))


def feat(yes):
    return [FEAT] if yes else []


def field_of(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.field


# Tests


@pytest.mark.rule("dragonfly.fear-test", "dragonfly.panic-table")
@pytest.mark.parametrize("heroic", [False, True])
@pytest.mark.parametrize(("willpower", "quality", "modifier"), list(product((0, 2, 4), (0, 3), (-9, -4, 0, 5))))
def test_fear_odds(willpower, quality, modifier, heroic):
    given: dict[str, Any] = {"willpower": willpower, "quality_bonus": quality, "modifier": modifier}
    odds = wound_odds.fear_odds(**given, heroic_feat=heroic)
    tests = [fear.fear_test(**given, lines=feat(heroic), dice=ScriptedDice([face])) for face in FACES]
    totals = [face + 2 * willpower + quality + modifier + 10 * heroic for face in FACES]
    assert odds.success == share(test.success for test in tests) == share(total >= 9 for total in totals)
    assert odds.least_face == next((face for face, total in zip(FACES, totals, strict=True) if total >= 9), None)
    bands = {"startled": (7, 8), "freak-out": (5, 6), "run-away": (3, 4), "total-terror": (-99, 2)}
    assert [row.panic for row in odds.panics] == list(bands)
    for row in odds.panics:
        low, high = bands[row.panic]
        assert row.chance == share(test.panic == row.panic for test in tests)
        assert row.chance == share(low <= total <= high for total in totals)
    assert odds.success + sum(row.chance for row in odds.panics) == 1


@pytest.mark.rule("dragonfly.panic-retest")
def test_retest_odds():
    for willpower, first, number in product((0, 2, 4), (-5, -2, 0, 3), (1, 2, 6)):
        given: dict[str, Any] = {"willpower": willpower, "first_modifier": first, "retest_number": number}
        left = min(first + number, 0) if first < 0 else first
        odds = wound_odds.fear_odds(willpower=willpower, modifier=left)
        assert odds.success == share(face + 2 * willpower + left >= 9 for face in FACES)
        tests = [fear.panic_retest(**given, dice=ScriptedDice([face])) for face in FACES]
        assert odds.success == share(test.success for test in tests)


@pytest.mark.rule("dragonfly.consciousness-test")
def test_consciousness_odds():
    for life, modifier, heroic in product((12, 1, 0, -1, -7, -13), (-2, 0, 1), (False, True)):
        given: dict[str, Any] = {"constitution": 2, "willpower": 4, "life_points": life, "modifier": modifier}
        odds = wound_odds.consciousness_odds(**given, heroic_feat=heroic)
        totals = [face + 6 + min(0, life) + modifier + 10 * heroic for face in FACES]
        lines = feat(heroic)
        tests = [injury.consciousness_test(**given, lines=lines, dice=ScriptedDice([face])) for face in FACES]
        assert odds.required == (life <= 0) == tests[0].required
        assert odds.chance == share(test.conscious for test in tests)
        assert odds.chance == (share(total >= 9 for total in totals) if life <= 0 else 1)
        passing = [face for face, total in zip(FACES, totals, strict=True) if total >= 9]
        assert odds.least_face == (min(passing, default=None) if life <= 0 else None)


@pytest.mark.rule("dragonfly.survival-test")
def test_survival_odds():
    for life, number, modifier, heroic in product((5, -9, -10, -13, -20, -45), (1, 2, 6), (-2, 0), (False, True)):
        given: dict[str, Any] = {
            "constitution": 2,
            "willpower": 4,
            "life_points": life,
            "test_number": number,
            "modifier": modifier,
        }
        odds = wound_odds.survival_odds(**given, heroic_feat=heroic)
        penalty = sum(1 for ten in range(10, 100, 10) if life <= -ten) + number - 1
        lines = feat(heroic)
        tests = [injury.survival_test(**given, lines=lines, dice=ScriptedDice([face])) for face in FACES]
        assert odds.required == (life <= -10) == tests[0].required
        assert odds.chance == share(test.survives for test in tests)
        if odds.required:
            assert odds.chance == share(face + 6 - penalty + modifier + 10 * heroic >= 9 for face in FACES)


@pytest.mark.rule("dragonfly.survival-test", "dragonfly.consciousness-test")
def test_jess_in_numbers():
    jess: dict[str, Any] = {"constitution": 2, "willpower": 4, "life_points": -13}
    survival = wound_odds.survival_odds(**jess)
    assert (survival.chance, survival.least_face) == (Fraction(7, 10), 4)
    assert wound_odds.survival_odds(**jess, test_number=2).chance == Fraction(6, 10)
    asleep = wound_odds.consciousness_odds(**jess)
    assert (asleep.chance, asleep.least_face) == (Fraction(0), None)
    awake = wound_odds.consciousness_odds(**jess, heroic_feat=True)
    assert (awake.chance, awake.least_face) == (Fraction(5, 10), 6)


RESISTERS = [{"constitution": 0}, {"constitution": 2}, {"constitution": 6}, {"muscle_score": 12}, {"muscle_score": 9}]


@pytest.mark.rule("dragonfly.knockout", "dragonfly.taser")
@pytest.mark.parametrize("resister", RESISTERS)
def test_resistance_odds(resister):
    for scored, modifier, heroic in product(range(8), (0, -3), (False, True)):
        lines = [Part("modifier", modifier, "modifier"), *feat(heroic)]
        strength = 2 * resister.get("constitution", 0) + resister.get("muscle_score", 0) + modifier + 10 * heroic
        faces = FACES if "constitution" in resister else (0,)
        given: dict[str, Any] = {"success_levels": scored, **resister, "modifier": modifier, "heroic_feat": heroic}
        stays = wound_odds.knockout_test_odds(**given)
        assert stays.chance == share(face + strength - scored >= 9 for face in faces)
        thrown = [
            damage.knockout_test(success_levels=scored, **resister, lines=lines, dice=ScriptedDice([face]))
            for face in FACES
        ]
        assert stays.chance == share(not test.knocked_out for test in thrown)
        assert wound_odds.taser_test_odds(**given).chance == share(face + strength - scored - 5 >= 9 for face in faces)


# Attacks and what they do


ATTACKS = [{"attack_bonus": 3}, {"attack_bonus": 9}, {"attack_bonus": -4}, {"attack_total": 14}, {"attack_total": 8}]
DEFENSES = [{}, {"defense_total": 12}, {"defense_total": 7}, {"defense_bonus": 4}, {"defense_bonus": 12}]


def throws(attack, defense):
    """Every equally likely (attack total, defense total)."""
    mine = [attack["attack_total"]] if "attack_total" in attack else [face + attack["attack_bonus"] for face in FACES]
    theirs = [face + defense["defense_bonus"] for face in FACES] if "defense_bonus" in defense else [
        defense.get("defense_total")
    ]  # fmt: skip
    return list(product(mine, theirs))


@pytest.mark.rule("dragonfly.damage", "dragonfly.supporting-cast-damage")
@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("defense", DEFENSES)
def test_odds_of_one_attack(attack, defense):
    blows = throws(attack, defense)
    for armor, heroic, listed in product((0, 9), (False, True), (False, True)):
        given: dict[str, Any] = {
            "base_damage": 6,
            "armor": armor,
            "multiplier": 2,
            "heroic_feat": heroic,
            "listed": listed,
        }
        odds = wound_odds.fire_odds(**attack, **defense, shots=1, **given)
        each = [
            max(0, 6 + (0 if listed else levels(total)) + 10 * heroic - armor) * 2 if lands(total, parried) else 0
            for total, parried in blows
        ]
        assert odds.hit == share(lands(*blow) for blow in blows)
        assert same(odds.damage, each)
        assert same(odds.hits, [int(lands(*blow)) for blow in blows])
        assert wound_odds.fire_odds(**attack, **defense, shots=1, **given, counts=False).hit == 0


VOLLEY_TABLES = [
    DEFAULTS,
    replace(DEFAULTS, volley_versus_defense_levels=True),
    replace(DEFAULTS, heroic_burst_per_bullet=True),
    replace(DEFAULTS, listed_damage_is_final=True),
]


def volley_by_hand(total, defense, shots, heroic, listed, options):
    """Hits and damage of a volley with base damage 6, armor 5, multiplier 2."""
    if not lands(total, defense):
        return 0, 0
    hits = done = 0
    for n in range(shots):
        worth = levels(total) - n
        beaten = levels(defense) if options.volley_versus_defense_levels and n and defense is not None else 0
        if worth <= max(0, beaten):
            continue
        plus = 10 if heroic and (not hits or options.heroic_burst_per_bullet) else 0
        base = 6 - n if listed else 6 + worth
        done += max(0, base + plus - 5) * (1 if listed and options.listed_damage_is_final else 2)
        hits += 1
    return hits, done


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.burst-fire")
@pytest.mark.parametrize("options", VOLLEY_TABLES)
@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("defense", DEFENSES)
def test_odds_of_volleys_and_bursts(attack, defense, options):
    blows = throws(attack, defense)
    for count, heroic, listed in product((3, 6), (False, True), (False, True)):
        given: dict[str, Any] = {"base_damage": 6, "armor": 5, "multiplier": 2, "heroic_feat": heroic, "listed": listed}
        by_hand = [volley_by_hand(total, parried, count, heroic, listed, options) for total, parried in blows]
        odds = wound_odds.fire_odds(**attack, **defense, shots=count, **given, options=options)
        assert same(odds.hits, [hits for hits, _ in by_hand])
        assert same(odds.damage, [done for _, done in by_hand])
        assert odds.hit == share(hits for hits, _ in by_hand)
        burst = wound_odds.fire_odds(**attack, **defense, shots=count, is_burst=True, **given, options=options)
        hits = [min(count, levels(total)) if lands(total, parried) else 0 for total, parried in blows]
        times = 1 if listed and options.listed_damage_is_final else 2
        plus = [10 * heroic * (n if options.heroic_burst_per_bullet else min(n, 1)) for n in hits]
        assert same(burst.hits, hits)
        assert same(burst.damage, [(n * 1 + more) * times for n, more in zip(hits, plus, strict=True)])
        assert burst.hit == share(hits)


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.burst-fire")
def test_odds_of_volleys_and_bursts_are_what_all_ten_faces_do():
    given: dict[str, Any] = {"attack_bonus": 7, "defense_total": 12, "base_damage": 8, "armor": 2, "multiplier": 2}
    odds, burst = wound_odds.fire_odds(**given, shots=3), wound_odds.fire_odds(**given, shots=4, is_burst=True)
    volleys = [ranged.multiple_shots(**given, shots=3, dice=ScriptedDice([face])) for face in FACES]
    bursts = [ranged.burst_fire(**given, bullets=4, dice=ScriptedDice([face])) for face in FACES]
    assert same(odds.damage, [it.damage for it in volleys])
    assert same(odds.hits, [it.hits for it in volleys])
    assert same(burst.damage, [it.damage for it in bursts])
    assert same(burst.hits, [it.bullets_hit for it in bursts])


@pytest.mark.rule("dragonfly.taser")
@pytest.mark.parametrize("resister", RESISTERS)
@pytest.mark.parametrize("defense", DEFENSES)
@pytest.mark.parametrize("attack", ATTACKS)
def test_taser_odds(attack, defense, resister):
    strength = 2 * resister.get("constitution", 0) + resister.get("muscle_score", 0)
    faces = FACES if "constitution" in resister else (0,)
    ends = [(total, lands(total, parried), face) for (total, parried) in throws(attack, defense) for face in faces]
    shock = wound_odds.taser_odds(**attack, **defense, **resister)
    assert shock.hit == share(hit for _, hit, _ in ends)
    assert shock.knocked_out == share(hit and face + strength - 5 - levels(total) < 9 for total, hit, face in ends)


@pytest.mark.rule("dragonfly.knockout")
def test_knockout_odds_are_what_all_hundred_throws_do():
    given: dict[str, Any] = {"defense_total": 10, "base_damage": 6, "constitution": 2}
    for face in FACES:
        ends = [damage.knockout(attack_bonus=8, **given, dice=ScriptedDice([face, other])) for other in FACES]
        stays = wound_odds.knockout_test_odds(success_levels=levels(face + 6), constitution=2)
        assert share(end.knocked_out for end in ends) == lands(face + 6, 10) * (1 - stays.chance)


# Holds and aim


@pytest.mark.rule("dragonfly.break-free", "dragonfly.table-options/no-penalty-to-break-free")
@pytest.mark.parametrize("without", [False, True])
@pytest.mark.parametrize("victim", [{"strength": 2}, {"strength": 5}, {"muscle_score": 14}])
def test_break_free_odds(victim, without):
    options = replace(DEFAULTS, no_penalty_to_break_free=without)
    own = 2 * victim.get("strength", 0) + victim.get("muscle_score", 0)
    mine = FACES if "strength" in victim else (0,)
    for penalty, modifier in product((0, -1, -4), (0, -2)):
        given: dict[str, Any] = {**victim, "hold_penalty": penalty, "modifier": modifier, "options": options}
        bonus = own + modifier + (0 if without else penalty)
        unknown = wound_odds.break_free_odds(**given)
        assert (unknown.free, unknown.success) == (None, share(face + bonus >= 9 for face in mine))
        for kung_fu in (0, 4):
            odds = wound_odds.break_free_odds(**given, holder_bonus=kung_fu + 2)
            pairs = list(product(mine, FACES))
            assert odds.free == share(a + bonus >= 9 and a + bonus > b + kung_fu + 2 for a, b in pairs)
            lines = [Part("modifier", modifier, "modifier")]
            thrown = [
                holds.break_free(
                    **victim, hold_penalty=penalty, kung_fu=kung_fu, lines=lines, options=options,
                    dice=ScriptedDice([face for face in faces if face]),
                ).free
                for faces in pairs
            ]  # fmt: skip
            assert odds.free == share(thrown)
        for score in (7, 16):
            odds = wound_odds.break_free_odds(**given, holder_total=score + 2)
            assert odds.free == share(face + bonus >= 9 and face + bonus > score + 2 for face in mine)


@pytest.mark.rule("dragonfly.aiming")
def test_aim_odds():
    for perception, skill, modifier in product((0, 4), (0, 3, 9), (-4, 0, 2)):
        given: dict[str, Any] = {"perception": perception, "skill": skill, "modifier": modifier}
        odds = wound_odds.aim_odds(**given)
        assert same(odds, [levels(face + perception + skill + modifier) for face in FACES])
        assert same(odds, [ranged.aiming(**given, dice=ScriptedDice([face])).aim_bonus for face in FACES])
    assert same(wound_odds.aim_odds(brains_score=13, modifier=-2), [2])


@pytest.mark.rule("dragonfly.fear-test", "dragonfly.knockout", "dragonfly.taser", "dragonfly.damage")
def test_what_is_left_out_counts_as_nothing():
    assert wound_odds.fear_odds(willpower=0).least_face == 9
    assert wound_odds.knockout_test_odds(success_levels=0, constitution=0).least_face == 9
    assert wound_odds.taser_test_odds(success_levels=0, constitution=2).least_face == 10
    assert wound_odds.break_free_odds(strength=0).success == Fraction(2, 10)
    assert same(wound_odds.aim_odds(), [0] * 8 + [1, 1])
    one: dict[str, Any] = {"attack_total": 9, "base_damage": 6}
    assert wound_odds.fire_odds(**one, shots=1).damage.outcomes == (7,)
    assert wound_odds.fire_odds(**one, shots=2).damage.outcomes == (7,)
    assert wound_odds.fire_odds(**one, shots=3, is_burst=True).damage.outcomes == (6,)
    final = replace(DEFAULTS, listed_damage_is_final=True)
    assert wound_odds.fire_odds(**one, shots=3, is_burst=True, multiplier=2, options=final).damage.outcomes == (12,)


# What they refuse


@pytest.mark.rule("dragonfly.damage", "dragonfly.multiple-shots", "dragonfly.burst-fire")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"attack_bonus": None}, "attack_bonus"),
        ({"attack_total": 14}, "attack_total"),
        ({"attack_bonus": 0.5}, "attack_bonus"),
        ({"attack_bonus": None, "attack_total": 0.5}, "attack_total"),
        ({"defense_bonus": 1, "defense_total": 9}, "defense_total"),
        ({"defense_bonus": 0.5}, "defense_bonus"),
        ({"defense_total": 0.5}, "defense_total"),
        ({"base_damage": -1}, "base_damage"),
        ({"armor": -1}, "armor"),
        ({"multiplier": -1}, "multiplier"),
    ],
)
def test_odds_refuse_what_the_attack_refuses(given, field):
    # At -30 nothing can hit: the numbers are refused all the same.
    plain: dict[str, Any] = {"attack_bonus": -30, "base_damage": 6, **given}
    assert field_of(wound_odds.fire_odds, **plain, shots=3) == field
    assert field_of(wound_odds.fire_odds, **plain, shots=3, is_burst=True) == field


@pytest.mark.rule("dragonfly.knockout", "dragonfly.taser", "dragonfly.break-free", "dragonfly.fear-test")
@pytest.mark.parametrize(
    ("call", "given", "field"),
    [
        (wound_odds.fire_odds, {"attack_bonus": 5, "base_damage": 6, "shots": 0}, "shots"),
        (wound_odds.fire_odds, {"attack_bonus": 5, "base_damage": 6, "shots": 2, "is_burst": True}, "shots"),
        (wound_odds.taser_odds, {"attack_bonus": -30, "constitution": -1}, "constitution"),
        (wound_odds.knockout_test_odds, {"success_levels": -1, "constitution": 2}, "success_levels"),
        (wound_odds.taser_test_odds, {"success_levels": 1}, "constitution"),
        (wound_odds.break_free_odds, {"holder_bonus": 5}, "strength"),
        (wound_odds.break_free_odds, {"strength": 5, "holder_bonus": 5, "holder_total": 5}, "attack_total"),
        (wound_odds.break_free_odds, {"strength": 5, "hold_penalty": 1}, "hold_penalty"),
        (wound_odds.fear_odds, {"willpower": -1}, "willpower"),
        (wound_odds.fear_odds, {"willpower": 3, "modifier": 0.5}, "modifier"),
        (fear.retest_modifier, {"first_modifier": -2, "retest_number": 0}, "retest_number"),
        (wound_odds.consciousness_odds, {"constitution": -1, "willpower": 1, "life_points": 0}, "constitution"),
        (wound_odds.survival_odds, {"constitution": 1, "willpower": -1, "life_points": 0}, "willpower"),
        (wound_odds.aim_odds, {"perception": -1}, "perception"),
    ],
)
def test_odds_refuse_what_the_rule_refuses(call, given, field):
    assert field_of(call, **given) == field


# a die that has fallen

TESTS: list[tuple[Any, dict[str, Any]]] = [
    (wound_odds.consciousness_odds, {"constitution": 3, "willpower": 4, "life_points": -2}),
    (wound_odds.survival_odds, {"constitution": 3, "willpower": 4, "life_points": -11, "test_number": 2}),
    (wound_odds.knockout_test_odds, {"constitution": 3, "success_levels": 2}),
    (wound_odds.taser_test_odds, {"constitution": 5, "success_levels": 3}),
]


@pytest.mark.rule("dragonfly.survival-test", "dragonfly.consciousness-test", "dragonfly.knockout", "dragonfly.taser")
@pytest.mark.parametrize(("odds", "given"), TESTS, ids=lambda one: getattr(one, "__name__", ""))
@pytest.mark.parametrize("modifier", [-4, 0, 3])
def test_a_test_whose_die_has_fallen_is_passed_or_not(odds, given, modifier):
    plain = odds(**given, modifier=modifier)
    for face in FACES:
        found = odds(**given, modifier=modifier, face=face)
        assert found.chance == (plain.least_face is not None and face >= plain.least_face)
        assert found.least_face is None


@pytest.mark.rule("dragonfly.fear-test", "dragonfly.panic-table")
@pytest.mark.parametrize("feat", [False, True])
def test_of_a_fear_test_whose_die_has_fallen_one_row_is_certain(feat):
    given: dict[str, Any] = {"willpower": 2, "modifier": -6, "heroic_feat": feat}
    each = [wound_odds.fear_odds(**given, face=face) for face in FACES]
    assert all(sorted([one.success, *(row.chance for row in one.panics)])[-2:] == [0, 1] for one in each)
    assert sum(one.success for one in each) / 10 == wound_odds.fear_odds(**given).success
