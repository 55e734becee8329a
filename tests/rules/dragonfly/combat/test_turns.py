"""Turns, intentions, initiative, additional actions and stances."""

from dataclasses import replace
from itertools import chain, product
from typing import Any

import pytest

from apps.rules import Refused, text
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat.injury import due_after_turn
from apps.rules.dragonfly.combat.turns import (
    ACTS,
    Combatant,
    Done,
    Plan,
    Tie,
    additional_actions,
    additional_number,
    additional_part,
    additional_used,
    allowed,
    die_key,
    end_of_turn,
    extra_action_penalty,
    fighting_values,
    full_defense,
    full_offense,
    in_order,
    initiative,
    initiative_check,
    intentions,
    modifier_part,
    rolls_now,
    sealed,
    stance_part,
    thrown,
    turn,
    why_no_change,
    why_no_plan,
    why_not_more,
)
from apps.rules.dragonfly.lists import END_STEPS, STANCES
from apps.rules.parts import Part, total_of

NO_DICE = ScriptedDice([])
FREE_USE = replace(DEFAULTS, free_use_of_additional_actions=True)
PER_SERIES = replace(DEFAULTS, penalty_per_series=True)
TIES_TOGETHER = replace(DEFAULTS, simultaneous_ties=True)


# The Turn


@pytest.mark.rule("dragonfly.turn")
def test_a_turn_goes_from_intentions_to_its_end():
    phases = [phase.id for phase in turn().phases]
    assert phases == ["intentions", "initiative", "actions", "aimed-shots", "end-of-turn"]
    assert turn().end_steps == END_STEPS
    assert all(text(step.rule).id == step.rule for step in END_STEPS)


@pytest.mark.rule("dragonfly.turn", "dragonfly.table-options/turns-per-minute")
@pytest.mark.parametrize("per_minute", [12, 3])
def test_a_minute_has_as_many_turns_as_the_table_says(per_minute):
    options = replace(DEFAULTS, turns_per_minute=per_minute)
    turns = turn(options=options).turns_per_minute
    due: dict[str, Any] = {"life_points": -10, "tests": 1, "options": options}
    assert turns == per_minute
    assert due_after_turn(turns_since_test=turns - 1, **due).survival is None
    assert due_after_turn(turns_since_test=turns, **due).survival == 2


@pytest.mark.rule("dragonfly.turn")
def test_what_goes_on_comes_at_the_end_in_order():
    assert end_of_turn() == ()
    everything = end_of_turn(on_fire=True, survival=True, consciousness=True, panicking=True)
    assert [step.id for step in everything] == ["fire", "survival-test", "consciousness-test", "panic-retest"]
    for given, step in (("on_fire", "fire"), ("survival", "survival-test"), ("panicking", "panic-retest")):
        assert [one.id for one in end_of_turn(**{given: True})] == [step]


# Additional actions


@pytest.mark.rule("dragonfly.additional-actions")
@pytest.mark.parametrize("dexterity", range(40))
def test_additional_actions_are_half_of_dexterity_beyond_three(dexterity):
    assert additional_actions(dexterity=dexterity).additional_actions == ((dexterity - 3) // 2 if dexterity >= 5 else 0)


@pytest.mark.rule("dragonfly.additional-actions")
@pytest.mark.parametrize(
    ("dexterity", "actions"), [(4, 0), (5, 1), (6, 1), (8, 2), (10, 3), (12, 4), (13, 5), (14, 5), (15, 6)]
)
def test_additional_actions_row_by_row(dexterity, actions):
    assert additional_actions(dexterity=dexterity).additional_actions == actions


@pytest.mark.rule("dragonfly.additional-actions")
def test_a_dexterity_under_nought_is_refused():
    with pytest.raises(Refused) as no:
        additional_actions(dexterity=-1)
    assert no.value.field == "dexterity"


@pytest.mark.rule("dragonfly.extra-action-penalty")
@pytest.mark.parametrize(("number", "total"), [(1, 18), (2, 16), (7, 6)])
def test_each_additional_action_takes_two_more_off_the_same_total(number, total):
    assert extra_action_penalty(first_total=20, additional_action=number).total == total
    assert additional_part(number) == (Part("additional-action", total - 20, "rule"),)


@pytest.mark.rule("dragonfly.extra-action-penalty")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"first_total": 20, "additional_action": 0}, "additional_action"),
        ({"first_total": 0.5, "additional_action": 1}, "first_total"),
    ],
)
def test_penalties_of_nothing_are_refused(given, field):
    with pytest.raises(Refused) as no:
        extra_action_penalty(**given)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.extra-action-penalty")
