"""The demonstration of Crew is played in through the door, and leaves the table waiting for Ines."""

from apps.characters.crew import heroes, points
from apps.table import demonstration
from apps.table.models import Ask, Span
from apps.table.viewer import Viewer


def test_the_evening_so_far(db):
    table = demonstration.set_up("crew")
    assert table is not None
    wren, kit = (table.characters.get(name=name) for name in ("Wren", "Kit"))
    assert (points.held(wren), points.held(kit), points.bank_of(table)) == (1, 2, 1)
    assert heroes.store(wren) == [8]
    assert wren.entries.get(kind="complication").name == kit.entries.get(kind="complication").name
    assert [one.name for one in wren.entries.filter(kind="asset")] == ["High ground"]
    kinds = sorted(Span.objects.filter(table=table, closed_at=None).values_list("kind", flat=True))
    assert kinds == ["episode", "scene", "session"]
    waiting = Ask.objects.filter(table=table, closed_at=None, exchange__closed_at=None)
    assert [(one.audience, one.subject) for one in waiting] == [("character", wren.pk)]


def test_players_know_nothing_of_the_man_on_the_roof(db):
    from apps.table import panels

    table = demonstration.set_up("crew")
    assert table is not None
    for seat in demonstration.seats_of(table):
        drawn = "".join(
            panels.draw(one, viewer) for viewer in [Viewer(table, seat)] for one in panels.panels_of(viewer)
        )
        assert ("The man on the roof" in drawn) == seat.is_gm
