"""What changes whose call it is, and when a scene is over."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.scenes import scene_of
from apps.drama.yarn import turns
from tests.combat.conftest import in_words
from tests.people import Person
from tests.yarn_world import opens, refused, starts, told

PLACE = {"new_place": "The boat shed"}


def whose(gm: Person) -> str:
    found = turns.coming(gm.viewer.desk)
    assert found
    return found.who.name


def key(person: Person) -> str:
    return person.viewer.seat.public_id


@pytest.mark.played("yarn.calling-turns")
def test_whose_turn_it_is_passes(maud: Character, joss: Character, gm: Person, ines: Person, marek: Person) -> None:
    assert "No episode is open" in refused(gm, "yarn.pass-call")
    opens(gm)
    assert "It is for Director to call" in refused(ines, "yarn.pass-call")
    gm.does("yarn.pass-call")
    assert "It is for you to call" in ines.panel("yarn-calling")
    assert "is to call" in marek.panel("yarn-calling")
    ines.does("yarn.pass-call")
    gm.does("yarn.pass-call")
    assert whose(gm) == "Director"
    assert "passed" in gm.panel("yarn-calls")


@pytest.mark.played("yarn.calling-order", "yarn.calling-turns")
def test_the_gm_changes_the_order(maud: Character, joss: Character, gm: Person, ines: Person, marek: Person) -> None:
    opens(gm)
    for data, order, turn in (
        ({"who": key(marek), "what": "move", "place": 1}, ["Marek", "Director", "Ines"], "Marek"),
        ({"who": key(marek), "what": "skip"}, ["Marek", "Director", "Ines"], "Director"),
        ({"who": key(marek), "what": "unskip"}, ["Marek", "Director", "Ines"], "Marek"),
        ({"who": key(ines), "what": "now"}, ["Marek", "Director", "Ines"], "Ines"),
        ({"who": key(ines), "what": "away"}, ["Marek", "Director", "Ines"], "Marek"),
        ({"who": key(ines), "what": "here"}, ["Marek", "Director", "Ines"], "Ines"),
    ):
        gm.does("yarn.change-order", **data)
        assert (told(gm.table)["order"], whose(gm)) == (order, turn), data
    assert "is so already" in refused(gm, "yarn.change-order", who=key(ines), what="here")
    assert "To which place?" in refused(gm, "yarn.change-order", who=key(ines), what="move")
    assert "nobody plays" in refused(gm, "yarn.change-order", who="GM", what="away")
    assert ines.post("yarn.change-order").status_code == 403


@pytest.mark.played("yarn.scene-types")
def test_whoever_is_in_it_says_that_it_is_over(
    maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm)
    assert "No scene is open" in refused(gm, "yarn.end-scene")
    gm.does("yarn.call", cast=[maud.public_id, bess.public_id], mode="dramatic", situation="Rain.", **PLACE)
    assert "It has not begun yet" in refused(ines, "yarn.end-scene")
    gm.does("yarn.start-anyway")
    assert "opener" in ines.panel("yarn-calling")
    assert "Somebody who is in the scene" in refused(marek, "yarn.end-scene")
    ines.does("yarn.end-scene")
    assert scene_of(gm.viewer.desk) is None
    assert told(gm.table)["next"] == "Ines"


@pytest.mark.played("yarn.scene-types")
def test_with_a_fight_in_it_the_gm_alone_ends_it(
    maud: Character, hale: Character, gm: Person, ines: Person, dice: Any
) -> None:
    """Nobody's tap takes the order away from all others in the middle of a round."""
    opens(gm)
    gm.does("yarn.call", cast=[maud.public_id], mode="procedural", what="To get in", **PLACE)
    gm.does("yarn.start-anyway")
    assert "Close the scene" in ines.panel("yarn-calling")
    dice(1, 1, 1, 1)
    gm.does("yarn.begin-fight", title="The gate", characters=[maud.public_id, hale.public_id], mode="detailed")
    gm.does("yarn.roll-rest")
    assert "Close the scene" not in ines.panel("yarn-calling")
    assert "They still fight: the GM ends that first." in refused(ines, "yarn.end-scene")
    assert "The fight ends with it" in in_words(gm.get("yarn.end-scene"))
    gm.does("yarn.end-fight")
    assert "The fight ends with it" not in in_words(gm.get("yarn.end-scene"))
    ines.does("yarn.end-scene")
    assert scene_of(gm.viewer.desk) is None


@pytest.mark.played("yarn.scene-types", "yarn.bennie-queue-jump")
def test_after_the_closer_nobody_calls(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm)
    gm.does("yarn.set-hand", who=key(marek), points="bennies", count=1)
    assert "has been played yet" in refused(gm, "yarn.closer")
    gm.does("yarn.call", cast=[maud.public_id], mode="procedural", what="To get in", **PLACE)
    gm.does("yarn.start-anyway")
    assert gm.soup().select_one("#panel-yarn-calling a[href$='yarn.closer']"), "it is read before it is done"
    assert "rounds the episode off: nobody calls after it" in in_words(gm.get("yarn.closer"))
    gm.does("yarn.closer")
    assert "closer already" in refused(gm, "yarn.closer")
    gm.does("yarn.end-scene")
    assert told(gm.table)["closer"] is True
    assert "The closer has been played" in ines.panel("yarn-calling")
    assert "Close the episode" in gm.panel("yarn-calling")
    no = refused(marek, "yarn.call", jump="on", cast=[joss.public_id], mode="procedural", what="To get in", **PLACE)
    assert "The closer has been played" in no


@pytest.mark.played("yarn.scene-mode")
def test_the_gm_switches_the_mode(maud: Character, joss: Character, gm: Person, ines: Person) -> None:
    starts(gm)
    assert "No scene that was called" in refused(gm, "yarn.change-mode", mode="dramatic")
    gm.does("yarn.call", cast=[maud.public_id], mode="procedural", what="To get in", **PLACE)
    assert "its mode already" in refused(gm, "yarn.change-mode", mode="procedural")
    gm.does("yarn.change-mode", mode="dramatic")
    scene = scene_of(gm.viewer.desk)
    assert scene
    assert scene.mode == "dramatic"
    assert "procedural before, dramatic now" in ines.log()


@pytest.mark.played("yarn.calling-turns")
def test_while_the_episode_closes_nobody_calls(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm)
    gm.does("close-session", here=[key(ines), key(marek)])
    assert ines.panel("yarn-calling") == ""
    for person in (gm, ines):
        no = refused(person, "yarn.call", cast=[maud.public_id], mode="procedural", what="To get in", **PLACE)
        assert "The episode closes: nobody calls any more." in no


def test_while_a_montage_is_proposed_no_player_calls(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm)
    gm.does("yarn.pass-call")
    ines.does("yarn.call-montage", count=1, unit="week")
    assert "A montage has been proposed" in marek.panel("yarn-calling")
    no = refused(ines, "yarn.call", cast=[maud.public_id], mode="procedural", what="To get in", **PLACE)
    assert "waits for everybody’s word" in no


def test_a_theme_may_follow(maud: Character, gm: Person, ines: Person, marek: Person) -> None:
    opens(gm, title="")
    assert "for the Director" in refused(ines, "yarn.name-theme", theme="Debts") or gm
    gm.does("yarn.name-theme", theme="Debts")
    assert "Debts" in ines.page()
    assert "its theme already" in refused(gm, "yarn.name-theme", theme="Debts")


def test_before_an_episode_everybody_sees_what_comes_first(gm: Person, ines: Person, table: object) -> None:
    assert "Open the episode" in gm.panel("first-steps")
    assert "opens the episode" in ines.panel("yarn-calling")
