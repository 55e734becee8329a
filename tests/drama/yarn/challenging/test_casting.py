"""Ducking a scene, and rushing one: what is paid, what is refused, who is in it then."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.characters.yarn.people import of_viewer
from apps.characters.yarn.scenes import BLOCKED, DUCKED, Scene, scene_of
from apps.drama.yarn.challenging.barring import barred_for
from apps.drama.yarn.turns import coming
from apps.rules.refusal import Refused
from apps.table.models import Exchange
from tests.people import Person
from tests.yarn_world import asked, held, made, refused, starts, told


def scene(person: Person) -> Scene:
    found = scene_of(person.viewer.desk)
    assert found
    return found


def has(gm: Person, who: Person, key: str = "tokens", count: int = 1) -> None:
    assert who.seat
    gm.does("yarn.set-hand", who=who.seat.public_id, points=key, count=count)


def ducks(person: Person, character: Character) -> None:
    person.does("yarn.duck", character=character.public_id)


def rushes(person: Person, character: Character, pays: str) -> None:
    person.does("yarn.rush", character=character.public_id, pays=pays)


def compels(caller: Person) -> None:
    caller.does("yarn.answer-duck", ask=asked(caller), answer="compel", words="Respect is to be had there.")


@pytest.mark.played("yarn.duck", "yarn.challenge")
def test_a_caller_who_gives_way_calls_without_them_for_nothing(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person
) -> None:
    marek_calls([maud, joss, bess])
    ines.does("yarn.go-on", ask=asked(ines))
    assert "Keep Maud Ferrin out" in ines.panel("yarn-challenges")
    assert "free if Marek gives way, else they stay, as you have no token" in ines.panel("yarn-challenges")
    ducks(ines, maud)
    assert "one at a time. Waiting for M Marek their word on who stays out" in gm.panel("yarn-challenges")
    assert "Waiting for" not in marek.panel("yarn-challenges")
    assert "Ines would rather keep Maud Ferrin out" in marek.panel("asks")
    marek.does("yarn.answer-duck", ask=asked(marek), answer="give way")
    assert scene(gm).role_of(maud) == DUCKED
    assert not told(gm.table)["over"]
    assert "A scene is called" in ines.panel("asks")  # the call was changed: everybody is asked anew


@pytest.mark.played("yarn.duck")
def test_who_is_compelled_stays_or_pays_the_caller(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person
) -> None:
    marek_calls([maud, joss, bess])
    ducks(ines, maud)
    assert "they stay, or Ines pays you 1 token" in marek.panel("asks")
    assert "Name the desire or a pole" in refused(marek, "yarn.answer-duck", ask=asked(marek), answer="compel")
    compels(marek)
    assert "needs 1 token, and you hold none" in ines.panel("asks")
    assert "the hand is empty" in refused(ines, "yarn.stay", ask=asked(ines), answer="pay")
    has(gm, ines)
    assert "1 of your 1 to Marek" in ines.panel("asks")
    ines.does("yarn.stay", ask=asked(ines), answer="pay")
    assert (held(ines), held(marek)) == (0, 1)
    assert scene(gm).role_of(maud) == DUCKED


def test_who_stays_is_in_it_and_the_call_goes_on_as_it_was(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person
) -> None:
    marek_calls([maud, joss, bess])
    gm.does("yarn.go-on", ask=asked(gm))
    ducks(ines, maud)
    compels(marek)
    ines.does("yarn.stay", ask=asked(ines), answer="stay")
    assert maud in scene(gm).present
    assert "You have gone on" in gm.panel("asks")
    no = refused(ines, "yarn.duck", character=maud.public_id)
    assert "was challenged already, and the call is unchanged" in no
    ines.does("yarn.go-on", ask=asked(ines))
    assert told(gm.table)["mode"] == "dramatic"


@pytest.mark.played("yarn.duck-pair")
def test_a_cast_of_two_of_whom_one_ducks_starts_over(
    marek_calls: Any, maud: Character, joss: Character, ines: Person, marek: Person, gm: Person
) -> None:
    marek_calls([maud, joss])
    ducks(ines, maud)
    marek.does("yarn.answer-duck", ask=asked(marek), answer="give way")
    assert told(gm.table, "yarn.duck-settled")["over"]
    assert scene_of(gm.viewer.desk) is None
    assert not Exchange.objects.filter(closed_at=None).exists()
    assert barred_for(gm.viewer.desk, of_viewer(marek.viewer)) == [maud]
    with pytest.raises(Refused, match="has ducked"):
        marek_calls([maud, joss])


@pytest.mark.played("yarn.duck-pair")
def test_whoever_has_ducked_two_callers_is_called_by_neither(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person
) -> None:
    marek_calls([maud, joss])
    ducks(ines, maud)
    marek.does("yarn.answer-duck", ask=asked(marek), answer="give way")
    call = {"cast": [maud.public_id, bess.public_id], "mode": "dramatic", "situation": "Rain.", "new_place": "A pier"}
    gm.does("yarn.call", **call)
    ducks(ines, maud)
    gm.does("yarn.answer-duck", ask=asked(gm), answer="give way")
    assert "Maud Ferrin has ducked" in refused(gm, "yarn.call", **call)


@pytest.mark.played("yarn.duck-pair")
def test_who_ducks_a_scene_that_is_played_leaves_the_turn_with_its_caller(
    marek_calls: Any, maud: Character, joss: Character, ines: Person, gm: Person, marek: Person
) -> None:
    marek_calls([maud, joss])
    gm.does("yarn.start-anyway")
    ducks(ines, maud)
    marek.does("yarn.answer-duck", ask=asked(marek), answer="give way")
    assert scene_of(gm.viewer.desk) is None
    found = coming(gm.viewer.desk)
    assert found is not None
    assert (found.who.name, found.again) == ("Marek", "a duck")


def test_who_may_not_duck(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, hale: Character, ines: Person, marek: Person,
    gm: Person,
) -> None:  # fmt: skip
    assert "not yours to take out" in refused(ines, "yarn.duck", character=maud.public_id)
    marek_calls([maud, joss, bess, hale])
    assert "not yours to take out" in refused(marek, "yarn.duck", character=joss.public_id)  # it is his call
    assert "not yours to take out" in refused(ines, "yarn.duck", character=joss.public_id)
    assert "not yours to take out" in refused(gm, "yarn.duck", character=hale.public_id)  # nobody knows of him
    gm.table.switches.filter(key="gm-may-duck-and-rush").update(value="off")
    assert "not yours to take out" in refused(gm, "yarn.duck", character=bess.public_id)
    gm.table.switches.filter(key="gm-may-duck-and-rush").update(value="on")
    ducks(gm, bess)
    assert "would rather keep Old Bess out" in marek.panel("asks")


@pytest.mark.played("yarn.rush")
@pytest.mark.parametrize(
    ("key", "pays", "answer", "joined", "left", "got"),
    [
        ("tokens", "token", "let in", True, 1, 0),
        ("tokens", "token", "keep out", True, 0, 1),
        ("bennies", "bennie", "keep out", True, 0, 1),
        ("tokens", "nothing", "keep out", False, 1, 0),
        ("tokens", "nothing", "let in", True, 1, 0),
    ],
)
def test_a_rush_is_free_paid_or_refused(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person,
    key: str, pays: str, answer: str, joined: bool, left: int, got: int,
) -> None:  # fmt: skip
    marek_calls([joss, bess])
    has(gm, ines, key)
    rushes(ines, maud, pays)
    assert held(ines, key) == 1  # nothing moves before the answer
    marek.does("yarn.answer-rush", ask=asked(marek), answer=answer)
    assert (maud in scene(gm).present) == joined
    assert (held(ines, key), held(marek, key)) == (left, got)


@pytest.mark.played("yarn.rush", "yarn.bennie-burn")
def test_what_was_offered_and_is_burned_since_brings_nobody_in(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person,
    sit: Any,
) -> None:  # fmt: skip
    marek_calls([joss, bess])
    noor = sit("Noor")
    has(gm, ines)
    for one in (marek, noor):
        has(gm, one, "bennies")
    rushes(ines, maud, "token")
    noor.does("yarn.burn", victim=ines.viewer.seat.public_id, kind="drama")
    assert "Only for 1 token" not in marek.panel("asks")
    assert "a no is enough" in refused(marek, "yarn.answer-rush", ask=asked(marek), answer="block")
    marek.does("yarn.answer-rush", ask=asked(marek), answer="keep out")
    assert maud not in scene(gm).present
    assert (held(marek), held(marek, "bennies")) == (0, 1)


@pytest.mark.played("yarn.rush-block", "yarn.bennie-limit")
def test_a_bennie_blocks_a_rush_and_one_in_a_scene(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person
) -> None:
    marek_calls([joss, bess])
    has(gm, ines)
    has(gm, marek, "bennies", 2)
    other = made(ines, name="Corin", role="main")
    assert "you have nothing to offer" not in ines.panel("yarn-challenges")
    rushes(ines, maud, "token")
    marek.does("yarn.answer-rush", ask=asked(marek), answer="block")
    assert (held(ines), held(marek, "bennies"), scene(gm).role_of(maud)) == (1, 1, BLOCKED)
    assert "not yours to bring in" in refused(ines, "yarn.rush", character=maud.public_id, pays="token")
    rushes(ines, other, "token")
    no = refused(marek, "yarn.answer-rush", ask=asked(marek), answer="block")
    assert "no bennie to spend in this scene" in no


def test_to_the_gm_as_caller_a_bennie_is_just_gone(
    maud: Character, joss: Character, bess: Character, ines: Person, gm: Person
) -> None:
    starts(gm)
    gm.does("yarn.set-scene", title="The attic", mode="dramatic", cast=[joss.public_id, bess.public_id])
    has(gm, ines, "bennies")
    rushes(ines, maud, "bennie")
    assert "The GM has no bennies" in refused(gm, "yarn.answer-rush", ask=asked(gm), answer="block")
    gm.does("yarn.answer-rush", ask=asked(gm), answer="keep out")
    assert held(ines, "bennies") == 0
    assert maud in scene(gm).present


def test_a_rush_into_a_scene_that_is_played(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person
) -> None:
    marek_calls([joss, bess])
    gm.does("yarn.start-anyway")
    no = refused(ines, "yarn.rush", character=maud.public_id, pays="token")
    assert "To rush the scene costs a token or a bennie, and there is no token." in no
    rushes(ines, maud, "nothing")
    marek.does("yarn.answer-rush", ask=asked(marek), answer="let in")
    assert maud in scene(gm).present
    ducks(ines, maud)
    marek.does("yarn.answer-duck", ask=asked(marek), answer="give way")
    assert scene(gm).role_of(maud) == DUCKED


def test_the_gm_rushes_with_one_of_hers_for_a_token_of_her_pool(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, marek: Person, gm: Person
) -> None:
    marek_calls([maud, joss])
    gm.does("yarn.set-hand", who="GM", points="tokens", count=1)
    rushes(gm, bess, "token")
    marek.does("yarn.answer-rush", ask=asked(marek), answer="keep out")
    assert held(marek) == 1
    assert bess in scene(gm).present


def test_who_answers_is_the_caller_alone(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, watcher: Any
) -> None:
    marek_calls([maud, joss, bess])
    ducks(ines, maud)
    assert "no longer open" in refused(ines, "yarn.answer-duck", ask=asked(marek), answer="give way")
    assert watcher.post("yarn.duck", character=maud.public_id).status_code == 403


def test_while_a_challenge_is_settled_nobody_is_offered_to_go_on(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person, gm: Person
) -> None:
    marek_calls([joss, bess])
    assert [one.get_text() for one in ines.soup().select("#panel-asks button")] == ["Go on"]
    assert "Start anyway" in [one.get_text() for one in gm.soup().select("#panel-yarn-calling button")]
    rushes(ines, maud, "nothing")
    assert not ines.soup().select("#panel-asks button")
    assert "when the challenge is settled" in ines.panel("asks")
    assert not gm.soup().select("#panel-yarn-calling button")
    assert "settle the challenge first" in gm.panel("yarn-calling")
    marek.does("yarn.answer-rush", ask=asked(marek), answer="keep out")
    assert [one.get_text() for one in ines.soup().select("#panel-asks button")] == ["Go on"]


def test_a_rush_is_offered_for_what_one_has(
    marek_calls: Any, maud: Character, joss: Character, bess: Character, ines: Person, gm: Person
) -> None:
    marek_calls([joss, bess])

    def offered() -> list[str]:
        page = BeautifulSoup(ines.get("yarn.rush").content, "lxml")
        return [one.parent.get_text(" ", strip=True) for one in page.select("[name=pays]") if one.parent]

    assert offered() == ["Stay out"]
    has(gm, ines)
    assert offered() == ["1 of your tokens to Marek", "Stay out"]
    assert "free if Marek agrees, else your one token to Marek" in ines.panel("yarn-challenges")
    has(gm, ines, "bennies")
    assert offered() == ["1 of your tokens to Marek", "1 of your bennies to Marek", "Stay out"]
    assert "else your one token or a bennie to Marek" in ines.panel("yarn-challenges")
