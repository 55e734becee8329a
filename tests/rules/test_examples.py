"""Every worked case of the books: faces in, outcome out; those of Crew, whose dice have sizes, stand beside it."""

import inspect
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest

from apps.rules import Refused, find
from apps.rules.dice import ScriptedDice

GAMES = ("dragonfly", "dragon", "rough_magic", "yarn")


def examples():
    for game in GAMES:
        written = (Path(__file__).parent / game / "examples.toml").read_text(encoding="utf-8")
        for n, one in enumerate(tomllib.loads(written)["example"]):
            yield pytest.param(one, marks=pytest.mark.rule(one["rule"]), id=f"{one['rule']}-{n}")


def plain(value):
    """Tuples as the lists of the examples, and tables as plain ones."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def asked(function, example, dice):
    """What the function is called with; dice only where it asks for them, or where it throws them if there are any."""
    given = dict(example["given"])
    if "switches" in example:
        given["options"] = import_module(f"apps.rules.{example['rule'].partition('.')[0]}").Options(
            **example["switches"]
        )
    asks = inspect.signature(function).parameters.get("dice")
    return given | ({"dice": dice} if asks and (asks.default is not None or dice.left) else {})


@pytest.mark.parametrize("example", list(examples()))
def test_example(example):
    function, dice = find(example["rule"]), ScriptedDice(example["dice"])
    if example["expect"].get("refused"):
        with pytest.raises(Refused):
            function(**asked(function, example, dice))
        return
    outcome = function(**asked(function, example, dice))
    assert {key: plain(getattr(outcome, key)) for key in example["expect"]} == example["expect"]
    assert dice.left == []
