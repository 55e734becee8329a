"""Attacks: boxes one by one, the way to an attack's end, and the special ways to strike."""

from typing import Any

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.rough_magic import Options
from apps.rules.rough_magic.combat.attack import attack_sequence, shielding
from apps.rules.rough_magic.combat.circumstances import (
    combat_modifiers,
    cover,
    perceiving,
    prone,
    surprise,
    two_handed,
    underwater_zero_g,
)
from apps.rules.rough_magic.combat.ranges import effective_range, range_bands
from apps.rules.rough_magic.combat.strikes import combining_attacks, ramming, slamming, sweep
from apps.rules.rough_magic.combat.values import close_combat_values, endurance_loss, ranged_combat_values
from apps.rules.rough_magic.lists import CIRCUMSTANCES


def no_dice(count, sides):
    raise AssertionError("a die fell")


# Values and boxes


@pytest.mark.rule("rough_magic.close-combat-values", "rough_magic.ranged-combat-values", "rough_magic.endurance-loss")
def test_values_are_rolled_where_dice_are_handed_in():
    blow = close_combat_values(brawn=6, target_brawn=4, dice=ScriptedDice([3, 4]))
    assert (blow.av, blow.total, blow.target, blow.margin) == (6, 13, 12, 1)
    shot = ranged_combat_values(agility=5, weapon_ranks=[4, 1], dice=ScriptedDice([3, 4]))
    assert (shot.total, shot.dv, shot.target, shot.margin) == (16, None, None, None)
    assert [endurance_loss(margin=margin).endurance_lost for margin in range(-1, 12)] == [0] + [1] * 3 + [2] * 3 + [
        3
    ] * 3 + [4] * 3


@pytest.mark.rule("rough_magic.combat-modifiers")
@pytest.mark.parametrize("row", CIRCUMSTANCES, ids=lambda row: f"{row.id}-{row.when}")
def test_each_box_counts_where_its_row_says(row):
    for attack, adjacent in (("close", None), ("ranged", None), ("ranged", True)):
        found = combat_modifiers(circumstances=[row.id, row.id], attack=attack, adjacent=adjacent)
        near = attack == "close" or bool(adjacent)
        if {"any": True, "close or adjacent": near, "ranged, not adjacent": not near}.get(row.when, row.when == attack):
            nets = {"AV": found.av_net, "DV": found.dv_net, "roll": found.auto}
            assert nets[row.side] == row.does


@pytest.mark.rule("rough_magic.prone", "rough_magic.cover")
def test_prone_and_cover_are_netted_with_the_rest():
    shot = prone(attack="ranged", av=5, dv=4, defender_running=True, dice=ScriptedDice([4, 4]))
    assert (shot.dv_bonuses, shot.target, shot.margin) == (1, 15, -2)
    point_blank = prone(attack="ranged", adjacent=True, av=5, dv=4, av_penalties=1, dice=ScriptedDice([4, 4]))
    assert (point_blank.av_bonuses, point_blank.dv_bonuses, point_blank.total) == (1, 0, 13)
    bare = cover(av=5, dv=4, dice=ScriptedDice([4, 4]))
    assert (bare.dv_bonuses, bare.margin) == (0, 1)
    assert cover(has_cover=True, av=5, dv=4, dv_penalties=1, dice=ScriptedDice([4, 4])).target == 12


@pytest.mark.rule("rough_magic.surprise", "rough_magic.perceiving", "rough_magic.two-handed")
def test_what_is_on_the_attackers_side():
    assert [surprise(defender_surprised=True).av_net, surprise(attacker_surprised=True).av_net] == [3, -3]
    assert (perceiving().auto, perceiving().av_net) == ("none", 0)
    assert two_handed(two_handed=True).av_net == 0
    assert two_handed(hands=1, attacker_running=True, attack="ranged").av_net == -3
    assert two_handed(two_handed=True, hands=1, attacker_running=True).av_penalties == 1


@pytest.mark.rule("rough_magic.underwater-zero-g")
@pytest.mark.parametrize(
    ("environment", "at_home", "net"),
    [("normal", False, 0), ("underwater", False, -3), ("zero-g", False, -3), ("zero-g", True, 0)],
)
def test_strange_places(environment, at_home, net):
    assert underwater_zero_g(environment=environment, at_home=at_home).av_net == net


@pytest.mark.rule("rough_magic.range-bands", "rough_magic.effective-range")
def test_bands_and_what_is_beyond_them():
    metres = [0, 2, 2.5, 10, 10.5, 50, 500, 501]
    bands = ["close", "close", "short", "short", "medium", "medium", "long", "remote"]
    assert [range_bands(metres=one).band for one in metres] == bands
    near = effective_range(distance_band="close", effective_band="long", av=5, dv=4, dice=ScriptedDice([3, 4]))
    assert (near.legal, near.margin) == (True, 0)
    barred = effective_range(distance_band="long", effective_band="short", av=5, dv=4, dice=no_dice)
    assert (barred.legal, barred.total, barred.success) == (False, None, None)
    far: dict[str, Any] = {"distance_band": "remote", "effective_band": "short", "gm_allows": True}
    tried = effective_range(**far, av=5, dv=4, av_bonuses=1, dice=ScriptedDice([3, 4]))
    assert (tried.av_penalties, tried.total) == (1, 12)


