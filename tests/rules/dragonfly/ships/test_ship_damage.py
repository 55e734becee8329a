"""Hits, systems that fail, repairs."""

from dataclasses import replace

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.ships.damage import (
    may_attempt,
    repair_parts,
    repairable,
    ship_damage_table,
    ship_hits,
    ship_repair,
    struck,
    why_no_repair,
)

NO_DICE = ScriptedDice([])


@pytest.mark.rule("dragonfly.ship-hits")
@pytest.mark.parametrize(
    ("size", "hits", "effect"),
    [
        (3, 0, "holds"),
        (3, 3, "holds"),
        (3, 4, "system-fails"),
        (3, 5, "system-fails"),
        (3, 6, "debris"),
        (3, 9, "debris"),
        (1, 1, "holds"),
        (1, 2, "debris"),
    ],
)
def test_hits_against_size(size, hits, effect):
    assert ship_hits(size=size, hits=hits).effect == effect


@pytest.mark.rule("dragonfly.ship-hits")
@pytest.mark.parametrize(("given", "field"), [({"size": 0}, "size"), ({"hits": -1}, "hits"), ({"hits": 0.5}, "hits")])
def test_hits_refuse(given, field):
    with pytest.raises(Refused) as no:
        ship_hits(**{"size": 3, "hits": 1, **given})
    assert no.value.field == field


# The table

ROWS = [
    ([1, 7], True, True, "life support", 7),
    ([2], True, True, "engines", None),
    ([3], True, True, "engines", None),
    ([4], True, True, "medical facilities", None),
    ([4, 10], True, False, "life support", 10),
    ([5], True, True, "drive controls", None),
    ([6], True, True, "weapons", None),
    ([6], False, True, "sensors", None),
    ([7], True, True, "cargo space", None),
    ([8], True, True, "cargo space", None),
    ([9], True, True, "crew quarters", None),
    ([10], True, True, "food and supplies", None),
]


@pytest.mark.rule("dragonfly.ship-damage-table")
@pytest.mark.parametrize(("faces", "armed", "has_medical", "system", "hours"), ROWS)
def test_the_damage_table_row_by_row(faces, armed, has_medical, system, hours):
    dice = ScriptedDice(faces)
    hit = ship_damage_table(armed=armed, has_medical=has_medical, dice=dice)
    assert (hit.system, hit.hours, hit.faces, hit.weapon) == (system, hours, (faces[0],), None)
    assert hit.repairable is (system not in {"cargo space", "crew quarters", "food and supplies"})
    assert hit.id == system.replace(" ", "-")
    assert dice.left == []


@pytest.mark.rule("dragonfly.ship-damage-table")
@pytest.mark.parametrize(("face", "system"), [(4, "medical facilities"), (6, "weapons")])
def test_a_ship_has_weapons_and_medical_facilities_unless_said_otherwise(face, system):
    assert ship_damage_table(dice=ScriptedDice([face])).system == system


@pytest.mark.rule("dragonfly.ship-damage-table", "dragonfly.table-options/reroll-dead-systems")
@pytest.mark.parametrize(("reroll", "system", "faces"), [(False, "engines", (3,)), (True, "drive controls", (3, 2, 5))])
def test_a_dead_system_is_rolled_again_only_with_the_switch(reroll, system, faces):
    options = replace(DEFAULTS, reroll_dead_systems=reroll)
    hit = ship_damage_table(dead={"engines"}, dice=ScriptedDice([3, 2, 5]), options=options)
    assert (hit.system, hit.faces) == (system, faces)


@pytest.mark.rule("dragonfly.ship-damage-table")
def test_no_hours_are_rolled_for_life_support_beyond_repair():
    assert ship_damage_table(dead={"life-support"}, dice=ScriptedDice([1])).hours is None


@pytest.mark.rule("dragonfly.ship-damage-table", "dragonfly.table-options/weapons-hit-silences-one")
@pytest.mark.parametrize(
    ("one", "weapons", "faces", "weapon"),
    [(False, 3, [6], None), (True, 3, [6, 2], 2), (True, 1, [6], 1), (True, 0, [6], None), (True, 3, [5], None)],
)
def test_a_weapons_hit_silences_all_or_one(one, weapons, faces, weapon):
    options = replace(DEFAULTS, weapons_hit_silences_one=one)
    dice = ScriptedDice(faces)
    assert ship_damage_table(weapons=weapons, dice=dice, options=options).weapon == weapon
    assert dice.left == []


@pytest.mark.rule("dragonfly.ship-damage-table")
def test_the_table_refuses_fewer_weapons_than_none():
    with pytest.raises(Refused) as no:
        ship_damage_table(weapons=-1, dice=NO_DICE)
    assert no.value.field == "weapons"


# What a hit does to a system


@pytest.mark.rule("dragonfly.ship-damage-table")
def test_a_system_fails_and_its_hits_are_counted():
    first = struck(system="engines")
    assert (first.times_damaged, first.works, first.changed) == (1, False, True)
    assert struck(system="engines", times_damaged=2).times_damaged == 3


@pytest.mark.rule("dragonfly.ship-damage-table")
def test_a_hit_on_a_system_beyond_repair_does_nothing_more():
    after = struck(system="life-support", times_damaged=3, hours=1, hours_left=6)
    assert (after.times_damaged, after.hours_left, after.works, after.changed) == (3, 6, False, False)


