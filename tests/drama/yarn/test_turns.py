"""Whose turn it is, as those play who change it: a jump, a pass, a scene after which one calls again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.yarn.people import Participant, of_seat
from apps.drama.yarn import turns
from apps.table.turn import Turn
from tests.people import Person
from tests.yarn_world import in_a_turn, opens


def whose(gm: Person) -> str:
    found = turns.coming(gm.viewer.desk)
    assert found
    return found.who.name


def happens(gm: Person, what: Callable[..., Any], *more: Any) -> None:
    """Something of whoever is to call."""

    def in_it(turn: Turn) -> None:
        found = turns.coming(turn.desk)
        assert found
        what(turn, found.who, *more)

    in_a_turn(gm, in_it)


def test_outside_an_episode_nobody_is_to_call(table: Any, gm: Person) -> None:
    assert turns.coming(gm.viewer.desk) is None


@pytest.mark.played("yarn.calling-turns")
def test_the_call_goes_round(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    opens(gm)
    assert whose(gm) == "Director"
    happens(gm, turns.taken)
    assert whose(gm) == "Ines"
    happens(gm, turns.passes)
    assert whose(gm) == "Marek"
    happens(gm, turns.taken)
    assert whose(gm) == "Director"


def test_a_turn_that_is_not_theirs_is_not_over(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    opens(gm)

    def marek_calls(turn: Turn) -> None:
        turns.taken(turn, of_seat(turn.desk.own(marek.viewer.seat)))

    in_a_turn(gm, marek_calls)
    assert whose(gm) == "Director"


@pytest.mark.played("yarn.calling-turns", "yarn.bennie-queue-jump")
def test_a_skip_is_used_up_by_the_turn_that_it_skips(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    opens(gm)
    happens(gm, turns.taken)
    happens(gm, turns.skip_next)
    assert whose(gm) == "Marek"
    happens(gm, turns.taken)
    happens(gm, turns.taken)
    assert whose(gm) == "Ines"


def test_a_skip_may_be_taken_back(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    opens(gm)
    happens(gm, turns.taken)

    def twice(turn: Turn, who: Participant) -> None:
        turns.skip_next(turn, who)
        turns.unskip(turn, who)

    happens(gm, twice)
    assert whose(gm) == "Ines"


@pytest.mark.parametrize("after", ["no contest", "montage", "shopping off stage", "unresisted goal"])
def test_some_scenes_leave_the_turn_where_it_is(
    table: Any, gm: Person, ines: Person, marek: Person, after: str
) -> None:
    opens(gm)

    def plays(turn: Turn, who: Participant) -> None:
        turns.taken(turn, who)
        turns.calls_again(turn, who, after)

    happens(gm, plays)
    found = turns.coming(gm.viewer.desk)
    assert found
    assert (found.who.name, found.again) == ("Director", after)
    happens(gm, turns.taken)
    assert whose(gm) == "Ines"


def test_nobody_calls_again_after_any_scene(table: Any, gm: Person, ines: Person) -> None:
    opens(gm)
    with pytest.raises(ValueError, match="nobody calls again"):
        happens(gm, turns.calls_again, "a good scene")