def test_the_free_attack_and_the_free_defense_have_no_penalty():
    plan = Plan(extra=("attack", "defense"))
    assert additional_part(0) == ()
    assert [additional_number(act=act, plan=plan, done=Done()) for act in ("attack", "defense", "other")] == [0, 0, 0]
    assert additional_number(act="other", plan=plan, done=Done(attacks=1)) == 1


@pytest.mark.rule("dragonfly.extra-action-penalty", "dragonfly.table-options/penalty-per-series")
@pytest.mark.parametrize(("options", "defense", "attack"), [(DEFAULTS, 2, 3), (PER_SERIES, 1, 2)])
def test_attacks_and_defenses_count_on_together_or_apart(options, defense, attack):
    plan = Plan(extra=("attack", "attack", "defense", "defense"))
    given: dict[str, Any] = {"plan": plan, "options": options}
    assert additional_number(act="defense", done=Done(attacks=2, defenses=1), **given) == defense
    assert additional_number(act="attack", done=Done(attacks=2, defenses=2), **given) == attack
    assert additional_number(act="other", done=Done(attacks=2, defenses=2), **given) == attack


@pytest.mark.rule("dragonfly.extra-action-penalty", "dragonfly.full-defense")
def test_on_full_defense_the_third_defense_is_the_first_additional_action():
    plan = Plan("full-defense", "other", ("defense",))
    numbers = [additional_number(act="defense", plan=plan, done=Done(defenses=n)) for n in range(3)]
    assert numbers == [0, 0, 1]
    assert additional_number(act="defense", plan=plan, done=Done(defenses=2, others=2)) == 2


@pytest.mark.rule("dragonfly.extra-action-penalty", "dragonfly.table-options/one-die-per-turn")
@pytest.mark.parametrize(("on", "keys"), [(False, ["attack", "defense", None]), (True, ["turn", "turn", None])])
def test_which_die_is_kept(on, keys):
    options = replace(DEFAULTS, one_die_per_turn=on)
    assert [die_key(act=act, options=options) for act in ("attack", "defense", "other")] == keys


def test_an_act_of_no_known_sort_has_no_die():
    with pytest.raises(Refused) as no:
        die_key(act="sulk")  # type: ignore[arg-type]
    assert no.value.field == "act"


@pytest.mark.rule("dragonfly.extra-action-penalty")
def test_a_kept_die_is_not_thrown_again():
    values = fighting_values(dexterity=7, skill=4, skill_id="kung-fu")
    first = thrown(values=values, dice=ScriptedDice([9]))
    second = thrown(values=values, lines=additional_part(1), face=first.face, dice=NO_DICE)
    assert (first.total, second.total, second.face, second.success_levels) == (20, 18, 9, 5)
    assert second.parts == (
        Part("d10", 9, "die"), Part("dexterity", 7, "attribute"), Part("kung-fu", 4, "skill"),
        Part("additional-action", -2, "rule"),
    )  # fmt: skip
    assert total_of(second.parts) == second.total


def test_a_combat_score_is_a_total_without_a_die():
    check = thrown(values=fighting_values(combat_score=18), lines=modifier_part(-2), face=9, dice=NO_DICE)
    assert (check.total, check.face) == (16, None)
    assert check.parts == (Part("combat", 18, "score"), Part("modifier", -2, "modifier"))
    assert modifier_part(0) == ()


@pytest.mark.parametrize("given", [{"dexterity": -1}, {"skill": -1}, {"combat_score": -1}])
def test_values_under_nought_are_refused(given):
    with pytest.raises(Refused) as no:
        fighting_values(**given)
    assert [no.value.field] == list(given)


