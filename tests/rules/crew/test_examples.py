"""Every worked case of the book: dice in, outcome out."""

import inspect
import re
import tomllib
from pathlib import Path

import pytest

from apps.rules import find
from apps.rules.crew.steps import LADDER, read

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))["example"]
RENAMED = {"for": "use"}
"""Inputs whose names Python keeps for itself."""


def plain(value):
    """Sizes as they are stored, nothing as None, tuples as lists."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {RENAMED.get(key, key): plain(item) for key, item in value.items()}
    if isinstance(value, str) and re.fullmatch(r"d[0-9]+\+?", value):
        return read(value, "example", LADDER)
    return None if value == "none" else value


def given(function, example):
    """What the function is called with; dice only where some fell, and where it asks for them."""
    fallen = [(size, face) for size, face in plain(example["dice"])]
    wants = fallen and "dice" in inspect.signature(function).parameters
    return plain(example["given"]) | ({"dice": fallen} if wants else {})


@pytest.mark.parametrize(
    "example",
    [pytest.param(e, marks=pytest.mark.rule(e["rule"]), id=f"{e['rule']}-{n}") for n, e in enumerate(EXAMPLES)],
)
def test_example(example):
    function = find(example["rule"])
    outcome = function(**given(function, example))
    assert {key: plain(getattr(outcome, key)) for key in example["expect"]} == plain(example["expect"])
