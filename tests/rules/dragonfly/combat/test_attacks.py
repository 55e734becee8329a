"""Attacks: whether they land, what is added to them, and how a series ends."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat.attacks import (
    attack_outcome,
    attack_parts,
    blow,
    close_attack,
    counts,
    feeble_attacker,
    ganging_up,
    gangs,
    multiple_attacks,
    why_no_attack,
    why_not_skill,
)
from apps.rules.dragonfly.combat.turns import Done, Plan, additional_number, fighting_values, thrown
from apps.rules.dragonfly.drama import FURY
from apps.rules.parts import Part, total_of

NO_DICE = ScriptedDice([])
FREE_USE = replace(DEFAULTS, free_use_of_additional_actions=True)
BY_ARITHMETIC = replace(DEFAULTS, feeble_by_arithmetic=True)
NO_GANGS = replace(DEFAULTS, ganging_up=False)
ATTACKS_ONLY = replace(DEFAULTS, ganging_up_on_attacks_only=True)


# Whether it lands


@pytest.mark.rule("dragonfly.attack-outcome")
def test_every_attack_against_every_defense():
    for attack, defense in product(range(-2, 30), [None, *range(-2, 30)]):
        lands = attack >= 9 and (defense is None or defense <= 8 or defense < attack)
        outcome = attack_outcome(attack_total=attack, defense_total=defense)
        assert outcome.hit is lands
        assert (outcome.success_levels > 0) is lands


@pytest.mark.rule("dragonfly.attack-outcome")
@pytest.mark.parametrize(
    ("attack", "defense", "end"),
    [
        (8, None, "missed"), (8, 20, "missed"), (9, None, "hit"), (9, 8, "hit"), (9, 9, "defended"),
        (12, 11, "hit"), (12, 13, "defended"),
    ],
)  # fmt: skip
def test_how_a_blow_ends(attack, defense, end):
    assert blow(attack_total=attack, defense_total=defense) == end


@pytest.mark.rule("dragonfly.attack-outcome")
@pytest.mark.parametrize("field", ["attack_total", "defense_total"])
def test_totals_that_are_not_whole_are_refused(field):
    with pytest.raises(Refused) as no:
        attack_outcome(**{"attack_total": 9, "defense_total": 9, field: 9.5})  # type: ignore[arg-type]
    assert no.value.field == field


# Attacks in close combat


@pytest.mark.rule("dragonfly.close-attack")
def test_an_attack_names_what_it_is_made_of():
    dice = ScriptedDice([9])
    attack = close_attack(dexterity=7, skill=4, modifier=-1, stance="full-offense", skill_id="kung-fu", dice=dice)
    assert (attack.attack_total, attack.hit, attack.success_levels) == (21, True, 6)
    assert attack.check.parts == (
        Part("d10", 9, "die"), Part("dexterity", 7, "attribute"), Part("kung-fu", 4, "skill"),
        Part("full-offense", 2, "rule"), Part("modifier", -1, "modifier"),
    )  # fmt: skip
    assert total_of(attack.check.parts) == 21


@pytest.mark.rule("dragonfly.close-attack")
@pytest.mark.parametrize(("defense", "hit", "levels"), [(None, True, 4), (14, True, 4), (15, False, 0)])
def test_a_combat_score_attacks_without_a_die(defense, hit, levels):
    attack = close_attack(combat_score=13, modifier=2, defense_total=defense, dice=NO_DICE)
    assert (attack.attack_total, attack.hit, attack.success_levels) == (15, hit, levels)
    assert attack.check.face is None


@pytest.mark.rule("dragonfly.close-attack", "dragonfly.feeble-attacker", "dragonfly.table-options/feeble-by-arithmetic")
@pytest.mark.parametrize(
    ("stance", "options", "hit"),
    [("normal", DEFAULTS, False), ("full-offense", DEFAULTS, True), ("normal", BY_ARITHMETIC, True)],
)
def test_the_feeble_land_by_full_offense(stance, options, hit):
    attack = close_attack(combat_score=8, modifier=4, stance=stance, options=options)
    assert attack.hit is hit
    assert (attack.success_levels > 0) is hit


@pytest.mark.rule("dragonfly.close-attack", "dragonfly.full-defense")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"stance": "full-defense"}, "stance"),
        ({"stance": "sulking"}, "stance"),
        ({"dexterity": -1}, "dexterity"),
        ({"skill": -1}, "skill"),
        ({"combat_score": -1}, "combat_score"),
        ({"modifier": 0.5}, "modifier"),
        ({"defense_total": 0.5}, "defense_total"),
    ],
)
def test_an_attack_that_does_not_fit_is_refused_before_the_die(given, field):
    with pytest.raises(Refused) as no:
        close_attack(**given, dice=NO_DICE)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.close-attack")
@pytest.mark.parametrize(
    ("skill", "armed", "director", "code"),
    [
        ("kung-fu", False, False, None),
        ("kung-fu", True, True, "kung-fu-armed"),
        ("getting-medieval", True, False, None),
        ("getting-medieval", False, True, "bare-handed"),
        ("sports", True, True, None),
        ("sports", True, False, "sports"),
        ("sports", False, True, "bare-handed"),
    ],
)
def test_which_skill_attacks(skill, armed, director, code):
    no = why_not_skill(skill_id=skill, armed=armed, director_allows=director)
    assert (no and no.code) == code


def test_a_skill_that_never_strikes_is_refused():
    with pytest.raises(Refused) as no:
        why_not_skill(skill_id="doctor", armed=False)
    assert no.value.field == "skill_id"


# Ganging up


@pytest.mark.rule("dragonfly.ganging-up")
@pytest.mark.parametrize(("attackers", "bonus"), [(0, 0), (1, 0), (2, 2), (3, 3), (4, 4), (5, 4), (99, 4)])
def test_a_gang_gets_one_for_each_up_to_four(attackers, bonus):
    gang = ganging_up(attackers=attackers)
    assert (gang.bonus, total_of(gang.parts)) == (bonus, bonus)
    assert [part.label_id for part in gang.parts] == ["ganging-up"] * (bonus > 0)


@pytest.mark.rule(
    "dragonfly.ganging-up", "dragonfly.table-options/ganging-up", "dragonfly.table-options/ganging-up-on-attacks-only"
)
@pytest.mark.parametrize(("options", "attack", "defense"), [(DEFAULTS, 3, 3), (NO_GANGS, 0, 0), (ATTACKS_ONLY, 3, 0)])
def test_what_the_gangs_bonus_is_good_for(options, attack, defense):
    assert ganging_up(attackers=3, act="attack", options=options).bonus == attack
    assert ganging_up(attackers=3, act="defense", options=options).bonus == defense
    assert ganging_up(attackers=3, ranged=True, options=options).bonus == 0


@pytest.mark.rule("dragonfly.ganging-up")
@pytest.mark.parametrize(
    ("given", "field"), [({"attackers": -1}, "attackers"), ({"attackers": 2, "act": "other"}, "act")]
)
def test_gangs_that_do_not_fit_are_refused(given, field):
    with pytest.raises(Refused) as no:
        ganging_up(**given)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.ganging-up")
def test_two_declared_attacks_on_one_target_are_a_gang():
    aims = [("Ann", "Guard"), ("Bo", "Guard"), ("Bo", "Guard"), ("Cy", "Ann"), ("Ann", "Cy"), ("Bo", "Cy")]
    assert gangs(aims) == {"Guard": {"Ann", "Bo"}, "Cy": {"Ann", "Bo"}}
    assert gangs([("Bo", "Guard"), ("Bo", "Guard")]) == {}


@pytest.mark.rule("dragonfly.close-attack", "dragonfly.ganging-up", "dragonfly.extra-action-penalty")
def test_all_lines_of_an_attack_in_their_order():
    injury = Part("injury", -2, "rule")
    lines = attack_parts(stance="full-offense", additional_action=2, attackers=2, others=[injury, FURY], modifier=1)
    assert lines == (
        Part("full-offense", 2, "rule"), Part("additional-action", -4, "rule"), Part("ganging-up", 2, "rule"),
        injury, FURY, Part("modifier", 1, "modifier"),
    )  # fmt: skip
    assert attack_parts() == attack_parts(attackers=4, ranged=True) == attack_parts(attackers=4, options=NO_GANGS) == ()


# Several attacks


def series(bonus, defenses, face, **more):
    dice = ScriptedDice([face])
    result = multiple_attacks(attack_bonus=bonus, attacks=len(defenses), defense_totals=defenses, dice=dice, **more)
    assert dice.left == []
    return result


@pytest.mark.rule("dragonfly.multiple-attacks")
@pytest.mark.parametrize(
    ("defenses", "totals", "results"),
    [
        ([0, 0, 0], (13, 11, 9), ("hit", "hit", "hit")),
        ([0, 11, 0], (13, 11), ("hit", "defended", "lost")),
        ([8, 10, 9], (13, 11, 9), ("hit", "hit", "defended")),
        ([14, 0, 0], (13,), ("defended", "lost", "lost")),
        ([0, 0, 0, 20], (13, 11, 9, 7), ("hit", "hit", "hit", "missed")),
    ],
)
def test_a_series_ends_with_the_first_defense_that_holds(defenses, totals, results):
    made = series(8, defenses, 5)
    assert (made.totals, made.results, made.check.face) == (totals, results, 5)


@pytest.mark.rule("dragonfly.multiple-attacks")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"attacks": 0, "defense_totals": []}, "attacks"),
        ({"additional_actions": 1}, "attacks"),
        ({"defense_totals": [0, 0]}, "defense_totals"),
        ({"defense_totals": [0, 0, -1]}, "defense_totals"),
        ({"attack_bonus": 0.5}, "attack_bonus"),
    ],
)
def test_a_series_that_does_not_fit_is_refused_before_the_die(given, field):
    with pytest.raises(Refused) as no:
        multiple_attacks(**{"attack_bonus": 8, "attacks": 3, "defense_totals": [0, 0, 0], **given}, dice=NO_DICE)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.multiple-attacks")
def test_as_many_attacks_as_there_are_actions():
    assert series(8, [0, 0, 0], 5, additional_actions=2).totals == (13, 11, 9)


@pytest.mark.rule("dragonfly.multiple-attacks", "dragonfly.extra-action-penalty")
def test_shannons_turn_act_by_act():
    plan, done, values = Plan(extra=("attack", "attack")), Done(), fighting_values(dexterity=7, skill=4)
    totals, face, dice = [], None, ScriptedDice([9])
    while why_no_attack(plan=plan, done=done, additional_actions=2) is None:
        lines = attack_parts(additional_action=additional_number(act="attack", plan=plan, done=done))
        check = thrown(values=values, lines=lines, face=face, dice=dice)
        face = check.face
        totals.append(check.total)
        stopped = blow(attack_total=check.total, defense_total=18) == "defended"
        done = Done(attacks=done.attacks + 1, stopped=stopped)
    assert totals == [20, 18]
    assert why_no_attack(plan=plan, done=done, additional_actions=2).code == "series-over"  # type: ignore[union-attr]


@pytest.mark.rule("dragonfly.multiple-attacks", "dragonfly.full-defense", "dragonfly.intentions")
@pytest.mark.parametrize(
    ("plan", "done", "code"),
    [
        (Plan(), Done(), None),
        (Plan(), Done(attacks=1), "not-declared"),
        (Plan(extra=("defense",)), Done(attacks=1), "not-declared"),
        (Plan(extra=("attack",)), Done(attacks=1), None),
        (Plan(extra=("attack",)), Done(attacks=1, stopped=True), "series-over"),
        (Plan("full-offense"), Done(), None),
        (Plan("full-defense"), Done(), "full-defense"),
        (Plan(action="other"), Done(), "not-declared"),
    ],
)
def test_who_may_attack(plan, done, code):
    no = why_no_attack(plan=plan, done=done, additional_actions=1)
    assert (no and no.code) == code


@pytest.mark.rule("dragonfly.multiple-attacks", "dragonfly.table-options/free-use-of-additional-actions")
def test_free_use_gives_an_attack_that_was_not_declared():
    given: dict[str, Any] = {"plan": Plan(extra=()), "additional_actions": 1}
    assert why_no_attack(done=Done(attacks=1), options=FREE_USE, **given) is None
    assert why_no_attack(done=Done(attacks=2), options=FREE_USE, **given).code == "no-actions"  # type: ignore[union-attr]
    assert why_no_attack(done=Done(attacks=1, stopped=True), options=FREE_USE, **given).code == "series-over"  # type: ignore[union-attr]


# The feeble


@pytest.mark.rule("dragonfly.feeble-attacker", "dragonfly.table-options/feeble-by-arithmetic")
@pytest.mark.parametrize("score", range(5, 12))
def test_a_score_of_eight_or_lower_needs_full_offense(score):
    for modifier, offense in product(range(-3, 6), (False, True)):
        given: dict[str, Any] = {"combat_score": score, "modifier": modifier, "full_offense": offense}
        total = score + modifier + 2 * offense
        attack = feeble_attacker(**given)
        assert attack.attack_total == total
        assert attack.can_hit is (total >= 9 and (score > 8 or offense))
        assert feeble_attacker(**given, options=BY_ARITHMETIC).can_hit is (total >= 9)


@pytest.mark.rule("dragonfly.feeble-attacker", "dragonfly.table-options/feeble-by-arithmetic")
def test_whose_attacks_count():
    assert counts(combat_score=None)
    assert counts(combat_score=9)
    assert not counts(combat_score=8)
    assert counts(combat_score=8, stance="full-offense")
    assert counts(combat_score=8, options=BY_ARITHMETIC)


@pytest.mark.rule("dragonfly.attack-outcome", "dragonfly.feeble-attacker")
def test_an_attack_that_does_not_count_misses():
    assert attack_outcome(attack_total=20, counts=False) == attack_outcome(attack_total=8)
    assert blow(attack_total=20, defense_total=20, counts=False) == "missed"


@pytest.mark.rule("dragonfly.feeble-attacker")
def test_a_score_under_nought_is_refused():
    with pytest.raises(Refused) as no:
        feeble_attacker(combat_score=-1)
    assert no.value.field == "combat_score"
