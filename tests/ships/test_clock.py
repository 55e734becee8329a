"""The hours of life support that run down after a hit on it."""

from __future__ import annotations

import pytest

from apps.characters.models import Use
from tests.people import newest_event, state_of_play
from tests.ships.fleet import damaged, meet, said, track
from tests.ships.hiders import shown

HOURS = "life-support-hours"


def hours(who, number, **more):
    return who.post("dragonfly.hours-pass", hours=number, **more)


@pytest.mark.played("dragonfly.ship-damage-table")
def test_hours_pass_on_every_clock_that_runs(gm, ines, marek, kestrel, ashfall):
    damaged(kestrel, life_support_hours=6)
    damaged(ashfall, life_support_hours=3)
    assert hours(gm, 2).status_code == 200
    assert (track(kestrel, HOURS), track(ashfall, HOURS)) == (4, 1)
    assert "4 hours of life support left" in ines.log()
    assert "pass for Ashfall" not in ines.log()
    assert "lets 2 hours pass" in marek.log()
    assert "life support" not in marek.log()
    assert "1 hour of life support left" in gm.log()


@pytest.mark.played("dragonfly.ship-damage-table")
def test_it_ends_at_nothing(gm, ines, kestrel):
    damaged(kestrel, life_support_hours=2)
    assert hours(gm, 5, plain=True).status_code == 302
    assert track(kestrel, HOURS) == 0
    assert "the life support is at its end" in ines.log()
    assert hours(gm, 1).status_code == 422


def test_nobody_else_hears_of_a_ship_that_is_a_secret(gm, ines, widow, kestrel):
    """Everybody hears that time passes; of the clock nobody but the Director."""
    damaged(kestrel, life_support_hours=9)
    assert hours(gm, 1).status_code == 200
    damaged(widow, life_support_hours=4)
    hours(gm, 1)
    assert "The Widow" not in ines.page()
    assert "lets 1 hour pass for The Widow: 3 hours of life support left" in gm.log()


def test_where_no_clock_runs_nothing_passes(gm, kestrel):
    before = state_of_play(gm.table)
    response = hours(gm, 1)
    assert response.status_code == 422
    assert "No ship counts the hours" in said(response)
    for wrong in (0, -1, 1000, "x"):
        assert hours(gm, wrong).status_code == 422
    assert state_of_play(gm.table) == before


def test_an_engineer_who_waits_for_an_hour_may_try_again(gm, ines, shannon):
    from django.utils import timezone

    Use.objects.create(character=shannon, rule="dragonfly.ship-repair", at=timezone.now())
    assert hours(gm, 1).status_code == 200
    assert not Use.objects.exists()
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert Use.objects.count() == 1
    assert "lets 1 hour pass" in gm.log()


def test_hours_are_taken_back(gm, kestrel):
    damaged(kestrel, life_support_hours=6)
    hours(gm, 2)
    event = next(one for one in _events(gm.table) if not one.cause_id)
    gm.does("undo", event=event.public_id)
    assert track(kestrel, HOURS) == 6


def _events(table):
    from apps.table.models import Event

    return Event.objects.filter(table=table, kind="dragonfly.hours-passed").order_by("pk")


def test_the_director_stops_the_clock(gm, ines, kestrel):
    damaged(kestrel, life_support_hours=6)
    gm.does("dragonfly.stop-hours", ship=kestrel.public_id)
    assert track(kestrel, HOURS) is None
    assert "stops the clock" in ines.log()
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert track(kestrel, HOURS) == 6


def test_only_a_clock_that_runs_is_stopped(gm, kestrel):
    before = state_of_play(gm.table)
    response = gm.post("dragonfly.stop-hours", ship=kestrel.public_id)
    assert response.status_code == 422
    assert "No clock runs on that ship" in said(response)
    assert state_of_play(gm.table) == before


def test_players_do_neither(gm, ines, watcher, kestrel):
    damaged(kestrel, life_support_hours=6)
    before, page = state_of_play(gm.table), shown(ines)
    assert hours(ines, 1).status_code == 403
    assert ines.post("dragonfly.stop-hours", ship=kestrel.public_id).status_code == 403
    assert hours(watcher, 1).status_code == 403
    assert state_of_play(gm.table) == before
    assert shown(ines) == page


@pytest.mark.played("dragonfly.ship-damage-table")
def test_the_clock_stands_on_the_ships_sheet(gm, ines, kestrel, ashfall):
    meet(gm, kestrel, ashfall)
    damaged(kestrel, life_support_hours=6)
    assert "6 hours left" in ines.page()