def test_a_kept_face_off_the_die_is_refused():
    with pytest.raises(Refused) as no:
        thrown(values=(), face=11)
    assert no.value.field == "face"


# What is left of the Turn


@pytest.mark.rule("dragonfly.turn", "dragonfly.intentions")
def test_the_declared_acts_and_no_more():
    plan = Plan(action="attack", extra=("attack", "defense", "other"))
    assert [allowed(act, plan) for act in ("attack", "defense", "other")] == [2, 2, 1]
    left: dict[str, Any] = {"plan": plan, "additional_actions": 3}
    for act, field in (("attack", "attacks"), ("defense", "defenses"), ("other", "others")):
        limit = allowed(act, plan)  # type: ignore[arg-type]
        assert why_not_more(act=act, done=Done(**{field: limit - 1}), **left) is None  # type: ignore[arg-type]
        no = why_not_more(act=act, done=Done(**{field: limit}), **left)  # type: ignore[arg-type]
        assert no.code == "not-declared"  # type: ignore[union-attr]
        assert str(limit) in no.text  # type: ignore[union-attr]


@pytest.mark.rule("dragonfly.turn")
def test_an_unused_attack_is_no_defense():
    no = why_not_more(act="defense", plan=Plan(), done=Done(attacks=0, defenses=1), additional_actions=0)
    assert no.code == "not-declared"  # type: ignore[union-attr]


@pytest.mark.rule("dragonfly.intentions", "dragonfly.table-options/free-use-of-additional-actions")
@pytest.mark.parametrize(("options", "code"), [(DEFAULTS, "not-declared"), (FREE_USE, None)])
def test_an_action_that_was_not_declared_for_it(options, code):
    given: dict[str, Any] = {
        "plan": Plan(extra=("attack",)),
        "done": Done(attacks=1, defenses=1),
        "additional_actions": 1,
    }
    no = why_not_more(act="defense", options=options, **given)
    assert (no and no.code) == code


@pytest.mark.rule("dragonfly.table-options/free-use-of-additional-actions")
def test_free_use_ends_with_the_last_action():
    given: dict[str, Any] = {"plan": Plan(), "additional_actions": 2, "options": FREE_USE}
    assert why_not_more(act="defense", done=Done(attacks=2, defenses=1), **given) is None
    no = why_not_more(act="defense", done=Done(attacks=2, defenses=2), **given)
    assert no.code == "no-actions"  # type: ignore[union-attr]
    assert "2" in no.text  # type: ignore[union-attr]
    assert why_not_more(act="defense", done=Done(attacks=3, defenses=0), **given) is None
    assert why_not_more(act="attack", done=Done(defenses=3), **given) is None


@pytest.mark.rule("dragonfly.extra-action-penalty", "dragonfly.multiple-attacks")
@pytest.mark.parametrize("options", [DEFAULTS, FREE_USE])
def test_attacks_that_were_cut_off_raise_no_penalty(options):
    plan, done = Plan(extra=("attack", "attack", "defense")), Done(attacks=1, defenses=1, stopped=True)
    assert additional_used(plan, done) == (0, 0)
    assert additional_number(act="defense", plan=plan, done=done, options=options) == 1
    assert additional_number(act="defense", plan=plan, done=replace(done, attacks=2), options=options) == 2


@pytest.mark.rule("dragonfly.multiple-attacks", "dragonfly.table-options/free-use-of-additional-actions")
def test_attacks_that_were_cut_off_are_no_defenses_but_by_free_use():
    given: dict[str, Any] = {
        "plan": Plan(extra=("attack", "attack")), "done": Done(attacks=1, defenses=1, stopped=True),
        "additional_actions": 2,
    }  # fmt: skip
    no = why_not_more(act="defense", **given)
    assert no is not None
    assert no.code == "not-declared"
    assert why_not_more(act="defense", options=FREE_USE, **given) is None


