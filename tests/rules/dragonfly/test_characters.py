"""Sheets, Life Points and healing."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS, QualityBonuses
from apps.rules.dragonfly.characters import (
    DamageLeft,
    cast_sheet,
    doctor_healing,
    doctor_score,
    heal,
    life_points,
    may_treat,
    natural_healing,
    qualities,
    starting_drama_points,
    supporting_cast_sheet,
)
from apps.rules.dragonfly.lists import DAMAGE_TYPES, ROLES, WEAPON_KINDS

NO_DICE = ScriptedDice([])


def titles(rows, group):
    return [row.title for row in rows if row.group == group]


@pytest.mark.rule("dragonfly.cast-sheet")
@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("attribute", "Strength, Dexterity, Constitution, Intelligence, Perception, Willpower"),
        ("skill", "Acrobatics, Kung Fu, Getting Medieval, Sports, Gun Fu, Doctor, Pilot, Notice, Repair"),
        ("quality", "Nerves of Steel, Fast Reaction Time, Situational Awareness"),
        ("track", "Life Points, Drama Points, Armor Value, Combat Maneuvers, Plot Twist used"),
        ("label", "Role, Character type"),
        ("score", ""),
    ],
)
def test_what_a_full_sheet_holds(group, names):
    assert ", ".join(titles(cast_sheet(), group)) == names


@pytest.mark.rule("dragonfly.supporting-cast-sheet")
def test_what_a_score_sheet_holds():
    rows = supporting_cast_sheet()
    assert titles(rows, "score") == ["Muscle", "Combat", "Brains"]
    tracks = ["Life Points", "Armor Value", "Combat Maneuvers", "Initiative", "Additional actions"]
    assert titles(rows, "track") == tracks
    assert len(rows) == 8


@pytest.mark.rule("dragonfly.cast-sheet", "dragonfly.supporting-cast-sheet")
@pytest.mark.parametrize("sheet", [cast_sheet, supporting_cast_sheet])
def test_every_line_has_an_id_of_its_own_and_says_what_it_covers(sheet):
    rows = sheet()
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.covers for row in rows)


def test_only_the_supporting_cast_are_bound_to_scores_and_cast_members_to_dice():
    assert {role.title: role.sheets for role in ROLES} == {
        "Cast Member": ("full",),
        "Guest Star": ("score", "full"),
        "Adversary": ("score", "full"),
        "Supporting Cast": ("score",),
    }


def test_damage_types_and_weapon_kinds():
    multipliers = {"bash": 1, "bullet": 2, "slash-stab": 2, "fire": 1, "taser": 1}
    assert {kind.id: kind.multiplier for kind in DAMAGE_TYPES} == multipliers
    kinds = "unarmed hand-weapon thrown bow crossbow pistol rifle automatic other"
    assert [kind.id for kind in WEAPON_KINDS] == kinds.split()


@pytest.mark.rule("dragonfly.qualities")
@pytest.mark.parametrize(
    ("title", "bonuses"),
    [("Nerves of Steel", (2, 0, 0)), ("Fast Reaction Time", (1, 1, 1)), ("Situational Awareness", (0, 0, 2))],
)
def test_qualities_row_by_row(title, bonuses):
    (row,) = [quality for quality in qualities() if quality.title == title]
    assert (row.fear_test, row.initiative, row.maneuver_for_position) == bonuses


@pytest.mark.rule("dragonfly.qualities", "dragonfly.table-options/quality-bonuses")
def test_quality_bonuses_set_what_the_book_leaves_open():
    options = replace(DEFAULTS, quality_bonuses=QualityBonuses(fast_reaction_time=4, nerves_of_steel=3))
    steel, fast, aware = qualities(options=options)
    assert (steel.fear_test, fast.fear_test, fast.initiative) == (3, 4, 4)
    assert (fast.maneuver_for_position, aware.maneuver_for_position) == (1, 2)


@pytest.mark.rule("dragonfly.table-options/starting-drama-points")
@pytest.mark.parametrize("points", [10, 3])
def test_a_new_cast_member_starts_with_drama_points(points):
    options = replace(DEFAULTS, starting_drama_points=points)
    assert starting_drama_points(role="cast-member", options=options) == points
    assert {starting_drama_points(role=role.id, options=options) for role in ROLES[1:]} == {0}
    with pytest.raises(Refused):
        starting_drama_points(role="hero", options=options)


# Life Points


@pytest.mark.rule("dragonfly.life-points")
@pytest.mark.parametrize(("ordinary", "fire", "left"), [(0, 0, 20), (5, 3, 12), (15, 5, 0), (50, 12, -42)])
def test_life_points_fall_by_both_kinds_of_damage(ordinary, fire, left):
    result = life_points(max_life_points=20, ordinary_damage=ordinary, fire_damage=fire)
    assert result.life_points == left == sum(part.value for part in result.parts)


@pytest.mark.rule("dragonfly.life-points", "dragonfly.doctor-healing")
def test_without_burns_only_ordinary_damage_counts():
    assert life_points(max_life_points=20, ordinary_damage=5).life_points == 15
    assert heal(points=2, ordinary_damage=5).fire_left == 0


@pytest.mark.rule("dragonfly.life-points")
@pytest.mark.parametrize("field", ["max_life_points", "ordinary_damage", "fire_damage"])
def test_life_points_refuse_numbers_under_nought(field):
    with pytest.raises(Refused) as no:
        life_points(**{"max_life_points": 20, "ordinary_damage": 0, field: -1})
    assert (no.value.code, no.value.field) == ("too-low", field)


# The Doctor skill

PATIENT: dict[str, Any] = {"intelligence": 3, "doctor": 4, "damage": 12}


@pytest.mark.rule("dragonfly.doctor-healing")
@pytest.mark.parametrize(
    ("face", "modifier", "damage", "success", "healed"),
    [(1, 0, 12, False, 0), (2, 0, 12, True, 1), (10, 0, 12, True, 5), (10, 0, 2, True, 2), (10, -9, 12, False, 0)],
)
def test_a_point_back_for_each_level_but_not_more_than_was_lost(face, modifier, damage, success, healed):
    result = doctor_healing(**{**PATIENT, "damage": damage}, modifier=modifier, dice=ScriptedDice([face]))
    assert (result.success, result.healed) == (success, healed)


@pytest.mark.rule("dragonfly.doctor-healing")
def test_a_supporting_cast_doctor_uses_brains():
    result = doctor_score(brains=14, damage=9)
    assert (result.total, result.healed, result.face) == (14, 3, None)
    assert doctor_score(brains=14, modifier=-6, damage=9).healed == 0
    assert doctor_score(brains=14, damage=0).healed == 0


@pytest.mark.rule("dragonfly.doctor-healing")
@pytest.mark.parametrize(
    ("ordinary", "fire", "left"), [(10, 4, (5, 4)), (3, 4, (0, 2)), (0, 2, (0, 0)), (5, 0, (0, 0))]
)
def test_healed_points_come_off_ordinary_damage_first(ordinary, fire, left):
    result = heal(points=5, ordinary_damage=ordinary, fire_damage=fire)
    assert (result.ordinary_left, result.fire_left) == left


@pytest.mark.rule("dragonfly.doctor-healing", "dragonfly.table-options/doctor-treatments")
@pytest.mark.parametrize(
    ("switch", "this_scene", "today", "code"),
    [
        ("once per scene", True, True, "treated-this-scene"),
        ("once per scene", False, True, None),
        ("once per day", True, True, "treated-today"),
        ("once per day", False, True, "treated-today"),
        ("once per day", False, False, None),
        ("unlimited", True, True, None),
    ],
)
def test_how_often_a_patient_may_be_treated(switch, this_scene, today, code):
    options = replace(DEFAULTS, doctor_treatments=switch)
    before = {"treated_this_scene": this_scene, "treated_today": today, "options": options}
    if code is None:
        assert doctor_healing(**PATIENT, **before, dice=ScriptedDice([7])).healed == 3
        return
    for refused in (
        lambda: doctor_healing(**PATIENT, **before, dice=NO_DICE),
        lambda: doctor_score(brains=14, damage=9, **before),
        lambda: may_treat(**before),
    ):
        with pytest.raises(Refused) as no:
            refused()
        assert no.value.code == code
    allowed = doctor_healing(**PATIENT, **before, director_allows=True, dice=ScriptedDice([7]))
    assert allowed.healed == 3


@pytest.mark.rule("dragonfly.doctor-healing")
@pytest.mark.parametrize("field", ["intelligence", "doctor", "damage"])
def test_a_treatment_refuses_before_the_die(field):
    with pytest.raises(Refused) as no:
        doctor_healing(**{**PATIENT, field: -1}, dice=NO_DICE)
    assert no.value.field == field


# Getting better


def left(options=DEFAULTS, **given):
    case = {"constitution": 3, "days": 3, "ordinary_damage": 20, "fire_damage": 10, **given}
    result = natural_healing(**case, options=options)
    return result.ordinary_left, result.fire_left


@pytest.mark.rule("dragonfly.natural-healing")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"days": 0}, (20, 10)),
        ({"days": 1}, (17, 9)),
        ({"days": 2}, (14, 7)),
        ({"days": 3}, (11, 6)),
        ({"days": 100}, (0, 0)),
        ({"constitution": 0}, (20, 10)),
        ({"daily_rate": 6, "days": 1}, (14, 7)),
        ({"cared_for": False}, (20, 10)),
    ],
)
def test_constitution_a_day_and_half_of_it_for_fire(given, expected):
    assert left(**given) == expected


@pytest.mark.rule("dragonfly.natural-healing")
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("cared_for", [False, True])
@pytest.mark.parametrize("constitution", [1, 2, 3])
@pytest.mark.parametrize("ordinary", [0, 4, 20])
def test_days_one_by_one_heal_what_the_whole_stay_does(shared, cared_for, constitution, ordinary):
    options = replace(DEFAULTS, healing_is_shared=shared, healing_without_care="half")
    given: dict[str, Any] = {"constitution": constitution, "cared_for": cared_for, "options": options}
    day_by_day = DamageLeft(ordinary, 10)
    for days in range(1, 12):
        day_by_day = natural_healing(
            days=1,
            ordinary_damage=day_by_day.ordinary_left,
            fire_damage=day_by_day.fire_left,
            begun=day_by_day.begun,
            **given,
        )
        at_once = natural_healing(days=days, ordinary_damage=ordinary, fire_damage=10, **given)
        assert (day_by_day.ordinary_left, day_by_day.fire_left) == (at_once.ordinary_left, at_once.fire_left)


@pytest.mark.rule("dragonfly.natural-healing", "dragonfly.table-options/healing-without-care")
@pytest.mark.parametrize(("switch", "expected"), [("none", (20, 10)), ("half", (16, 8)), ("full", (11, 6))])
def test_healing_without_care(switch, expected):
    options = replace(DEFAULTS, healing_without_care=switch)
    assert left(options, cared_for=False) == expected
    assert left(options) == (11, 6)


@pytest.mark.rule("dragonfly.natural-healing", "dragonfly.table-options/healing-is-shared")
@pytest.mark.parametrize(
    ("shared", "ordinary", "expected"),
    [(False, 20, (11, 6)), (True, 20, (11, 10)), (False, 4, (0, 6)), (True, 4, (0, 8)), (True, 0, (0, 6))],
)
def test_healing_is_shared(shared, ordinary, expected):
    options = replace(DEFAULTS, healing_is_shared=shared)
    assert left(options, ordinary_damage=ordinary) == expected


@pytest.mark.rule("dragonfly.natural-healing")
@pytest.mark.parametrize("field", ["constitution", "days", "ordinary_damage", "fire_damage", "daily_rate"])
def test_natural_healing_refuses_numbers_under_nought(field):
    with pytest.raises(Refused) as no:
        left(**{field: -1})
    assert no.value.field == field
