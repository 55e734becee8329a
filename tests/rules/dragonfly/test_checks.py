"""The die, the check, difficulties, Success Levels and contests."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS, check
from apps.rules.dragonfly.checks import (
    ability_scores,
    attribute_doubled,
    base_check,
    die,
    difficulty_modifiers,
    difficulty_of,
    required_levels,
    resisted_action,
    resisted_winner,
    score_check,
    score_winner,
    success_levels,
    supporting_cast_down,
    typed_dice,
    when_to_roll,
)
from apps.rules.dragonfly.drama import FURY
from apps.rules.parts import Part, total_of

NO_DICE = ScriptedDice([])
HALF: Any = 0.5


# The die


@pytest.mark.rule("dragonfly.die")
@pytest.mark.parametrize(("typed", "face"), [(0, 10), (1, 1), (9, 9), (10, 10)])
def test_a_typed_face_counts_and_a_nought_is_a_ten(typed, face):
    result = die(face=typed, dice=NO_DICE)
    assert (result.face, result.typed) == (face, True)


@pytest.mark.rule("dragonfly.die")
@pytest.mark.parametrize("face", range(1, 11))
def test_the_program_rolls_where_no_face_is_typed(face):
    result = die(dice=ScriptedDice([face]))
    assert (result.face, result.typed) == (face, False)


@pytest.mark.rule("dragonfly.die")
@pytest.mark.parametrize("face", [-1, 11, 5.5, "5", True])
def test_a_face_off_the_die_is_refused(face):
    with pytest.raises(Refused) as no:
        die(face=face)
    assert no.value.field == "face"
    assert str(face) in no.value.text


@pytest.mark.rule("dragonfly.die", "dragonfly.table-options/typed-dice")
def test_typed_dice_off_refuses_typed_faces_and_still_rolls():
    off = replace(DEFAULTS, typed_dice=False)
    with pytest.raises(Refused) as no:
        die(face=5, options=off)
    assert (no.value.code, no.value.field) == ("typed-dice-off", "face")
    with pytest.raises(Refused):
        typed_dice([5], options=off)
    assert die(dice=ScriptedDice([5]), options=off).face == 5


@pytest.mark.rule("dragonfly.die")
def test_typed_dice_feed_a_check_and_read_nought_as_ten():
    dice = typed_dice([0, 3])
    outcome = resisted_action(active_bonus=1, opposing_bonus=1, dice=dice)
    assert (outcome.active_total, outcome.opposing_total, dice.typed) == (11, 4, True)


# Who may roll


def test_players_may_roll_freely_what_changes_nothing():
    when_to_roll()
    when_to_roll(by_director=True, changes_record=True)
    when_to_roll(approved=True, changes_record=True)


def test_a_roll_that_changes_a_sheet_waits_for_the_director():
    with pytest.raises(Refused) as no:
        when_to_roll(changes_record=True)
    assert no.value.code == "director-approves"


def test_with_players_may_roll_freely_off_every_roll_waits():
    off = replace(DEFAULTS, players_may_roll_freely=False)
    with pytest.raises(Refused) as no:
        when_to_roll(options=off)
    assert no.value.code == "director-asks"
    when_to_roll(approved=True, options=off)
    when_to_roll(by_director=True, options=off)


# Checks


@pytest.mark.rule("dragonfly.base-check")
@pytest.mark.parametrize("face", range(1, 11))
def test_nine_or_more_succeeds(face):
    outcome = base_check(attribute=2, skill=3, modifier=-1, dice=ScriptedDice([face]))
    assert outcome.total == face + 4
    assert outcome.success == (face >= 5)
    assert bool(outcome.success_levels) == outcome.success
    assert outcome.parts == (
        Part("d10", face, "die"),
        Part("attribute", 2, "attribute"),
        Part("skill", 3, "skill"),
        Part("modifier", -1, "modifier"),
    )


@pytest.mark.rule("dragonfly.base-check")
@pytest.mark.parametrize(
    ("given", "total"), [({"attribute": 4}, 9), ({"skill": 4}, 9), ({}, 5), ({"modifier": -20}, -15)]
)
def test_a_missing_part_counts_nothing_and_nothing_is_doubled(given, total):
    assert base_check(**given, dice=ScriptedDice([5])).total == total


@pytest.mark.rule("dragonfly.base-check")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"attribute": -1}, "attribute"),
        ({"skill": -1}, "skill"),
        ({"attribute": 1.5}, "attribute"),
        ({"skill": "3"}, "skill"),
        ({"modifier": None}, "modifier"),
        ({"attribute": True}, "attribute"),
    ],
)
def test_a_check_refuses_before_the_die(given, field):
    with pytest.raises(Refused) as no:
        base_check(**given, dice=NO_DICE)
    assert no.value.field == field
    assert field in no.value.text


@pytest.mark.rule("dragonfly.attribute-doubled")
@pytest.mark.parametrize(("doubled", "total"), [(True, 5 + 6 - 2), (False, 5 + 3 - 2)])
def test_only_the_attribute_is_doubled(doubled, total):
    outcome = attribute_doubled(attribute=3, doubled=doubled, modifier=-2, dice=ScriptedDice([5]))
    assert outcome.total == total == total_of(outcome.parts)
    assert outcome.success == (total >= 9)


@pytest.mark.rule("dragonfly.attribute-doubled")
@pytest.mark.parametrize("given", [{"attribute": -1}, {"attribute": 0.5}, {"attribute": 1, "modifier": "x"}])
def test_a_doubled_check_refuses_before_the_die(given):
    with pytest.raises(Refused):
        attribute_doubled(**given, dice=NO_DICE)


# Difficulties

ROWS = [
    ("easy", "Easy", 5, 5),
    ("moderate", "Moderate", 3, 4),
    ("average", "Average", 1, 2),
    ("challenging", "Challenging", 0, 0),
    ("difficult", "Difficult", -2, -1),
    ("very-difficult", "Very Difficult", -5, -3),
    ("heroic", "Heroic", -9, -6),
    ("shaah-right", "Shaah, right", -30, -10),
]


@pytest.mark.rule("dragonfly.difficulty-modifiers")
@pytest.mark.parametrize(("row", "title", "lowest", "highest"), ROWS)
def test_difficulties_row_by_row(row, title, lowest, highest):
    mildest = difficulty_modifiers(difficulty=row)
    assert (mildest.modifier, mildest.difficulty.title) == (highest, title)
    assert {difficulty_of(n) for n in range(lowest, highest + 1)} == {mildest.difficulty}
    assert mildest.difficulty.id == row


@pytest.mark.rule("dragonfly.difficulty-modifiers")
def test_any_number_may_bear_any_rows_name():
    assert difficulty_modifiers(difficulty="easy", modifier=-7).modifier == -7
    assert difficulty_of(6) is None
    assert difficulty_of(-1000) == difficulty_modifiers(difficulty="shaah-right").difficulty


@pytest.mark.rule("dragonfly.difficulty-modifiers")
@pytest.mark.parametrize(
    ("given", "field"), [({"difficulty": "hard"}, "difficulty"), ({"difficulty": "easy", "modifier": 0.5}, "modifier")]
)
def test_a_difficulty_that_is_none_is_refused(given, field):
    with pytest.raises(Refused) as no:
        difficulty_modifiers(**given)
    assert no.value.field == field


# Success Levels

LEVELS = [
    (9, 10, 1, "Adequate"),
    (11, 12, 2, "Decent"),
    (13, 14, 3, "Good"),
    (15, 16, 4, "Very good"),
    (17, 20, 5, "Excellent"),
    (21, 23, 6, "Extraordinary"),
    (24, 26, 7, "Mind-boggling"),
    (27, 29, 8, "Outrageous"),
    (30, 32, 9, "Superheroic"),
    (33, 35, 10, "God-like"),
    (36, 38, 11, "Wow!"),
    (39, 41, 12, "Wow!"),
    (42, 44, 13, "Wow!"),
    (333, 335, 110, "Wow!"),
]


@pytest.mark.rule("dragonfly.success-levels")
@pytest.mark.parametrize(("first", "last", "levels", "description"), LEVELS)
def test_success_levels_row_by_row(first, last, levels, description):
    for total in range(first, last + 1):
        result = success_levels(total=total)
        assert (result.success_levels, result.description) == (levels, description)


@pytest.mark.rule("dragonfly.success-levels")
@pytest.mark.parametrize("total", [8, 0, -40])
def test_eight_or_less_is_worth_nothing(total):
    assert (success_levels(total=total).success_levels, success_levels(total=total).description) == (0, None)


@pytest.mark.rule("dragonfly.success-levels")
@pytest.mark.parametrize("total", [9.5, "9", None, True])
def test_a_total_is_a_whole_number(total):
    with pytest.raises(Refused) as no:
        success_levels(total=total)
    assert no.value.field == "total"


@pytest.mark.rule("dragonfly.required-levels")
@pytest.mark.parametrize(("total", "needed", "success"), [(8, 1, False), (9, 1, True), (16, 5, False), (17, 5, True)])
def test_required_levels(total, needed, success):
    assert required_levels(total=total, required_levels=needed).success is success


@pytest.mark.rule("dragonfly.required-levels", "dragonfly.table-options/levels-add-up-over-turns")
@pytest.mark.parametrize(("add_up", "so_far", "success"), [(False, 2, False), (True, 5, True)])
def test_levels_add_up_only_with_the_switch(add_up, so_far, success):
    options = replace(DEFAULTS, levels_add_up_over_turns=add_up)
    result = required_levels(total=12, required_levels=5, earned_before=3, options=options)
    assert (result.success_levels, result.levels_so_far, result.success) == (2, so_far, success)


@pytest.mark.rule("dragonfly.required-levels")
@pytest.mark.parametrize(("given", "field"), [({"required_levels": 0}, "required_levels"), ({"total": "9"}, "total")])
def test_required_levels_refuses(given, field):
    with pytest.raises(Refused) as no:
        required_levels(**{"total": 9, **given})
    assert no.value.field == field


# Contests


@pytest.mark.rule("dragonfly.resisted-action")
@pytest.mark.parametrize(
    ("active", "opposing", "has_defender", "winner"),
    [
        (8, 8, True, "neither"),
        (8, 7, False, "neither"),
        (9, 8, True, "active"),
        (8, 9, True, "opposing"),
        (12, 11, True, "active"),
        (11, 12, False, "opposing"),
        (9, 9, True, "opposing"),
        (9, 9, False, "tie"),
    ],
)
def test_who_wins_a_resisted_action(active, opposing, has_defender, winner):
    assert resisted_winner(active, opposing, has_defender=has_defender) == winner


@pytest.mark.rule("dragonfly.resisted-action")
@pytest.mark.parametrize(("faces", "winner", "levels"), [([10, 2], "active", 4), ([2, 10], "opposing", 5)])
def test_levels_come_from_the_winners_own_total(faces, winner, levels):
    outcome = resisted_action(active_bonus=6, opposing_bonus=7, dice=ScriptedDice(faces))
    assert (outcome.winner, outcome.success_levels) == (winner, levels)
    assert (outcome.active.face, outcome.opposing.face) == tuple(faces)


@pytest.mark.rule("dragonfly.resisted-action")
@pytest.mark.parametrize("field", ["active_bonus", "opposing_bonus"])
def test_a_resisted_action_refuses_before_the_dice(field):
    given: dict[str, Any] = {"active_bonus": 1, "opposing_bonus": 1, field: 1.5}
    with pytest.raises(Refused) as no:
        resisted_action(**given, dice=NO_DICE)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.ability-scores")
@pytest.mark.parametrize(
    ("cast", "score", "cast_is", "winner"),
    [
        (12, 12, "attacker", "supporting"),
        (12, 12, "defender", "cast"),
        (12, 12, "neither", "tie"),
        (13, 12, "attacker", "cast"),
        (11, 12, "defender", "supporting"),
        (8, 6, "attacker", "neither"),
        (8, 8, "defender", "neither"),
        (9, 5, "attacker", "cast"),
        (9, 8, "defender", "cast"),
        (5, 9, "neither", "supporting"),
    ],
)
def test_who_wins_against_a_score(cast, score, cast_is, winner):
    assert score_winner(cast, score, cast_is=cast_is) == winner
    outcome = ability_scores(cast_bonus=cast - 4, score=score, cast_is=cast_is, dice=ScriptedDice([4]))
    assert (outcome.cast_total, outcome.score_total, outcome.winner) == (cast, score, winner)


@pytest.mark.rule("dragonfly.ability-scores")
def test_a_score_with_its_modifier_is_a_finished_total():
    alone = score_check(score=8, score_modifier=3)
    assert (alone.total, alone.success, alone.success_levels, alone.face) == (11, True, 2, None)
    assert not score_check(score=8).success


@pytest.mark.rule("dragonfly.ability-scores")
@pytest.mark.parametrize(
    ("given", "field"),
    [({"score": -1}, "score"), ({"cast_is": "target"}, "cast_is"), ({"cast_bonus": 0.5}, "cast_bonus")],
)
def test_a_contest_with_a_score_refuses_before_the_die(given, field):
    with pytest.raises(Refused) as no:
        ability_scores(**{"cast_bonus": 1, "score": 9, "cast_is": "attacker", **given}, dice=NO_DICE)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.ability-scores", "dragonfly.table-options/supporting-cast-down-at-zero")
@pytest.mark.parametrize(("switch", "at_one", "at_zero"), [(True, False, True), (False, False, None)])
def test_supporting_cast_at_zero(switch, at_one, at_zero):
    options = replace(DEFAULTS, supporting_cast_down_at_zero=switch)
    assert supporting_cast_down(life_points=1, options=options) is at_one
    assert supporting_cast_down(life_points=0, options=options) is at_zero
    assert supporting_cast_down(life_points=-5, options=options) is at_zero


# A check with everything


def test_a_whole_check_names_its_parts_in_order():
    rain = Part("rain", -2, "modifier")
    outcome = check(
        attribute=4, skill=2, modifiers=[rain, FURY], heroic_feat=True, points=2, required_levels=6,
        attribute_id="dexterity", skill_id="kung-fu", dice=ScriptedDice([4]),
    )  # fmt: skip
    assert [(part.label_id, part.value) for part in outcome.parts] == [
        ("d10", 4), ("dexterity", 4), ("kung-fu", 2), ("rain", -2), ("righteous-fury", 5), ("heroic-feat", 10),
    ]  # fmt: skip
    assert outcome.total == 23 == total_of(outcome.parts)
    assert (outcome.success_levels, outcome.description, outcome.success) == (6, "Extraordinary", True)
    assert (outcome.feat_accepted, outcome.points_left) == (True, 1)


def test_a_whole_check_doubles_and_needs_its_levels():
    outcome = check(attribute=3, doubled=True, required_levels=3, dice=ScriptedDice([6]))
    assert (outcome.total, outcome.success_levels, outcome.success) == (12, 2, False)
    assert [part.label_id for part in outcome.parts] == ["d10", "attribute", "attribute-doubled"]


def test_earlier_levels_count_in_a_whole_check_with_the_switch():
    given: dict[str, Any] = {"attribute": 3, "doubled": True, "required_levels": 3, "earned_before": 1}
    adding = replace(DEFAULTS, levels_add_up_over_turns=True)
    assert not check(**given, dice=ScriptedDice([6])).success
    assert check(**given, dice=ScriptedDice([6]), options=adding).success


@pytest.mark.rule("dragonfly.heroic-feat")
@pytest.mark.parametrize(("points", "made"), [(0, 0), (3, 1)])
def test_an_impossible_feat_is_left_out_of_a_whole_check(points, made):
    outcome = check(attribute=4, heroic_feat=True, points=points, feats_this_turn=made, dice=ScriptedDice([4]))
    assert (outcome.total, outcome.feat_accepted, outcome.points_left) == (8, False, points)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"skill": 2, "doubled": True}, "doubled"),
        ({"attribute": -1}, "attribute"),
        ({"skill": -1}, "skill"),
        ({"required_levels": 0}, "required_levels"),
        ({"earned_before": -1}, "earned_before"),
        ({"modifiers": [Part("rain", HALF, "modifier")]}, "modifiers"),
        ({"heroic_feat": True, "points": -1}, "points"),
    ],
)
def test_a_whole_check_refuses_before_the_die(given, field):
    with pytest.raises(Refused) as no:
        check(**{"attribute": 3, **given}, dice=NO_DICE)
    assert no.value.field == field
