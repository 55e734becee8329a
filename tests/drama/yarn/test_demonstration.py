"""The demonstration of Yarn is played in through the door; at its end Ines says whether she forces what was refused."""

from __future__ import annotations

import pytest

from apps.characters.models import Character
from apps.characters.yarn.people import participants
from apps.characters.yarn.points import hand_of
from apps.characters.yarn.ties import relation_between
from apps.drama.yarn import turns
from apps.drama.yarn.petition import course
from apps.table import demonstration, panels
from apps.table.models import Ask, Event, Span, Table
from apps.table.sure import sure
from apps.table.viewer import Viewer


@pytest.fixture
def table(db: None) -> Table:
    found = demonstration.set_up("yarn")
    assert found is not None
    return found


def test_the_evening_so_far(table: Table) -> None:
    scenes = sorted(table.desk.all(Span, kind="scene"), key=lambda one: one.number)
    assert [one.closed_at is None for one in scenes] == [False, False, False, False, True]
    hands = {one.name: hand_of(table.desk, one) for one in participants(table.desk)}
    assert hands == {"Ines": 2, "Marek": 1, "Noor": 0, "Robin": 0}
    assert sure(turns.coming(table.desk)).who.name == "Ines", "after this scene"


def test_it_waits_for_ines_who_was_refused(table: Table) -> None:
    petition = sure(course.open_petition(table.desk))
    assert petition.stage == course.FORCING
    (ask,) = [one for one in table.desk.all(Ask, closed_at=None) if one.exchange.closed_at is None]
    assert (ask.facts["who"], ask.facts["stage"]) == ("Ines", "force")


def test_a_newcomer_reads_what_yarn_is_made_of(table: Table) -> None:
    """Dramas that were lost and won, a challenge, two votes, dice, a fight, a consequence."""
    kinds = [one.kind.removeprefix("yarn.") for one in Event.objects.filter(table=table)]
    assert [kinds.count(one) for one in ("tokens-moved", "challenged", "vote-opened")] == [3, 1, 2]
    assert {"check", "roll-asked", "attack-settled", "consequence-said", "time-broken"} <= set(kinds)


def test_those_who_are_played_are_tied_to_each_other(table: Table) -> None:
    people = [table.desk.all(Character, name=name)[0] for name in ("Maud Ferrin", "Joss Amber", "Yssa Marr")]
    assert all(relation_between(one, other) for one in people for other in people if one != other)


def test_players_know_nothing_of_hale_nor_of_the_rope(table: Table) -> None:
    for seat in demonstration.seats_of(table):
        viewer = Viewer(table, seat)
        drawn = "".join(str(panels.draw(one, viewer)) for one in panels.panels_of(viewer))
        assert ("Hale" in drawn) == seat.is_gm
        assert "Did not let go of the rope" not in drawn or seat.is_gm