@pytest.mark.rule("dragonfly.extra-action-penalty")
def test_the_nth_additional_act_made_is_at_the_nth_step_whatever_was_declared():
    """Against a count by hand: every order of up to five acts, the free ones of each sort left out."""
    for acts in chain.from_iterable(product(ACTS, repeat=n) for n in range(6)):
        done, plan, beyond, free = Done(), Plan(extra=("attack", "defense", "other")), 0, {"own": 1, "defense": 1}
        for act in acts:
            sort = "defense" if act == "defense" else "own"
            free[sort] -= 1
            beyond += free[sort] < 0
            assert additional_number(act=act, plan=plan, done=done) == (beyond if free[sort] < 0 else 0), acts
            field = {"attack": "attacks", "defense": "defenses", "other": "others"}[act]
            done = replace(done, stopped=act == "attack", **{field: getattr(done, field) + 1})


def test_fewer_than_no_additional_actions_are_refused():
    with pytest.raises(Refused) as no:
        why_not_more(act="other", plan=Plan(), done=Done(), additional_actions=-1)
    assert no.value.field == "additional_actions"


# Intentions


@pytest.mark.rule("dragonfly.intentions")
def test_what_is_declared_is_kept_as_it_was_said():
    given: dict[str, Any] = {"action": " kick Bo ", "stance": "full-offense", "additional_actions": ["attack", "other"]}
    said = intentions(**given, drama=["heroic-feat"], available=2)
    assert (said.accepted, said.action, said.drama, said.turns) == ("yes", "kick Bo", ("heroic-feat",), 1)
    assert said.plan == Plan("full-offense", "attack", ("attack", "other"))


@pytest.mark.rule("dragonfly.intentions")
@pytest.mark.parametrize(("word", "turns", "takes"), [("yes", 4, 1), ("no", 4, 1), ("longer", 4, 4)])
def test_the_directors_word(word, turns, takes):
    said = intentions(action="hack a hole", own="other", director=word, turns=turns)
    assert (said.accepted, said.turns) == (word, takes)


@pytest.mark.rule("dragonfly.intentions")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"action": "  "}, "action"),
        ({"director": "maybe"}, "director"),
        ({"director": "longer", "turns": 1}, "turns"),
        ({"stance": "sulking"}, "stance"),
        ({"own": "defense"}, "own"),
        ({"additional_actions": ["sulk"], "available": 1}, "additional_actions"),
        ({"additional_actions": ["attack"]}, "additional_actions"),
        ({"drama": ["wish"]}, "use"),
        ({"stance": "full-defense"}, "stance"),
        ({"stance": "full-offense", "additional_actions": ["defense"], "available": 1}, "stance"),
    ],
)
def test_what_cannot_be_declared_is_refused(given, field):
    with pytest.raises(Refused) as no:
        intentions(**{"action": "hit", **given})
    assert no.value.field == field


@pytest.mark.rule("dragonfly.intentions", "dragonfly.full-offense", "dragonfly.full-defense")
def test_stances_forbid_what_they_give_up():
    more: dict[str, Any] = {"additional_actions": 3}
    assert why_no_plan(plan=Plan("full-defense", "other", ("defense",)), **more) is None
    assert why_no_plan(plan=Plan("full-offense", "attack", ("attack",)), **more) is None
    assert why_no_plan(plan=Plan("full-defense", "other", ("attack",)), **more).code == "full-defense"  # type: ignore[union-attr]
    assert why_no_plan(plan=Plan("full-defense", "attack"), **more).code == "full-defense"  # type: ignore[union-attr]
    assert why_no_plan(plan=Plan("full-offense", "other", ("defense",)), **more).code == "full-offense"  # type: ignore[union-attr]
    too_many = why_no_plan(plan=Plan(extra=("attack", "attack")), additional_actions=1)
    assert too_many.code == "too-many-actions"  # type: ignore[union-attr]
    assert "2" in too_many.text  # type: ignore[union-attr]


@pytest.mark.rule("dragonfly.intentions", "dragonfly.table-options/free-use-of-additional-actions")
def test_with_free_use_no_use_is_declared():
    plan = Plan("full-offense", extra=("defense", "defense"))
    assert why_no_plan(plan=plan, additional_actions=1).code == "too-many-actions"  # type: ignore[union-attr]
    assert why_no_plan(plan=plan, additional_actions=1, options=FREE_USE) is None


@pytest.mark.rule("dragonfly.intentions")
def test_a_declaration_changes_only_by_the_directors_leave():
    assert why_no_change().code == "declared"  # type: ignore[union-attr]
    assert why_no_change(director_allows=True) is None


