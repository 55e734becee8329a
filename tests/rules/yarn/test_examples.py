"""Every worked case of the book: faces in, outcome out."""

import inspect
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from apps.rules import Refused, find
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))["example"]


def plain(value):
    """Tuples as the lists of the examples, and tables as plain ones."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def asked(function, example, dice):
    """What the function is called with; dice only where it asks for them, or where it throws them if there are any."""
    given = dict(example["given"])
    if "switches" in example:
        given["options"] = Options(**example["switches"])
    asks = inspect.signature(function).parameters.get("dice")
    return given | ({"dice": dice} if asks and (asks.default is not None or dice.left) else {})


@pytest.mark.parametrize(
    "example",
    [pytest.param(e, marks=pytest.mark.rule(e["rule"]), id=f"{e['rule']}-{n}") for n, e in enumerate(EXAMPLES)],
)
def test_example(example):
    function, dice = find(example["rule"]), ScriptedDice(example["dice"])
    if example["expect"].get("refused"):
        with pytest.raises(Refused):
            function(**asked(function, example, dice))
        return
    outcome = function(**asked(function, example, dice))
    assert {key: plain(getattr(outcome, key)) for key in example["expect"]} == example["expect"]
    assert dice.left == []
