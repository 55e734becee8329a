"""The demonstration of Rough Magic is played in through the door, and leaves a fight under way."""

from __future__ import annotations

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.endurance import damage_of
from apps.combat.models import Fight
from apps.combat.rough_magic.order import stored
from apps.table import demonstration, panels
from apps.table.models import Event, Table, Telling
from apps.table.sure import sure
from apps.table.viewer import Viewer


@pytest.fixture
def table(db: None) -> Table:
    found = demonstration.set_up("rough_magic")
    assert found is not None
    return found


def test_the_evening_so_far(table: Table) -> None:
    (fight,) = table.desk.all(Fight)
    play = stored.play_of(fight)
    assert (play.round, stored.ordered(fight)[play.at].character.name) == (1, "Ressa Tull")


def test_a_newcomer_reads_an_attack_and_its_answer(table: Table) -> None:
    """The veil and the dodge leave one level of what would have been more; the dodge costs the next turn."""
    log = Event.objects.filter(table=table)
    assert [log.filter(kind=f"rough_magic.{word}").count() for word in ("attacked", "attack-settled")] == [1, 1]
    shot = Telling.objects.filter(event__in=log, event__kind="rough_magic.attacked").latest("rank").facts
    assert (shot["total"], shot["target_number"], shot["hit"]) == (16, 13, True)
    ione = table.desk.all(Character, name="Ione Marsh")[0]
    assert damage_of(ione).lost == 1
    (fight,) = table.desk.all(Fight)
    assert sure(stored.fighter_of(fight, ione)).owed == 1


def test_players_know_nothing_of_the_warden(table: Table) -> None:
    for seat in demonstration.seats_of(table):
        viewer = Viewer(table, seat)
        drawn = "".join(str(panels.draw(one, viewer)) for one in panels.panels_of(viewer))
        assert ("Warden Ash" in drawn) == seat.is_gm
