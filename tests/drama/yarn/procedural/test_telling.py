"""A success that is told without dice, and a goal that nothing resists."""

from __future__ import annotations

import pytest

from apps.characters.models import Character
from apps.characters.yarn.scenes import scene_of
from apps.drama.yarn.turns import coming
from apps.table.models import Ask, Exchange
from tests.people import Person
from tests.yarn_world import asked, refused, starts, told


def hears(person: Person, word: str) -> None:
    person.does("yarn.hear-success", ask=asked(person), word=word)


def result(gm: Person) -> str:
    found: str = told(gm.table, "yarn.success-settled")["result"]
    return found


@pytest.mark.played("yarn.success-by-narration")
def test_what_nobody_objects_to_is_so(maud: Character, gm: Person, ines: Person, marek: Person) -> None:
    ines.does("yarn.tell-success", text="We mend the boat")
    assert "We mend the boat" in marek.panel("asks")
    assert "waits for whoever objects" in refused(marek, "yarn.tell-success", text="And the sail")
    hears(marek, "fine")
    hears(gm, "fine")
    assert result(gm) == "fact"
    assert not Exchange.objects.filter(closed_at=None).exists()


@pytest.mark.parametrize(("word", "comes"), [("roll", "procedural"), ("put off", "put off"), ("drop", "dropped")])
def test_one_objection_is_enough(
    maud: Character, gm: Person, ines: Person, marek: Person, word: str, comes: str
) -> None:
    ines.does("yarn.tell-success", text="We mend the boat")
    hears(gm, "object")
    assert not Ask.objects.filter(closed_at=None, audience="seat", subject=marek.seat.pk if marek.seat else 0).exists()
    ines.does("yarn.decide-success", ask=asked(ines), word=word)
    assert result(gm) == comes


def test_the_story_goes_on_for_the_gm_and_whoever_told_it(
    maud: Character, gm: Person, ines: Person, marek: Person
) -> None:
    ines.does("yarn.tell-success", text="We mend the boat")
    telling = Exchange.objects.get(closed_at=None).public_id
    assert "settled already" in refused(marek, "yarn.success-stands", telling=telling)
    ines.does("yarn.success-stands", telling=telling)
    assert result(gm) == "fact"


@pytest.mark.played("yarn.unresisted-goal")
@pytest.mark.parametrize("word", ["fine", "object"])
def test_a_goal_that_nothing_resists(maud: Character, gm: Person, ines: Person, marek: Person, word: str) -> None:
    starts(gm)
    assert "procedural scene" in refused(gm, "yarn.nobody-resists", text="Buy horses")
    gm.does("yarn.set-scene", title="The market", mode="procedural", cast=[maud.public_id])
    gm.does("yarn.nobody-resists", text="Buy horses")
    hears(ines, "fine")
    hears(marek, word)
    assert result(gm) == ("reached" if word == "fine" else "played")
    assert (scene_of(gm.viewer.desk) is None) == (word == "fine")
    found = coming(gm.viewer.desk)
    assert found is not None
    assert (found.again == "unresisted goal") == (word == "fine")


@pytest.mark.played("yarn.unresisted-goal", "yarn.calling-turns")
def test_the_goal_of_a_scene_that_is_over_ends_no_other_one(
    maud: Character, gm: Person, ines: Person, marek: Person
) -> None:
    starts(gm)
    call = {"mode": "procedural", "what": "To get in", "new_place": "The weir"}
    gm.does("yarn.call", caller="GM", cast=[maud.public_id], **call)
    gm.does("yarn.nobody-resists", text="To get in")
    gm.does("yarn.end-scene")
    assert "To get in" not in ines.panel("asks")
    assert not Exchange.objects.filter(closed_at=None).exists()
