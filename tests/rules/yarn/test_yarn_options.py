"""The table's switches, every row read into Options; and how the book tells its rules."""

import re

import pytest

from apps.rules import book, done
from apps.rules.yarn.combat.lists import ARMOURS, DOWN_STATES, FIREARMS, RANGES, SPEEDS, SUMMARIES
from apps.rules.yarn.lists import (
    BENEFITS,
    CHALLENGES,
    CHECKLIST,
    DESIRES,
    GROUNDS,
    KINDS,
    OCCASIONS,
    PITCH,
    RAISES,
    STEPS,
    TASKS,
    WEAPONS,
    WORDS,
)
from apps.rules.yarn.magic.powers import AFFLICTIONS, POWERS
from apps.rules.yarn.magic.spells import SPELLS

BOOK = book("yarn")
SWITCHES = BOOK.switches
WITHOUT_A_FUNCTION = {
    "about-play",
    "better-position",
    "better-weapon",
    "combat-modes",
    "bennie-procedural",
    "common-sense",
    "components",
    "concession",
    "finances",
    "fringe-interpretation",
    "fringe-role",
    "healing-scene",
    "hit-points-word",
    "magic-kinds",
    "mechanics-switches",
    "narrate-ups-downs",
    "narrow-traits",
    "research-scene",
    "story-options",
    "training-scene",
    "unknown-traits",
}
"""Advice, optional rules that other rules ask a switch about, and the two lists of switches."""


def test_all_but_advice_and_switches_have_a_function():
    assert {rule.id.partition(".")[2] for rule in BOOK.rules if rule.id not in done("yarn")} == WITHOUT_A_FUNCTION


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda rule: rule.id)
def test_every_rule_is_shown_by_an_example_and_spells_its_words_out(rule):
    assert rule.examples
    for example in rule.examples:
        assert re.match(r"[A-Z0-9“]", example)
        assert example.endswith((".", "!", "?", "”"))
    told = " ".join((rule.title, rule.says, *rule.examples))
    assert re.findall(r"\byarn\.[a-z-]+|\bhe\b|\bhis\b", told) == []


def told(id, lines):
    says = " ".join(BOOK.rule(f"yarn.{id}").says.split())
    return [line for line in lines if line.replace("'", "’") not in says]


@pytest.mark.rule("yarn.difficulty-factors", "yarn.precedence-occasions", "yarn.series-pitch", "yarn.glossary")
def test_tables_of_the_table_are_told_row_by_row():
    assert told("difficulty-factors", [f"• {row.title}: {row.factor}" for row in TASKS]) == []
    assert (
        told("precedence-occasions", [f"• {row.title}: {row.used_for}; lasts: {row.lasts}" for row in OCCASIONS]) == []
    )
    assert told("series-pitch", [f"• {row.title}: {row.holds}" for row in PITCH]) == []
    assert told("glossary", [f"• {row.title}: {row.meaning}" for row in WORDS]) == []


@pytest.mark.rule("yarn.character-checklist", "yarn.desire", "yarn.trait-scores", "yarn.improve-trait")
def test_tables_of_the_sheet_are_told_row_by_row():
    assert told("character-checklist", [f"• {row.title}: " for row in CHECKLIST]) == []
    assert told("character-creation", [f"• {row.number}, {row.who}: {row.does}" for row in STEPS]) == []
    assert told("desire", [f"• {row.title}" for row in DESIRES]) == []
    assert told("trait-scores", [f"• {row.title}: superior {row.superior}, good {row.good}" for row in KINDS]) == []
    assert told("improve-trait", [f"• {row.score} to {row.score + 1}: {row.dice} dice" for row in RAISES]) == []


@pytest.mark.rule("yarn.challenge", "yarn.location-challenge", "yarn.bennie-spending")
def test_tables_of_scenes_are_told_row_by_row():
    assert told("challenge", [f"• {row.title} ({row.who}): {row.settled_by}" for row in CHALLENGES]) == []
    assert told("location-challenge", [f"• {ground}: it {fails}" for ground, fails in GROUNDS.items()]) == []
    assert told("bennie-spending", [f"• {row.title}: {row.when}" for row in BENEFITS]) == []


@pytest.mark.rule("yarn.weapon-ranges", "yarn.damage-factors", "yarn.gunfire-options", "yarn.movement-speeds")
def test_tables_of_weapons_are_told_row_by_row():
    lines = [f"• {row.title}: {', '.join(map(str, row.metres))} m" for row in RANGES]
    assert told("weapon-ranges", lines) == []
    assert told("damage-factors", [f"• {row.title}: {row.factor}" for row in WEAPONS]) == []
    assert told("gunfire-options", [f"• {row.title}: {row.shots} single shot" for row in FIREARMS]) == []
    assert told("movement-speeds", [f"• {row.title}: {row.metres:g} m, {row.km_per_hour} km/h" for row in SPEEDS]) == []


@pytest.mark.rule("yarn.armour-ratings", "yarn.armour-attack-summary", "yarn.down-states")
def test_tables_of_harm_are_told_row_by_row():
    assert told("armour-ratings", [f"• {row.title}: " for row in ARMOURS]) == []
    assert told("armour-attack-summary", [f"• {row.title}: regular {row.regular}" for row in SUMMARIES]) == []
    assert told("down-states", [f"• {row.title}: {row.state}" for row in DOWN_STATES]) == []


@pytest.mark.rule("yarn.power-list", "yarn.spell-list", "yarn.power-healing-disease")
def test_powers_and_spells_are_told_without_their_levels():
    assert told("power-list", [f"• {row.title}" for row in POWERS]) == []
    assert told("power-healing-disease", [f"• {row.title}: {row.difficulty}" for row in AFFLICTIONS]) == []
    assert told("spell-list", [f"• {row.title}: {row.range}" for row in SPELLS if row.seconds]) == []
    spells = " ".join(
        rule.says for rule in BOOK.rules if rule.id.startswith("yarn.spell-") and rule.id != "yarn.spell-learn"
    )
    assert [row.title for row in SPELLS if f"Level {row.level}" in spells] == []
