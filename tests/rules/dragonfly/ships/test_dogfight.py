"""The Turn of a dogfight: choices, position, shots and evasions."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.dragonfly import DEFAULTS
from apps.rules.dragonfly.checks import rolled, score_check
from apps.rules.dragonfly.ships.dogfight import (
    STEPS,
    engage_or_disengage,
    evaded,
    evasion_actions,
    evasion_parts,
    evasion_penalty,
    evasive_action,
    firing_arcs,
    gunnery_parts,
    hits,
    maneuver_for_position,
    maneuver_parts,
    open_fire,
    positioned,
    ship_turn,
    shot,
    why_no_evasion,
)
from apps.rules.dragonfly.ships.sheet import NO_CONTROLS
from apps.rules.parts import Part, total_of

NO_DICE = ScriptedDice([])


def total(value):
    """A finished roll."""
    return rolled((Part("bonus", value - 5, "modifier"),), ScriptedDice([5]))


# The Turn


@pytest.mark.rule("dragonfly.ship-turn")
def test_ships_fire_by_maneuver_totals_and_equal_ones_together():
    turn = ship_turn(maneuver_totals={"Swallow": 9, "Kite": 14, "Tern": 9, "Hulk": 0})
    assert turn.steps == STEPS == ("choose", "maneuver", "fire", "run")
    assert turn.fire == (("Kite",), ("Swallow", "Tern"), ("Hulk",))
    assert ship_turn(maneuver_totals={}).fire == ()


@pytest.mark.rule("dragonfly.ship-turn")
def test_a_maneuver_total_is_a_whole_number():
    with pytest.raises(Refused) as no:
        ship_turn(maneuver_totals={"Kite": 9.5})  # type: ignore[dict-item]
    assert no.value.field == "maneuver_totals"


@pytest.mark.rule("dragonfly.engage-or-disengage")
def test_whoever_engages_names_a_target_and_whoever_runs_has_none():
    assert engage_or_disengage(choice="engage", target="Kite").target == "Kite"
    assert engage_or_disengage(choice="disengage", target="Kite").target is None
    for target in (None, ""):
        with pytest.raises(Refused) as no:
            engage_or_disengage(choice="engage", target=target)
        assert (no.value.code, no.value.field) == ("no-target", "target")
    with pytest.raises(Refused) as no:
        engage_or_disengage(choice="ram", target="Kite")  # type: ignore[arg-type]
    assert no.value.field == "choice"


# Maneuver for Position


@pytest.mark.rule("dragonfly.maneuver-for-position")
@pytest.mark.parametrize(
    ("faces", "position", "levels"), [([5, 4], True, 3), ([5, 5], False, 0), ([4, 5], False, 0), ([1, 9], False, 0)]
)
def test_only_a_higher_total_gets_position(faces, position, levels):
    outcome = maneuver_for_position(attacker_bonus=8, target_bonus=8, dice=ScriptedDice(faces))
    assert (outcome.attacker_total, outcome.target_total) == (8 + faces[0], 8 + faces[1])
    assert (outcome.position, outcome.piloting_levels) == (position, levels)
    assert (outcome.attacker.face, outcome.target.face) == tuple(faces)


@pytest.mark.rule("dragonfly.maneuver-for-position")
@pytest.mark.parametrize(
    ("aware", "fast", "more"), [(False, False, 0), (True, False, 2), (False, True, 1), (True, True, 3)]
)
def test_qualities_help_either_pilot(aware, fast, more):
    own = {"attacker_situational_awareness": aware, "attacker_fast_reaction_time": fast}
    their = {"target_situational_awareness": aware, "target_fast_reaction_time": fast}
    outcome = maneuver_for_position(attacker_bonus=5, target_bonus=5, **own, **their, dice=ScriptedDice([3, 4]))
    assert (outcome.attacker_total, outcome.target_total) == (8 + more, 9 + more)
    assert total_of(maneuver_parts(situational_awareness=aware, fast_reaction_time=fast)) == more


@pytest.mark.rule("dragonfly.maneuver-for-position", "dragonfly.table-options/position-needs-nine")
@pytest.mark.parametrize(("needs_nine", "mine", "position"), [(False, 8, True), (True, 8, False), (True, 9, True)])
def test_a_low_total_gets_position_without_successes_unless_it_needs_nine(needs_nine, mine, position):
    options = replace(DEFAULTS, position_needs_nine=needs_nine)
    outcome = positioned(total(mine), total(7), options=options)
    assert outcome.position is position
    assert outcome.piloting_levels == (1 if mine == 9 else 0)


@pytest.mark.rule("dragonfly.maneuver-for-position")
def test_a_ship_without_drive_controls_counts_as_nought_and_never_gets_position():
    assert positioned(total(1), NO_CONTROLS).position
    assert not positioned(total(0), NO_CONTROLS).position
    assert not positioned(NO_CONTROLS, total(-3)).position
    assert not positioned(NO_CONTROLS, NO_CONTROLS).position


@pytest.mark.rule("dragonfly.maneuver-for-position")
def test_an_ability_score_takes_part_without_a_die():
    outcome = positioned(score_check(score=14), total(13))
    assert (outcome.position, outcome.piloting_levels, outcome.attacker.face) == (True, 3, None)


@pytest.mark.rule("dragonfly.maneuver-for-position")
@pytest.mark.parametrize("field", ["attacker_bonus", "target_bonus"])
def test_maneuvering_refuses_before_the_dice(field):
    given: dict[str, Any] = {"attacker_bonus": 1, "target_bonus": 1, field: 1.5}
    with pytest.raises(Refused) as no:
        maneuver_for_position(**given, dice=NO_DICE)
    assert no.value.field == field


# Arcs

ARCS = [
    ("fixed-forward", True, True, True, 3),
    ("fixed-forward", True, False, False, 0),
    ("fixed-forward", False, True, False, 0),
    ("turret", True, True, True, 3),
    ("turret", True, False, True, 0),
    ("turret", False, True, True, 0),
    ("turret", False, False, True, 0),
]


@pytest.mark.rule("dragonfly.firing-arcs")
@pytest.mark.parametrize(("mount", "position", "chosen", "may_fire", "bonus"), ARCS)
def test_who_may_fire_at_whom(mount, position, chosen, may_fire, bonus):
    arc = firing_arcs(mount=mount, position=position, target_is_chosen=chosen, piloting_levels=3)
    assert (arc.may_fire, arc.bonus) == (may_fire, bonus)


@pytest.mark.rule("dragonfly.firing-arcs", "dragonfly.table-options/turrets-always-add-successes")
@pytest.mark.parametrize(("always", "bonus"), [(False, 0), (True, 3)])
@pytest.mark.parametrize("chosen", [True, False])
def test_turrets_add_successes_without_position_only_with_the_switch(always, bonus, chosen):
    options = replace(DEFAULTS, turrets_always_add_successes=always)
    given = {"position": False, "target_is_chosen": chosen, "piloting_levels": 3, "options": options}
    assert firing_arcs(mount="turret", **given).bonus == (bonus if chosen else 0)
    assert not firing_arcs(mount="fixed-forward", **given).may_fire


@pytest.mark.rule("dragonfly.firing-arcs")
@pytest.mark.parametrize(
    ("given", "field"), [({"mount": "keel"}, "mount"), ({"piloting_levels": -1}, "piloting_levels")]
)
def test_arcs_refuse(given, field):
    usual = {"mount": "turret", "position": True, "target_is_chosen": True, "piloting_levels": 1}
    with pytest.raises(Refused) as no:
        firing_arcs(**{**usual, **given})
    assert no.value.field == field


# Open fire


@pytest.mark.rule("dragonfly.open-fire")
@pytest.mark.parametrize(
    ("range", "modifier"), [("visual", 0), ("close", 0), ("medium", -1), ("long", -3), ("extreme", -5)]
)
def test_range_counts_against_a_shot(range, modifier):
    outcome = open_fire(dexterity=4, gun_fu=3, range=range, dice=ScriptedDice([5]))
    assert (outcome.attack_total, outcome.hit) == (12 + modifier, 12 + modifier >= 9)
    assert total_of(outcome.check.parts) == outcome.attack_total
    assert total_of(gunnery_parts(range=range, position_bonus=2)) == modifier + 2


@pytest.mark.rule("dragonfly.open-fire")
@pytest.mark.parametrize(
    ("attack", "evasion", "hit"),
    [(9, None, True), (8, None, False), (12, 12, False), (12, 11, True), (9, 8, True), (8, 3, False), (13, 14, False)],
)
def test_a_shot_needs_nine_and_has_to_beat_the_evasion(attack, evasion, hit):
    assert hits(attack, evasion) is hit
    assert shot(total(attack), evasion).hit is hit
    outcome = open_fire(
        dexterity=2, gun_fu=1, range="close", modifier=attack - 8, evasive_total=evasion, dice=ScriptedDice([5])
    )
    assert (outcome.attack_total, outcome.hit) == (attack, hit)


@pytest.mark.rule("dragonfly.open-fire")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"range": "beyond"}, "range"),
        ({"range": "short"}, "range"),
        ({"dexterity": -1}, "dexterity"),
        ({"gun_fu": 1.5}, "gun_fu"),
        ({"position_bonus": -1}, "position_bonus"),
        ({"modifier": "1"}, "modifier"),
        ({"evasive_total": 9.5}, "evasive_total"),
    ],
)
def test_a_shot_refuses_before_the_die(given, field):
    with pytest.raises(Refused) as no:
        open_fire(**{"dexterity": 1, "gun_fu": 1, "range": "close", **given}, dice=NO_DICE)
    assert no.value.field == field


# Evasive action


@pytest.mark.rule("dragonfly.evasive-action")
@pytest.mark.parametrize(
    ("face", "attack", "is_safe"), [(5, 13, True), (5, 14, False), (1, 9, True), (10, 18, True), (10, 19, False)]
)
def test_an_equal_evasion_is_enough(face, attack, is_safe):
    outcome = evasive_action(dexterity=4, pilot=4, attack_total=attack, dice=ScriptedDice([face]))
    assert (outcome.allowed, outcome.total, outcome.evaded) == (True, 8 + face, is_safe)


@pytest.mark.rule("dragonfly.evasive-action")
def test_an_evasion_needs_nine_of_its_own():
    assert not evaded(total(8), 5).evaded
    assert evaded(total(9), 5).evaded


@pytest.mark.rule("dragonfly.evasive-action")
@pytest.mark.parametrize(
    ("dexterity", "number", "used", "allowed", "penalty"),
    [
        (4, 1, 0, True, 0),
        (4, 2, 0, False, 0),
        (6, 2, 0, True, -2),
        (6, 1, 1, True, 0),
        (6, 2, 1, False, 0),
        (6, 3, 0, False, 0),
        (8, 3, 0, True, -4),
        (8, 2, 1, True, -4),
    ],
)
def test_the_first_evasion_is_free_and_each_further_one_takes_an_action(dexterity, number, used, allowed, penalty):
    dice = ScriptedDice([5] if allowed else [])
    outcome = evasive_action(
        dexterity=dexterity, pilot=3, evasion_number=number, additional_actions_used=used, attack_total=9, dice=dice
    )
    assert outcome.allowed is allowed
    assert outcome.total == (dexterity + 8 + penalty if allowed else None)
    assert outcome.evaded is (allowed and dexterity + 8 + penalty >= 9)
    assert dice.left == []


@pytest.mark.rule("dragonfly.evasive-action", "dragonfly.table-options/evasion-at-missile-penalty")
@pytest.mark.parametrize(("on", "expected"), [(False, 13), (True, 11)])
def test_the_missile_penalty_counts_only_with_the_switch(on, expected):
    options = replace(DEFAULTS, evasion_at_missile_penalty=on)
    outcome = evasive_action(dexterity=4, pilot=4, attack_total=12, dice=ScriptedDice([5]), options=options)
    assert (outcome.total, outcome.evaded) == (expected, expected >= 12)


@pytest.mark.rule("dragonfly.evasive-action", "dragonfly.table-options/penalty-per-series")
@pytest.mark.parametrize(("per_series", "penalty"), [(False, -6), (True, -2)])
def test_what_was_spent_elsewhere_counts_unless_series_are_counted_apart(per_series, penalty):
    options = replace(DEFAULTS, penalty_per_series=per_series)
    assert evasion_penalty(evasion_number=2, additional_actions_used=2, options=options) == penalty
    assert total_of(evasion_parts(evasion_number=2, additional_actions_used=2, options=options)) == penalty


@pytest.mark.rule("dragonfly.evasive-action")
def test_no_evasion_without_drive_controls():
    outcome = evasive_action(dexterity=4, pilot=4, attack_total=9, drive_controls_out=True, dice=NO_DICE)
    assert (outcome.allowed, outcome.total, outcome.evaded, outcome.check) == (False, None, False, None)
    no = why_no_evasion(evasion_number=1, additional_actions=9, drive_controls_out=True)
    assert no is not None
    assert no.code == "no-controls"


@pytest.mark.rule("dragonfly.evasive-action", "dragonfly.flee-and-evade")
def test_a_pilot_who_flees_pays_for_the_first_evasion_too():
    assert [evasion_actions(evasion_number=n, fleeing=True) for n in (1, 2)] == [1, 2]
    assert [evasion_actions(evasion_number=n) for n in (1, 2)] == [0, 1]
    no = why_no_evasion(evasion_number=1, additional_actions=0, fleeing=True)
    assert no is not None
    assert (no.code, "0 additional actions" in no.text) == ("no-actions", True)
    assert why_no_evasion(evasion_number=1, additional_actions=0) is None


@pytest.mark.rule("dragonfly.evasive-action")
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"evasion_number": 0}, "evasion_number"),
        ({"additional_actions_used": -1}, "additional_actions_used"),
        ({"dexterity": -1}, "dexterity"),
        ({"pilot": 0.5}, "pilot"),
        ({"modifier": None}, "modifier"),
        ({"attack_total": "9"}, "attack_total"),
    ],
)
def test_an_evasion_refuses_before_the_die(given, field):
    with pytest.raises(Refused) as no:
        evasive_action(**{"dexterity": 1, "pilot": 1, "attack_total": 9, **given}, dice=NO_DICE)
    assert no.value.field == field


def test_why_no_evasion_refuses_actions_under_nought():
    with pytest.raises(Refused) as no:
        why_no_evasion(evasion_number=1, additional_actions=-1)
    assert no.value.field == "additional_actions"
