"""Stepping back, fading, lines and veils: anybody may, nothing says who, and a GM goes on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from django.apps import apps

from apps.table.models import Boundary, Event, Exchange, Receipt, SeatDevice
from apps.table.models.play import OnDesk
from apps.table.safety.boundaries import MOST
from tests.people import newest_event, sit_down, state_of_play

# stepping back


def test_a_step_back_stops_play_for_everybody(table, ines, marek, gm, watcher):
    gm.does("open-scene", title="The engine corridor")
    ines.does("step-back")
    for person in (ines, marek, gm, watcher):
        assert "Let us step back" in person.panel("pause")
        assert "Somebody asked to step back" in person.log()
    refused = marek.post("undo")
    assert refused.status_code == 403
    assert "paused" in refused.content.decode()
    assert "no dice" in marek.post("say", text="/r 1d6").content.decode()


def test_a_spectator_may_ask_for_a_rewind_and_a_player_for_a_fade(watcher, ines, gm):
    watcher.does("step-back", wish="rewind")
    assert "A rewind is asked for" in gm.panel("pause")
    assert "A fade is asked for" not in gm.panel("pause")
    ines.does("step-back", wish="fade")
    assert "A rewind is asked for" in ines.panel("pause")
    assert "A fade is asked for" in ines.panel("pause")


def test_asking_for_the_same_twice_is_refused(table, ines, marek):
    ines.does("step-back", wish="rewind")
    before = state_of_play(table)
    for wish in ("", "rewind"):
        assert marek.post("step-back", wish=wish).status_code == 422
    assert marek.post("step-back", wish="revenge").status_code == 422
    assert state_of_play(table) == before


def test_only_a_gm_goes_on_and_then_nothing_is_wished_any_more(table, ines, gm):
    ines.does("step-back", wish="fade")
    assert ines.post("go-on").status_code == 403
    gm.does("go-on")
    table.refresh_from_db()
    assert not table.stopped
    assert [table.rewind_wished, table.fade_wished] == [False, False]
    assert "step back" not in gm.panel("pause")


def test_a_rewind_leads_to_what_came_last(table, ines, gm):
    """Stepping back is itself nothing that is taken back, so that Undo says what was played."""
    gm.does("open-scene", title="The cellar")
    ines.does("step-back", wish="rewind")
    assert "sets the scene: The cellar" in gm.get("undo").content.decode()
    gm.does("undo")
    assert "The cellar" not in ines.panel("scene")
    assert "Let us step back" in ines.panel("pause")
    refused = gm.post("undo", event=Event.objects.get(kind="step-back").public_id)
    assert refused.status_code == 422


def test_a_fade_calls_off_what_play_waits_for_and_closes_the_scene(table, ines, marek, gm):
    gm.does("open-scene", title="The cellar")
    marek.does("step-back", wish="fade")
    gm.does("fade")
    assert "fade" in ines.log()
    assert "The cellar" not in ines.panel("scene")
    assert "A fade is asked for" not in gm.panel("pause")
    gm.does("undo")
    assert "The cellar" in ines.panel("scene")


def test_a_fade_leaves_what_the_table_itself_waits_for(table, ines, gm, dice):
    dice(3)
    ines.does("roll", formula="1d6", mode="everybody")
    ines.does("undo", event=newest_event(table).public_id)
    open_before = Exchange.objects.filter(closed_at=None).count()
    gm.does("fade")
    assert Exchange.objects.filter(closed_at=None).count() == open_before == 1


def test_only_a_gm_lets_the_scene_fade(table, ines):
    before = state_of_play(table)
    assert ines.post("fade").status_code == 403
    assert state_of_play(table) == before


# lines and veils


def test_anybody_adds_and_everybody_sees_it(ines, gm, watcher, marek):
    ines.does("add-line", kind="line", text="  Spiders   in the dark ")
    watcher.does("add-line", kind="veil", text="Torture")
    gm.does("add-line", kind="line", text="Betrayal")
    for person in (ines, gm, watcher, marek):
        words = person.panel("lines")
        places = [words.index(one) for one in ("Betrayal", "Spiders in the dark", "Veils", "Torture")]
        assert places == sorted(places)


def test_it_is_added_during_a_pause_too(table, ines, gm):
    gm.does("pause")
    ines.does("add-line", kind="line", text="Spiders")
    assert Boundary.objects.count() == 1


def test_only_its_writer_withdraws_it(table, ines, gm, marek):
    ines.does("add-line", kind="line", text="Spiders")
    line = Boundary.objects.get()
    before = state_of_play(table)
    for other in (gm, marek):
        refused = other.post("withdraw-line", line=line.public_id)
        assert refused.status_code == 422
        assert "Only whoever wrote this" in refused.content.decode()
    assert state_of_play(table) == before
    ines.does("withdraw-line", line=line.public_id)
    assert not Boundary.objects.exists()
    assert "withdrawn" in gm.log()


def test_a_gm_takes_nothing_back_that_nobody_signed(table, ines, gm):
    ines.does("add-line", kind="line", text="Spiders")
    added = newest_event(table)
    assert gm.post("undo", event=added.public_id).status_code == 422
    gm.does("hide", event=added.public_id)
    assert "Spiders" in gm.panel("lines")
    assert "Spiders" in ines.panel("lines")


@pytest.mark.parametrize("text", ["", "   ", "x" * 121])
def test_what_is_no_entry_is_refused(table, ines, text):
    before = state_of_play(table)
    assert ines.post("add-line", kind="line", text=text).status_code == 422
    assert ines.post("add-line", kind="wish", text="Spiders").status_code == 422
    assert state_of_play(table) == before


def test_the_same_twice_and_too_many_are_refused(table, ines, marek):
    ines.does("add-line", kind="line", text="Spiders")
    assert "This is on the list" in marek.post("add-line", kind="line", text="SPIDERS").content.decode()
    for number in range(MOST - 1):
        marek.does("add-line", kind="veil", text=f"Number {number}")
    assert "The list is full" in ines.post("add-line", kind="line", text="One more").content.decode()
    assert Boundary.objects.count() == MOST


def test_what_is_not_there_cannot_be_withdrawn(table, ines):
    assert ines.post("withdraw-line", line="xAAAAAAAAAAAA").status_code == 422
    other = sit_down(type(table).objects.create(name="Elsewhere", game="dragonfly"), "Zoe")
    other.does("add-line", kind="line", text="Rats")
    assert ines.post("withdraw-line", line=Boundary.objects.get().public_id).status_code == 422


# nobody learns who


def test_nothing_that_is_stored_leads_to_the_writer(table, ines, marek):
    """Neither the record nor the entry: what is stored of a browser does not give the entry's keeper."""
    from apps.table.ids import derived_token

    ines.does("add-line", kind="line", text="Spiders")
    ines.does("step-back", wish="fade")
    assert {one.seat for one in Event.objects.all()} == {None}
    assert not Receipt.objects.exists()
    line = Boundary.objects.get()
    stored: list[str] = []
    for model in apps.get_app_config("table").get_models():
        if issubclass(model, OnDesk):
            rows: Iterable[tuple[Any, ...]] = model._base_manager.values_list()
            stored += [str(value) for row in rows for value in row]
    assert SeatDevice.objects.get(seat=ines.seat).token_hash in stored
    made = {derived_token("boundary", line.public_id, derived_token("browser", one)) for one in stored}
    made |= {derived_token("boundary", line.public_id, one) for one in stored}
    assert line.keeper not in made


