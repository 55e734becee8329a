"""Timed actions: so many beats, so many actions to get done within them."""

from __future__ import annotations

import pytest

from apps.characters.models import Track
from apps.checks.crew import drafts
from apps.combat.crew import timed
from apps.table.models import Event, Span
from tests.checks.crew.conftest import ask_of, oppose, the_contest, the_exchange
from tests.crew_play import attacks, said, the_draft, with_points
from tests.people import state_of_play

WIN, EXCEPTIONAL, FAIL = (4, 5), (8, 9), (2, 3)


def the_clock(person):
    return timed.running(person.table)[0]


def sets(gm, beats=4, actions=3, status=200, name="Restart the reactor"):
    return said(gm.post("crew.timed", name=name, beats=beats, actions=actions), status)


def stands(person):
    """Beats and actions that are left."""
    one = the_clock(person)
    return one.beats.value, one.actions.value


def takes_a_beat(gm, person, who, dice, faces):
    """A roll against 7."""
    answer = person.post("crew.beat", timed=the_clock(person).span.public_id, character=who.public_id)
    said(answer)
    dice(3, 4)
    oppose(gm)
    attacks(person, dice, faces)
    if gm.table.exchanges.filter(kind="crew.contest", closed_at=None).exists():
        gm.does("crew.announce", ask=ask_of(gm.table, "aggressor").public_id)


def test_who_does_not_see_it_begin_is_told(gm, ines):
    sets(gm)
    assert ines.soup().select("[data-tells='Against the clock: Restart the reactor.']")


@pytest.mark.played("crew.timed-action")
def test_the_gm_sets_it_and_everybody_sees_it(gm, ines, watcher):
    sets(gm)
    for person in (gm, ines, watcher):
        shown = person.panel("crew-timed")
        assert "Restart the reactor" in shown
        assert "Beats left 4 of 4" in shown
        assert "Actions to do 3 of 3" in shown
    assert "sets a timed action: Restart the reactor, 3 actions within 4 beats." in ines.log()


@pytest.mark.played("crew.timed-action", "crew.exceptional-success")
def test_each_roll_is_a_beat_and_its_result_counts(gm, ines, marek, wren, dice):
    with_points(wren, 0)
    sets(gm)
    takes_a_beat(gm, ines, wren, dice, WIN)
    assert stands(gm) == (3, 2)
    assert "a success of Wren, one action done for a beat. 2 actions to do, 3 beats left." in marek.log()
    takes_a_beat(gm, ines, wren, dice, FAIL)
    assert stands(gm) == (2, 2)
    takes_a_beat(gm, ines, wren, dice, EXCEPTIONAL)
    assert stands(gm) == (2, 1)
    takes_a_beat(gm, ines, wren, dice, WIN)
    assert timed.running(gm.table) == []
    assert "Won, with 1 beat left." in marek.log()
    assert marek.panel("crew-timed") == ""


@pytest.mark.played("crew.timed-action")
def test_out_of_beats_with_actions_left_it_is_lost(gm, ines, wren, dice):
    sets(gm, beats=1, actions=2)
    takes_a_beat(gm, ines, wren, dice, WIN)
    assert timed.running(gm.table) == []
    assert "Lost, with 1 action to do." in ines.log()


@pytest.mark.played("crew.timed-action")
def test_the_last_beat_and_the_last_action_at_once_are_won(gm, ines, wren, dice):
    sets(gm, beats=1, actions=1)
    takes_a_beat(gm, ines, wren, dice, WIN)
    assert "Won, with 0 beats left." in ines.log()


def test_any_crewmember_takes_the_next_beat_and_no_gmc(gm, ines, marek, wren, kit, tran, dice):
    sets(gm)
    marek.does("crew.beat", timed=the_clock(gm).span.public_id, character=kit.public_id)
    held = the_contest(gm.table)
    assert (held.purpose, held.subject) == ("timed", the_clock(gm).span.public_id)
    assert held.what == "Restart the reactor"
    before = state_of_play(gm.table)
    data = {"timed": the_clock(gm).span.public_id}
    assert ines.post("crew.beat", character=kit.public_id, **data).status_code == 422
    assert gm.post("crew.beat", character=tran.public_id, against=wren.public_id, **data).status_code == 422
    assert ines.post("crew.beat", character=wren.public_id, timed="none").status_code == 422
    assert state_of_play(gm.table) == before