@pytest.mark.rule("dragonfly.intentions", "dragonfly.table-options/secret-intentions")
@pytest.mark.parametrize(("on", "hidden"), [(False, (False, False)), (True, (True, False))])
def test_secret_intentions_are_shown_together(on, hidden):
    options = replace(DEFAULTS, secret_intentions=on)
    assert (sealed(all_in=False, options=options), sealed(all_in=True, options=options)) == hidden


# Initiative

ANN = Combatant("Ann", dexterity=5)
BO = Combatant("Bo", dexterity=3, bonus=1)
CY = Combatant("Cy", dexterity=5)
GUARD = Combatant("Guard", dexterity=4, bonus=1, supporting=True, score=13, place=1)


def by(*combatants, faces=(), options=DEFAULTS):
    dice = ScriptedDice(faces)
    result = initiative(combatants=combatants, dice=dice, options=options)
    assert dice.left == []
    return result


@pytest.mark.rule("dragonfly.initiative")
def test_the_highest_total_acts_first_and_needs_no_nine():
    result = by(ANN, BO, faces=[1, 3])
    assert (result.totals, result.order, result.places) == ((6, 7), ("Bo", "Ann"), (("Bo",), ("Ann",)))
    assert result.checks[1].parts == (
        Part("d10", 3, "die"), Part("dexterity", 3, "attribute"), Part("initiative-bonus", 1, "quality"),
    )  # fmt: skip


@pytest.mark.rule("dragonfly.initiative")
def test_a_tie_goes_to_the_higher_dexterity():
    assert by(BO, ANN, faces=[5, 4]).order == ("Ann", "Bo")


@pytest.mark.rule("dragonfly.initiative")
def test_equal_dexterity_throws_until_it_differs():
    assert by(ANN, CY, faces=[4, 4, 2, 7]).order == ("Cy", "Ann")
    assert by(ANN, CY, faces=[4, 4, 6, 6, 9, 1]).order == ("Ann", "Cy")
    dan = Combatant("Dan", dexterity=5)
    three = by(ANN, CY, dan, faces=[4, 4, 4, 3, 8, 3, 1, 2])
    assert three.order == ("Cy", "Dan", "Ann")
    assert three.ties == (Tie(("Ann", "Cy", "Dan"), (3, 8, 3)), Tie(("Ann", "Dan"), (1, 2)))


@pytest.mark.rule("dragonfly.initiative", "dragonfly.table-options/simultaneous-ties")
def test_ties_act_together_by_a_switch():
    assert by(BO, ANN, CY, faces=[5, 4, 4, 1, 2]).places == (("Cy",), ("Ann",), ("Bo",))
    together = by(BO, ANN, CY, faces=[5, 4, 3], options=TIES_TOGETHER)
    assert together.places == (("Bo", "Ann"), ("Cy",))
    assert together.order == ("Bo", "Ann", "Cy")


@pytest.mark.rule("dragonfly.initiative", "dragonfly.table-options/supporting-initiative")
@pytest.mark.parametrize(
    ("by_what", "faces", "totals", "order"),
    [
        ("score", [5, 9], (13, 10, 13), ("Bo", "Guard", "Ann")),
        ("director", [5, 9], (None, 10, 13), ("Guard", "Bo", "Ann")),
        ("roll", [1, 5, 9], (6, 10, 13), ("Bo", "Ann", "Guard")),
    ],
)
def test_the_supporting_cast_find_their_place(by_what, faces, totals, order):
    options = replace(DEFAULTS, supporting_initiative=by_what)
    result = by(GUARD, ANN, BO, faces=faces, options=options)
    assert (result.totals, result.order) == (totals, order)


@pytest.mark.rule("dragonfly.initiative", "dragonfly.table-options/supporting-initiative")
def test_by_hand_means_at_that_place_or_last():
    options = replace(DEFAULTS, supporting_initiative="director")
    second = replace(GUARD, name="Second", place=2)
    nowhere = replace(GUARD, name="Nowhere", place=None)
    far = replace(GUARD, name="Far", place=9)
    assert by(far, nowhere, second, ANN, BO, faces=[9, 1], options=options).order == (
        "Ann", "Second", "Bo", "Nowhere", "Far",
    )  # fmt: skip
    assert by(second, GUARD, options=options).order == ("Guard", "Second")