def test_two_entries_of_one_writer_have_nothing_in_common(ines):
    for text in ("Spiders", "Rats"):
        ines.does("add-line", kind="line", text=text)
    one, other = Boundary.objects.all()
    assert one.keeper != other.keeper


def test_the_writers_own_page_is_as_everybody_elses(ines, marek):
    """Also the form, and what is asked before an entry is withdrawn: nobody sees over a shoulder whose it is."""
    ines.does("add-line", kind="line", text="Spiders")
    line = Boundary.objects.get().public_id
    assert ines.soup().find(id="panel-lines") == marek.soup().find(id="panel-lines")
    for act, query in (("add-line", {}), ("withdraw-line", {"line": line})):
        texts = {one.get(act, **query).content.decode().replace(one.url, "") for one in (ines, marek)}
        assert len(texts) == 1


def test_the_order_says_nothing_of_when_it_was_written(ines, marek):
    for text in ("Wolves", "Ants", "Mice"):
        ines.does("add-line", kind="line", text=text)
    words = marek.panel("lines")
    assert words.index("Ants") < words.index("Mice") < words.index("Wolves")
    assert "Wolves" not in marek.at_address("export-log", **{"as": "json"}).content.decode()


def test_strangers_are_not_answered_and_through_other_eyes_nothing_is_offered(ines, gm, stranger):
    stranger.at(ines)
    for act in ("step-back", "add-line", "withdraw-line", "fade"):
        assert stranger.post(act).status_code == 404
    ines.does("add-line", kind="line", text="Spiders")
    ines.does("step-back")
    seen = gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    assert "Spiders" in seen
    for act in ("step-back", "add-line", "withdraw-line"):
        assert f'"act/{act}' not in seen


def test_without_javascript_the_browser_is_sent_back(ines):
    for act, data in (("step-back", {}), ("add-line", {"kind": "veil", "text": "Torture"})):
        answer = ines.post(act, plain=True, **data)
        assert answer.status_code == 302
        assert answer["Location"].startswith(ines.url)
