"""How far a target is: as it is typed, by the board, or as it was typed before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.combat.gaps import far_apart
from apps.combat.models import Fight
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import in_round
from tests.combat.dragon.test_attack import attacks, line, refused
from tests.combat.wounded import told

Dice = Callable[..., Any]


@pytest.fixture
def bo(ines: Any) -> Character:
    return made(ines, name="Bo", role="hero", accuracy=3, weapon_1_name="Bow", weapon_1_attack="ranged")


@pytest.fixture
def bow(gm: Any, bo: Character, guard: Character) -> dict[str, Any]:
    """Bo's bow, in a round in which both may act."""
    in_round(gm, {bo: (2, 5), guard: (2, 6)}, (2, "Good"))
    return {"weapon": line(bo, "weapon", "Bow")}


@pytest.mark.played("dragon.range", "dragon.target-number")
def test_the_board_tells_the_difficulty_of_a_shot_and_a_move_changes_it(
    gm: Any, ines: Any, bo: Character, guard: Character, bow: dict[str, Any], dice: Dice
) -> None:
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, free="on")
    gm.does("place", characters=[bo.public_id], to="A5")
    gm.does("place", characters=[guard.public_id], to="L5")
    assert "11 hexes" in in_words(ines.get("dragon.attack", character=bo.public_id, target=guard.public_id))
    ines.does("move-token", character=bo.public_id, to="C5")
    assert "Move" not in panel_links(ines)
    dice(8, 8, 8)
    attacks(ines, bo, guard, **bow)
    assert told(gm.table, "dragon.attacked")["strikes"][0]["distance"] == 9


@pytest.mark.played("dragon.range")
def test_what_was_typed_is_known_until_it_is_typed_anew(
    gm: Any, ines: Any, bo: Character, guard: Character, bow: dict[str, Any], dice: Dice
) -> None:
    assert "How many hexes away is Lantern guard?" in refused(ines, bo, guard, **bow)
    dice(8, 8, 8)
    attacks(ines, bo, guard, **bow, distance=30)
    assert far_apart(ines.viewer, guard, bo) == 30
    assert "Lantern guard · 30 hexes" in in_words(ines.get("dragon.attack", character=bo.public_id))


def test_a_blow_says_what_it_takes_for_granted_of_the_distance(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    where = {"character": ana.public_id, "target": guard.public_id, "weapon": "club"}
    on_the_card = where | {"then": "strike"}
    unknown = "How far away Lantern guard is was not said: it counts as close enough."
    assert in_words(ines.get("dragon.attack", **where)).count(unknown) == 1
    assert unknown in in_words(ines.get("dragon.go", **on_the_card))
    assert in_words(ines.get("dragon.split", character=ana.public_id)).count(unknown) == 1
    assert "close enough" not in in_words(ines.get("dragon.go", **where))
    assert "close enough" not in in_words(ines.get("dragon.attack", **where, distance=1))
    stand_on_the_board(gm, ana, guard)
    far = "Lantern guard is 11 hexes away. The rules know no reach: the GM says whether this gets there."
    assert far in in_words(ines.get("dragon.attack", **where))
    assert far in in_words(ines.get("dragon.go", **on_the_card))
    dice(*[1] * 6)
    attacks(ines, ana, guard, weapon="club")
    assert "Club: 2 for each net success, from 11 hexes, Strength" in gm.panel("asks")


def stand_on_the_board(gm: Any, own: Character, other: Character) -> None:
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, free="on")
    for one, cell in ((own, "A5"), (other, "L5")):
        gm.does("place", characters=[one.public_id], to=cell)


def panel_links(person: Any) -> list[str]:
    """What the card of a player's phase opens."""
    found = BeautifulSoup(person.page(), "lxml").select("#panel-dragon-my-phase .slots a")
    return [one.get_text(" ", strip=True) for one in found]


def test_the_card_of_a_phase_moves_on_the_board_where_one_stands_there(
    gm: Any, ines: Any, ana: Character, duel: Fight
) -> None:
    assert f"dragon.move?character={ana.public_id}" in ines.page()
    assert "Run further" in panel_links(ines)
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, characters=[ana.public_id])
    assert f"dragon.move?character={ana.public_id}" not in ines.page()
    assert "Move" in panel_links(ines)


def test_after_a_move_there_is_nothing_more_without_dice(
    gm: Any, ines: Any, ana: Character, guard: Character, duel: Fight, dice: Dice
) -> None:
    assert "First, without dice" in in_words(ines.get("dragon.attack", character=ana.public_id))
    ines.does("dragon.move", character=ana.public_id, hexes=2)
    assert "First, without dice" not in in_words(ines.get("dragon.attack", character=ana.public_id))
    dice(8, 8, 8, 8, 8, 8)
    attacks(ines, ana, guard, first="sits down")
    assert "sits down" not in gm.log()


def targets(person: Any, own: Character) -> list[str]:
    """Whom the form offers, in its order; the first is the one that is chosen."""
    form = BeautifulSoup(person.get("dragon.attack", character=own.public_id).content, "lxml")
    return [one.get_text(" ", strip=True) for one in form.select("label:has([name=target])")]


def test_whoever_is_nearest_is_the_first_target(gm: Any, ines: Any, bo: Character, guard: Character) -> None:
    other = made(gm, name="Warden", role="enemy")
    in_round(gm, {bo: (2, 5), guard: (2, 6), other: (2, 6)}, (2, "Good"))
    assert targets(ines, bo) == ["Lantern guard", "Warden"]
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, free="on")
    for one, cell in ((bo, "A5"), (guard, "L5"), (other, "C5")):
        gm.does("place", characters=[one.public_id], to=cell)
    assert targets(ines, bo) == ["Warden · 2 hexes", "Lantern guard · 11 hexes"]


def test_the_form_says_which_distance_counts_where_none_is_typed(
    gm: Any, ines: Any, bo: Character, guard: Character, bow: dict[str, Any]
) -> None:
    form = {"character": bo.public_id, **bow}
    assert "as it is known" not in in_words(ines.get("dragon.attack", **form))
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, free="on")
    gm.does("place", characters=[bo.public_id], to="A5")
    gm.does("place", characters=[guard.public_id], to="L5")
    assert "Empty: 11, as it is known" in in_words(ines.get("dragon.attack", **form))
