"""Shots: range, aim, volleys, bursts, bows and crossbows."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.combat.ranged import (
    Target,
    aim_part,
    aimed,
    aiming,
    bows,
    burst,
    burst_fire,
    multiple_shots,
    named_band,
    range_bands,
    ranged_attack,
    shot_skill,
    single_shot,
    single_shot_reload,
    volley,
    why_no_burst,
    why_no_volley,
    why_not_loading,
    why_out_of_range,
)
from apps.rules.parts import Part

NO_DICE = ScriptedDice([])
BEYOND = replace(DEFAULTS, shots_beyond_long=True)
SPREAD = replace(DEFAULTS, spread_volley=True)
VERSUS = replace(DEFAULTS, volley_versus_defense_levels=True)
EACH = replace(DEFAULTS, heroic_burst_per_bullet=True)
FINAL = replace(DEFAULTS, listed_damage_is_final=True)


def code_of(no):
    return no and no.code


def field_of(call, **given):
    with pytest.raises(Refused) as no:
        call(**given)
    return no.value.field


# Range


@pytest.mark.rule("dragonfly.range-bands")
@pytest.mark.parametrize(
    ("weapon", "yards", "band", "modifier", "possible"),
    [
        ("pistol", 0, "short", 0, True),
        ("pistol", 4, "short", 0, True),
        ("pistol", 5, "medium", -1, True),
        ("pistol", 19, "medium", -1, True),
        ("pistol", 20, "long", -3, True),
        ("pistol", 50, "long", -3, True),
        ("pistol", 51, "out-of-range", 0, False),
        ("rifle", 19, "short", 0, True),
        ("rifle", 20, "medium", -1, True),
        ("rifle", 99, "medium", -1, True),
        ("rifle", 100, "long", -3, True),
        ("rifle", 300, "long", -3, True),
        ("rifle", 301, "out-of-range", 0, False),
    ],
)
def test_bands_to_the_yard(weapon, yards, band, modifier, possible):
    found = range_bands(weapon=weapon, yards=yards)
    assert (found.band, found.modifier, found.possible) == (band, modifier, possible)
    assert sum(part.value for part in found.parts) == modifier
    assert code_of(why_out_of_range(weapon=weapon, yards=yards)) == (None if possible else "out-of-range")


@pytest.mark.rule("dragonfly.range-bands", "dragonfly.table-options/shots-beyond-long")
@pytest.mark.parametrize(
    ("options", "modifier", "possible"),
    [(DEFAULTS, -6, False), (BEYOND, None, False), (BEYOND, -6, True), (BEYOND, 0, True)],
)
def test_beyond_long_the_director_decides_where_the_table_allows_it(options, modifier, possible):
    given: dict[str, Any] = {"weapon": "pistol", "yards": 51, "beyond_modifier": modifier, "options": options}
    found = range_bands(**given)
    assert (found.possible, found.modifier) == (possible, modifier if possible else 0)
    no = why_out_of_range(**given)
    assert (no is None) == possible
    if no:
        assert ("Director" in no.text) == (options is BEYOND)


@pytest.mark.rule("dragonfly.range-bands")
def test_the_modifier_beyond_changes_no_band():
    assert range_bands(weapon="pistol", yards=50, beyond_modifier=-9, options=BEYOND).modifier == -3


@pytest.mark.rule("dragonfly.range-bands")
def test_other_weapons_have_the_band_that_the_director_names():
    assert [named_band(band).modifier for band in ("short", "medium", "long")] == [0, -1, -3]
    with pytest.raises(Refused) as no:
        named_band("far")
    assert no.value.field == "band"


@pytest.mark.rule("dragonfly.range-bands")
def test_range_refuses():
    assert field_of(range_bands, weapon="bow", yards=5) == "weapon"
    assert field_of(range_bands, weapon="pistol", yards=-1) == "yards"
    given: dict[str, Any] = {"weapon": "pistol", "yards": 51, "beyond_modifier": 0.5, "options": BEYOND}
    assert field_of(range_bands, **given) == "beyond_modifier"


# Aim and one shot


@pytest.mark.rule("dragonfly.aiming")
@pytest.mark.parametrize(
    ("given", "faces", "total", "bonus"),
    [
        ({"perception": 4, "skill": 3}, [1], 8, 0),
        ({"perception": 4, "skill": 3}, [2], 9, 1),
        ({"perception": 4, "skill": 3, "modifier": -2}, [10], 15, 4),
        ({"perception": 4, "skill": 3, "lines": [Part("injury", -4, "rule")]}, [10], 13, 3),
        ({"brains_score": 8}, [], 8, 0),
        ({"brains_score": 17, "modifier": -2}, [], 15, 4),
    ],
)
def test_an_aim_adds_its_levels(given, faces, total, bonus):
    dice = ScriptedDice(faces)
    aim = aiming(**given, dice=dice)
    assert (aim.aim_total, aim.aim_bonus) == (total, bonus)
    assert aimed(aim.check) == aim
    assert sum(part.value for part in aim_part(bonus)) == bonus
    assert dice.left == []


@pytest.mark.rule("dragonfly.aiming")
@pytest.mark.parametrize("field", ["perception", "skill", "brains_score"])
def test_an_aim_refuses_before_the_die(field):
    assert field_of(aiming, **{field: -1}, dice=NO_DICE) == field
    assert field_of(aiming, perception=1, modifier=0.5, dice=NO_DICE) == "modifier"


@pytest.mark.rule("dragonfly.ranged-attack", "dragonfly.range-bands", "dragonfly.aiming")
@pytest.mark.parametrize(
    ("given", "faces", "total", "hit", "levels"),
    [
        ({"dexterity": 3, "skill": 3}, [3], 9, True, 1),
        ({"dexterity": 3, "skill": 3, "range_modifier": -1}, [3], 8, False, 0),
        ({"dexterity": 3, "skill": 3, "range_modifier": -3, "aim_bonus": 3}, [3], 9, True, 1),
        ({"dexterity": 3, "skill": 3, "modifier": 2}, [3], 11, True, 2),
        ({"dexterity": 3, "skill": 3, "stance": "full-offense"}, [3], 11, True, 2),
        ({"dexterity": 3, "skill": 3, "lines": [Part("injury", -2, "rule")]}, [3], 7, False, 0),
        ({"dexterity": 3, "skill": 3, "defense_total": 9}, [3], 9, False, 0),
        ({"dexterity": 3, "skill": 3, "defense_total": 8}, [3], 9, True, 1),
        ({"combat_score": 12, "range_modifier": -3}, [], 9, True, 1),
        ({"combat_score": 8, "aim_bonus": 3}, [], 11, False, 0),
        ({"combat_score": 8, "aim_bonus": 3, "stance": "full-offense"}, [], 13, True, 3),
    ],
)
def test_a_shot(given, faces, total, hit, levels):
    dice = ScriptedDice(faces)
    shot = ranged_attack(**given, dice=dice)
    assert (shot.attack_total, shot.hit, shot.success_levels) == (total, hit, levels)
    assert dice.left == []


@pytest.mark.rule(
    "dragonfly.ranged-attack", "dragonfly.feeble-attacker", "dragonfly.table-options/feeble-by-arithmetic"
)
def test_a_feeble_shot_lands_by_arithmetic_where_the_table_says_so():
    options = replace(DEFAULTS, feeble_by_arithmetic=True)
    assert ranged_attack(combat_score=8, aim_bonus=3, dice=NO_DICE, options=options).hit


@pytest.mark.rule("dragonfly.ranged-attack")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dexterity", -1),
        ("skill", -1),
        ("combat_score", -1),
        ("range_modifier", 0.5),
        ("aim_bonus", -1),
        ("modifier", 0.5),
        ("defense_total", 0.5),
        ("stance", "asleep"),
        ("stance", "full-defense"),
    ],
)
def test_a_shot_refuses_before_the_die(field, value):
    assert field_of(ranged_attack, **{field: value}, dice=NO_DICE) == field


@pytest.mark.rule("dragonfly.ranged-attack", "dragonfly.aiming")
def test_which_skill_shoots_and_aims():
    skills = {weapon: shot_skill(weapon) for weapon in ("pistol", "rifle", "automatic", "bow", "crossbow", "thrown")}
    assert set(list(skills.values())[:3]) == {"gun-fu"}
    assert set(list(skills.values())[3:]) == {"getting-medieval"}
    assert shot_skill("other") is shot_skill("unarmed") is None
    with pytest.raises(Refused):
        shot_skill("banana")


# Volleys


def shots(total, count, **given):
    target = Target("", given.pop("defense_total", None), given.pop("armor", 2), given.pop("multiplier", 2))
    return volley(attack_total=total, aims=[target] * count, base_damage=8, **given)


@pytest.mark.rule("dragonfly.multiple-shots")
@pytest.mark.parametrize(
    ("total", "count", "levels", "damages"),
    [
        (15, 3, (4, 3, 2), (20, 18, 16)),
        (15, 6, (4, 3, 2, 1, 0, 0), (20, 18, 16, 14, 0, 0)),
        (9, 2, (1, 0), (14, 0)),
        (8, 2, (0, 0), (0, 0)),
    ],
)
def test_each_shot_is_worth_a_level_less(total, count, levels, damages):
    result = shots(total, count)
    assert (result.levels, result.damages, result.damage) == (levels, damages, sum(damages))
    assert result.hits == sum(level > 0 for level in levels) == sum(shot.hit for shot in result.shots)


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.table-options/volley-versus-defense-levels")
@pytest.mark.parametrize(
    ("defense", "plain", "versus"),
    [
        (None, (4, 3, 2), (4, 3, 2)),
        (8, (4, 3, 2), (4, 3, 2)),
        (10, (4, 3, 2), (4, 3, 2)),
        (12, (4, 3, 2), (4, 3, 0)),
        (14, (4, 3, 2), (4, 0, 0)),
        (15, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_one_defense_against_the_whole_volley(defense, plain, versus):
    assert shots(15, 3, defense_total=defense).levels == plain
    assert shots(15, 3, defense_total=defense, options=VERSUS).levels == versus


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.table-options/volley-versus-defense-levels")
def test_the_first_shot_need_only_be_the_higher_total():
    assert shots(16, 3, defense_total=15).levels == (4, 3, 2)
    assert shots(16, 3, defense_total=15, options=VERSUS).levels == (4, 0, 0)


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.table-options/heroic-burst-per-bullet")
def test_a_feat_goes_on_the_first_hit_or_on_each():
    assert shots(15, 3, heroic_feat=True).damages == (40, 18, 16)
    assert shots(15, 3, heroic_feat=True, options=EACH).damages == (40, 38, 36)
    assert shots(8, 3, heroic_feat=True, options=EACH).damage == 0


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.supporting-cast-damage")
def test_a_listed_damage_falls_by_one_with_each_shot():
    assert shots(11, 3, listed=True).damages == (12, 10, 0)
    assert shots(11, 3, listed=True, options=FINAL).damages == (6, 5, 0)
    assert volley(attack_total=30, aims=[Target()] * 4, base_damage=2, listed=True).damages == (2, 1, 0, 0)


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.feeble-attacker")
def test_a_volley_that_does_not_count_misses():
    assert shots(15, 3, counts=False).hits == 0


TWO = [Target("Al", 15, 0, 1), Target("Bo", 10, 2, 2), Target("Al", 15, 0, 1), Target("Bo", 10, 2, 2)]


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.table-options/spread-volley")
def test_shots_at_several_targets_where_the_table_allows_it():
    with pytest.raises(Refused) as no:
        volley(attack_total=15, aims=TWO, base_damage=8)
    assert (no.value.code, no.value.field) == ("one-target", "targets")
    result = volley(attack_total=15, aims=TWO, base_damage=8, heroic_feat=True, options=SPREAD)
    assert result.levels == (0, 3, 0, 1)
    assert result.damages == (0, (8 + 3 + 10 - 2) * 2, 0, (8 + 1 - 2) * 2)
    assert (result.damage, result.hits) == (52, 2)


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.burst-fire", "dragonfly.range-bands")
def test_a_target_further_off_is_met_by_less():
    """13 at Al is three levels; at Bo it is 10 and one, at Cy 8 and a miss."""
    al, bo, cy = Target("Al"), Target("Bo", modifier=-3), Target("Cy", modifier=-5)
    assert volley(attack_total=13, aims=[bo, al, cy], base_damage=5, options=SPREAD).levels == (1, 2, 0)
    assert volley(attack_total=13, aims=[al, bo, cy], base_damage=5, options=SPREAD).levels == (3, 0, 0)
    hits = burst(attack_total=13, aims=[bo, bo, cy, al, al, al], base_damage=5, options=SPREAD).sums
    assert {one.target: one.bullets_hit for one in hits} == {"Bo": 1, "Cy": 0, "Al": 2}


@pytest.mark.rule("dragonfly.multiple-shots")
@pytest.mark.parametrize(
    ("given", "faces", "total", "damages"),
    [
        ({"attack_bonus": 7}, [8], 15, (24, 22)),
        ({"attack_bonus": 7, "defense_total": 15}, [8], 15, (0, 0)),
        ({"attack_bonus": 7, "stance": "full-offense"}, [8], 17, (26, 24)),
        ({"attack_bonus": 7, "heroic_feat": True}, [8], 15, (44, 22)),
        ({"combat_score": 15}, [], 15, (16, 14)),
        ({"combat_score": 8, "stance": "full-offense"}, [], 10, (16, 0)),
    ],
)
def test_a_volley_from_the_roll_on(given, faces, total, damages):
    dice = ScriptedDice(faces)
    result = multiple_shots(**given, shots=2, base_damage=8, multiplier=2, dice=dice)
    assert (result.attack_total, result.damages) == (total, damages)
    assert dice.left == []


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.burst-fire")
@pytest.mark.parametrize("call", [multiple_shots, burst_fire])
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"attack_bonus": None}, "attack_bonus"),
        ({"combat_score": 12}, "attack_bonus"),
        ({"attack_bonus": 0.5}, "attack_bonus"),
        ({"attack_bonus": None, "combat_score": -1}, "combat_score"),
        ({"defense_total": 0.5}, "defense_total"),
        ({"base_damage": -1}, "base_damage"),
        ({"armor": -1}, "armor"),
        ({"multiplier": -1}, "multiplier"),
        ({"stance": "full-defense"}, "stance"),
    ],
)
def test_volleys_and_bursts_refuse_before_the_die(call, given, field):
    count = {"shots" if call is multiple_shots else "bullets": 3}
    assert field_of(call, **{"attack_bonus": 7, "base_damage": 8, **count, **given}, dice=NO_DICE) == field


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.burst-fire")
def test_too_few_shots_or_bullets():
    assert field_of(multiple_shots, attack_bonus=7, shots=0, base_damage=8, dice=NO_DICE) == "shots"
    assert field_of(burst_fire, attack_bonus=7, bullets=2, base_damage=8, dice=NO_DICE) == "bullets"


@pytest.mark.rule("dragonfly.multiple-shots", "dragonfly.table-options/spread-volley")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"weapon": "pistol", "shots": 6}, None),
        ({"weapon": "pistol", "shots": 6, "ammunition": 6}, None),
        ({"weapon": "pistol", "shots": 7, "ammunition": 6}, "not-loaded"),
        ({"weapon": "bow", "shots": 2}, "one-by-one"),
        ({"weapon": "crossbow", "shots": 2}, "one-by-one"),
        ({"weapon": "hand-weapon", "shots": 2}, "one-by-one"),
        ({"weapon": "bow", "shots": 1}, None),
        ({"weapon": "rifle", "shots": 2, "targets": 2}, "one-target"),
        ({"weapon": "rifle", "shots": 2, "targets": 2, "options": SPREAD}, None),
    ],
)
def test_which_volleys_can_be_fired(given, code):
    assert code_of(why_no_volley(**given)) == code


# Bursts


def bullets(total, count, **given):
    target = Target("", given.pop("defense_total", None), given.pop("armor", 6), given.pop("multiplier", 2))
    return burst(attack_total=total, aims=[target] * count, base_damage=15, **given)


@pytest.mark.rule("dragonfly.burst-fire")
@pytest.mark.parametrize(
    ("total", "count", "hits", "damage"), [(14, 4, 3, 54), (14, 3, 3, 54), (17, 4, 4, 72), (9, 3, 1, 18), (8, 3, 0, 0)]
)
def test_each_level_lets_one_bullet_hit(total, count, hits, damage):
    result = bullets(total, count)
    assert (result.bullets_hit, result.damage) == (hits, damage)
    assert len(result.bullets) == hits
    (summed,) = result.sums
    assert (summed.bullets_hit, summed.after_armor, summed.multiplier, summed.damage) == (hits, 9 * hits, 2, damage)


@pytest.mark.rule("dragonfly.burst-fire")
def test_a_burst_against_a_defense_and_against_armor():
    assert bullets(14, 4, defense_total=13).bullets_hit == 3
    stopped = bullets(14, 4, defense_total=14)
    assert (stopped.bullets_hit, stopped.success_levels, stopped.damage) == (0, 0, 0)
    assert (bullets(14, 4, armor=20).bullets_hit, bullets(14, 4, armor=20).damage) == (3, 0)
    assert bullets(14, 4, counts=False).bullets_hit == 0


@pytest.mark.rule("dragonfly.burst-fire", "dragonfly.table-options/heroic-burst-per-bullet")
@pytest.mark.parametrize(("armor", "once", "each"), [(6, 74, 114), (20, 10, 30), (15, 20, 60)])
def test_a_feat_goes_on_one_bullet_or_on_each(armor, once, each):
    assert bullets(14, 4, armor=armor, heroic_feat=True).damage == once
    assert bullets(14, 4, armor=armor, heroic_feat=True, options=EACH).damage == each


@pytest.mark.rule("dragonfly.burst-fire", "dragonfly.supporting-cast-damage")
def test_a_listed_burst():
    assert bullets(14, 4, listed=True).damage == 54
    final = bullets(14, 4, listed=True, options=FINAL)
    assert (final.damage, final.sums[0].multiplier) == (27, 1)


@pytest.mark.rule("dragonfly.burst-fire", "dragonfly.table-options/spread-volley")
def test_a_burst_over_several_targets_where_the_table_allows_it():
    al, bo, cy = Target("Al", None, 5, 2), Target("Bo", 20, 0, 2), Target("Cy", 8, 0, 1)
    aims = [al, bo, al, cy, bo, cy]
    with pytest.raises(Refused) as no:
        burst(attack_total=13, aims=aims, base_damage=15)
    assert no.value.code == "one-target"
    result = burst(attack_total=13, aims=aims, base_damage=15, heroic_feat=True, options=SPREAD)
    assert [(one.target, one.bullets_hit, one.after_armor, one.damage) for one in result.sums] == [
        ("Al", 2, 30, 60), ("Bo", 0, 0, 0), ("Cy", 1, 15, 15),
    ]  # fmt: skip
    assert (result.bullets_hit, result.damage) == (3, 75)


@pytest.mark.rule("dragonfly.burst-fire")
@pytest.mark.parametrize(
    ("given", "faces", "hits", "damage"),
    [
        ({"attack_bonus": 8}, [6], 3, 54),
        ({"attack_bonus": 8, "stance": "full-offense"}, [6], 4, 72),
        ({"attack_bonus": 8, "heroic_feat": True}, [6], 3, 74),
        ({"combat_score": 14}, [], 3, 54),
        ({"combat_score": 8}, [], 0, 0),
    ],
)
def test_a_burst_from_the_roll_on(given, faces, hits, damage):
    dice = ScriptedDice(faces)
    result = burst_fire(**given, bullets=4, base_damage=15, armor=6, multiplier=2, dice=dice)
    assert (result.bullets_hit, result.damage) == (hits, damage)
    assert dice.left == []


@pytest.mark.rule("dragonfly.burst-fire", "dragonfly.table-options/spread-volley")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"weapon": "automatic", "bullets": 3}, None),
        ({"weapon": "automatic", "bullets": 2}, "burst-too-short"),
        ({"weapon": "automatic", "bullets": 30, "ammunition": 30}, None),
        ({"weapon": "automatic", "bullets": 31, "ammunition": 30}, "not-loaded"),
        ({"weapon": "rifle", "bullets": 3}, "not-automatic"),
        ({"weapon": "automatic", "bullets": 6, "targets": 2}, "one-target"),
        ({"weapon": "automatic", "bullets": 6, "targets": 2, "options": SPREAD}, None),
    ],
)
def test_which_bursts_can_be_fired(given, code):
    assert code_of(why_no_burst(**given)) == code


@pytest.mark.rule("dragonfly.ranged-attack", "dragonfly.aiming", "dragonfly.multiple-shots", "dragonfly.burst-fire")
def test_what_is_left_out_counts_as_nothing():
    assert aiming(dice=ScriptedDice([9])).aim_total == 9
    assert ranged_attack(dice=ScriptedDice([9])).attack_total == 9
    one: dict[str, Any] = {"attack_bonus": 0, "base_damage": 8}
    assert multiple_shots(**one, shots=1, dice=ScriptedDice([9])).damage == 9
    assert burst_fire(**one, bullets=3, dice=ScriptedDice([9])).damage == 8
    assert burst(attack_total=9, aims=[Target(multiplier=2)], base_damage=8, options=FINAL).damage == 16
    two = replace(DEFAULTS, reload_actions=2)
    assert single_shot_reload(loaded=False, action="reload", options=two).reloaded == 1


# Bows and crossbows


@pytest.mark.rule("dragonfly.bows", "dragonfly.multiple-attacks")
@pytest.mark.parametrize(
    ("defenses", "totals", "levels", "results"),
    [
        ([0, 0, 0], (14, 12, 10), (3, 2, 1), ("hit", "hit", "hit")),
        ([0, 12, 0], (14, 12), (3, 2), ("hit", "defended", "lost")),
        ([8, 8, 11], (14, 12, 10), (3, 2, 1), ("hit", "hit", "defended")),
        ([0] * 4, (14, 12, 10, 8), (3, 2, 1, 0), ("hit", "hit", "hit", "missed")),
    ],
)
def test_arrows_are_attacks_of_their_own(defenses, totals, levels, results):
    result = bows(attack_bonus=9, shots=len(defenses), defense_totals=defenses, dice=ScriptedDice([5]))
    assert (result.totals, result.levels, result.results) == (totals, levels, results)


@pytest.mark.rule("dragonfly.bows")
def test_each_further_arrow_needs_an_additional_action():
    given: dict[str, Any] = {"attack_bonus": 9, "defense_totals": [0, 0], "dice": NO_DICE}
    assert field_of(bows, shots=2, additional_actions=0, **given) == "attacks"
    assert field_of(bows, shots=0, **given) == "shots"
    assert field_of(bows, shots=3, **given) == "defense_totals"


@pytest.mark.rule("dragonfly.single-shot-reload")
def test_a_crossbow_holds_one_shot():
    assert single_shot("crossbow")
    assert not single_shot("rifle")


@pytest.mark.rule("dragonfly.single-shot-reload", "dragonfly.table-options/reload-actions")
@pytest.mark.parametrize(
    ("actions", "loaded", "action", "reloaded", "after"),
    [
        (1, True, "shoot", 0, (True, False, 0)),
        (1, False, "shoot", 0, (False, False, 0)),
        (1, False, "reload", 0, (True, True, 0)),
        (1, True, "reload", 0, (False, True, 0)),
        (2, False, "reload", 0, (True, False, 1)),
        (2, False, "shoot", 1, (False, False, 1)),
        (2, False, "reload", 1, (True, True, 0)),
        (0, False, "shoot", 0, (True, False, 0)),
        (0, True, "shoot", 0, (True, False, 0)),
    ],
)
def test_reloading_takes_its_actions(actions, loaded, action, reloaded, after):
    options = replace(DEFAULTS, reload_actions=actions)
    result = single_shot_reload(loaded=loaded, action=action, reloaded=reloaded, options=options)
    assert (result.allowed, result.loaded, result.reloaded) == after


@pytest.mark.rule("dragonfly.single-shot-reload")
def test_a_button_can_tell_why_not():
    assert code_of(why_not_loading(loaded=False, action="shoot")) == "unloaded"
    assert code_of(why_not_loading(loaded=True, action="reload")) == "loaded"
    assert why_not_loading(loaded=True, action="shoot") is None
    assert field_of(single_shot_reload, loaded=True, action="polish") == "action"
    assert field_of(single_shot_reload, loaded=True, action="shoot", reloaded=-1) == "reloaded"
