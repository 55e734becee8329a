"""Boosts, and what lasts a round: whose place ends it, what a roll outside a fight ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from apps.characters import rows
from apps.characters.models import Character
from apps.characters.rough_magic import boosts, endurance, lasting, points
from apps.characters.rough_magic.sheet import sheet_of
from apps.characters.rough_magic.states import states_of
from apps.rules.dice import ScriptedDice
from apps.rules.refusal import Refused
from apps.table.hold import hold
from apps.table.turn import Turn
from tests.people import open_a_table, sit_down

At = dict[str, Any]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """A fight that is told of: what stands in it under "place" is where it is."""
    told: At = {}
    monkeypatch.setattr(lasting, "_sources", [lambda desk: told.get("place")])
    return told


@pytest.fixture
def turn(db: None) -> Iterator[Turn]:
    table = open_a_table("The Lantern Gate", game="rough_magic")
    gm = sit_down(table, "Director", "gm", "gm")
    sit_down(table, "Ines")
    with hold(table.pk):
        yield Turn(gm.viewer, "test", ScriptedDice([]))


@pytest.fixture
def jun(turn: Turn) -> Character:
    return of(turn, "Jun", agility=4)


def of(turn: Turn, name: str, held: int = 3, **ranks: int) -> Character:
    seat = next(one for one in turn.desk.all(type(turn.seat)) if one.name == "Ines")
    made = rows.make_character(turn, name=name, sheet="character", role="hero", seat=seat)
    for key, rank in ranks.items():
        rows.set_rating(turn, made, "attribute", key, rank)
    turn.change(points.track_of(turn, seat), value=held)
    return made


def place(whose: Character, round_: int, *order: Character) -> lasting.Place:
    return lasting.Place(whose.public_id, round_, tuple(one.public_id for one in order))


def ends(character: Character) -> list[str]:
    return [lasting.end_of(one) for one in states_of(character)]


def test_a_boost_lifts_the_rank_and_all_that_hangs_on_it(turn: Turn, jun: Character) -> None:
    walked = sheet_of(jun).walk_m
    bought = boosts.boost(turn, jun, "agility")
    assert (bought.facts["before"], bought.facts["rank"], bought.facts["ends"]) == (4, 5, "till the next roll")
    assert (sheet_of(jun).rank("agility"), sheet_of(jun).walk_m > walked) == (5, True)
    assert points.held_for(jun) == 2
    assert [one["name"] for one in lasting.has_rolled(turn, jun)] == ["boosted"]
    assert sheet_of(jun).rank("agility") == 4


def test_not_twice_and_not_without_a_point(turn: Turn, jun: Character) -> None:
    boosts.boost(turn, jun, "agility")
    with pytest.raises(Refused, match="boosted already"):
        boosts.boost(turn, jun, "agility")
    boosts.boost(turn, jun, "will")
    boosts.boost(turn, jun, "brawn")
    with pytest.raises(Refused, match="none is left"):
        boosts.boost(turn, jun, "reason")
    with pytest.raises(Refused, match="no such"):
        boosts.boost(turn, jun, "charm")


def test_a_round_is_over_as_the_same_place_comes(turn: Turn, jun: Character, at: At) -> None:
    other = of(turn, "Sel")
    at["place"] = place(other, 2, jun, other)
    boosts.boost(turn, jun, "agility")
    assert ends(jun) == ["before Sel's place in round 3"]
    assert not lasting.round_ends(turn, 2)
    assert not lasting.place_comes(turn, jun, 3)
    assert lasting.place_comes(turn, other, 3)
    assert not states_of(jun)


def test_a_place_that_never_comes_ends_it_with_its_round(turn: Turn, jun: Character, at: At) -> None:
    other = of(turn, "Sel")
    at["place"] = place(other, 2, jun, other)
    boosts.boost(turn, jun, "agility")
    assert lasting.round_ends(turn, 3)
    boosts.boost(turn, jun, "agility")
    assert lasting.fight_ends(turn)


def test_a_place_of_somebody_hidden_is_not_named(turn: Turn, jun: Character, at: At) -> None:
    hidden = of(turn, "Ash")
    turn.change(hidden, hidden=True)
    at["place"] = place(hidden, 1, jun, hidden)
    assert boosts.boost(turn, jun, "agility").facts["ends"] == "before the same place in round 2"
    assert ends(jun) == ["before the same place in round 2"]


def test_a_scene_must_be_open(turn: Turn, jun: Character) -> None:
    with pytest.raises(Refused, match="No scene"):
        boosts.boost(turn, jun, "agility", "scene")


def test_levels_lost_since_the_last_rest_are_counted(turn: Turn, jun: Character) -> None:
    endurance.lose(turn, jun, 2)
    endurance.lose(turn, jun, 3, stunning=True)
    assert endurance.recent_of(jun) == 4
    endurance.count_recent(turn, jun, 0)
    assert endurance.recent_of(jun) == 0
