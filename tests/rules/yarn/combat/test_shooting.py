"""Ranges, defence against shots, and ways of firing."""

from itertools import product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.combat.firing import (
    burst,
    clip,
    full_auto_single,
    full_auto_spread,
    gunfire_options,
    gunfire_tactics,
    recoil_second_shot,
)
from apps.rules.yarn.combat.lists import FIREARMS, RANGES, TACTICS
from apps.rules.yarn.combat.shooting import (
    armour_penalty,
    dodge,
    half_dice,
    ranged_attack,
    ranged_defence_dice,
    weapon_ranges,
)

SIX = Options(beyond_last_range="six dice")
DODGING = Options(penalties_on_ranged_defence="only when dodging")
HALF = Options(half_dice=True)
UNCOUNTED = Options(count_ammunition=False)
WHOLE = Options(full_auto_ammo="whole clip")


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.rule("yarn.weapon-ranges")
def test_every_band_ends_where_the_table_says():
    for row in RANGES:
        for place, most in enumerate(row.metres, 1):
            assert weapon_ranges(weapon=row.title, metres=[most]).distance_dice == (place,)
            beyond = weapon_ranges(weapon=row.id, metres=[most + 0.1]).distance_dice[0]
            assert beyond == (place + 1 if place < len(row.metres) else "out")
        last = [row.metres[-1] + 1]
        assert weapon_ranges(weapon=row.id, metres=last, options=SIX).distance_dice == (
            ("out",) if row.id == "taser" else (6,)
        )
    assert weapon_ranges(weapon="Light SMG", metres=[30, 999]).band == ("medium", "out")


@pytest.mark.rule("yarn.ranged-defence-dice", "yarn.dodge")
def test_circumstances_add_up():
    for cover, moving, running, dark in product(range(3), (False, True), (False, True), range(3)):
        given: dict[str, Any] = {"cover": cover, "target_moving": moving, "attacker_moving": running, "darkness": dark}
        found = ranged_defence_dice(weapon="Pistol", metres=20, **given)
        assert (found.counted, found.bonus, found.total) == (3 + cover + moving + running + dark, 0, None)
    thrown = dodge(weapon="Pistol", metres=1, agility="clumsy", dice=ScriptedDice([2, 5]))
    assert (thrown.bonus, thrown.total, thrown.dropped) == (1, 5, (2,))
    assert dodge(dodging=False, agility=4).bonus == 0


@pytest.mark.rule("yarn.ranged-attack")
def test_a_shot_against_its_circumstances():
    shot: dict[str, Any] = {"weapon": "Pistol", "metres": 8, "attack": {"base": 2, "bonus": 1}}
    found = ranged_attack(**shot, dice=ScriptedDice([6, 1, 5, 4, 3]))
    assert (found.attack_total, found.defence_total, found.hit, found.difference) == (11, 7, True, 4)
    assert not ranged_attack(**shot, dice=ScriptedDice([1, 2, 3, 4, 3])).hit
    hurt: dict[str, Any] = {"weapon": "Pistol", "metres": 1, "messed_up": True, "penalty": 1}
    assert ranged_attack(**hurt, dice=ScriptedDice([6, 5, 2])).total == 2
    assert ranged_attack(**hurt, options=DODGING, dice=ScriptedDice([6])).total == 6
    assert ranged_attack(**hurt, options=DODGING, dodging=True, agility=2, dice=ScriptedDice([6])).thrown == 1


@pytest.mark.rule("yarn.half-dice")
def test_half_a_die_is_a_bonus_die():
    given: dict[str, Any] = {"weapon": "Pistol", "metres": 12, "cover": 1, "cover_half_die": True}
    found = half_dice(**given, options=HALF, dice=ScriptedDice([1, 2, 3, 4, 5]))
    assert (found.counted, found.total) == (4, 14)
    with pytest.raises(Refused, match="plays without half dice"):
        half_dice(**given, dice=no_dice)
    assert half_dice(weapon="Pistol", metres=1, dice=ScriptedDice([4])).total == 4


@pytest.mark.rule("yarn.armour-penalty")
def test_armour_hinders_what_needs_agility():
    plate: dict[str, Any] = {"armour": ["Plate Mail", "Leathers"]}
    assert armour_penalty(**plate, attack_with=["Taser", "Crossbow", "Unarmed combat"]).penalty_dice == (0, 2, 2)
    assert armour_penalty(**plate, action="other").penalty_dice == 0
    assert armour_penalty(**plate, action="agility").penalty_dice == 2
    still = armour_penalty(**plate, weapon="Pistol", metres=2, dice=ScriptedDice([3]))
    assert (still.penalty_dice, still.total) == (0, 3)
    dodged = armour_penalty(**plate, weapon="Pistol", metres=2, dodging=True, agility=3, dice=ScriptedDice([3, 5]))
    assert (dodged.penalty_dice, dodged.total, dodged.counted, dodged.dropped) == (2, 5, 1, (3,))
    assert armour_penalty(**plate, dodging=True).penalty_dice == 2


@pytest.mark.rule("yarn.gunfire-options")
def test_what_each_firearm_can_do():
    found = {row.title: gunfire_options(wanted=[[row.title, way] for way in ("two shots", "burst", "full auto")]).allowed for row in FIREARMS}  # fmt: skip # noqa: E501
    assert [name for name, ways in found.items() if ways[0]] == ["Automatic pistol", "SMG", "Automatic rifle"]
    assert [name for name, ways in found.items() if ways[1] or ways[2]] == ["SMG", "Automatic rifle"]
    assert gunfire_options(wanted=[["Revolver", "two shots"]]).attack_rolls == (0,)


