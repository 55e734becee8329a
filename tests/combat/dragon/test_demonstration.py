"""The demonstration of Dragon is played in through the door, and leaves a turn under way."""

from __future__ import annotations

from typing import Any

import pytest

from apps.combat.dragon import turns as stored
from apps.combat.models import Combatant
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import Moment
from apps.table import demonstration, panels
from apps.table.models import Ask, Table
from apps.table.viewer import Viewer


@pytest.fixture
def table(db: None) -> Table:
    found = demonstration.set_up("dragon")
    assert found is not None
    return found


def fighters(table: Table) -> dict[str, rules.Fighter]:
    return {one.character.name: stored.fighter_of(one) for one in table.desk.all(Combatant)}


def test_the_evening_so_far(table: Table) -> None:
    found, fight = fighters(table), table.desk.all(Combatant)[0].fight
    assert stored.state_of(fight).at == Moment(5, "Good")
    assert (found["Ketta Vane"].has(5), found["Ketta Vane"].later(5)) == (True, (7,))
    assert found["Oskar Thule"].later(5) == (6,)
    asked = [one.facts["who"] for one in table.desk.all(Ask, closed_at=None)]
    assert asked == ["Ketta Vane"], "the GM is asked about her offer"


def test_players_know_nothing_of_the_witch(table: Table) -> None:
    for seat in demonstration.seats_of(table):
        drawn = "".join(_drawn(Viewer(table, seat)))
        assert ("Bell-witch" in drawn) == seat.is_gm


def _drawn(viewer: Any) -> list[str]:
    return [str(panels.draw(one, viewer)) for one in panels.panels_of(viewer)]
