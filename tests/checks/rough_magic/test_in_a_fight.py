"""Rolls in a fight: they take the task of the turn, and what was bought lasts till the same place comes again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from tests.checks.conftest import full_facts
from tests.checks.rough_magic.conftest import has_points, rolls
from tests.checks.rough_magic.test_ask import answers, asks
from tests.combat.conftest import in_words
from tests.combat.rough_magic.order.conftest import goes_on, starts, states

Dice = Callable[..., Any]


@pytest.mark.played("rough_magic.task-action")
def test_a_roll_takes_the_task_and_an_answer_to_the_gm_does_not(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, jun, sel)
    asks(gm, jun)
    dice(3, 3, 3, 3, 3, 3)
    answers(ines)
    assert "It takes the task of your turn" in in_words(ines.get("rough_magic.check"))
    rolls(ines, jun)
    assert "has had the task" in in_words(rolls(ines, jun, 422))
    goes_on(gm)
    goes_on(gm)
    asks(gm, jun)
    answers(ines)


@pytest.mark.played("rough_magic.power-boost", "rough_magic.one-round")
def test_a_boost_in_a_fight_lasts_till_the_same_place_comes_again(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    has_points(ines, 1)
    starts(gm, jun, sel)
    dice(3, 3, 3, 3)
    rolls(ines, jun, attribute="will", point="boost-will")
    assert states(jun) == ["boosted"]
    asks(gm, jun, attribute="will")
    answers(ines)
    assert full_facts(gm.table)["av"] == 3
    for _ in range(4):
        goes_on(gm)
    assert states(jun) == []
