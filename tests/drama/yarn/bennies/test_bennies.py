"""What bennies buy: tokens, a bonus die in a procedural scene, and the burning of somebody's token."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.checks.yarn.pools import Sought, built
from apps.checks.yarn.rolling import rolled
from apps.rules.dice import ScriptedDice
from apps.table import door
from tests.people import Person
from tests.yarn_world import held, in_a_turn, opens, refused, starts, told


def key(person: Person) -> str:
    assert person.seat
    return person.seat.public_id


def has(gm: Person, who: Person, points: str, count: int) -> None:
    gm.does("yarn.set-hand", who=key(who), points=points, count=count)


@pytest.fixture
def weir(maud: Character, joss: Character, gm: Person) -> Character:
    """A procedural scene is played with Maud and Joss."""
    opens(gm)
    gm.does("yarn.set-scene", title="The weir", mode="procedural", cast=[maud.public_id, joss.public_id])
    gm.does("yarn.start-anyway")
    return maud


def sources(who: Character) -> list[str]:
    return [one.source for one in built(Sought(who)).extras]


@pytest.mark.played("yarn.bennie-token", "yarn.bennie-spending", "yarn.bennie-limit")
def test_a_bennie_buys_a_token_and_one_in_a_scene(table: Any, gm: Person, ines: Person) -> None:
    assert "no episode is open" in refused(ines, "yarn.buy-token")
    starts(gm)
    assert "Ines has no bennie to spend." in refused(ines, "yarn.buy-token")
    has(gm, ines, "bennies", 2)
    assert "Spend one of your 2 bennies" in ines.panel("yarn-bennies")
    ines.does("yarn.buy-token")
    assert (held(ines), held(ines, "bennies")) == (1, 1)
    assert "Ines has spent a bennie in this scene" in refused(ines, "yarn.buy-token")
    gm.does("yarn.set-scene", title="The next")
    ines.does("yarn.buy-token")
    assert (held(ines), held(ines, "bennies")) == (2, 0)
    assert "no bennie" in refused(gm, "yarn.buy-token")


def test_no_token_is_bought_once_hands_are_fixed(maud: Character, gm: Person, ines: Person) -> None:
    starts(gm)
    has(gm, ines, "bennies", 1)
    gm.does("close-scene")
    gm.does("yarn.close-episode", here=[key(ines)])
    assert "hands are fixed by now" in refused(ines, "yarn.buy-token")


@pytest.mark.played("yarn.bennie-burn")
def test_a_bennie_burns_a_token_of_another_player(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    starts(gm)
    has(gm, ines, "bennies", 1)
    gm.does("yarn.set-hand", who="GM", points="tokens", count=1)
    assert "Nobody else holds a token." in ines.panel("yarn-bennies")
    assert "They hold no token to burn." in refused(ines, "yarn.burn", victim=key(marek), kind="drama")
    has(gm, marek, "tokens", 2)
    assert "Marek has no token to burn." in refused(ines, "yarn.burn", victim=key(marek), kind="procedural")
    assert "They hold no token to burn." in refused(ines, "yarn.burn", victim="GM", kind="drama")
    ines.does("yarn.burn", victim=key(marek), kind="drama")
    assert (held(marek), held(ines, "bennies")) == (1, 0)
    assert told(gm.table) == {"who": "Marek", "kind": "drama", "burned": True}


def test_the_gms_pool_burns_by_the_switch(table: Any, gm: Person, ines: Person) -> None:
    starts(gm)
    gm.table.switches.filter(key="burn-gm-pool").update(value="on")
    has(gm, ines, "bennies", 1)
    gm.does("yarn.set-hand", who="GM", points="tokens", count=1)
    ines.does("yarn.burn", victim="GM", kind="drama")
    assert told(gm.table)["burned"]


def test_where_hands_are_closed_a_bennie_may_burn_nothing(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    gm.table.switches.filter(key="tokens-public").update(value="off")
    starts(gm)
    has(gm, ines, "bennies", 1)
    form = ines.get("yarn.burn").content
    has(gm, marek, "tokens", 1)
    assert ines.get("yarn.burn").content == form  # nothing says who holds any
    has(gm, marek, "tokens", 0)
    ines.does("yarn.burn", victim=key(marek), kind="drama")
    assert told(gm.table) == {"who": "Marek", "kind": "drama", "burned": False}
    assert held(ines, "bennies") == 0


@pytest.mark.played("yarn.bennie-procedural")
def test_a_card_is_a_die_on_the_next_roll(weir: Character, gm: Person, ines: Person) -> None:
    has(gm, ines, "bennies", 2)
    ines.does("yarn.buy-procedural", what="card")
    assert sources(weir) == ["A card for a bennie"]
    assert built(Sought(weir, "resistance")).extras == ()
    gm.does("yarn.set-scene", title="The weir by night")
    assert sources(weir) == []  # it was for that scene


def test_a_card_is_gone_with_its_roll(
    weir: Character, gm: Person, ines: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    has(gm, ines, "bennies", 1)
    ines.does("yarn.buy-procedural", what="card")
    monkeypatch.setattr(door, "dice", ScriptedDice([6, 5, 1]))
    found = in_a_turn(ines, lambda turn: rolled(turn, built(Sought(turn.desk.own(weir)))))
    assert found.total == 11
    assert sources(weir) == []


def test_a_token_is_kept_till_it_is_used(
    weir: Character, gm: Person, ines: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    has(gm, ines, "bennies", 1)
    assert "holds no procedural token" in refused(ines, "yarn.use-procedural")
    ines.does("yarn.buy-procedural", what="procedural-token")
    assert sources(weir) == []
    ines.does("yarn.use-procedural")
    assert sources(weir) == ["A procedural token"]
    ines.does("yarn.use-procedural")
    assert told(gm.table) == {"back": True}
    ines.does("yarn.use-procedural")
    monkeypatch.setattr(door, "dice", ScriptedDice([6, 5, 1]))
    in_a_turn(ines, lambda turn: rolled(turn, built(Sought(turn.desk.own(weir)))))
    assert held(ines, "procedural") == 0
    assert "procedural token" not in ines.panel("yarn-bennies")


def test_a_procedural_token_burns_as_well(weir: Character, gm: Person, ines: Person, marek: Person) -> None:
    for one in (ines, marek):
        has(gm, one, "bennies", 1)
    ines.does("yarn.buy-procedural", what="procedural-token")
    marek.does("yarn.burn", victim=key(ines), kind="procedural")
    assert held(ines, "procedural") == 0


def test_when_there_is_none(table: Any, weir: Character, gm: Person, ines: Person) -> None:
    has(gm, ines, "bennies", 2)
    ines.does("yarn.buy-procedural", what="card")
    gm.does("close-scene")
    assert "none is played" in refused(ines, "yarn.buy-procedural", what="card")
    gm.table.switches.filter(key="procedural-bennie").update(value="off")
    assert "buys no procedural token and no card" in refused(ines, "yarn.buy-procedural", what="procedural-token")
    assert "A card" not in ines.panel("yarn-bennies")
