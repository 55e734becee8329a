"""Days pass in a montage, if nobody objects; shopping is ruled off stage; both leave the call with their caller."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.characters.yarn import clock
from apps.characters.yarn.scenes import scene_of
from apps.drama.yarn import turns
from tests.combat.conftest import in_words
from tests.people import Person, open_a_table
from tests.yarn_world import asked, opens, refused, told, votes


@pytest.fixture
def proposed(maud: Character, joss: Character, gm: Person, ines: Person, marek: Person) -> Person:
    """It is for Ines to call, and she has proposed a montage of two weeks."""
    opens(gm)
    gm.does("yarn.pass-call")
    ines.does("yarn.call-montage", count=2, unit="week", text="Winter.")
    return gm


def answers(person: Person, word: str) -> None:
    person.does("yarn.object-montage", ask=asked(person), word=word)


def whose(gm: Person) -> tuple[str, str]:
    found = turns.coming(gm.viewer.desk)
    assert found
    return found.who.name, found.again


@pytest.mark.played("yarn.montage", "yarn.calling-turns")
def test_where_nobody_objects_the_days_pass_and_the_caller_calls_again(
    proposed: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    assert ines.panel("asks") == ""
    assert "A montage has been proposed: 2 weeks. 0 of 2 have answered." in ines.panel("yarn-calling")
    answers(marek, "fine")
    assert "1 of 2 have answered. Marek has answered Director has not answered yet" in ines.panel("yarn-calling")
    assert clock.now(proposed.viewer.desk) == 0
    answers(proposed, "fine")
    assert clock.now(proposed.viewer.desk) == 14 * 86400
    scene = scene_of(proposed.viewer.desk)
    assert scene
    assert (scene.mode, len(scene.present), scene.dramatic) == ("montage", 2, False)
    marek.does("yarn.in-montage", character=joss.public_id, text="Mends the boat")
    assert "Mends the boat" in ines.log()
    ines.does("yarn.end-scene")
    assert whose(proposed) == ("Ines", "montage")
    assert "You call once more, after the montage." in ines.panel("yarn-calling")
    assert "no montage" in refused(ines, "yarn.call-montage", count=1, unit="week")
    assert "No montage is played" in refused(ines, "yarn.in-montage", character=maud.public_id, text="Sleeps")
    ines.does("yarn.pass-call")
    assert whose(proposed) == ("Marek", "")


@pytest.mark.played("yarn.montage", "yarn.calling-turns")
def test_a_montage_takes_the_place_of_no_scene_that_the_gm_has_called_meanwhile(
    proposed: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    call: dict[str, Any] = {"mode": "procedural", "what": "To get in", "new_place": "The boat shed"}
    proposed.does("yarn.call", caller="GM", cast=[maud.public_id, joss.public_id], **call)
    assert "2 weeks" not in marek.panel("asks") + ines.panel("yarn-calling")
    scene = scene_of(proposed.viewer.desk)
    assert scene is not None
    assert scene.mode == "procedural"


def test_the_form_says_what_a_montage_costs_and_what_comes_after(gm: Person, ines: Person, marek: Person) -> None:
    opens(gm)
    gm.does("yarn.pass-call")
    assert "It costs nothing. Everybody is asked first" in in_words(ines.get("yarn.call-montage"))
    assert "you call the next scene too" in in_words(ines.get("yarn.call-montage"))
    assert "Ines calls the next scene too" in in_words(gm.get("yarn.call-montage"))


def test_whoever_has_called_is_led_to_whom_it_waits_for(
    proposed: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    def opened() -> list[bool]:
        return [bool(one.soup().select("#panel-yarn-calling [data-opened]")) for one in (ines, marek, proposed)]

    assert opened() == [True, False, False]
    answers(marek, "objects")
    answers(proposed, "fine")
    votes(proposed, "for the challenge")
    call: dict[str, Any] = {"mode": "dramatic", "situation": "Rain.", "new_place": "The boat shed"}
    ines.does("yarn.call", cast=[maud.public_id, joss.public_id], **call)
    assert opened() == [True, False, False]


@pytest.mark.played("yarn.montage", "yarn.challenge-vote")
@pytest.mark.parametrize(("word", "plays"), [("for the call", True), ("for the challenge", False)])
def test_an_objection_is_put_to_the_vote_and_the_gm_breaks_a_tie(
    proposed: Person, ines: Person, marek: Person, word: str, plays: bool
) -> None:
    answers(marek, "objects")
    answers(proposed, "fine")
    assert "Shall 2 weeks pass" not in ines.panel("asks") + marek.panel("asks")
    votes(proposed, word)
    assert (scene_of(proposed.viewer.desk) is not None) == plays
    assert whose(proposed)[0] == ("Marek" if plays else "Ines")
    assert not plays or clock.now(proposed.viewer.desk)


@pytest.mark.played("yarn.montage")
def test_one_objection_stops_it_where_the_table_plays_so(db: None) -> None:
    from tests.people import sit_down

    table = open_a_table("Low Water", game="yarn", montage_objection="one objection stops it")
    gm, ines, marek = sit_down(table, "Edda", "gm", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    opens(gm)
    gm.does("yarn.call-montage", count=1, unit="day")
    assert "One objection stops it" in ines.panel("asks")
    answers(ines, "objects")
    assert told(table)["lasts"] == "1 day"
    assert marek.panel("asks") == ""
    assert whose(gm)[0] == "Edda"


def test_whoever_is_not_to_call_proposes_none(maud: Character, gm: Person, ines: Person, marek: Person) -> None:
    opens(gm)
    assert "It is for Director to call" in refused(ines, "yarn.call-montage", count=1, unit="week")


@pytest.mark.played("yarn.shopping-scene")
def test_what_is_got_off_stage_is_on_the_sheet_and_the_caller_calls_again(
    maud: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm)
    gm.does("yarn.pass-call")
    call: dict[str, Any] = {"mode": "shopping", "what": "Rope and lamps", "new_place": "The chandler"}
    ines.does("yarn.call", cast=[maud.public_id], **call)
    assert "Off stage" in gm.panel("yarn-calling")
    assert "Only the" in ines.post("yarn.off-stage").content.decode()
    gm.does("yarn.off-stage", character=maud.public_id, things="Rope\nLamps")
    assert sorted(Entry.objects.filter(kind="thing").values_list("name", flat=True))[1:] == ["Lamps", "Rope"]
    assert whose(gm) == ("Ines", "shopping off stage")
    assert "No shopping scene" in refused(gm, "yarn.off-stage", character=maud.public_id, things="Rope")


@pytest.mark.played("yarn.shopping-scene", "yarn.calling-turns")
def test_shopping_that_is_played_is_a_turn(maud: Character, gm: Person, ines: Person, marek: Person) -> None:
    opens(gm)
    gm.does("yarn.pass-call")
    ines.does("yarn.call", cast=[maud.public_id], mode="shopping", what="Dynamite", new_place="The quarry")
    gm.does("yarn.start-anyway")
    ines.does("yarn.end-scene")
    assert whose(gm) == ("Marek", "")
