"""The table's switches: every row of the book's list, read into Options."""

import re

import pytest

from apps.rules import book
from apps.rules.crew import Options
from apps.rules.crew.lists import (
    BANK_USES,
    DIFFICULTIES,
    PILE_REASONS,
    PLOT_POINT_GAINS,
    PLOT_POINT_USES,
    RATINGS,
    SHIP_TYPES,
    SKILLS,
)

BOOK = book("crew")
SWITCHES = BOOK.switches

# Key, default, other values, and the rule that it changes.
LIST = {
    "signature-assets-per-roll": ("any that fit", ["1"], "pool-dice"),
    "extra-dice-after-comparing": ("off", ["on"], "extra-dice"),
    "highest-die-tie": ("larger", ["smaller"], "highest-rolling-die"),
    "bdh-counts-for-exceptional": ("on", ["off"], "exceptional-success"),
    "bdh-kept-between-episodes": ("on", ["off"], "big-damn-hero-gain"),
    "bdh-loss-choice": ("largest that fits", ["owner chooses"], "big-damn-hero-loss"),
    "bdh-per-roll": ("any", ["1"], "big-damn-hero-use"),
    "lender-gets-point": ("off", ["on"], "lend-consequences"),
    "gm-botch-complication": ("off", ["on"], "botch"),
    "complications-clear-at": ("never", ["scene end", "episode end"], "complication"),
    "opportunity-price": ("one for all steps", ["one per step"], "opportunity"),
    "recovery-limit": ("per complication", ["per patient", "per crew"], "recovery"),
    "next-round-starter": ("GM picks", ["last actor picks"], "action-order"),
    "ganging-up-count": ("every GMC", ["only the excess"], "ganging-up"),
    "plot-points-carry": ("off", ["on"], "plot-point-start"),
    "callback-limit": ("each once per Episode", ["free"], "callback"),
    "award-nominations": ("on", ["off"], "award"),
    "gmc-stay-complication": ("on", ["off"], "gmc-stay"),
}


@pytest.mark.rule("crew.table-options")
def test_the_list_names_every_switch():
    assert {switch.key for switch in SWITCHES} == set(LIST)


@pytest.mark.rule("crew.table-options")
@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.key)
def test_the_list_row_by_row(switch):
    default, others, rule = LIST[switch.key]
    assert (switch.default, switch.rule) == (default, f"crew.{rule}")
    assert {choice.value for choice in switch.choices} == {default, *others}


@pytest.mark.rule("crew.table-options")
@pytest.mark.parametrize(
    ("key", "text", "field", "value"),
    [
        ("plot-points-carry", "on", "plot_points_carry", True),
        ("award-nominations", "off", "award_nominations", False),
        ("bdh-per-roll", "1", "bdh_per_roll", "1"),
        ("recovery-limit", "per crew", "recovery_limit", "per crew"),
    ],
)
def test_values_are_read_typed(key, text, field, value):
    found = getattr(Options.from_switches({key: text}), field)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda rule: rule.id)
def test_every_rule_is_shown_by_an_example(rule):
    assert rule.examples
    for example in rule.examples:
        assert re.match(r"[A-Z0-9“]|d[0-9]", example)
        assert example.endswith((".", "!"))


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda rule: rule.id)
def test_the_book_spells_its_words_out(rule):
    """People read "plot point" and "Big Damn Hero die", never short forms or ids of rules."""
    told = " ".join((rule.title, rule.says, *rule.examples))
    assert re.findall(r"\b(?:PP|BDH|crew\.[a-z-]+)\b", told) == []


def test_tables_are_told_row_by_row():
    skills, ratings = BOOK.rule("crew.skills").says, BOOK.rule("crew.skill-ratings").says
    difficulties = BOOK.rule("crew.difficulty").says
    assert [row.id for row in SKILLS if f"• {row.title}: {row.covers}" not in skills] == []
    assert [row.id for row in RATINGS if f"• d{row.size} {row.title}" not in ratings] == []
    assert [row.id for row in DIFFICULTIES if f"• d{row.size} {row.title}" not in difficulties] == []
    for craft, id in zip(SHIP_TYPES, ("ship-attributes", "land-vehicles", "watercraft"), strict=True):
        says = BOOK.rule(f"crew.{id}").says
        assert [row.id for row in craft.attributes if f"• {row.title}: {row.used_for}" not in says] == []
    assert BOOK.rule("crew.plot-point-uses").says.count("•") == len(PLOT_POINT_USES)
    assert BOOK.rule("crew.plot-point-gains").says.count("•") == len(PLOT_POINT_GAINS)
    assert BOOK.rule("crew.pile").says.count("•") == len(PILE_REASONS)
    assert BOOK.rule("crew.bank").says.count("•") == len(BANK_USES)
