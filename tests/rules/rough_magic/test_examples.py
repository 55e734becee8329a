"""Every worked case of the book: faces in, outcome out."""

import inspect
import tomllib
from pathlib import Path

import pytest

from apps.rules import find
from apps.rules.dice import ScriptedDice

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))["example"]


def plain(value):
    """Tuples as the lists of the examples."""
    return [plain(item) for item in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize(
    "example",
    [pytest.param(e, marks=pytest.mark.rule(e["rule"]), id=f"{e['rule']}-{n}") for n, e in enumerate(EXAMPLES)],
)
def test_example(example):
    function = find(example["rule"])
    dice = ScriptedDice(example["dice"])
    rolls = {"dice": dice} if "dice" in _rolled(function, example) else {}
    outcome = function(**example["given"], **rolls)
    assert {key: plain(getattr(outcome, key)) for key in example["expect"]} == example["expect"]
    assert dice.left == []


def _rolled(function, example):
    """The inputs of the function, without dice where it rolls only those that it is handed and none were."""
    inputs = inspect.signature(function).parameters
    return [name for name, it in inputs.items() if name != "dice" or it.default is not None or example["dice"]]
