"""What is told in a scene: who may, what is objected to, when dice decide, and details of a place."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Exchange
from tests.people import Person, sit_down
from tests.yarn_world import asked, refused, told, votes


@pytest.fixture
def played(marek_calls: Any, maud: Character, joss: Character, gm: Person) -> Character:
    """Maud and Joss are in a scene that is played."""
    marek_calls([maud, joss])
    gm.does("yarn.start-anyway")
    return maud


def key(person: Person) -> str:
    assert person.seat
    return person.seat.public_id


def objects(person: Person, to: Person, act: str = "object-narration", **more: str) -> None:
    person.does(f"yarn.{act}", narrator="GM" if to.viewer.is_gm else key(to), text="The lamp gutters.", **more)


@pytest.mark.played("yarn.right-to-describe")
def test_whoever_has_somebody_in_the_scene_tells_details(played: Character, gm: Person, ines: Person) -> None:
    piet = sit_down(gm.table, "Piet")
    for one, binding in ((ines, True), (gm, True), (piet, False)):
        one.does("yarn.describe", text="The lamp gutters.", kind="circumstance")
        assert told(gm.table)["binding"] == binding
    assert "suggests, with nobody in the scene" in gm.log()
    gm.does("close-scene")
    assert "No scene is open" in refused(ines, "yarn.describe", text="Dark.", kind="circumstance")


def test_what_was_told_is_objected_to_from_its_card(played: Character, gm: Person, ines: Person, marek: Person) -> None:
    ines.does("yarn.describe", text="The lamp & its light.", kind="circumstance")
    for one, offered in ((marek, True), (ines, False), (gm, False)):
        assert ("yarn.object-narration?narrator=" in str(one.soup().find(id="log-cards"))) == offered
    assert "yarn.demand-dice?narrator=" in str(gm.soup().find(id="log-cards"))
    form = marek.get("yarn.object-narration", narrator=key(ines), text="The lamp & its light.").content.decode()
    assert "The lamp &amp; its light." in form


@pytest.mark.played("yarn.narration-challenge")
def test_the_narrator_changes_it_or_lets_the_vote_decide(
    played: Character, gm: Person, ines: Person, marek: Person
) -> None:
    objects(marek, ines)
    assert "A change needs words" in refused(ines, "yarn.answer-narration", ask=asked(ines), answer="adjust")
    ines.does("yarn.answer-narration", ask=asked(ines), answer="adjust", text="It smokes.")
    assert told(gm.table)["text"] == "It smokes."
    objects(marek, ines)  # in a scene that is played it may come again
    ines.does("yarn.answer-narration", ask=asked(ines), answer="vote")
    votes(gm, "challenge")
    assert told(gm.table) == {"who": "Ines", "text": "The lamp gutters."}
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_a_vote_that_is_called_off_leaves_nothing_open(
    played: Character, gm: Person, ines: Person, marek: Person
) -> None:
    objects(marek, ines)
    ines.does("yarn.answer-narration", ask=asked(ines), answer="vote")
    gm.does("call-off", exchange=Exchange.objects.get(kind="yarn.vote").public_id)
    assert not Exchange.objects.filter(closed_at=None).exists()


@pytest.mark.played("yarn.go-procedural")
@pytest.mark.parametrize(
    ("answer", "content", "dice"),
    [("roll", "", True), ("withdraw", "", False), ("adjust", "yes", False), ("adjust", "no", True)],
)
def test_one_objection_to_a_success_that_is_told_is_enough(
    played: Character, gm: Person, ines: Person, answer: str, content: str, dice: bool
) -> None:
    objects(gm, ines, "demand-dice")
    ines.does("yarn.answer-demand", ask=asked(ines), answer=answer, text="I try.")
    if content:
        assert "I try." in gm.panel("asks")
        gm.does("yarn.content", ask=asked(gm), allow=content)
    assert told(gm.table)["dice"] == dice
    assert not Exchange.objects.filter(closed_at=None).exists()


@pytest.mark.played("yarn.location-challenge")
@pytest.mark.parametrize("admitted", ["yes", "no"])
def test_a_detail_of_a_place_is_voted_on_if_the_gm_admits_it(
    played: Character, gm: Person, ines: Person, marek: Person, admitted: str
) -> None:
    objects(ines, marek, "object-place", ground="tone")
    assert "is ridiculous in some way" in gm.panel("asks")
    gm.does("yarn.admit-place", ask=asked(gm), allow=admitted)
    if admitted == "yes":
        votes(gm, "challenge")
        assert told(gm.table) == {"who": "Marek", "text": "The lamp gutters."}
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_who_may_not_object(played: Character, gm: Person, ines: Person, marek: Person) -> None:
    no = refused(gm, "yarn.object-narration", narrator=key(ines), text="x")
    assert "The GM does not challenge" in no
    refused(ines, "yarn.object-narration", narrator=key(ines), text="x")  # nobody objects to what they told themselves
    objects(marek, ines)
    assert "no longer open" in refused(marek, "yarn.answer-narration", ask=asked(ines), answer="vote")
    assert "no longer open" in refused(ines, "yarn.answer-demand", ask=asked(ines), answer="roll")
