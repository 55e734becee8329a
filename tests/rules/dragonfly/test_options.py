"""The table's switches: every row of the book's list, read into Options."""

from dataclasses import fields

import pytest

from apps.rules import Refused, Unknown, book
from apps.rules.dragonfly import DEFAULTS, Options, QualityBonuses

SWITCHES = book("dragonfly").switches

# Whatever is not listed here is on-off.
DEFAULT_TEXTS = {
    "supporting-initiative": "score",
    "starting-drama-points": "10",
    "healing-without-care": "none",
    "quality-bonuses": "1 and 2",
    "doctor-treatments": "once per scene",
    "turns-per-minute": "12",
    "reload-actions": "1",
    "pilot-attribute": "Dexterity",
    "repair-time": "a Turn",
}
ON = {
    "typed-dice", "ganging-up", "players-may-roll-freely", "supporting-cast-down-at-zero",
    "injury-hurts-supporting-cast", "random-cover",
}  # fmt: skip


def test_one_field_for_each_switch():
    assert {field.name for field in fields(Options)} == {switch.key.replace("-", "_") for switch in SWITCHES}
    assert len(SWITCHES) == 51


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.key)
def test_defaults_row_by_row(switch):
    assert switch.default == DEFAULT_TEXTS.get(switch.key, "on" if switch.key in ON else "off")
    field = switch.key.replace("-", "_")
    read = Options.from_switches({switch.key: switch.default})
    assert getattr(read, field) == getattr(DEFAULTS, field)


def test_all_defaults_together_are_a_new_tables_options():
    assert Options.from_switches(book("dragonfly").defaults()) == DEFAULTS == Options.from_switches({})


@pytest.mark.parametrize(
    ("key", "text", "field", "value"),
    [
        ("typed-dice", "off", "typed_dice", False),
        ("levels-add-up-over-turns", "on", "levels_add_up_over_turns", True),
        ("healing-without-care", "half", "healing_without_care", "half"),
        ("doctor-treatments", "unlimited", "doctor_treatments", "unlimited"),
        ("starting-drama-points", "0", "starting_drama_points", 0),
        ("quality-bonuses", "3 and 0", "quality_bonuses", QualityBonuses(3, 0)),
        ("pilot-attribute", "Intelligence", "pilot_attribute", "Intelligence"),
    ],
)
def test_values_are_read_typed(key, text, field, value):
    options = Options.from_switches({key: text})
    assert getattr(options, field) == value
    assert type(getattr(options, field)) is type(value)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.key)
def test_nonsense_is_refused_and_names_the_switch(switch):
    with pytest.raises(Refused) as no:
        Options.from_switches({switch.key: "maybe"})
    assert no.value.field == switch.key
    assert switch.title in no.value.text


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("starting-drama-points", "-1"),
        ("starting-drama-points", "101"),
        ("starting-drama-points", "9" * 5000),
        ("starting-drama-points", "٣"),
        ("turns-per-minute", "0"),
        ("quality-bonuses", "1"),
        ("quality-bonuses", "1 and -2"),
        ("typed-dice", "On"),
        ("typed-dice", ""),
    ],
)
def test_values_off_the_limits_are_refused(key, text):
    with pytest.raises(Refused):
        Options.from_switches({key: text})


def test_a_key_that_is_no_switch_is_an_error():
    with pytest.raises(Unknown):
        Options.from_switches({"house-rule": "on"})
