"""Each switch, by a case in which every one of its values comes out differently."""

from dataclasses import fields
from typing import Any

import pytest

from apps.rules import Refused, find
from apps.rules.dice import ScriptedDice
from apps.rules.rough_magic import Options
from apps.rules.rough_magic.combat.ranges import effective_range
from apps.rules.rough_magic.skills import skill_modifiers
from apps.rules.rough_magic.visibility import LEVEL, MARGIN, TARGET

PLAYERS = [["Ana", 4, "player"], ["Bo", 3, "gm"], ["Cy", 2, "gm"]]
TIED = [["Ana", 4, "player"], ["Bo", 5, "player"]]
BLOCK: dict[str, Any] = {
    "order": ["A", "B", "C"],
    "forced_block": ["C", "round 1", "in turn of A"],
    "attacks": [["1", "A", 4], ["1", "B", 4], ["2", "B", 4], ["3", "A", 4]],
}

# Switch: the rule, what it is given, the faces, what to look at, and what it is for each value.
CASES: dict[str, tuple[str, dict[str, Any], list[int], str, dict[Any, Any]]] = {
    "close_range_m": ("range-bands", {"metres": 3}, [], "band", {2: "short", 5: "close"}),
    "surprise_ends": (
        "conditions",
        {"states": ["surprised"], "event": "became aware"},
        [],
        "ended",
        {"end of first turn": (), "on becoming aware": ("surprised",)},
    ),
    "running_jump": (
        "running-jump",
        {"agility": 4, "brawn": 4},
        [],
        "in_the_air",
        {"whole action": None, "the leap itself": 8},
    ),
    "order_ties": (
        "perception-order",
        {"fighters": TIED},
        [4, 4, 3, 4, 6, 6, 1, 1],
        "order",
        {"higher Perception, players first, roll again": ("Bo", "Ana"), "roll again": ("Ana", "Bo")},
    ),
    "gm_order_rolls": (
        "perception-order",
        {"fighters": PLAYERS},
        [1, 1, 5, 5, 6, 6],
        "totals",
        {"one per named, one per group": (6, 13, 14), "one for all": (6, 13, 12)},
    ),
    "force_again_while_owing": (
        "forcing",
        {"round": 7, "own_place_passed": False, "turns_already_owed": 1},
        [],
        "sacrificed",
        {True: "round 8", False: "none"},
    ),
    "shield_uses": (
        "shielding",
        {"total": 16, "protector_dv": 5, "victim_target": 15},
        [],
        "margin",
        {"protector's defence": 3, "victim's margin": 1},
    ),
    "swap_task_for_movement": (
        "turn-actions",
        {"used": ["movement"], "wanted": "movement"},
        [],
        "legal",
        {False: False, True: True},
    ),
    "free_action_limit": (
        "turn-actions",
        {"used": ["free"] * 6, "wanted": "free"},
        [],
        "legal",
        {6: False, 7: True, 0: True},
    ),
    "stun_hurts_objects": (
        "objects",
        {"lost": 1, "margin": 3, "stunning": True},
        [],
        "level",
        {False: "Scuffed", True: "Broken"},
    ),
    "show_margin_before_reaction": (
        "visibility",
        {"viewer": "player", "item": MARGIN},
        [],
        "shown",
        {True: True, False: False},
    ),
    "forced_defence_ends": (
        "blocking",
        BLOCK,
        [],
        "margins",
        {"next turn taken": (1, 1, 1, 4), "sacrificed turn": (1, 1, 4, 4)},
    ),
    "dive_cover": (
        "diving-clear",
        {"agility": 3, "distance_to_safety": 5, "into_cover": True},
        [],
        "avoided",
        {"avoids": True, "defence bonus only": False},
    ),
    "grapple_uses_gear": (
        "grappling",
        {"brawn": 6, "target_brawn": 4, "gear_ranks": [2], "target_gear_ranks": [5, 1]},
        [3, 3],
        "margin",
        {False: 0, True: -3},
    ),
    "restrained_may_dodge": (
        "restrained",
        {"restrained": True, "wanted": "dodge"},
        [],
        "legal",
        {False: False, True: True},
    ),
    "taunt_action": ("taunting", {}, [], "uses", {"task": "task action", "roleplay": "roleplay action"}),
    "immediate_resist": (
        "attack-types",
        {"types": ["sensory"], "av": 5, "dv": 3},
        [3, 3],
        "resists_now",
        {False: False, True: True},
    ),
    "explosion_defence_modifiers": (
        "exploding",
        {"rank": 12, "distance": 4, "dv": 5, "dv_bonuses": 1},
        [],
        "remaining",
        {True: 4, False: 7},
    ),
    "terror_recovery": (
        "terrifying",
        {"will": 5},
        [1, 1],
        "uses",
        {"task": "task action", "free": "free action"},
    ),
    "plot_point_cap": (
        "plot-point-gain",
        {"points": {"Ana": 3, "Bo": 5, "Cy": 0}, "to": "all"},
        [],
        "points",
        {0: {"Ana": 4, "Bo": 6, "Cy": 1}, 3: {"Ana": 3, "Bo": 5, "Cy": 1}},
    ),
    "auto_success_after_roll": (
        "automatic-success",
        {"points": 1, "total": 7, "dv": 6},
        [],
        "points",
        {True: 0, False: 1},
    ),
    "auto_success_holds": (
        "automatic-success",
        {"points": 1, "av": 4, "dv": 6, "attack": "ranged", "dodge": True},
        [1, 2],
        "margin",
        {False: -3, True: 0},
    ),
    "one_round_ends": (
        "one-round",
        {"bought_in_turn_of": "Bo", "round": 2, "order": ["Ana", "Bo"]},
        [],
        "ends",
        {"same place": "before Bo's place in round 3", "end of the current round": "at the end of round 2"},
    ),
    "boosts_stack": (
        "power-boost",
        {"points": 1, "trait": "Will", "rank": 8, "boosted_already": True},
        [],
        "rank",
        {False: 8, True: 9},
    ),
    "rally_when_defeated": ("rally", {"points": 1, "lost": 4}, [], "level", {True: "exhausted", False: "defeated"}),
    "point_costs_shown": ("attribute-scale", {"rank": 5}, [], "shown", {False: False, True: True}),
    "enemy_levels_shown": (
        "visibility",
        {"viewer": "player", "item": LEVEL},
        [],
        "shown",
        {True: True, False: False},
    ),
    "target_number_shown": (
        "visibility",
        {"viewer": "player", "item": TARGET},
        [],
        "shown",
        {True: True, False: False},
    ),
}
VALUES = [
    pytest.param(name, value, marks=pytest.mark.rule(f"rough_magic.{case[0]}"), id=f"{name}-{value}")
    for name, case in CASES.items()
    for value in case[4]
]


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_the_table_plays_it_so(name, value):
    rule, given, faces, look_at, expected = CASES[name]
    dice = {"dice": ScriptedDice(faces)} if faces else {}
    outcome = find(f"rough_magic.{rule}")(**given, **dice, options=Options(**{name: value}))
    assert getattr(outcome, look_at) == expected[value]