@pytest.mark.rule("dragonfly.ship-damage-table")
@pytest.mark.parametrize(("rolled", "left", "hours"), [(4, None, 4), (4, 2, 2), (4, 9, 4), (4, 0, 0)])
def test_the_shorter_of_two_clocks_of_life_support_counts(rolled, left, hours):
    assert struck(system="life-support", times_damaged=1, hours=rolled, hours_left=left).hours_left == hours


@pytest.mark.rule("dragonfly.ship-damage-table")
@pytest.mark.parametrize(
    ("system", "cargo", "supplies", "after", "changed"),
    [
        ("cargo-space", 3, 5, (2, 5), True),
        ("cargo-space", 0, 5, (0, 5), False),
        ("food-and-supplies", 3, 5, (3, 0), True),
        ("food-and-supplies", 3, 0, (3, 0), False),
        ("crew-quarters", 3, 5, (3, 5), True),
        ("engines", 3, 5, (3, 5), True),
    ],
)
def test_what_is_lost(system, cargo, supplies, after, changed):
    hit = struck(system=system, cargo=cargo, supplies=supplies)
    assert (hit.cargo, hit.supplies) == after
    assert hit.changed is changed
    assert hit.times_damaged == (1 if system == "engines" else 0)
    assert hit.works is (system != "engines")


@pytest.mark.rule("dragonfly.ship-damage-table", "dragonfly.table-options/supplies-last-until-third-hit")
@pytest.mark.parametrize(("last", "left"), [(False, [0, 0, 0]), (True, [7, 7, 0])])
def test_the_stores_are_gone_at_once_or_with_the_third_hit(last, left):
    options = replace(DEFAULTS, supplies_last_until_third_hit=last)
    after = [struck(system="food-and-supplies", times_damaged=n, supplies=7, options=options) for n in range(3)]
    assert [hit.supplies for hit in after] == left
    assert repairable("food-and-supplies", options) is last
    assert ship_damage_table(dice=ScriptedDice([10]), options=options).repairable is last
    assert [hit.times_damaged for hit in after] == ([1, 2, 3] if last else [0, 1, 2])


@pytest.mark.parametrize(
    ("given", "field"), [({"system": "kitchen"}, "system"), ({"times_damaged": -1}, "times_damaged")]
)
def test_a_hit_on_a_system_refuses(given, field):
    with pytest.raises(Refused) as no:
        struck(**{"system": "engines", **given})
    assert no.value.field == field


# Repairs


@pytest.mark.rule("dragonfly.ship-repair")
@pytest.mark.parametrize(
    ("times", "face", "possible", "total", "success"),
    [
        (1, 2, True, 9, True),
        (1, 1, True, 8, False),
        (2, 7, True, 9, True),
        (2, 6, True, 8, False),
        (3, None, False, None, False),
        (0, None, False, None, False),
    ],
)
def test_a_repair_is_harder_after_the_second_hit_and_impossible_after_the_third(times, face, possible, total, success):
    dice = ScriptedDice([face] if face else [])
    outcome = ship_repair(intelligence=4, skill=3, times_damaged=times, dice=dice)
    assert (outcome.possible, outcome.total, outcome.success) == (possible, total, success)
    assert dice.left == []


@pytest.mark.rule("dragonfly.ship-repair")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"intelligence": -1}, "intelligence"),
        ({"skill": 0.5}, "skill"),
        ({"times_damaged": -1}, "times_damaged"),
        ({"modifier": "2"}, "modifier"),
    ],
)
def test_a_repair_refuses_before_the_die(given, field):
    with pytest.raises(Refused) as no:
        ship_repair(**{"intelligence": 4, "skill": 3, "times_damaged": 1, **given}, dice=NO_DICE)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.ship-repair")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"times_damaged": 1}, None),
        ({"times_damaged": 2}, None),
        ({"times_damaged": 3}, "beyond-repair"),
        ({"times_damaged": 1, "works": True}, "not-broken"),
        ({"times_damaged": 1, "repairable": False}, "not-broken"),
        ({"times_damaged": 0}, "not-broken"),
    ],
)
def test_why_a_system_cannot_be_repaired(given, code):
    no = why_no_repair(**given)
    assert (no.code if no else None) == code


@pytest.mark.rule("dragonfly.ship-repair")
def test_the_penalty_is_for_the_second_hit_alone():
    assert [sum(part.value for part in repair_parts(times_damaged=n)) for n in (1, 2)] == [0, -5]


@pytest.mark.rule("dragonfly.ship-repair", "dragonfly.table-options/repair-time")
@pytest.mark.parametrize("time", ["a Turn", "an hour"])
def test_one_attempt_an_engineer_in_the_time_of_one(time):
    options = replace(DEFAULTS, repair_time=time)
    may_attempt(tried=False, options=options)
    may_attempt(tried=True, director_allows=True, options=options)
    with pytest.raises(Refused) as no:
        may_attempt(tried=True, options=options)
    assert no.value.code == "tried"
    assert time in no.value.text


@pytest.mark.rule("dragonfly.ship-repair", "dragonfly.table-options/repair-time")
def test_every_attempt_waits_for_the_director_where_the_table_wants_it():
    options = replace(DEFAULTS, repair_time="as the Director says")
    may_attempt(tried=True, director_allows=True, options=options)
    with pytest.raises(Refused) as no:
        may_attempt(tried=False, options=options)
    assert no.value.code == "director-says"