@pytest.mark.rule("dragonfly.initiative")
def test_equal_scores_are_settled_by_a_die_too():
    other = replace(GUARD, name="Other")
    assert by(GUARD, other, faces=[2, 6]).order == ("Other", "Guard")
    assert by(GUARD, ANN, other, faces=[8, 7, 6]).order == ("Ann", "Guard", "Other")


@pytest.mark.rule("dragonfly.initiative", "dragonfly.table-options/initiative-once-per-fight")
@pytest.mark.parametrize(("on", "again"), [(False, True), (True, False)])
def test_initiative_each_turn_or_once_a_fight(on, again):
    options = replace(DEFAULTS, initiative_once_per_fight=on)
    assert rolls_now(has_place=True, options=options) is again
    assert rolls_now(has_place=False, options=options) is True


@pytest.mark.rule("dragonfly.initiative")
def test_everybody_may_throw_in_an_act_of_their_own():
    ann = initiative_check(ANN, dice=ScriptedDice([4]))
    bo = initiative_check(BO, dice=ScriptedDice([5]))
    result = in_order(combatants=[ANN, BO], checks=[ann, bo], dice=NO_DICE)
    assert (result.totals, result.order) == ((9, 9), ("Ann", "Bo"))
    assert result == by(ANN, BO, faces=[4, 5])


@pytest.mark.rule("dragonfly.initiative")
@pytest.mark.parametrize(
    ("combatants", "field"),
    [
        ([replace(ANN, dexterity=-1)], "dexterity"),
        ([replace(ANN, bonus=0.5)], "bonus"),  # type: ignore[arg-type]
        ([replace(GUARD, score="13")], "score"),  # type: ignore[arg-type]
        ([replace(GUARD, place=0)], "place"),
        ([ANN, ANN], None),
    ],
)
def test_combatants_that_do_not_fit_are_refused(combatants, field):
    with pytest.raises(Refused) as no:
        initiative(combatants=combatants, dice=NO_DICE)
    assert no.value.field == field


# Stances


@pytest.mark.rule("dragonfly.full-offense", "dragonfly.full-defense")
def test_what_stances_do():
    rows = [(s.id, s.attack_bonus, s.defense_bonus, s.free_defenses, s.may_attack, s.may_defend) for s in STANCES]
    assert rows == [
        ("normal", 0, 0, 1, True, True),
        ("full-offense", 2, 0, 0, True, False),
        ("full-defense", 0, 3, 2, False, True),
    ]
    assert stance_part(stance="full-offense", act="attack") == (Part("full-offense", 2, "rule"),)
    assert stance_part(stance="full-defense", act="defense") == (Part("full-defense", 3, "rule"),)
    assert stance_part(stance="full-defense", act="attack") == stance_part(stance="normal", act="defense") == ()
    assert stance_part(stance="full-offense", act="other") == ()


@pytest.mark.rule("dragonfly.full-offense")
def test_without_full_offense_there_is_no_bonus():
    attack = full_offense(attack_bonus=8, full_offense=False, dice=ScriptedDice([5]))
    assert (attack.attack_total, attack.may_defend) == (13, True)


@pytest.mark.rule("dragonfly.full-defense")
def test_without_full_defense_there_is_no_bonus():
    defense = full_defense(defense_bonus=0, full_defense=False, dice=ScriptedDice([4]))
    assert (defense.defense_total, defense.may_attack) == (4, True)


@pytest.mark.rule("dragonfly.full-offense", "dragonfly.full-defense")
def test_bonuses_that_are_not_whole_are_refused():
    with pytest.raises(Refused) as no:
        full_offense(attack_bonus=0.5, dice=NO_DICE)  # type: ignore[arg-type]
    assert no.value.field == "attack_bonus"
    with pytest.raises(Refused) as no:
        full_defense(defense_bonus="3", dice=NO_DICE)  # type: ignore[arg-type]
    assert no.value.field == "defense_bonus"
