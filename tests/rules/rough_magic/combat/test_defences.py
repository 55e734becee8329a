"""Defences, holds, haste, and Will against Will."""

import pytest

from apps.rules.dice import ScriptedDice
from apps.rules.rough_magic import Options
from apps.rules.rough_magic.combat.defences import blocking, diving_clear, dodging, esoteric_block
from apps.rules.rough_magic.combat.holds import break_free, grapple_move, grappling, restrained
from apps.rules.rough_magic.combat.moves import gait, movement_action
from apps.rules.rough_magic.combat.wits import distraction, taunting


def no_dice(count, sides):
    raise AssertionError("a die fell")


# Block, dodge, dive

ORDER = ["A", "B", "C", "D"]
FORCED = ["C", "round 1", "in turn of B"]


@pytest.mark.rule("rough_magic.blocking")
def test_a_forced_block_lasts_until_the_next_turn_taken():
    attacks = [("1", "A", 4), ("1", "B", 4), ("1", "D", 7), ("2", "B", 2), ("2", "D", 4)]
    told = blocking(order=ORDER, forced_block=FORCED, attacks=attacks)
    assert told.sequence == (("A", "B", "C (forced from 1)", "D"), ("A", "B", "C", "D"))
    assert (told.margins, told.levels_lost) == ((4, 1, 4, -1, 4), (2, 1, 2, 0, 2))
    paid = blocking(
        order=ORDER, forced_block=FORCED, attacks=attacks, options=Options(forced_defence_ends="sacrificed turn")
    )
    assert (paid.margins, paid.blocking_until) == ((4, 1, 7, 2, 4), "when the sacrificed turn's place has passed")
    late = blocking(order=ORDER, forced_block=["A", "round 1", "in turn of D"], attacks=[("2", "B", 4), ("3", "B", 4)])
    assert (late.sequence[1], late.margins) == (("B", "C", "D"), (1, 4))


@pytest.mark.rule("rough_magic.blocking", "rough_magic.dodging", "rough_magic.esoteric-block")
def test_what_fits_what():
    nothing = blocking(margin_rolled=4)
    assert (nothing.legal, nothing.margin, nothing.blocking_until) == (True, 4, "start of the next turn taken")
    shot = blocking(margin_rolled=4, attack="ranged", blocking=True)
    assert (shot.legal, shot.margin, shot.endurance_lost) == (False, 4, 2)
    assert blocking(margin_rolled=4, harmful=False).endurance_lost == 0
    assert blocking().hit is None
    assert dodging(margin_rolled=4, attack="ranged").margin == 4
    paid = dodging(
        margin_rolled=4, attack="ranged", forced=True, options=Options(forced_defence_ends="sacrificed turn")
    )
    assert paid.dodging_until == "when the sacrificed turn's place has passed"
    alike = esoteric_block(
        attack_power="Torment", defender_powers=["Telepathy"], gm_allows=["Telepathy"], margin_rolled=2
    )
    assert (alike.legal, alike.margin, alike.hit, alike.endurance_lost) == (True, -1, False, 0)


@pytest.mark.rule("rough_magic.diving-clear")
def test_a_dive_costs_the_next_turn_and_leaves_prone():
    dived = diving_clear(agility=3, distance_to_safety=27, round=2, own_place_passed=False)
    assert (dived.avoided, dived.prone, dived.sacrificed) == (True, True, "round 2")
    barred = diving_clear(agility=3, distance_to_safety=1, can_force=False)
    assert (barred.legal, barred.avoided, barred.prone, barred.sacrificed) == (False, False, False, "none")
    covered = diving_clear(
        agility=3, distance_to_safety=1, into_cover=True, options=Options(dive_cover="defence bonus only")
    )
    assert (covered.avoided, covered.dv_bonuses, covered.prone) == (False, 1, True)


# Haste


@pytest.mark.rule("rough_magic.gait")
@pytest.mark.parametrize(
    ("pace", "expected"),
    [
        ("walk", {"athletics": 0, "skill": 0, "close": 0, "ranged": 0}),
        ("run", {"athletics": 0, "skill": 1, "close": 0, "ranged": 1}),
        ("sprint", {"athletics": 1, "skill": "fail", "close": 1, "ranged": "fail"}),
    ],
)
def test_each_pace_for_each_roll(pace, expected):
    for roll, hampered in expected.items():
        found = gait(gait=pace, roll=roll)
        assert (found.auto if found.auto == "fail" else found.av_penalties) == hampered
        assert found.dv_bonuses == (pace != "walk")


