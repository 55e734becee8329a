"""What a ship's sheet holds; range levels; what still works."""

from dataclasses import replace

import pytest

from apps.rules import Refused
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.lists import COVERS, MOUNTS, POSTS, SENSOR_GAINS, SHIP_DAMAGE, SHIP_SYSTEMS, SPACE_RANGES
from apps.rules.dragonfly.ships.sheet import may_maneuver, may_run, pilot_attribute, post_roll, ship_sheet, space_range

SHEET = [
    ("size", "number"),
    ("speed", "number"),
    ("gain", "choice"),
    ("weapons", "list"),
    ("medical", "yes-no"),
    ("cargo", "number"),
    ("supplies", "number"),
    ("hits", "track"),
    ("systems", "track"),
    ("life-support-hours", "track"),
    ("range", "track"),
    ("hidden-from", "track"),
    ("posts", "crew"),
]


@pytest.mark.rule("dragonfly.ship-sheet")
def test_the_sheet_row_by_row():
    rows = ship_sheet()
    assert [(row.id, row.group) for row in rows] == SHEET
    assert all(row.title and row.used_for for row in rows)


@pytest.mark.rule("dragonfly.ship-sheet")
def test_what_a_ship_chooses_from():
    assert [row.id for row in SENSOR_GAINS] == ["low", "normal", "high", "very-high"]
    assert [row.id for row in MOUNTS] == ["fixed-forward", "turret"]
    assert [(row.id, row.several) for row in POSTS] == [
        ("pilot", False),
        ("gunner", True),
        ("sensor-operator", False),
        ("engineer", True),
    ]


RANGES = [
    ("visual", 0, 0, 5),
    ("close", 1, 0, 0),
    ("medium", 2, -1, -2),
    ("long", 3, -3, -5),
    ("extreme", 4, -5, -10),
]


@pytest.mark.rule("dragonfly.space-range")
@pytest.mark.parametrize(("range", "order", "guns", "sensors"), RANGES)
def test_range_levels_row_by_row(range, order, guns, sensors):
    row = space_range(range=range)
    assert (row.id, row.order, row.gunnery_modifier, row.sensor_modifier) == (range, order, guns, sensors)
    assert SPACE_RANGES[order] == row


@pytest.mark.rule("dragonfly.space-range")
@pytest.mark.parametrize(("range", "code"), [("beyond", "beyond-extreme"), ("short", "not-listed"), ("", "not-listed")])
def test_there_is_nothing_beyond_extreme(range, code):
    with pytest.raises(Refused) as no:
        space_range(range=range)
    assert (no.value.code, no.value.field) == (code, "range")


@pytest.mark.rule("dragonfly.ship-damage-table")
def test_every_row_of_the_damage_table_names_a_system_and_every_face_has_one_row():
    ids = {row.id for row in SHIP_SYSTEMS}
    assert {row.system for row in SHIP_DAMAGE} | {row.instead for row in SHIP_DAMAGE if row.instead} == ids
    faces = [face for row in SHIP_DAMAGE for face in range(row.roll_from, row.roll_to + 1)]
    assert faces == list(range(1, 11))
    assert [face for row in COVERS if row.die_from for face in range(row.die_from, (row.die_to or 0) + 1)] == faces


@pytest.mark.rule("dragonfly.maneuver-for-position", "dragonfly.table-options/pilot-attribute")
@pytest.mark.parametrize(("title", "id"), [("Dexterity", "dexterity"), ("Perception", "perception")])
def test_the_attribute_that_goes_with_pilot(title, id):
    assert pilot_attribute(options=replace(DEFAULTS, pilot_attribute=title)) == id


@pytest.mark.rule("dragonfly.ship-sheet", "dragonfly.table-options/pilot-attribute")
@pytest.mark.parametrize(
    ("post", "attribute", "skill", "score"),
    [
        ("pilot", "willpower", "pilot", "combat"),
        ("gunner", "dexterity", "gun-fu", "combat"),
        ("sensor-operator", "perception", "notice", "brains"),
        ("engineer", "intelligence", "repair", "brains"),
    ],
)
def test_what_each_post_rolls_with(post, attribute, skill, score):
    roll = post_roll(post=post, options=replace(DEFAULTS, pilot_attribute="Willpower"))
    assert (roll.attribute, roll.skill, roll.score) == (attribute, skill, score)
    assert post_roll(post="pilot").attribute == "dexterity"
    with pytest.raises(Refused) as no:
        post_roll(post="cook")
    assert no.value.field == "post"


@pytest.mark.rule("dragonfly.ship-damage-table")
def test_what_a_ship_can_still_do():
    assert may_maneuver({"engines", "weapons"})
    assert not may_maneuver({"drive-controls"})
    assert may_run({"drive-controls"})
    assert not may_run({"engines", "sensors"})
