"""The theme that comes is kept with the series."""

from __future__ import annotations

from typing import Any

from apps.characters.yarn.people import players, the_gm
from apps.drama.yarn.themes import chooser_of_theme, keep_theme, theme_to_come
from apps.table.turn import Turn
from tests.people import Person
from tests.yarn_world import in_a_turn


def test_the_theme_that_comes_and_who_chose_it(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    def by_a_player(turn: Turn) -> None:
        keep_theme(turn, "Debts", players(turn.desk)[0])

    def by_the_gm(turn: Turn) -> None:
        keep_theme(turn, "What we inherit", the_gm(turn.desk))

    assert theme_to_come(gm.viewer.desk) == ""
    assert chooser_of_theme(gm.viewer.desk) is None
    in_a_turn(gm, by_a_player)
    assert theme_to_come(gm.viewer.desk) == "Debts"
    found = chooser_of_theme(gm.viewer.desk)
    assert found
    assert found.name == "Ines"
    in_a_turn(gm, by_the_gm)
    assert theme_to_come(gm.viewer.desk) == "What we inherit"
    assert chooser_of_theme(gm.viewer.desk) is None
