"""The table's switches, every row read into Options; and how the book tells its rules."""

import re

import pytest

from apps.rules import book, done
from apps.rules.distance import Ground
from apps.rules.dragon.checks import ranges
from apps.rules.dragon.lists import DICED, DICELESS, KNOWN_SKILLS, PRIMARIES, SPEND_ON, SUBSTATS, WEAPONS

BOOK = book("dragon")
SWITCHES = BOOK.switches
HIT_POINTS, MOVEMENT = "5 x (Health + Energy)", "(Strength + Energy) / 2 rounded up"

# Key, default, other values (none of a number), and the rule that it changes.
LIST = {
    "speed-points-per-die": ("2", [], "speed-divisor"),
    "speed-zero-gives-die": ("off", ["on"], "speed-dice"),
    "speed-choice-secret": ("on", ["off"], "speed-choice"),
    "enemy-phases-hidden": ("on", ["off"], "speed-dice"),
    "unused-phase-auto-hold": ("on", ["off"], "turn"),
    "hold-survives-turn": ("on", ["off"], "hold"),
    "hold-trigger-secret": ("on", ["off"], "conditional-hold"),
    "defence-ignores-category": ("off", ["on"], "abort"),
    "defence-after-attack-roll": ("off", ["on"], "abort"),
    "parry-substat": ("Dexterity", ["Accuracy"], "defences"),
    "skill-effect": ("lowers target", ["adds dice"], "skill-effect"),
    "untrained-penalty": ("0", [], "target-number"),
    "target-floor": ("2", [], "target-number"),
    "difficulty-applies-to": ("target number", ["successes"], "target-number"),
    "zero-net-hits": ("off", ["on"], "attack"),
    "primary-from-substats": ("lowest", ["entered"], "primary-stats"),
    "hit-points-formula": (HIT_POINTS, ["entered"], "hit-points"),
    "move-formula": (MOVEMENT, ["entered"], "movement"),
    "extra-move-per-success": ("2", [], "extra-movement"),
    "death-check-tie": ("unconscious", ["dying"], "death-check"),
    "late-bonus-target": ("next Bad", ["not allowed"], "bonus-phase"),
    "damage-at-sub-round-end": ("off", ["on"], "simultaneous"),
}


@pytest.mark.rule("dragon.table-options")
def test_the_list_names_every_switch():
    assert {switch.key for switch in SWITCHES} == set(LIST)


@pytest.mark.rule("dragon.table-options")
@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.key)
def test_the_list_row_by_row(switch):
    default, others, rule = LIST[switch.key]
    assert (switch.default, switch.rule) == (default, f"dragon.{rule}")
    assert {choice.value for choice in switch.choices} == ({default, *others} if others else set())


# The book


@pytest.mark.rule("dragon.range", "dragon.movement")
def test_ranges_and_ways_are_counted_in_hexes():
    board = BOOK.board
    assert board is not None
    ground = Ground(board.grid, board.columns, board.rows, board.per_cell)
    far = [ground.apart((0, 0), (column, 0)) for column in (0, 8, 9, 17)]
    assert (board.unit, far) == ("hexes", [0, 8, 9, 17])
    assert ranges(distances=far).difficulties == (0, 0, 1, 2)


def test_48_rules_and_all_but_advice_and_the_switches_have_a_function():
    assert len(BOOK.rules) == 48
    assert {rule.id for rule in BOOK.rules} - done("dragon") == {
        "dragon.parley",
        "dragon.talk-in-a-fight",
        "dragon.table-options",
    }


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda rule: rule.id)
def test_every_rule_is_shown_by_an_example_and_spells_its_words_out(rule):
    assert rule.examples
    for example in rule.examples:
        assert re.match(r"[A-Z0-9“]", example)
        assert example.endswith((".", "!"))
    told = " ".join((rule.title, rule.says, *rule.examples))
    assert re.findall(r"\bdragon\.[a-z-]+|\bhe\b|\bhis\b", told) == []


@pytest.mark.rule("dragon.substats", "dragon.categories", "dragon.weapons", "dragon.diceless-actions")
def test_tables_are_told_row_by_row():
    titles = {row.id: row.title for row in PRIMARIES}
    told = BOOK.rule("dragon.substats").says
    assert [row.id for row in SUBSTATS if f"• {row.title} ({titles[row.primary]}): {row.used_for}" not in told] == []
    told = BOOK.rule("dragon.categories").says
    assert [category for category, use in SPEND_ON.items() if f"• {category}: " not in told or use not in told] == []
    told = BOOK.rule("dragon.weapons").says
    assert [row.id for row in WEAPONS if f"• {row.title}: ×{row.multiple}, {row.attack}" not in told] == []
    told = BOOK.rule("dragon.diceless-actions").says
    assert [row.id for row in DICELESS if f"• {row.title}: {row.limit}" not in told] == []


@pytest.mark.rule("dragon.skills", "dragon.diced-actions")
def test_skills_and_diced_actions_are_told_row_by_row():
    told = BOOK.rule("dragon.skills").says
    assert [row.id for row in KNOWN_SKILLS if f"• {row.title}: {row.covers}" not in told] == []
    told = BOOK.rule("dragon.diced-actions").says
    assert [row.id for row in DICED if f"• {row.title}: {' or '.join(row.substats)}" not in told] == []