REACH = {
    "ask": [True, False, False],
    "always allowed": [True, True, True],
    "one band further only": [True, True, False],
    "never": [True, False, False],
}


@pytest.mark.rule("rough_magic.effective-range")
@pytest.mark.parametrize("value", REACH)
def test_who_answers_for_shots_beyond_range(value):
    options = Options(beyond_range=value)
    bands = ["short", "medium", "long"]
    tried = [effective_range(distance_band=band, effective_band="short", options=options) for band in bands]
    assert [shot.legal for shot in tried] == REACH[value]
    asked = effective_range(distance_band="long", effective_band="short", gm_allows=True, options=options)
    assert asked.legal == (value in ("ask", "always allowed"))


@pytest.mark.rule("rough_magic.skill-modifiers")
def test_what_it_is_to_lack_the_skill():
    assert skill_modifiers(general_skill=False).net == 0
    assert skill_modifiers(general_skill=False, options=Options(unskilled="penalty")).net == -3
    barred = Options(unskilled="not allowed")
    with pytest.raises(Refused, match="nobody rolls without the general skill"):
        skill_modifiers(general_skill=False, options=barred)
    assert skill_modifiers(general_skill=False, expertise=True, options=barred).net == 3


@pytest.mark.rule("rough_magic.unnamed")
def test_whether_the_nameless_defend_themselves():
    unnamed = find("rough_magic.unnamed")
    assert unnamed(margin_rolled=2, blocking=True).level == "fresh"
    with pytest.raises(Refused, match="take what hits them"):
        unnamed(margin_rolled=2, blocking=True, options=Options(unnamed_may_react=False))
    named = unnamed(unnamed=False, margin_rolled=2, blocking=True, options=Options(unnamed_may_react=False))
    assert named.level == "fresh"


def test_every_switch_has_its_case():
    elsewhere = {"typed_dice", "beyond_range", "unskilled", "unnamed_may_react"}
    assert {field.name for field in fields(Options)} == set(CASES) | elsewhere