# To the end of an attack


def attacked(fall, **given):
    return attack_sequence(**{"av": 8, "dv": 5, "attack": "close", **given}, dice=ScriptedDice(fall))


@pytest.mark.rule("rough_magic.attack-sequence", "rough_magic.shielding")
def test_who_leaps_in_is_struck_and_the_targets_block_is_nothing_to_them():
    made = attacked([4, 5], protector_dv=3, block=True, forced=True, round=6)
    assert (made.margin_rolled, made.margin, made.endurance_lost, made.sacrificed) == (4, 6, 3, "round 7")
    assert attacked([4, 5], protector_dv=12).hit is False
    kept = shielding(total=16, victim_target=12, who="Ana", options=Options(shield_uses="victim's margin"))
    assert (kept.struck, kept.margin, kept.endurance_lost) == ("Ana", 4, 2)


@pytest.mark.rule("rough_magic.attack-sequence")
def test_a_miss_needs_no_answer_and_a_misfit_changes_nothing():
    plain = attacked([4, 5])
    assert (plain.legal, plain.total, plain.target, plain.stunning, plain.states_set) == (True, 17, 13, False, ())
    missed = attacked([1, 1], block=True, dive_clear=True, forced=True)
    assert (missed.hit, missed.margin, missed.sacrificed, missed.states_set) == (False, -3, "none", ())
    misfit = attacked([4, 5], dodge=True)
    assert (misfit.legal, misfit.margin, misfit.states_set) == (False, 4, ())
    blocked = attacked([4, 5], block=True, forced=True, own_place_passed=False, round=2)
    assert (blocked.states_set, blocked.sacrificed) == (("blocking", "owing a turn"), "round 2")


@pytest.mark.rule("rough_magic.attack-sequence")
def test_side_effects_and_states_used_up():
    slam = attacked([4, 5], kind="slam", circumstances=["defender-distracted"])
    assert (slam.prone, slam.endurance_lost, slam.states_set) == (True, 3, ("prone",))
    assert slam.states_ended == ("distracted",)
    hold = attacked([4, 5], kind="grapple", block=True, unnamed=True)
    assert (hold.legal, hold.restrained, hold.endurance_lost) == (False, True, 0)
    blind = attack_sequence(av=8, dv=5, attack="ranged", circumstances=["attacker-sprinting"], dice=no_dice)
    assert (blind.hit, blind.total, blind.margin_rolled) == (False, None, None)
    shot: dict[str, Any] = {"attack": "ranged", "circumstances": ["defender-prone"]}
    assert [attacked([4, 4], **shot, adjacent=near).margin for near in (True, False)] == [6, 0]
    dived = attacked([4, 5], attack="ranged", dive_clear=True, forced=True)
    assert (dived.hit, dived.prone, dived.states_set) == (False, True, ("prone", "owing a turn"))


# Special ways


@pytest.mark.rule("rough_magic.ramming")
def test_a_ram_by_its_parts():
    made = ramming(brawn=4, weapon_ranks=[2], target_brawn=4, target_armour_ranks=[1], dice=ScriptedDice([2, 4]))
    assert (made.total, made.target, made.attack) == (15, 13, "close")
    curved = ramming(av=6, dv=5, moved_straight=False, circumstances=["attacker-ramming"], dice=ScriptedDice([2, 4]))
    assert (curved.av_bonuses, curved.total) == (0, 12)
    assert ramming(av=6, dv=5, gait="sprint", dice=ScriptedDice([2, 4])).total == 12
    assert ramming(av=6, dv=5, gait="run", dice=ScriptedDice([2, 4])).total == 15


@pytest.mark.rule("rough_magic.sweep", "rough_magic.slamming")
def test_sweeps_and_slams():
    rammed = sweep(av=7, targets=[3], circumstances=["attacker-ramming"], dice=ScriptedDice([4, 4]))
    assert (rammed.totals, rammed.margins, rammed.av_penalties) == ((15,), (4,), 1)
    blind = sweep(av=7, targets=[3, 4], circumstances=["attacker-cannot-perceive"], dice=no_dice)
    assert (blind.totals, blind.margins, blind.success) == ((None, None), (None, None), (False, False))
    missed = slamming(agility=4, target_brawn=5, dv_bonuses=1, dice=ScriptedDice([2, 4]))
    assert (missed.prone, missed.endurance_lost, missed.target) == (False, 0, 16)


@pytest.mark.rule("rough_magic.combining-attacks")
def test_the_highest_total_counts_with_its_dv():
    gang: Any = [(6, 0, "close"), (9, -3, "ranged")]
    made = combining_attacks(attackers=gang, dv=5, dv_ranged=2, dv_net=3, dice=ScriptedDice([3, 3, 3, 3]))
    assert (made.totals, made.combined, made.target, made.margin) == ((12, 12), 14, 13, 1)
    alone = combining_attacks(attackers=[(6, 3, "close")], dv=5, dv_net=-3, dice=ScriptedDice([1, 1]))
    assert (alone.combined, alone.target, alone.endurance_lost) == (11, 10, 1)
