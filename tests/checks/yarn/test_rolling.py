"""A pool that falls, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from apps.characters.models import Character
from apps.checks.yarn.pools import Extra, Sought, built
from apps.checks.yarn.rolling import facts_of, rolled
from apps.rules.refusal import Refused
from tests.people import Person
from tests.yarn_world import in_a_turn


def test_a_roll_is_told_die_by_die_with_its_sources(maud: Character, gm: Person, dice: Any) -> None:
    dice(6, 2, 1, 6)
    found = built(Sought(maud), [Extra("bonus", 2, "Above them", "yarn.better-position")])
    facts = in_a_turn(gm, lambda turn: facts_of(found, rolled(turn, found)))
    assert [(one["face"], one["is"]) for one in facts["dice"]] == [
        (6, "six"), (2, "dropped"), (1, "dropped"), (6, "six"),
    ]  # fmt: skip
    assert (facts["total"], facts["sixes"], facts["good_break"], facts["bad_break"]) == (12, 2, True, False)
    words = render_to_string("checks/yarn/_roll.html", {"roll": facts})
    assert "Above them: 2 bonus" in " ".join(strip_tags(words).split())
    assert "rule?id=yarn.better-position" in words


def test_without_a_die_nothing_is_tried_and_a_defence_is_nought(maud: Character, gm: Person) -> None:
    none = built(Sought(maud, "defence"), [Extra("fewer", 2, "Three more actions", "")])
    with pytest.raises(Refused, match="No die is left"):
        in_a_turn(gm, lambda turn: rolled(turn, none))
    assert in_a_turn(gm, lambda turn: rolled(turn, none, own_action=False)).total == 0


def test_dice_that_a_throw_uses_up_are_told_so(maud: Character, gm: Person, dice: Any) -> None:
    """Of a roll that is refused nothing is used up."""
    dice(3, 3, 3)
    spent: list[str] = []
    found = built(Sought(maud), [Extra("extra", 1, "Lightning", "", used=lambda turn: spent.append(turn.act))])
    assert not spent
    in_a_turn(gm, lambda turn: rolled(turn, found))
    assert len(spent) == 1
    with pytest.raises(Refused):
        in_a_turn(gm, lambda turn: rolled(turn, built(Sought(maud), [*found.extras, Extra("fewer", 3, "", "")])))
    assert len(spent) == 1
