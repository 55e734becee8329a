"""Anybody may pause; nothing says who; a GM goes on."""

from apps.table.models import Event, Receipt
from tests.people import newest_event, state_of_play


def test_a_player_pauses_and_everybody_sees_it(table, ines, gm, marek):
    ines.does("pause")
    table.refresh_from_db()
    assert table.paused
    for person in (ines, gm, marek):
        assert "A pause" in person.panel("pause")
        assert "Somebody asked for a pause" in person.log()


def test_nothing_says_who_paused(table, ines, gm):
    ines.does("pause")
    event = newest_event(table)
    assert event.seat is None
    assert not Receipt.objects.filter(act="pause").exists()
    assert "Ines" not in gm.log()


def test_a_spectator_may_pause(table, watcher):
    watcher.does("pause")
    table.refresh_from_db()
    assert table.paused


def test_only_a_gm_goes_on(table, ines, gm):
    ines.does("pause")
    before = state_of_play(table)
    refused = ines.post("go-on")
    assert refused.status_code == 403
    assert "Only the Director" in refused.content.decode()
    assert state_of_play(table) == before
    gm.does("go-on")
    table.refresh_from_db()
    assert not table.paused


def test_players_wait_while_the_table_is_paused(table, ines, gm):
    gm.does("open-scene", title="The engine corridor")
    gm.does("pause")
    before = Event.objects.count()
    refused = ines.post("undo")
    assert refused.status_code == 403
    assert "paused" in refused.content.decode()
    assert Event.objects.count() == before


def test_going_on_twice_is_refused(table, gm):
    refused = gm.post("go-on")
    assert refused.status_code == 422
    assert "not paused" in refused.content.decode()


def test_strangers_and_the_removed_are_not_answered(table, ines, stranger):
    stranger.at(ines)
    assert stranger.post("pause").status_code == 404
    ines.seat.devices.all().delete()
    assert ines.post("pause").status_code == 404


def test_without_javascript_the_browser_is_sent_back(table, ines):
    answer = ines.post("pause", plain=True)
    assert answer.status_code == 302
    assert answer["Location"].startswith(ines.url)
