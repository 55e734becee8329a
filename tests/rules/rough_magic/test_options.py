"""The table's switches, every row read into Options; and how the book tells its rules."""

import re

import pytest

from apps.rules import book, done
from apps.rules.rough_magic.lists import (
    ATTACK_TYPES,
    ATTRIBUTES,
    BANDS,
    CIRCUMSTANCES,
    ENDURANCE,
    GRADES,
    KNOWN_SKILLS,
    SPENDING,
    STATES,
    WAYS,
)
from apps.rules.rough_magic.sheet import attribute_scale, brawn_table

BOOK = book("rough_magic")
SWITCHES = BOOK.switches
TIES = "higher Perception, players first, roll again"
EACH = "one per named, one per group"

# Key, default, other values (none of a number), and the rule that it changes.
LIST = {
    "typed-dice": ("on", ["off"], "roll"),
    "close-range-m": ("2", [], "close-combat-values"),
    "unskilled": ("no modifier", ["penalty", "not allowed"], "skill-modifiers"),
    "surprise-ends": ("end of first turn", ["on becoming aware"], "surprise"),
    "running-jump": ("whole action", ["the leap itself"], "running-jump"),
    "beyond-range": ("ask", ["always allowed", "one band further only", "never"], "effective-range"),
    "order-ties": (TIES, ["roll again"], "perception-order"),
    "gm-order-rolls": (EACH, ["one for all"], "perception-order"),
    "force-again-while-owing": ("on", ["off"], "forcing"),
    "shield-uses": ("protector's defence", ["victim's margin"], "shielding"),
    "swap-task-for-movement": ("off", ["on"], "turn-actions"),
    "free-action-limit": ("6", [], "turn-actions"),
    "stun-hurts-objects": ("off", ["on"], "objects"),
    "unnamed-may-react": ("on", ["off"], "unnamed"),
    "show-margin-before-reaction": ("on", ["off"], "attack-sequence"),
    "forced-defence-ends": ("next turn taken", ["sacrificed turn"], "blocking"),
    "dive-cover": ("avoids", ["defence bonus only"], "diving-clear"),
    "grapple-uses-gear": ("off", ["on"], "grappling"),
    "restrained-may-dodge": ("off", ["on"], "restrained"),
    "taunt-action": ("task", ["roleplay"], "taunting"),
    "immediate-resist": ("off", ["on"], "attack-types"),
    "explosion-defence-modifiers": ("on", ["off"], "exploding"),
    "terror-recovery": ("task", ["free"], "terrifying"),
    "plot-point-cap": ("0", [], "plot-point-gain"),
    "auto-success-after-roll": ("on", ["off"], "automatic-success"),
    "auto-success-holds": ("off", ["on"], "automatic-success"),
    "one-round-ends": ("same place", ["end of the current round"], "one-round"),
    "boosts-stack": ("off", ["on"], "power-boost"),
    "rally-when-defeated": ("on", ["off"], "rally"),
    "point-costs-shown": ("off", ["on"], "attribute-scale"),
    "enemy-levels-shown": ("on", ["off"], "visibility"),
    "target-number-shown": ("on", ["off"], "visibility"),
}


@pytest.mark.rule("rough_magic.table-options")
def test_the_list_names_every_switch():
    assert {switch.key for switch in SWITCHES} == set(LIST)


@pytest.mark.rule("rough_magic.table-options")
@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.key)
def test_the_list_row_by_row(switch):
    default, others, rule = LIST[switch.key]
    assert (switch.default, switch.rule) == (default, f"rough_magic.{rule}")
    assert {choice.value for choice in switch.choices} == ({default, *others} if others else set())


# The book


def test_101_rules_and_all_but_advice_and_the_switches_have_a_function():
    assert len(BOOK.rules) == 101
    assert {rule.id for rule in BOOK.rules} - done("rough_magic") == {
        "rough_magic.rules-are-examples",
        "rough_magic.when-to-roll",
        "rough_magic.failure",
        "rough_magic.plot-point-pace",
        "rough_magic.table-options",
    }


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda rule: rule.id)
def test_every_rule_is_shown_by_an_example_and_spells_its_words_out(rule):
    assert rule.examples
    for example in rule.examples:
        assert re.match(r"[A-Z0-9“]", example)
        assert example.endswith((".", "!"))
    told = " ".join((rule.title, rule.says, *rule.examples))
    assert re.findall(r"\brough_magic\.[a-z-]+|\bhe\b|\bhis\b|[\"']| -\d", told) == []


def untold(id, rows):
    """The rows that the rule does not tell."""
    told = BOOK.rule(f"rough_magic.{id}").says.replace("\n", " ")
    return [row for row in rows if row not in told]


@pytest.mark.rule("rough_magic.difficulty-values", "rough_magic.range-bands", "rough_magic.attack-types")
def test_grades_bands_and_types_are_told_row_by_row():
    assert untold("difficulty-values", [f"{row.title}: DV {row.dv}, " for row in GRADES if row.dv]) == []
    assert untold("range-bands", [f"up to {row.metres} m: {row.weapons}" for row in BANDS if row.metres]) == []
    assert untold("attack-types", [f"• {row.title}: {row.changes}" for row in ATTACK_TYPES]) == []


@pytest.mark.rule("rough_magic.combat-modifiers", "rough_magic.conditions", "rough_magic.endurance-levels")
def test_circumstances_states_and_levels_are_told_row_by_row():
    words = {3: "+3 for the", -3: "−3 for the", 0: "Nothing", "fail": "Fails", "success": "Succeeds"}
    sides = {"AV": " attack: ", "DV": " defence: ", "roll": ": "}
    rows = [f"• {words[row.does]}{sides[row.side] if row.does else ': '}{row.title}" for row in CIRCUMSTANCES]
    assert untold("combat-modifiers", rows) == []
    assert untold("conditions", [f"{row.title[1:]}: {row.effect}" for row in STATES]) == []
    assert untold("endurance-levels", [f"• {n} lost, {row.title}: " for n, row in enumerate(ENDURANCE)]) == []
    assert untold("objects", [f"• {n} lost: {row.object.casefold()}" for n, row in enumerate(ENDURANCE)]) == []


@pytest.mark.rule("rough_magic.attributes", "rough_magic.skills", "rough_magic.brawn-table")
def test_what_stands_on_sheets_is_told_row_by_row():
    assert untold("attributes", [f"• {row.title}: {row.used_for}" for row in ATTRIBUTES]) == []
    assert untold("skills", [f"• {row.title}: {row.attribute}" for row in KNOWN_SKILLS]) == []
    ranks = [(rank, brawn_table(brawn=rank)) for rank in range(13)]
    rows = [f"• Rank {rank}: lifts {row.lift_kg} kg, throws {row.throw_m} m" for rank, row in ranks]
    assert untold("brawn-table", rows) == []


@pytest.mark.rule("rough_magic.attribute-scale", "rough_magic.failure-options", "rough_magic.plot-point-spend")
def test_prices_ways_and_uses_are_told_row_by_row():
    costs = [(rank, attribute_scale(rank=rank)) for rank in (3, 6, 9, 12)]
    rows = [f"–{rank}, {row.description}: {row.cost} for each rank" for rank, row in costs]
    assert untold("attribute-scale", rows) == []
    assert untold("failure-options", [f"• {row.title}: {row.tells}" for row in WAYS]) == []
    assert untold("plot-point-spend", [f"• {row.title}: {row.effect}; {row.lasts}" for row in SPENDING]) == []