@pytest.mark.rule("yarn.recoil-second-shot")
def test_the_second_shot():
    twice = Options(second_shot="extra action as well")
    given: dict[str, Any] = {"firearm": "SMG", "base": 1}
    assert recoil_second_shot(**given, shot=2, dice=ScriptedDice([3, 5])).thrown == 2
    assert recoil_second_shot(**given, shot=2, options=twice, dice=ScriptedDice([3, 5, 6])).thrown == 3
    assert recoil_second_shot(**given, shot=1, shots=2, options=twice, dice=ScriptedDice([3, 5])).recoil == 0
    assert recoil_second_shot(**given, shot=2, roll="defence", dice=ScriptedDice([3])).recoil == 0
    with pytest.raises(Refused, match="Revolver fires 1 single shot"):
        recoil_second_shot(firearm="Revolver", base=3, shot=2, dice=no_dice)


@pytest.mark.rule("yarn.gunfire-tactics")
def test_the_table_of_tactics():
    told = {
        "3 round burst": ("b1", "b1", "b0", "b0", "b0"),
        "full auto, 1 target": ("b2", "b2", "b1", "b0", "b0"),
        "full auto, spread": ("b1", "b0", "-0", "p0", "pp0"),
    }
    signs = {1: "b", 0: "-", -1: "p", -2: "pp"}
    for tactic in TACTICS:
        found = gunfire_tactics(tactic=tactic.title, weapon="Light SMG", metres=[2, 25, 50, 100, 200])
        cells = [f"{signs[dice]}{factor - 3}" for dice, factor in zip(found.net_dice, found.factor, strict=True)]
        assert tuple(cells) == told[tactic.title]


@pytest.mark.rule("yarn.burst", "yarn.full-auto-single")
def test_bursts_and_full_auto():
    given: dict[str, Any] = {"weapon": "Medium SMG", "metres": 2, "attack": {"base": 1}}
    fired = burst(**given, rounds=3, target_moving=True, dice=ScriptedDice([6, 2, 1, 2]))
    assert (fired.attack_total, fired.defence_total, fired.hit, fired.gross, fired.rounds_left) == (6, 3, True, 15, 0)
    auto = full_auto_single(**given, rounds=25, ammunition="hollow point", dice=ScriptedDice([1, 2, 6]))
    assert (auto.factor, auto.hit, auto.gross, auto.rounds_left) == (8, False, 0, 15)
    plain: dict[str, Any] = {"weapon": "Medium SMG", "metres": 2, "rounds": 25}
    assert full_auto_single(**plain, options=WHOLE).rounds_left == 0
    assert full_auto_single(**{**plain, "rounds": 2}, options=UNCOUNTED).rounds_left == 2
    assert burst(weapon="Heavy Rifle", metres=2, firearm="Automatic rifle").factor == 8


@pytest.mark.rule("yarn.full-auto-spread")
def test_nobody_in_the_line_of_fire_is_skipped():
    row = ["A", "B", "C", "D", "E"]
    for first, last in product(range(5), range(5)):
        found = full_auto_spread(rounds=30, row=row, wanted=[row[first], row[last]])
        assert found.targets == tuple(row[min(first, last) : max(first, last) + 1])
        assert found.rounds_left == 30 - 5 * len(found.targets)
    shot: dict[str, Any] = {"weapon": "Light SMG", "metres": 100, "rounds": 10, "attack": {"base": 1}}
    assert full_auto_spread(**shot, dice=ScriptedDice([6, 5, 1, 1, 1, 1])).gross == 3
    assert full_auto_spread(rounds=10, bullets=9).most_targets == 1


@pytest.mark.rule("yarn.clip")
def test_rounds_are_counted_or_not():
    fired = ["single", "burst", "full auto, 1 target", "full auto, spread, 2 targets", "burst"]
    assert clip(rounds=16, fired=fired).rounds_left == (15, 12, 2, "refused", "refused")
    assert clip(rounds=16, fired=fired, options=WHOLE).rounds_left == (15, 12, 0, "refused", "refused")
    assert clip(rounds=1, fired=fired, options=UNCOUNTED).rounds_left == (1,) * 5


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: weapon_ranges(weapon="Sword, axe", metres=[2]), "not-ranged"),
        (lambda: weapon_ranges(weapon="Pistol", metres=[-1]), "no-distance"),
        (lambda: ranged_attack(weapon="Pistol", metres=81, dice=no_dice), "out-of-range"),
        (lambda: ranged_attack(weapon="Pistol", metres=8, attack={"base": 0}, dice=no_dice), "no-dice"),
        (lambda: ranged_defence_dice(weapon="Pistol", metres=8, cover=3), "too-high"),
        (lambda: dodge(agility="slow"), "not-a-choice"),
        (lambda: gunfire_options(wanted=[["Revolver", "hail"]]), "not-a-choice"),
        (lambda: gunfire_tactics(tactic="3 round burst", weapon="Light Rifle", metres=[5]), "not-automatic"),
        (lambda: burst(weapon="Light Handgun", metres=5, dice=no_dice), "not-automatic"),
        (lambda: burst(weapon="Light SMG", metres=5, rounds=2, dice=no_dice), "too-few-rounds"),
        (lambda: full_auto_single(weapon="Light SMG", metres=300, dice=no_dice), "out-of-range"),
        (lambda: full_auto_spread(rounds=9), "too-few-rounds"),
        (lambda: full_auto_spread(rounds=10, row=["A", "B", "C"], wanted=["A", "C"]), "too-many-targets"),
        (lambda: full_auto_spread(rounds=10, bullets=11), "too-high"),
        (lambda: clip(rounds=9, fired=["hail"]), "no-way"),
    ],
)
def test_refusals_come_before_any_die(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code
