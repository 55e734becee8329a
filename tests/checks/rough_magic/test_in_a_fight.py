"""Rolls in a fight: they take the task of the turn, and what was bought lasts till the same place comes again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.templatetags import told
from tests.checks.conftest import full_facts
from tests.checks.rough_magic.conftest import has_points, rolls
from tests.checks.rough_magic.test_ask import answers, asks
from tests.checks.rough_magic.together.conftest import ask_of, opens, works
from tests.combat.conftest import in_words
from tests.combat.rough_magic.order.conftest import goes_on, place, starts, states
from tests.combat.wounded import does

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
    assert "has had the task" in in_words(ines.get("rough_magic.check"))
    goes_on(gm)
    assert "It is not Jun Vey’s turn." in in_words(ines.get("rough_magic.check"))
    assert "’s turn" not in in_words(gm.get("rough_magic.check", character=sel.public_id))
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


# many hands


@pytest.mark.played("rough_magic.combining-tasks", "rough_magic.delaying")
def test_all_but_the_last_who_work_together_hold_their_turns(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    """Jun holds, and both roll when Bramble's turn has come; his task and her held turn are spent."""
    starts(gm, jun, bramble, sel)
    opens(gm, jun, bramble)
    words = ines.panel("asks") + ines.panel("rough_magic-works")
    assert "Bramble Oke holds no turn yet: all but the last hold theirs" in words
    assert "has to hold a turn" in words
    works(ines, jun, dice, status=422)
    does(ines, "rough_magic.hold", character=jun.public_id)
    assert "holds a turn since round 1" in gm.panel("rough_magic-works")
    assert "holds no turn yet" not in ines.panel("asks")
    works(ines, jun, dice, 3, 3)
    assert place(gm, jun).held is None
    works(marek, bramble, dice, 2, 2)
    assert full_facts(gm.table)["heads"] == 2
    assert "has had the task" in in_words(rolls(marek, bramble, 422))


@pytest.mark.played("rough_magic.combining-tasks", "rough_magic.delaying")
def test_the_last_waits_for_those_who_could_not_act_now(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    """Jun did not hold: on Bramble's turn she has none, and he cannot begin alone. Without her he can."""
    starts(gm, jun, bramble, sel)
    opens(gm, jun, bramble)
    goes_on(gm)
    works(marek, bramble, dice, status=422)
    ines.does("rough_magic.sit-out", ask=ask_of(jun).public_id)
    works(marek, bramble, dice, 3, 3)
    assert full_facts(gm.table)["heads"] == 0


def test_the_gm_lets_them_work_all_the_same(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, jun, bramble, sel)
    opens(gm, jun, bramble)
    works(gm, bramble, dice, 3, 3)
    works(gm, jun, dice, 3, 3)
    assert full_facts(gm.table)["heads"] == 2


def test_who_is_not_in_the_fight_is_waited_for_by_nobody(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, jun, sel)
    opens(gm, jun, bramble)
    works(marek, bramble, dice, 2, 2)
    works(ines, jun, dice, 3, 3)
    assert full_facts(gm.table)["heads"] == 2


def test_the_list_of_what_can_be_done_is_drawn_anew_where_it_is_another(
    gm: Any, jun: Character, sel: Character
) -> None:
    """Of the same acts it is the same text, though what was read for it has changed."""
    told._shelves_of.cache_clear()
    assert "Strike together" not in gm.panel("rolls")
    gm.does("rough_magic.hurt", characters=[jun.public_id], levels=1, sort="lasting", why="A fall")
    assert "Distract somebody" in gm.panel("rolls")
    assert told._shelves_of.cache_info().misses == 1
    starts(gm, jun, sel)
    assert "Strike together" in gm.panel("rolls")


@pytest.mark.played("rough_magic.combining-tasks", "rough_magic.gait", "rough_magic.delaying")
def test_who_works_with_a_held_turn_runs_no_more(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, dice: Dice
) -> None:
    """She ran a round ago, and the turn that she holds begins with the work: Reason 5 and no -3, in the odds too."""
    starts(gm, jun, bramble)
    ines.does("rough_magic.move", character=jun.public_id, how="run")
    for _ in range(3):
        goes_on(gm)
    ines.does("rough_magic.hold", character=jun.public_id)
    opens(gm, jun, bramble)
    assert "Roll 2d6 + 5" in ines.panel("asks")
    assert states(jun) == ["running"]
    works(ines, jun, dice, 3, 3)
    works(marek, bramble, dice, 1, 1)
    assert [one["total"] for one in full_facts(gm.table)["workers"]] == [11, 4]
    assert states(jun) == []
