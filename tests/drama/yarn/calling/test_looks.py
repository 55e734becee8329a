"""What the page shows of it: the GM's hand, the first steps, tokens in the table's colour."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.people import Person, open_a_table, sit_down
from tests.yarn_evening import JOSS, MAUD
from tests.yarn_world import made, opens, starts


def test_the_gms_hand_has_what_is_done_most(table: Any, gm: Person) -> None:
    hand = gm.panel("hand")
    for words in ("Ask for a roll", "Secret roll", "Time passes", "Recovery", "Award dice", "Cast"):
        assert words in hand


def test_how_it_is_played_is_told_to_each(table: Any, gm: Person, ines: Person) -> None:
    assert "Make the cast together" in gm.at_address("how").content.decode()
    assert "Open the episode" in gm.at_address("how").content.decode()
    assert "Call a scene" in ines.at_address("how").content.decode()


@pytest.mark.parametrize("colour", ["blue", "brown"])
@pytest.mark.played("yarn.components")
def test_tokens_look_as_the_table_has_them(db: None, colour: str) -> None:
    table = open_a_table("Low Water", game="yarn", token_colour=colour)
    gm, ines = sit_down(table, "Edda", "gm", "gm"), sit_down(table, "Ines")
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=3)
    found = ines.soup().select(f"#panel-yarn-hands .pips.tokens.{colour} .pip.on")
    assert len(found) == 3


def test_an_evening_is_an_episode_everywhere(gm: Person, ines: Person, maud: Character, joss: Character) -> None:
    assert "Open an episode" in gm.panel("menu")
    starts(gm, scene="The attic")
    assert "Episode 1 · What we inherit" in ines.panel("state")
    assert "Episode 1 · Scene 1" in ines.panel("scene")
    assert "Call a scene" in gm.panel("menu")
    assert "Session" not in ines.page()


def test_the_first_steps_are_those_of_the_game(gm: Person, ines: Person, marek: Person) -> None:
    assert "Make the cast together" in gm.panel("first-steps")
    assert "Make the cast together" not in gm.panel("beginnings"), "said twice"
    made(ines, **MAUD)
    made(marek, **JOSS)
    assert "in which order" in ines.panel("first-steps")
    assert "Everybody has a main character" in gm.panel("first-steps")
    assert "Open the episode" in gm.panel("first-steps")
    opens(gm)
    assert "The first scene is called" in gm.panel("first-steps")
    assert "Set the scene" not in gm.page()


def test_nobody_is_called_ready_whose_sheet_is_not_approved(gm: Person, ines: Person) -> None:
    made(ines, **MAUD)
    assert "ready" not in gm.panel("first-steps")
    assert "not approved Approve the sheet of Maud Ferrin" in gm.panel("yarn-cast")
    (approves,) = gm.soup().select("#panel-yarn-cast form")
    assert approves["hx-post"] == "act/yarn.approve", "one tap does it"
    gm.does("yarn.approve", **{str(one["name"]): one["value"] for one in approves.select("input")})
    assert "pprove" not in gm.panel("yarn-cast")


def test_a_scene_is_named_and_its_cast_is_listed_once(
    gm: Person, ines: Person, maud: Character, joss: Character, bess: Character
) -> None:
    opens(gm)
    cast = [one.public_id for one in (maud, joss, bess)]
    gm.does("yarn.set-scene", title="The attic", mode="dramatic", cast=cast)
    assert "The attic" in ines.panel("asks")
    assert "The attic" not in ines.panel("scene") + ines.panel("yarn-calling")
    gm.does("yarn.start-anyway")
    gm.does("yarn.swap-sides", petitioner=maud.public_id, granter=joss.public_id)
    calling = ines.panel("yarn-calling")
    assert calling.count("The attic") == 1
    assert "Old Bess" in calling
    assert "Maud Ferrin" not in calling
    assert "Maud Ferrin" in ines.panel("yarn-petition")


def test_the_way_to_the_first_episode_is_offered_once(table: Any, gm: Person, ines: Person) -> None:
    for _ in ("before everybody has a character", "and after"):
        assert "Open the episode" in gm.panel("first-steps")
        assert gm.panel("yarn-calling") == ""
        made(ines, **MAUD)
