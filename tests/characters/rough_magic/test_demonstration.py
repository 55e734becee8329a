"""The demonstration of Rough Magic is played in through the door, and leaves a fight under way."""

from __future__ import annotations

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.states import is_in
from apps.combat.models import Fight
from apps.combat.rough_magic.order import stored
from apps.table import demonstration, panels
from apps.table.models import Table
from apps.table.viewer import Viewer


@pytest.fixture
def table(db: None) -> Table:
    found = demonstration.set_up("rough_magic")
    assert found is not None
    return found


def test_the_evening_so_far(table: Table) -> None:
    sel = table.desk.all(Character, name="Sel Marrow")[0]
    assert is_in(sel, "distracted")
    (fight,) = table.desk.all(Fight)
    play = stored.play_of(fight)
    assert (play.round, stored.ordered(fight)[play.at].character.name) == (1, "Ressa Tull")


def test_players_know_nothing_of_the_warden(table: Table) -> None:
    for seat in demonstration.seats_of(table):
        viewer = Viewer(table, seat)
        drawn = "".join(str(panels.draw(one, viewer)) for one in panels.panels_of(viewer))
        assert ("Warden Ash" in drawn) == seat.is_gm
