"""What is refused, in which words, and always before a die falls."""

import inspect
import tomllib
from pathlib import Path
from typing import Any

import pytest

from apps.rules import Refused, done, find
from apps.rules.rough_magic import Options

REFUSALS = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))["refusal"]
NEVER = {"free-action", "task-action", "roleplay-action", "death", "surprise", "perceiving", "skills"}
"""Whatever these are given, there is an answer."""


def no_dice(count, sides):
    raise AssertionError("a die fell")


@pytest.mark.parametrize(
    "refusal",
    [pytest.param(e, marks=pytest.mark.rule(e["rule"]), id=f"{e['rule']}-{n}") for n, e in enumerate(REFUSALS)],
)
def test_refused_before_any_die(refusal):
    function = find(refusal["rule"])
    more: dict[str, Any] = {"dice": no_dice} if "dice" in inspect.signature(function).parameters else {}
    if "options" in refusal:
        more["options"] = Options(**refusal["options"])
    with pytest.raises(Refused) as no:
        function(**refusal["given"], **more)
    assert (no.value.field, no.value.text) == (refusal["field"], refusal["text"])


def test_every_rule_refuses_something_or_never_need():
    assert {one["rule"] for one in REFUSALS} == done("rough_magic") - {f"rough_magic.{id}" for id in NEVER}
