"""The table's switches: every row of the book's list, read into Options."""

import pytest

from apps.rules import Refused, book
from apps.rules.dragonfly import Options, QualityBonuses

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


def test_there_are_51_of_them():
    assert len(SWITCHES) == 51


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.key)
def test_defaults_row_by_row(switch):
    assert switch.default == DEFAULT_TEXTS.get(switch.key, "on" if switch.key in ON else "off")


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