def test_undo_of_the_throw_gives_the_beat_back(gm, ines, wren, dice):
    sets(gm, beats=1, actions=1)
    takes_a_beat(gm, ines, wren, dice, EXCEPTIONAL)
    assert timed.running(gm.table) == []
    event = Event.objects.filter(kind="crew.result").latest("pk")
    gm.does("undo", event=event.public_id)
    assert stands(gm) == (1, 1)


def test_what_was_called_off_meanwhile_counts_nothing(gm, ines, wren, dice):
    sets(gm)
    said(ines.post("crew.beat", timed=the_clock(gm).span.public_id, character=wren.public_id))
    said(gm.post("crew.timed-off", timed=the_clock(gm).span.public_id, how="off"))
    dice(3, 4)
    oppose(gm)
    attacks(ines, dice, EXCEPTIONAL)
    assert "calls off the timed action Restart the reactor." in ines.log()
    assert not Event.objects.filter(kind="crew.timed-beat").exists()


def test_the_gm_sets_the_clock_and_ends_it(gm, ines):
    sets(gm)
    span = the_clock(gm).span.public_id
    assert 'value="4"' in gm.get("crew.timed-adjust", timed=span).content.decode()
    said(gm.post("crew.timed-adjust", timed=span, beats=4, actions=3), 422)
    said(gm.post("crew.timed-adjust", timed=span, beats=6, actions=2))
    assert stands(gm) == (6, 2)
    assert "Beats left 6 of 6" in ines.panel("crew-timed")
    assert "2 actions to do (was 3), 6 beats left (was 4)." in ines.log()
    gm.does("undo")
    assert stands(gm) == (4, 3)
    said(gm.post("crew.timed-off", timed=span, how="won"))
    assert "says that the timed action Restart the reactor is won." in ines.log()
    assert not Track.objects.filter(key__startswith="timed-").exists()
    gm.does("undo")
    assert stands(gm) == (4, 3)


def test_it_ends_with_its_scene(gm, ines):
    gm.does("open-scene", title="The engine room")
    sets(gm)
    gm.does("close-scene")
    assert timed.running(gm.table) == []
    assert "Restart the reactor: the clock" in ines.log()


def test_only_the_gm_sets_changes_and_ends_it(gm, ines, watcher, stranger):
    sets(gm)
    span = the_clock(gm).span.public_id
    before = (state_of_play(gm.table), Span.objects.count())
    for person in (ines, watcher):
        assert person.post("crew.timed", name="X", beats=1, actions=1).status_code == 403
        assert person.post("crew.timed-adjust", timed=span, beats=1, actions=1).status_code == 403
        assert person.post("crew.timed-off", timed=span, how="off").status_code == 403
    assert watcher.post("crew.beat", timed=span).status_code == 403
    assert stranger.at(gm).post("crew.timed", name="X", beats=1, actions=1).status_code == 404
    for wrong in ({"beats": 0}, {"actions": 0}, {"name": ""}, {"beats": 31}):
        assert gm.post("crew.timed", **({"name": "X", "beats": 3, "actions": 3} | wrong)).status_code == 422
    assert (state_of_play(gm.table), Span.objects.count()) == before


def test_no_more_than_six_at_once(gm):
    for number in range(6):
        sets(gm, name=f"Clock {number}")
    assert "6 timed actions go on already" in sets(gm, status=422)


def test_without_javascript(gm, ines, wren):
    assert gm.post("crew.timed", plain=True, name="Run", beats=3, actions=2).status_code == 302
    page = ines.get("crew.beat", plain=True, timed=the_clock(gm).span.public_id).content.decode()
    assert "Run" in page
    data = {"timed": the_clock(gm).span.public_id, "character": wren.public_id}
    assert ines.post("crew.beat", plain=True, **data).status_code == 302


@pytest.mark.played("crew.timed-action", "crew.difficulty")
def test_the_gm_says_at_once_how_hard_a_beat_is(gm, wren):
    sets(gm)
    said(gm.post("crew.beat", timed=the_clock(gm).span.public_id, character=wren.public_id, difficulty=10))
    draft = the_draft(the_exchange(gm.table), "defender")
    assert [(die.kind, die.size) for die in drafts.pool_of(draft)] == [("difficulty", 10), ("trait", 6)]
