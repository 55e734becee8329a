"""Sensing, hiding and moving while hidden."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.ships.sensors import (
    automatic_sensing,
    cover_of,
    cover_on,
    detect_parts,
    find_parts,
    hidden_from,
    hidden_movement,
    hide_parts,
    hiding,
    sensor_modifiers,
    told_of_hiding,
)
from apps.rules.parts import total_of

NO_DICE = ScriptedDice([])


@pytest.mark.rule("dragonfly.automatic-sensing")
@pytest.mark.parametrize(
    ("range", "target_hiding", "sensors_out", "detected"),
    [
        ("visual", False, False, "yes"),
        ("extreme", False, False, "yes"),
        ("beyond", False, False, "no"),
        ("visual", True, False, "test-needed"),
        ("beyond", True, False, "no"),
        ("visual", False, True, "yes"),
        ("visual", True, True, "test-needed"),
        ("close", False, True, "no"),
        ("long", True, True, "no"),
    ],
)
def test_what_the_sensors_show(range, target_hiding, sensors_out, detected):
    sensed = automatic_sensing(range=range, target_hiding=target_hiding, sensors_out=sensors_out)
    assert sensed.detected == detected


@pytest.mark.rule("dragonfly.automatic-sensing")
def test_sensing_refuses_a_range_that_is_none():
    with pytest.raises(Refused) as no:
        automatic_sensing(range="near", target_hiding=False)
    assert no.value.field == "range"


RANGES = [("visual", 5), ("close", 0), ("medium", -2), ("long", -5), ("extreme", -10)]
GAINS = [("low", -2), ("normal", 0), ("high", 2), ("very-high", 5)]


@pytest.mark.rule("dragonfly.sensor-modifiers")
@pytest.mark.parametrize(("range", "by_range"), RANGES)
@pytest.mark.parametrize(("gain", "by_gain"), GAINS)
def test_range_and_gain_add_up(range, by_range, gain, by_gain):
    found = sensor_modifiers(range=range, gain=gain)
    assert found.modifier == by_range + by_gain == total_of(found.parts)
    assert total_of(find_parts(gain=gain)) == by_gain


@pytest.mark.rule("dragonfly.sensor-modifiers")
@pytest.mark.parametrize(("given", "field"), [({"range": "beyond"}, "range"), ({"gain": "medium"}, "gain")])
def test_sensor_modifiers_refuse(given, field):
    with pytest.raises(Refused) as no:
        sensor_modifiers(**{"range": "close", "gain": "low", **given})
    assert no.value.field == field


# Hiding

HIDE: dict[str, Any] = {
    "find_bonus": 4, "own_gain": "normal", "hide_bonus": 9, "size": 2, "detect_bonus": 6, "detector_gain": "normal",
    "range": "close",
}  # fmt: skip


@pytest.mark.rule("dragonfly.hiding", "dragonfly.sensor-modifiers")
@pytest.mark.parametrize(
    ("face", "cover", "bonus"),
    [(1, "light", 2), (6, "light", 2), (7, "medium", 5), (9, "medium", 5), (10, "heavy", 10)],
)
def test_the_cover_die_helps_the_hider(face, cover, bonus):
    outcome = hiding(**HIDE, dice=ScriptedDice([5, face, 1, 1]))
    assert (outcome.found, outcome.cover, outcome.cover_face) == (True, cover, face)
    assert outcome.hide_total == 1 + 9 - 2 + bonus
    assert cover_on(face).id == cover


@pytest.mark.rule("dragonfly.hiding")
def test_without_a_place_nothing_more_is_rolled():
    dice = ScriptedDice([4])
    outcome = hiding(**HIDE, dice=dice)
    assert (outcome.find_total, outcome.found, outcome.hidden) == (8, False, False)
    assert (outcome.cover, outcome.hide_total, outcome.detect_total) == (None, None, None)
    assert dice.left == []


@pytest.mark.rule("dragonfly.hiding")
@pytest.mark.parametrize(
    ("own_gain", "find", "gain", "range", "detect"),
    [("high", 11, "normal", "close", 7), ("low", 7, None, "close", None), ("normal", 9, "very-high", "long", 7)],
)
def test_ones_own_gain_finds_a_place_and_the_others_gain_finds_the_ship(own_gain, find, gain, range, detect):
    given = {**HIDE, "own_gain": own_gain, "detector_gain": gain or "normal", "range": range}
    outcome = hiding(**given, cover="light", dice=ScriptedDice([5, 5, 1]))
    assert (outcome.find_total, outcome.detect_total) == (find, detect)


@pytest.mark.rule("dragonfly.hiding")
@pytest.mark.parametrize(
    ("hide", "detect", "hidden"), [(10, 9, True), (10, 10, False), (9, 8, True), (8, 3, False), (9, 12, False)]
)
def test_hiding_needs_nine_and_has_to_beat_the_operator(hide, detect, hidden):
    assert hidden_from(hide, detect) is hidden
    given = {**HIDE, "hide_bonus": hide - 5 + 2, "detect_bonus": detect - 5}
    assert hiding(**given, cover="none", dice=ScriptedDice([5, 5, 5])).hidden is hidden


@pytest.mark.rule("dragonfly.hiding", "dragonfly.table-options/size-counts-twice")
@pytest.mark.parametrize(("twice", "detect"), [(False, 11), (True, 13)])
def test_size_helps_the_operator_only_with_the_switch(twice, detect):
    options = replace(DEFAULTS, size_counts_twice=twice)
    outcome = hiding(**HIDE, cover="none", dice=ScriptedDice([5, 5, 5]), options=options)
    assert (outcome.hide_total, outcome.detect_total) == (12, detect)
    assert outcome.hidden is not twice
    assert total_of(detect_parts(range="close", gain="normal", size=2, options=options)) == (2 if twice else 0)


@pytest.mark.rule("dragonfly.hiding", "dragonfly.table-options/random-cover")
def test_the_director_names_the_cover_where_no_die_does():
    off = replace(DEFAULTS, random_cover=False)
    with pytest.raises(Refused) as no:
        hiding(**HIDE, dice=NO_DICE, options=off)
    assert (no.value.code, no.value.field) == ("name-cover", "cover")
    named = hiding(**HIDE, cover="heavy", dice=ScriptedDice([5, 1, 1]), options=off)
    assert (named.cover, named.cover_face, named.hide_total) == ("heavy", None, 18)
    assert cover_of(cover=None) is None
    assert total_of(hide_parts(size=3, cover="heavy")) == 7


@pytest.mark.rule("dragonfly.hiding", "dragonfly.table-options/open-hiding-rolls")
@pytest.mark.parametrize(
    ("who", "told"),
    [
        ("director", (True, True, True)),
        ("hider", (False, True, False)),
        ("detector", (False, False, True)),
        ("others", (False, False, False)),
    ],
)
def test_a_hidden_ship_is_not_given_away_by_its_roll(who, told):
    found = told_of_hiding(who=who)
    assert (found.rolls, found.place, found.outcome) == told
    openly = told_of_hiding(who=who, options=replace(DEFAULTS, open_hiding_rolls=True))
    assert (openly.rolls, openly.place, openly.outcome) == (True, True, True)


def test_nobody_else_is_told_of_hiding():
    with pytest.raises(Refused) as no:
        told_of_hiding(who="the press")  # type: ignore[arg-type]
    assert no.value.field == "who"


@pytest.mark.rule("dragonfly.hiding")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"find_bonus": 0.5}, "find_bonus"),
        ({"hide_bonus": None}, "hide_bonus"),
        ({"detect_bonus": "6"}, "detect_bonus"),
        ({"size": -1}, "size"),
        ({"own_gain": "none"}, "gain"),
        ({"detector_gain": "none"}, "gain"),
        ({"range": "beyond"}, "range"),
        ({"cover": "fog"}, "cover"),
    ],
)
def test_hiding_refuses_before_the_dice(given, field):
    with pytest.raises(Refused) as no:
        hiding(**{**HIDE, **given}, dice=NO_DICE)
    assert no.value.field == field


@pytest.mark.rule("dragonfly.hidden-movement")
@pytest.mark.parametrize(
    ("moved", "screened", "presence", "location"),
    [(False, False, False, False), (False, True, False, False), (True, False, True, True), (True, True, True, False)],
)
def test_what_gives_a_hidden_ship_away(moved, screened, presence, location):
    noticed = hidden_movement(moved=moved, out_of_line_of_sight=screened)
    assert (noticed.presence_known, noticed.location_known) == (presence, location)
