"""Parries and dodges: how many, against what, and what they cost the one who attacked."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat.defenses import (
    MISSILE,
    attack_kind_of,
    defense_allowance,
    defense_parts,
    dodge,
    dodge_skill,
    parry,
    parry_hurts_unarmed,
    parry_limits,
    parry_parts,
    parry_skill,
    why_no_defense,
    why_no_parry,
)
from apps.rules.dragonfly.combat.turns import Done, Plan, additional_number
from apps.rules.dragonfly.lists import ATTACK_KINDS, WEAPON_KINDS
from apps.rules.parts import Part, total_of

NO_DICE = ScriptedDice([])
FREE_USE = replace(DEFAULTS, free_use_of_additional_actions=True)
PER_SERIES = replace(DEFAULTS, penalty_per_series=True)
AFTER_SEEING = replace(DEFAULTS, defend_after_seeing=True)
CATCHING = replace(DEFAULTS, catching_bare_handed=True)
ATTACKS_ONLY = replace(DEFAULTS, ganging_up_on_attacks_only=True)


# How many


@pytest.mark.rule("dragonfly.defense-allowance", "dragonfly.full-defense", "dragonfly.full-offense")
@pytest.mark.parametrize(
    ("stance", "modifiers"),
    [
        ("normal", [0, -2, -4, None]),
        ("full-defense", [3, 3, 1, -1, None]),
        ("full-offense", [None, None]),
    ],
)
def test_defense_by_defense_with_two_additional_actions(stance, modifiers):
    for number, modifier in enumerate(modifiers, start=1):
        allowance = defense_allowance(stance=stance, attack_number=number, additional_actions=2)
        assert (allowance.allowed, allowance.modifier) == (modifier is not None, modifier or 0)


@pytest.mark.rule("dragonfly.defense-allowance", "dragonfly.table-options/penalty-per-series")
@pytest.mark.parametrize(("options", "modifier"), [(DEFAULTS, -6), (PER_SERIES, -2)])
def test_what_was_spent_on_attacks_counts_or_is_apart(options, modifier):
    given: dict[str, Any] = {
        "stance": "normal",
        "additional_actions": 3,
        "additional_actions_used": 2,
        "options": options,
    }
    assert defense_allowance(attack_number=1, **given).modifier == 0
    assert defense_allowance(attack_number=2, **given).modifier == modifier
    assert defense_allowance(attack_number=3, **given).allowed is False


@pytest.mark.rule("dragonfly.defense-allowance")
def test_more_spent_than_there_are_leaves_the_free_defense():
    given: dict[str, Any] = {"stance": "normal", "additional_actions": 1, "additional_actions_used": 3}
    assert [defense_allowance(attack_number=n, **given).allowed for n in (1, 2)] == [True, False]


@pytest.mark.rule("dragonfly.defense-allowance")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"stance": "sulking"}, "stance"),
        ({"attack_number": 0}, "attack_number"),
        ({"additional_actions": -1}, "additional_actions"),
        ({"additional_actions_used": -1}, "additional_actions_used"),
    ],
)
def test_allowances_that_do_not_fit_are_refused(given, field):
    with pytest.raises(Refused) as no:
        defense_allowance(**{"stance": "normal", "attack_number": 1, **given})
    assert no.value.field == field


@pytest.mark.rule("dragonfly.defense-allowance", "dragonfly.extra-action-penalty")
@pytest.mark.parametrize("stance", ["normal", "full-defense"])
def test_the_acts_of_a_turn_come_to_the_same_modifiers(stance):
    plan = Plan(stance, "other", ("other", "defense", "defense"))
    for defenses in range(4):
        done = Done(defenses=defenses, others=2)
        number = additional_number(act="defense", plan=plan, done=done)
        allowance = defense_allowance(
            stance=stance, attack_number=defenses + 1, additional_actions=3, additional_actions_used=1
        )
        may = why_no_defense(plan=plan, done=done, additional_actions=3) is None
        assert may is allowance.allowed
        if may:
            assert total_of(defense_parts(stance=stance, additional_action=number)) == allowance.modifier


@pytest.mark.rule("dragonfly.defense-allowance", "dragonfly.full-offense", "dragonfly.full-defense")
@pytest.mark.parametrize(
    ("plan", "defenses", "code"),
    [
        (Plan(), 0, None),
        (Plan(), 1, "not-declared"),
        (Plan(extra=("attack",)), 1, "not-declared"),
        (Plan(extra=("defense",)), 1, None),
        (Plan(extra=("defense",)), 2, "not-declared"),
        (Plan("full-defense", "other"), 1, None),
        (Plan("full-defense", "other"), 2, "not-declared"),
        (Plan("full-offense"), 0, "full-offense"),
    ],
)
def test_who_may_defend(plan, defenses, code):
    no = why_no_defense(plan=plan, done=Done(defenses=defenses), additional_actions=1)
    assert (no and no.code) == code


@pytest.mark.rule("dragonfly.defense-allowance", "dragonfly.dodge")
def test_the_director_marks_somebody_as_unable():
    assert why_no_defense(plan=Plan(), done=Done(), additional_actions=0, unable=True).code == "unable"  # type: ignore[union-attr]


@pytest.mark.rule("dragonfly.attack-outcome", "dragonfly.table-options/defend-after-seeing")
@pytest.mark.parametrize(("options", "code"), [(DEFAULTS, "attack-fallen"), (AFTER_SEEING, None)])
def test_the_choice_comes_before_the_attacks_die(options, code):
    given: dict[str, Any] = {"plan": Plan(), "done": Done(), "additional_actions": 0, "options": options}
    no = why_no_defense(attack_rolled=True, **given)
    assert (no and no.code) == code
    assert why_no_defense(attack_rolled=False, **given) is None


@pytest.mark.rule(
    "dragonfly.multiple-attacks",
    "dragonfly.defense-allowance",
    "dragonfly.table-options/free-use-of-additional-actions",
)
@pytest.mark.parametrize(("options", "code"), [(DEFAULTS, "not-declared"), (FREE_USE, None)])
def test_attacks_that_were_cut_off_defend_only_with_free_use(options, code):
    plan, done = Plan(extra=("attack", "attack")), Done(attacks=2, defenses=1, stopped=True)
    given: dict[str, Any] = {"plan": plan, "additional_actions": 2, "options": options}
    no = why_no_defense(done=done, **given)
    assert (no and no.code) == code
    assert why_no_defense(done=replace(done, defenses=2), **given) is not None


@pytest.mark.rule("dragonfly.ganging-up", "dragonfly.table-options/ganging-up-on-attacks-only")
def test_all_lines_of_a_defense_in_their_order():
    hold, thrown_at = Part("hold", -1, "rule"), parry_parts("thrown")
    given: dict[str, Any] = {
        "stance": "full-defense",
        "additional_action": 1,
        "attackers": 3,
        "missile": True,
        "modifier": 1,
    }
    lines = defense_parts(**given, others=[*thrown_at, hold])
    assert lines == (
        Part("full-defense", 3, "rule"), Part("additional-action", -2, "rule"), Part("ganging-up", 3, "rule"),
        MISSILE, Part("parry-thrown", -2, "rule"), hold, Part("modifier", 1, "modifier"),
    )  # fmt: skip
    assert defense_parts() == ()
    assert defense_parts(attackers=3, options=ATTACKS_ONLY) == ()


# Parries

LIMITS = {
    ("unarmed", "unarmed"): (True, 0, False),
    ("unarmed", "weapon"): (True, 0, True),
    ("weapon", "unarmed"): (False, 0, False),
    ("weapon", "weapon"): (True, 0, False),
    ("thrown", "unarmed"): (False, 0, False),
    ("thrown", "weapon"): (True, -2, False),
    ("arrow-or-bolt", "unarmed"): (False, 0, False),
    ("arrow-or-bolt", "weapon"): (True, -6, False),
    ("bullet", "unarmed"): (False, 0, False),
    ("bullet", "weapon"): (False, 0, False),
    ("grapple", "unarmed"): (False, 0, False),
    ("grapple", "weapon"): (False, 0, False),
}


def limit(kind, parry_with, options=DEFAULTS):
    row = parry_limits(attack_kind=kind, parry_with=parry_with, options=options)
    return row.allowed, row.modifier, row.hurts_attacker


@pytest.mark.rule("dragonfly.parry-limits")
@pytest.mark.parametrize(("case", "expected"), LIMITS.items())
def test_what_can_be_parried_row_by_row(case, expected):
    assert limit(*case) == expected
    assert (why_no_parry(attack_kind=case[0], parry_with=case[1]) is None) is expected[0]


@pytest.mark.rule("dragonfly.parry-limits", "dragonfly.table-options/catching-bare-handed")
@pytest.mark.parametrize(("case", "expected"), LIMITS.items())
def test_catching_bare_handed_adds_what_flies_by_hand(case, expected):
    caught = {("thrown", "unarmed"): (True, -2, False), ("arrow-or-bolt", "unarmed"): (True, -6, False)}
    assert limit(*case, CATCHING) == caught.get(case, expected)  # type: ignore[call-arg]
    dice = ScriptedDice([9])
    assert (
        parry(attack_kind=case[0], parry_with=case[1], dice=dice, options=CATCHING).allowed is limit(*case, CATCHING)[0]  # type: ignore[call-arg]
    )


@pytest.mark.rule("dragonfly.parry-limits")
def test_why_there_is_no_parry():
    assert why_no_parry(attack_kind="weapon", parry_with="unarmed").code == "parry-unarmed"  # type: ignore[union-attr]
    assert why_no_parry(attack_kind="bullet", parry_with="weapon").code == "no-parry"  # type: ignore[union-attr]
    assert why_no_parry(attack_kind="thrown", parry_with="unarmed", options=CATCHING) is None


@pytest.mark.rule("dragonfly.parry-limits")
@pytest.mark.parametrize(
    ("given", "field"), [({"attack_kind": "insult"}, "attack_kind"), ({"parry_with": "wit"}, "parry_with")]
)
def test_parries_off_the_list_are_refused(given, field):
    with pytest.raises(Refused) as no:
        parry(**{"attack_kind": "unarmed", "parry_with": "unarmed", **given}, dice=NO_DICE)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.parry")
def test_a_parry_names_what_it_is_made_of():
    given: dict[str, Any] = {
        "dexterity": 4,
        "skill": 3,
        "attack_kind": "arrow-or-bolt",
        "parry_with": "weapon",
        "modifier": 1,
    }
    made = parry(**given, dice=ScriptedDice([6]))
    assert (made.total, made.success) == (8, False)
    assert made.check.parts == (  # type: ignore[union-attr]
        Part("d10", 6, "die"), Part("dexterity", 4, "attribute"), Part("getting-medieval", 3, "skill"),
        Part("parry-arrow-or-bolt", -6, "rule"), Part("modifier", 1, "modifier"),
    )  # fmt: skip


@pytest.mark.rule("dragonfly.parry")
@pytest.mark.parametrize(
    ("kind", "total", "success"), [("weapon", 12, True), ("thrown", 10, True), ("arrow-or-bolt", 6, False)]
)
def test_a_combat_score_parries_without_a_die(kind, total, success):
    made = parry(combat_score=12, attack_kind=kind, parry_with="weapon", dice=NO_DICE)
    assert (made.total, made.success, made.check.face) == (total, success, None)  # type: ignore[union-attr]


@pytest.mark.rule("dragonfly.parry", "dragonfly.parry-limits")
def test_what_cannot_be_parried_throws_no_die():
    made = parry(dexterity=4, skill=4, attack_kind="bullet", parry_with="weapon", dice=NO_DICE)
    assert (made.allowed, made.total, made.success, made.check) == (False, None, False, None)


@pytest.mark.rule("dragonfly.parry")
@pytest.mark.parametrize("field", ["dexterity", "skill", "combat_score"])
def test_a_parry_with_values_under_nought_is_refused(field):
    with pytest.raises(Refused) as no:
        parry(attack_kind="unarmed", parry_with="unarmed", dice=NO_DICE, **{field: -1})  # type: ignore[arg-type]
    assert no.value.field == field


@pytest.mark.rule("dragonfly.parry")
def test_which_skill_parries():
    assert (parry_skill("unarmed"), parry_skill("weapon")) == ("kung-fu", "getting-medieval")
    with pytest.raises(Refused):
        parry_skill("wit")  # type: ignore[arg-type]


@pytest.mark.rule("dragonfly.parry-hurts-unarmed", "dragonfly.table-options/weapon-parry-without-levels")
@pytest.mark.parametrize(("without", "damage"), [(False, 12), (True, 8)])
def test_a_parrying_weapon_hurts_with_its_levels_or_without(without, damage):
    options = replace(DEFAULTS, weapon_parry_without_levels=without)
    given: dict[str, Any] = {"parry_total": 12, "base_damage": 5, "armor": 1, "multiplier": 2, "options": options}
    hurt = parry_hurts_unarmed(parry_succeeds=True, **given)
    assert hurt.damage == damage
    assert hurt.harm.after_armor * 2 == damage  # type: ignore[union-attr]
    missed = parry_hurts_unarmed(parry_succeeds=False, **given)
    assert (missed.damage, missed.harm) == (0, None)


@pytest.mark.rule("dragonfly.parry-hurts-unarmed", "dragonfly.table-options/listed-damage-is-final")
@pytest.mark.parametrize(("final", "damage"), [(False, 8), (True, 4)])
def test_a_listed_damage_has_its_levels_in_it(final, damage):
    options = replace(DEFAULTS, listed_damage_is_final=final)
    given: dict[str, Any] = {"parry_total": 18, "parry_succeeds": True, "base_damage": 5, "armor": 1, "multiplier": 2}
    assert parry_hurts_unarmed(**given, listed=True, options=options).damage == damage


@pytest.mark.rule("dragonfly.parry-hurts-unarmed")
def test_armor_can_stop_all_of_it_and_no_more():
    given: dict[str, Any] = {"parry_total": 9, "parry_succeeds": True, "base_damage": 5, "multiplier": 2}
    assert parry_hurts_unarmed(**given, armor=20).damage == 0


@pytest.mark.rule("dragonfly.parry-hurts-unarmed")
@pytest.mark.parametrize("field", ["base_damage", "armor", "multiplier", "parry_total"])
def test_harm_that_does_not_fit_is_refused(field):
    given: dict[str, Any] = {"parry_total": 9, "parry_succeeds": True, "base_damage": 5, field: -0.5}
    with pytest.raises(Refused) as no:
        parry_hurts_unarmed(**given)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.parry-limits")
def test_every_weapon_sends_something_that_is_listed():
    kinds = {weapon.id: attack_kind_of(weapon.id) for weapon in WEAPON_KINDS}
    assert set(kinds.values()) < {kind.id for kind in ATTACK_KINDS}
    assert (kinds["unarmed"], kinds["hand-weapon"], kinds["crossbow"]) == ("unarmed", "weapon", "arrow-or-bolt")
    assert {kind.id for kind in ATTACK_KINDS if kind.missile} == {"thrown", "arrow-or-bolt", "bullet"}
    with pytest.raises(Refused) as no:
        attack_kind_of("insult")
    assert no.value.field == "weapon"


# Dodges


@pytest.mark.rule("dragonfly.dodge")
@pytest.mark.parametrize(
    ("skills", "best", "total"),
    [
        ((3, 1, 2), "acrobatics", 12),
        ((1, 3, 2), "getting-medieval", 12),
        ((1, 2, 3), "kung-fu", 12),
        ((0, 0, 0), "", 9),
    ],
)
def test_a_dodge_uses_the_best_skill(skills, best, total):
    values: dict[str, Any] = dict(zip(("acrobatics", "getting_medieval", "kung_fu"), skills, strict=True))
    made = dodge(dexterity=4, **values, dice=ScriptedDice([5]))
    assert (made.total, made.success) == (total, True)
    assert [part.label_id for part in made.check.parts] == ["d10", "dexterity", *([best] if best else [])]


@pytest.mark.rule("dragonfly.dodge")
@pytest.mark.parametrize(
    ("ruled_out", "best"), [((), 5), (("acrobatics",), 4), (("acrobatics", "kung-fu"), 1),
                            (("acrobatics", "kung-fu", "getting-medieval"), 0)],
)  # fmt: skip
def test_the_director_rules_skills_out(ruled_out, best):
    values: dict[str, Any] = {"acrobatics": 5, "getting_medieval": 1, "kung_fu": 4}
    assert dodge_skill(**values, ruled_out=ruled_out).value == best
    assert dodge(**values, ruled_out=ruled_out, dice=ScriptedDice([1])).total == 1 + best


@pytest.mark.rule("dragonfly.dodge")
@pytest.mark.parametrize(("missile", "rolled", "scored"), [(False, 12, 10), (True, 10, 8)])
def test_missiles_are_harder_to_dodge_for_everybody(missile, rolled, scored):
    given: dict[str, Any] = {"missile": missile, "modifier": -1}
    roll = dodge(dexterity=4, kung_fu=4, **given, dice=ScriptedDice([5]))
    score = dodge(combat_score=11, **given, dice=NO_DICE)
    assert (roll.total, score.total, score.success) == (rolled, scored, scored >= 9)
    assert (MISSILE in score.check.parts) is missile


@pytest.mark.rule("dragonfly.dodge")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"dexterity": -1}, "dexterity"),
        ({"acrobatics": -1}, "acrobatics"),
        ({"getting_medieval": -1}, "getting_medieval"),
        ({"kung_fu": -1}, "kung_fu"),
        ({"combat_score": -1}, "combat_score"),
        ({"modifier": "2"}, "modifier"),
        ({"ruled_out": ["doctor"]}, "ruled_out"),
    ],
)
def test_a_dodge_that_does_not_fit_is_refused(given, field):
    with pytest.raises(Refused) as no:
        dodge(**given, dice=NO_DICE)
    assert no.value.field == field
