"""The window after a call: all go on, or the GM waits no longer, and then the scene is played."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.scenes import scene_of
from apps.characters.yarn.votes import TIE, Vote
from apps.drama.yarn import window
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.models import Exchange
from tests.people import Person
from tests.yarn_world import asked, in_a_turn, refused, starts, told


@pytest.fixture
def called(maud: Character, joss: Character, bess: Character, gm: Person) -> Character:
    """The GM has called Maud, Joss and Bess to the attic."""
    starts(gm)
    gm.does("yarn.set-scene", title="The attic", mode="dramatic", cast=[one.public_id for one in (maud, joss, bess)])
    return maud


def goes_on(person: Person) -> None:
    person.does("yarn.go-on", ask=asked(person))


@pytest.mark.played("yarn.gm-dramatic-call", "yarn.challenge")
def test_the_last_go_on_begins_the_scene(called: Character, gm: Person, ines: Person, marek: Person) -> None:
    assert "A scene is called The attic" in ines.panel("asks")
    assert gm.panel("asks") == ""
    goes_on(ines)
    assert "1 of 2 have gone on. It begins when all have." in marek.panel("yarn-calling")
    assert "Marek" in gm.panel("waiting")
    assert "Answer for them" not in gm.panel("waiting")
    goes_on(marek)
    assert told(gm.table) == {"title": "The attic", "mode": "dramatic"}
    assert not Exchange.objects.filter(closed_at=None).exists()
    scene = scene_of(gm.viewer.desk)
    assert scene
    assert called in scene.present


def test_a_call_waits_no_longer_for_whoever_has_gone_on(called: Character, ines: Person, marek: Person) -> None:
    goes_on(ines)
    for one, waiting in ((ines, []), (marek, ["A scene is called"])):
        asks = one.soup().select("#panel-asks [data-ask]:not([data-given])")
        assert [ask.select_one(".eyebrow").get_text(strip=True) for ask in asks] == waiting  # type: ignore[union-attr]


def test_the_gm_goes_on_for_nobody_but_may_start_anyway(
    called: Character, gm: Person, ines: Person, marek: Person
) -> None:
    assert "Nobody answers this for somebody else" in refused(gm, "yarn.go-on", ask=asked(ines))
    goes_on(ines)
    gm.does("yarn.start-anyway")
    assert told(gm.table)["mode"] == "dramatic"
    assert "No call waits" in refused(gm, "yarn.start-anyway")
    assert ines.post("yarn.start-anyway").status_code == 403


@pytest.mark.played("yarn.no-two-recurring")
def test_a_drama_has_a_main_character(bess: Character, gm: Person, ines: Person) -> None:
    starts(gm)
    no = refused(gm, "yarn.set-scene", title="The attic", mode="dramatic", cast=[bess.public_id])
    assert "No dramatic scene is played between recurring characters." in no


def test_whoever_is_hidden_is_named_to_nobody(maud: Character, hale: Character, gm: Person, ines: Person) -> None:
    starts(gm)
    gm.does("yarn.set-scene", title="The attic", mode="dramatic", cast=[maud.public_id, hale.public_id])
    assert "Hale" not in ines.page()


def test_what_follows_is_done_when_it_begins(
    called: Character, gm: Person, ines: Person, marek: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(window, "_beginning", [])
    window.when_scene_begins(lambda turn, scene: begun.append(scene.span.title))
    goes_on(ines)
    assert begun == []
    goes_on(marek)
    assert begun == ["The attic"]


def test_a_kind_of_challenge_comes_once_until_the_call_is_changed(
    called: Character, gm: Person, ines: Person, marek: Person
) -> None:
    def notes(turn: Any) -> None:
        found = window.window_of(turn.desk)
        assert found
        window.note_challenge(turn, found, "time-jump")

    def changes(turn: Any) -> None:
        found = window.window_of(turn.desk)
        assert found
        window.opened_anew(turn, found, turn.events[0])

    in_a_turn(gm, notes)
    with pytest.raises(Refused, match="has been challenged so already"):
        in_a_turn(gm, notes)
    goes_on(ines)
    in_a_turn(gm, changes)
    assert "A scene is called" in ines.panel("asks")
    in_a_turn(gm, notes)


def test_a_call_that_gives_way_is_waited_for_no_longer(called: Character, gm: Person, ines: Person) -> None:
    gm.does("yarn.set-scene", title="The yard", mode="procedural", cast=[called.public_id])
    assert Exchange.objects.filter(closed_at=None).count() == 1
    assert "A scene is called The yard" in ines.panel("asks")
    gm.does("close-scene")
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_a_challenge_stops_the_window_and_with_its_end_it_goes_on(
    called: Character, gm: Person, ines: Person, marek: Person
) -> None:
    def stops(turn: Any) -> None:
        found = window.window_of(turn.desk)
        asked_inside = Vote("", "Is it so?", ())
        exchanges.open_exchange(turn, TIE, asked_inside, by=turn.events[0], inside=found)

    def ends(turn: Any) -> None:
        exchanges.close(turn, exchanges.open_exchanges(turn.desk, TIE)[0])

    in_a_turn(gm, stops)
    goes_on(ines)
    goes_on(marek)
    assert Exchange.objects.filter(closed_at=None).count() == 2
    in_a_turn(gm, ends)
    assert told(gm.table) == {"title": "The attic", "mode": "dramatic"}


def test_the_gm_starts_in_spite_of_a_challenge(called: Character, gm: Person, ines: Person, marek: Person) -> None:
    def stops(turn: Any) -> None:
        found = window.window_of(turn.desk)
        exchanges.open_exchange(turn, TIE, Vote("", "Is it so?", ()), by=turn.events[0], inside=found)

    in_a_turn(gm, stops)
    gm.does("yarn.start-anyway")
    assert told(gm.table)["mode"] == "dramatic"
    assert not Exchange.objects.filter(closed_at=None).exists()
