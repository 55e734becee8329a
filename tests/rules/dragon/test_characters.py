"""Stats, derived numbers, skills, shticks, and who sees what."""

import pytest

from apps.rules import Refused
from apps.rules.dragon import Options
from apps.rules.dragon.characters import (
    added,
    categories,
    dice_for,
    hit_points,
    movement,
    primary_stats,
    read_switch,
    sheet,
    shticks,
    skills,
    substats,
    ways,
)
from apps.rules.dragon.lists import CATEGORIES, PRIMARIES, SUBSTATS, substats_under
from apps.rules.dragon.visibility import HIDDEN_TASK, OF_AN_ENEMY, OPEN, PHASES, PICK, ROLL, TRIGGER, visibility


@pytest.mark.rule("dragon.categories", "dragon.substats")
def test_fifteen_substats_three_under_each_primary():
    assert (len(PRIMARIES), len(SUBSTATS)) == (5, 15)
    assert [row.category for row in PRIMARIES] == ["Physical", "Physical", "Mental", "Mental", "Spiritual"]
    for primary in PRIMARIES:
        assert categories(stat=primary.title).category == primary.category
        for row in substats_under(primary.id):
            found = substats(substat=row.title, value=4)
            assert (found.pool, found.primary_stat, found.category) == (4, primary.title, primary.category)
            assert categories(stat=row.id).category == primary.category
        assert len(substats_under(primary.id)) == 3
    assert {row.category for row in SUBSTATS} == set(CATEGORIES)


@pytest.mark.rule("dragon.primary-stats")
def test_a_primary_is_the_lowest_unless_entered():
    under = {"Wit": 4, "Resolve": 2, "Intelligence": 5}
    assert primary_stats(substats=under).primary == 2
    assert (found := primary_stats(substats=under, entered=7)).primary == 7
    assert found.speed_dice == 4
    entered = Options(primary_from_substats="entered")
    assert primary_stats(substats=under, entered=3, options=entered).primary == 3
    with pytest.raises(Refused) as no:
        primary_stats(substats=under, options=entered)
    assert no.value.code == "not-entered"


@pytest.mark.rule("dragon.primary-stats", "dragon.speed-dice")
@pytest.mark.parametrize(("speed", "dice"), [(0, 0), (1, 1), (2, 1), (3, 2), (8, 4), (9, 5)])
def test_speed_dice_are_half_rounded_up(speed, dice):
    assert dice_for(speed) == dice
    assert dice_for(speed, options=Options(speed_zero_gives_die=True)) == max(1, dice)
    assert dice_for(speed, options=Options(speed_points_per_die=3)) == -(-speed // 3)


@pytest.mark.rule("dragon.hit-points")
def test_hit_points_and_what_is_past_them():
    assert hit_points(health=3, energy=4, bonus=5).maximum == 40
    assert hit_points(health=3, energy=4, maximum=12, bonus=5).maximum == 12
    at_zero = hit_points(maximum=10, taken=4, new_damage=6)
    assert (at_zero.left, at_zero.past, at_zero.taken) == (0, 0, 10)
    with pytest.raises(Refused):
        hit_points(health=3, energy=3, options=Options(hit_points_formula="entered"))


@pytest.mark.rule("dragon.movement")
def test_movement_is_half_rounded_up():
    assert [movement(strength=3, energy=n).movement for n in (2, 3, 4)] == [3, 3, 4]
    assert movement(strength=3, energy=3, bonus=2).movement == 5
    assert movement(movement=4, hexes=4).legal
    assert not movement(movement=4, hexes=5).legal
    with pytest.raises(Refused):
        movement(strength=3, energy=3, options=Options(move_formula="entered"))


@pytest.mark.rule("dragon.skills")
def test_what_skills_open():
    assert skills(skill_name="dodge", skill=1).unlocks == ("dodge",)
    assert skills(skill_name="Sword", skill=2, melee=True).unlocks == ("parry",)
    assert skills(skill_name="Sword", skill=0, melee=True).unlocks == ()
    assert skills(skill_name="Bow", skill=4).unlocks == ()
    assert skills(skill_name="Death Check", skill=1).helps == ("Health",)


@pytest.mark.rule("dragon.shticks")
def test_what_shticks_lift_and_add():
    held = ["parry-ranged", "split-ways = 4", "hit-points = 5", "hit-points = 2"]
    assert shticks(shticks=held, limit="split-ways", shares=[1, 1, 1, 1]).lifted_by == "split-ways = 4"
    assert not shticks(shticks=held, limit="split-ways", shares=[1] * 5).lifted
    assert not shticks(shticks=held, limit="split-same-target").lifted
    assert (ways(held), ways([])) == (4, 2)
    assert (added(held, "hit-points"), added(held, "movement")) == (7, 0)


@pytest.mark.rule("dragon.sheet")
def test_the_sheet_holds_what_a_fight_changes():
    changing = {row.id for row in sheet().fields if row.changes}
    assert {"taken", "state", "speed", "phases", "held", "acted", "bonus", "reserved"} <= changing
    assert len(sheet().fields) == 19


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: categories(stat="Luck"), "stat"),
        (lambda: substats(substat="Luck", value=1), "substat"),
        (lambda: substats(substat="Wit", value=-1), "value"),
        (lambda: primary_stats(substats={"Wit": 1, "Resolve": 1, "Yin": 1}), "substats"),
        (lambda: hit_points(health=3), "energy"),
        (lambda: movement(energy=3), "strength"),
        (lambda: shticks(shticks=[], limit="damage"), "limit"),
        (lambda: read_switch("split-ways"), "shticks"),
        (lambda: read_switch("parry-ranged = 2"), "shticks"),
        (lambda: read_switch("fly"), "shticks"),
    ],
)
def test_refusals(call, field):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.field == field


@pytest.mark.rule("dragon.visibility")
def test_who_sees_what():
    seen = {
        viewer: {item for item in (*OPEN, ROLL, *OF_AN_ENEMY, PHASES, TRIGGER, PICK, HIDDEN_TASK)
                 if visibility(viewer=viewer, item=item).shown}
        for viewer in ("player", "owner", "GM")
    }  # fmt: skip
    assert seen["player"] == {*OPEN, ROLL}
    assert seen["owner"] == {*OPEN, ROLL, *OF_AN_ENEMY, PHASES, TRIGGER, PICK}
    assert seen["GM"] == {*OPEN, ROLL, *OF_AN_ENEMY, PHASES, TRIGGER, HIDDEN_TASK}
    assert not visibility(viewer="player", item=ROLL, secret_roll=True).shown


@pytest.mark.rule("dragon.visibility")
@pytest.mark.parametrize(
    ("item", "options"),
    [
        (PHASES, Options(enemy_phases_hidden=False)),
        (TRIGGER, Options(hold_trigger_secret=False)),
        (PICK, Options(speed_choice_secret=False)),
    ],
)
def test_what_a_switch_lays_open(item, options):
    assert not visibility(viewer="player", item=item).shown
    assert all(visibility(viewer=viewer, item=item, options=options).shown for viewer in ("player", "owner", "GM"))
