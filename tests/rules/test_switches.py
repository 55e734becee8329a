"""The switches of every game: each is read, typed, into a field of its own, and nonsense is refused."""

from dataclasses import fields
from importlib import import_module

import pytest

from apps.rules import Refused, Unknown, book

RULES = {
    "crew": ("crew.table-options",),
    "dragon": ("dragon.table-options",),
    "dragonfly": (),
    "rough_magic": ("rough_magic.table-options",),
    "yarn": ("yarn.story-options", "yarn.mechanics-switches"),
}
NONSENSE = ("maybe", "", "On", "-1", "0.5")


def proving(game):
    """The mark of what a test proves for this game."""
    return pytest.mark.rule(*RULES[game]) if RULES[game] else ()


GAMES = [pytest.param(game, marks=proving(game)) for game in RULES]
SWITCHES = [
    pytest.param(game, switch, marks=proving(game), id=f"{game}-{switch.key}")
    for game in RULES
    for switch in book(game).switches
]


def options_of(game):
    """The class of a game's options, and those of a new table."""
    rules = import_module(f"apps.rules.{game}")
    return rules.Options, rules.DEFAULTS


def values_of(switch):
    """Every choice; of a number its ends and its default."""
    ends = [str(switch.least), str(switch.most)] if switch.kind == "number" else []
    return [switch.default, *ends, *(choice.value for choice in switch.choices)]


@pytest.mark.parametrize("game", GAMES)
def test_one_field_for_each_switch(game):
    options, defaults = options_of(game)
    switches = book(game).switches
    assert {field.name for field in fields(options)} == {switch.key.replace("-", "_") for switch in switches}
    assert options.from_switches(book(game).defaults()) == defaults == options.from_switches({})


@pytest.mark.parametrize(("game", "switch"), SWITCHES)
def test_every_value_is_read_typed(game, switch):
    options, defaults = options_of(game)
    plain = getattr(defaults, switch.key.replace("-", "_"))
    for text in values_of(switch):
        found = getattr(options.from_switches({switch.key: text}), switch.key.replace("-", "_"))
        assert (found == plain) == (text == switch.default)
        assert type(found) is type(plain)


@pytest.mark.parametrize(("game", "switch"), SWITCHES)
def test_nonsense_is_refused_and_names_the_switch(game, switch):
    options, _ = options_of(game)
    for text in NONSENSE:
        with pytest.raises(Refused) as no:
            options.from_switches({switch.key: text})
        assert no.value.field == switch.key
        assert switch.title in no.value.text
    with pytest.raises(Unknown):
        options.from_switches({f"{switch.key}-house-rule": "on"})
