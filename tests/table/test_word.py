"""A yes or no that games say by themselves: once each, and of a game that says nothing it is no."""

from __future__ import annotations

import pytest

from apps.table.word import Word


def test_a_game_says_it_once_and_of_others_it_is_no() -> None:
    is_odd: Word[int] = Word("what is odd")
    is_odd("quest")(lambda number: number % 2 == 1)
    assert (is_odd.of("quest", 3), is_odd.of("quest", 4), is_odd.of("crew", 3)) == (True, False, False)
    with pytest.raises(RuntimeError, match="quest says twice what is odd"):
        is_odd("quest")(bool)
