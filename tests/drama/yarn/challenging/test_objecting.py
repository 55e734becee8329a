"""Challenges to time, plot and novelty: the vote, the reworked call, and the GM's judgement."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.scenes import scene_of
from apps.drama.yarn.bans import ban
from apps.drama.yarn.turns import WITHDRAWN, marked
from apps.drama.yarn.window import said_of, window_of
from apps.table.models import Exchange, Span
from tests.people import Person, sit_down
from tests.yarn_world import asked, in_a_turn, refused, starts, told, votes


@pytest.fixture
def called(marek_calls: Any, maud: Character, joss: Character, bess: Character) -> Character:
    marek_calls([maud, joss, bess])
    return maud


def challenges(person: Person, kind: str, text: str = "Not so.") -> None:
    person.does("yarn.challenge", kind=kind, text=text)


@pytest.mark.played("yarn.challenge-vote", "yarn.challenge-time")
def test_both_sides_are_counted_from_the_start_and_the_gm_breaks_a_tie(
    called: Character, gm: Person, ines: Person, marek: Person
) -> None:
    challenges(ines, "time-jump", "I would have gone to the lock.")
    assert "Vote" not in ines.panel("asks")
    assert "As many on either side" in gm.panel("asks")
    assert "Less of it with Ines: Marek says how much less; no token moves" in gm.panel("asks")
    votes(gm, "challenge")
    assert told(gm.table, "yarn.vote-opened")["broken_by"] == "Director"
    marek.does("yarn.rework", ask=asked(marek), count=2, unit="hours")
    window = window_of(gm.viewer.desk)
    assert window
    assert (said_of(window).time, said_of(window).seconds) == ("2 hours later", 7200)
    scene = scene_of(gm.viewer.desk)
    assert scene
    assert scene.span.title == "The attic, 2 hours later"
    challenges(ines, "time-jump")  # a changed call may be challenged so again


def test_at_worst_there_is_no_time_break(called: Character, gm: Person, ines: Person, marek: Person) -> None:
    challenges(ines, "time-jump")
    votes(gm, "challenge")
    marek.does("yarn.rework", ask=asked(marek), count=0, unit="days")
    scene = scene_of(gm.viewer.desk)
    assert scene
    assert scene.span.title == "The attic"
    assert told(gm.table, "yarn.time-reworked") == {"time": "no time in between"}


@pytest.mark.played("yarn.challenge-time")
def test_what_the_caller_makes_of_it_is_less(called: Character, gm: Person, ines: Person, marek: Person) -> None:
    challenges(ines, "time-jump")
    votes(gm, "challenge")
    no = refused(marek, "yarn.rework", ask=asked(marek), count=24, unit="hours")
    assert "The vote was for less than that: it is next day so far." in no
    marek.does("yarn.rework", ask=asked(marek), count=23, unit="hours")


def test_a_call_that_wins_stands(called: Character, gm: Person, ines: Person, marek: Person) -> None:
    piet = sit_down(gm.table, "Piet")
    challenges(ines, "time-jump")
    votes(piet, "call")
    assert window_of(gm.viewer.desk)
    no = refused(ines, "yarn.challenge", kind="time-jump", text="Still.")
    assert "was challenged already" in no
    assert Exchange.objects.filter(closed_at=None).count() == 1


@pytest.mark.played("yarn.challenge-plot")
def test_a_reworked_situation_must_be_accepted_by_all_who_objected(
    called: Character, gm: Person, ines: Person, marek: Person
) -> None:
    piet = sit_down(gm.table, "Piet")
    challenges(ines, "plot-jump", "How did we get the key?")
    votes(piet, "challenge")
    for _ in range(2):
        marek.does("yarn.rework", ask=asked(marek), text="Bess hands it over.")
        piet.does("yarn.accept-rework", ask=asked(piet), allow="yes")
        ines.does("yarn.accept-rework", ask=asked(ines), allow="no")
    assert "the challenge is upheld" not in marek.panel("asks").lower()
    assert "Bess hands it over." in gm.panel("asks")  # after two tries the GM judges
    gm.does("yarn.accept-rework", ask=asked(gm), allow="no")
    marek.does("yarn.rework", ask=asked(marek), text="Bess sells it.")
    for one in (piet, ines):
        one.does("yarn.accept-rework", ask=asked(one), allow="yes")
    scene = scene_of(gm.viewer.desk)
    assert scene
    assert scene.span.text == "Bess sells it."
    assert "Bess sells it." in ines.panel("asks")


@pytest.mark.played("yarn.challenge-novelty")
def test_the_gm_judges_whether_anything_is_new(called: Character, gm: Person, ines: Person, marek: Person) -> None:
    challenges(ines, "novelty", "He has asked that before.")
    assert "Too like a scene that was lost?" in gm.panel("asks")
    gm.does("yarn.judge-novelty", ask=asked(gm), allow="yes")
    assert "asked what has changed" in refused(gm, "yarn.judge-novelty", ask=asked(marek), allow="yes")
    marek.does("yarn.name-change", ask=asked(marek), text="Bess knows.")
    gm.does("yarn.judge-novelty", ask=asked(gm), allow="no")
    assert told(gm.table)["caller"] == "Marek"
    assert scene_of(gm.viewer.desk) is None
    assert marked(Span.objects.filter(kind="scene").latest("pk"), WITHDRAWN)


@pytest.mark.parametrize("words", ["", "Bess knows."])
def test_who_can_name_nothing_calls_another_scene(
    called: Character, gm: Person, ines: Person, marek: Person, words: str
) -> None:
    challenges(ines, "novelty")
    gm.does("yarn.judge-novelty", ask=asked(gm), allow="yes")
    marek.does("yarn.name-change", ask=asked(marek), text=words)
    assert (scene_of(gm.viewer.desk) is None) == (not words)


def test_what_is_new_enough_stands(called: Character, gm: Person, ines: Person) -> None:
    challenges(ines, "novelty")
    gm.does("yarn.judge-novelty", ask=asked(gm), allow="no")
    assert "A scene is called" in ines.panel("asks")
    assert Exchange.objects.filter(closed_at=None).count() == 1


@pytest.mark.played("yarn.repeat-scene-ban")
def test_after_a_force_the_players_vote(called: Character, bess: Character, gm: Person, ines: Person) -> None:
    in_a_turn(gm, lambda turn: ban(turn, turn.desk.own(called), turn.desk.own(bess)))
    assert "after a force: the players vote" in ines.panel("yarn-challenges")
    challenges(ines, "novelty")
    votes(gm, "challenge")
    assert scene_of(gm.viewer.desk) is None


@pytest.mark.parametrize(("value", "asks"), [("GM decides", True), ("call stands", False)])
def test_a_tie_over_the_gms_own_call(
    maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person, value: str, asks: bool
) -> None:
    gm.table.switches.filter(key="gm-party-tie").update(value=value)
    starts(gm)
    gm.does("yarn.set-scene", title="The lock", mode="dramatic", cast=[maud.public_id, joss.public_id])
    challenges(ines, "plot-jump")
    votes(marek, "call")
    assert ("As many on either side" in gm.panel("asks")) == asks
    assert Exchange.objects.filter(closed_at=None, kind="yarn.rework").count() == 0


def test_who_may_not_challenge(called: Character, gm: Person, ines: Person, marek: Person, watcher: Person) -> None:
    assert "It is your own call" in refused(marek, "yarn.challenge", kind="time-jump", text="x")
    assert "The GM does not challenge" in refused(gm, "yarn.challenge", kind="time-jump", text="x")
    assert watcher.post("yarn.challenge", kind="time-jump", text="x").status_code == 403
    challenges(ines, "time-jump")
    assert "One challenge at a time" in refused(ines, "yarn.challenge", kind="plot-jump", text="x")
    gm.does("yarn.start-anyway")
    assert "No call waits" in refused(ines, "yarn.challenge", kind="plot-jump", text="x")


def test_where_no_time_passes_no_jump_of_it_is_challenged(
    called: Character, gm: Person, ines: Person, marek: Person
) -> None:
    assert "No time passes" not in ines.panel("yarn-challenges")
    challenges(ines, "time-jump")
    votes(gm, "challenge")
    marek.does("yarn.rework", ask=asked(marek), count=0, unit="days")
    assert "No time passes before this scene" in ines.panel("yarn-challenges")
    assert "No time passes before this scene" in refused(ines, "yarn.challenge", kind="time-jump", text="Still.")