@pytest.mark.rule("rough_magic.movement-action")
def test_movement_actions():
    walked = movement_action(agility=4, metres_wanted=6, hampered=True)
    assert (walked.legal, walked.movement_left, walked.athletics_roll) == (True, False, True)
    assert not movement_action(agility=4, metres_wanted=1, prone=True).legal
    flown = movement_action(choice="power", power_metres=20, metres_wanted=20, prone=True)
    assert (flown.legal, flown.metres, flown.prone) == (True, 20, True)
    assert movement_action(choice="other").legal
    far = movement_action(agility=4, metres_wanted=13, gait="run", hampered=True)
    assert (far.legal, far.movement_left, far.athletics_roll) == (False, True, False)


# Holds


@pytest.mark.rule("rough_magic.grappling")
def test_a_grapple_counts_boxes_and_no_gear():
    made = grappling(
        brawn=6, target_brawn=4, circumstances=["defender-prone"], gear_ranks=[3], dice=ScriptedDice([1, 2])
    )
    assert (made.total, made.restrained, made.endurance_lost) == (12, True, 0)
    heavy = grappling(brawn=3, target_brawn=1, dice=no_dice)
    assert (heavy.legal, heavy.restrained, heavy.total) == (False, False, None)
    blind = grappling(brawn=6, target_brawn=4, circumstances=["attacker-cannot-perceive"], dice=no_dice)
    assert (blind.legal, blind.restrained) == (True, False)


@pytest.mark.rule("rough_magic.restrained")
def test_what_the_held_can_do():
    wishes = {"walk": False, "get up": False, "reach": True, "teleport": True, "block": True, "dodge": False}
    assert {wish: restrained(restrained=True, wanted=wish).legal for wish in wishes} == wishes
    assert not restrained(restrained=True, wanted="teleport", gm_allows=False).legal
    free = restrained(wanted="walk", defender_restrained=True)
    assert (free.legal, free.movement, free.av_net, free.av_bonuses) == (True, True, 3, 1)


@pytest.mark.rule("rough_magic.grapple-move", "rough_magic.break-free")
def test_throwing_and_breaking_free():
    assert grapple_move(brawn=2, mass=5000).metres is None
    assert grapple_move(brawn=6, mass=31).mass_rank == 1
    made = break_free(
        brawn=3, agility=2, will_plus_power=9, grappler_brawn=6, distracted=True, dice=ScriptedDice([4, 4])
    )
    assert (made.av, made.total, made.free, made.action_spent) == (9, 14, True, "task")
    asked = break_free(grappler_agility=7, dice=no_dice)
    assert (asked.target, asked.extreme_from, asked.free) == (15, 18, None)


# Will against Will


@pytest.mark.rule("rough_magic.distraction")
def test_only_an_attack_ends_a_distraction():
    made = distraction(will=5, target_will=4, exhausted=True, av_bonuses=1, dice=ScriptedDice([3, 3]))
    assert (made.total, made.distracted, made.still_distracted) == (11, False, False)
    told = distraction(distracted="Bo", events=["Bo uses Stealth", "Cy attacks Ana"], dice=no_dice)
    assert (told.penalty_on, told.bonus_on, told.ended_by, told.still_distracted) == (
        "Bo uses Stealth",
        "none",
        "none",
        True,
    )
    own = distraction(distracted="Bo", events=["Bo attacks Ana", "Ana attacks Bo"], dice=no_dice)
    assert (own.penalty_on, own.bonus_on, own.ended_by) == ("Bo attacks Ana", "none", "Bo attacks Ana")


@pytest.mark.rule("rough_magic.taunting")
def test_a_provoked_attack_goes_past_the_taunter():
    hit = taunting(attack_total=17, taunter_dv=6, behind_dv=1, dice=no_dice)
    assert (hit.margin, hit.hits_taunter, hit.endurance_lost_taunter, hit.hits_behind) == (3, True, 2, False)
    blocked = taunting(attack_total=16, taunter_dv=6, taunter_blocks=True, behind="Bo", behind_dv=2, dice=no_dice)
    assert (blocked.margin_rolled, blocked.margin, blocked.margin_behind) == (2, -1, 6)
    assert (blocked.hits_taunter, blocked.endurance_lost_taunter, blocked.endurance_lost_behind) == (False, 0, 3)
    missed = taunting(attack_total=10, taunter_dv=6, dice=no_dice)
    assert (missed.hits_behind, missed.endurance_lost_behind, missed.taunted) == (False, 0, None)
    weak = taunting(will=6, target_will=5, exhausted=True, dice=ScriptedDice([4, 3]))
    assert (weak.margin, weak.taunted) == (-3, False)
