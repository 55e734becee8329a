"""A move on the board: the act without dice of a phase, as far as the sheet says, and what of it anybody sees."""

from __future__ import annotations

import re
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.board.models import Board, Spot
from apps.characters.models import Character
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant, Fight
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import in_round
from tests.combat.wounded import a_turn_of, does, told, undo
from tests.people import state_of_play

STAND = {"Ana": "B5", "Lantern guard": "K5"}


@pytest.fixture
def board(gm: Any, ana: Character, guard: Character) -> Board:
    """Ana, who goes 4 hexes, on B5, the guard nine hexes from her on K5."""
    gm.does("lay-board", grid="hex", columns=12, rows=10, per_cell=1, free="on")
    for one in (ana, guard):
        gm.does("place", characters=[one.public_id], to=STAND[one.name])
    return Board.objects.get(table=gm.table)


def moves(person: Any, character: Character, to: str, status: int = 200, **more: Any) -> str:
    return does(person, "move-token", status, character=character.public_id, to=to, **more)


def form(person: Any, character: Character, to: str) -> str:
    return in_words(person.get("move-token", character=character.public_id, to=to))


def at_once(person: Any, character: Character) -> str | None:
    """Of which cells a tap moves them there."""
    page = BeautifulSoup(person.get("move-token", character=character.public_id).content, "lxml")
    found = page.select_one(".cells")
    assert found
    goes = found.get("data-goes")
    return None if goes is None else str(goes)


def cell(character: Character) -> tuple[int, int]:
    spot = Spot.objects.get(character=character)
    return spot.x, spot.y


def has_moved(gm: Any, character: Character) -> bool:
    found: list[bool] = []

    def reads(turn: Any) -> None:
        combatant = turn.desk.one(Combatant, character=character)
        found.append(spending.has_moved(combatant))

    a_turn_of(gm, reads)
    return found[0]


@pytest.mark.played("dragon.movement", "dragon.phase-action", "dragon.diceless-actions")
def test_one_goes_as_far_as_the_movement_once(gm: Any, ines: Any, board: Board, ana: Character, duel: Fight) -> None:
    assert "Move to F5, 4 of 4 hexes Costs round 2" in form(ines, ana, "F5")
    assert at_once(ines, ana) == ".in"
    moves(ines, ana, "F5")
    assert told(gm.table)["distance"] == 4
    assert (cell(ana), has_moved(gm, ana)) == ((5, 4), True)
    assert "Ana moves no further in this phase" in moves(ines, ana, "G5", 422)
    assert "Ana moves no further in this phase" in form(ines, ana, "G5")


@pytest.mark.played("dragon.movement")
def test_what_is_further_is_refused_and_changes_nothing(ines: Any, board: Board, ana: Character, duel: Fight) -> None:
    before = state_of_play(ines.table)
    assert "5 of 4 hexes: G5 is too far for one move" in moves(ines, ana, "G5", 422)
    assert state_of_play(ines.table) == before
    words = form(ines, ana, "G5")
    assert "5 of 4 hexes" in words
    assert "Nearer" in words


def test_the_move_is_taken_back_by_its_player(gm: Any, ines: Any, board: Board, ana: Character, duel: Fight) -> None:
    moves(ines, ana, "D5")
    undo(ines)
    assert (cell(ana), has_moved(gm, ana)) == ((1, 4), False)


def test_players_move_only_in_their_own_part_of_the_round(
    gm: Any, ines: Any, marek: Any, board: Board, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (2, 5), guard: (2, 6)}, (2, "Bad"))
    assert "the other side’s" in moves(ines, ana, "D5", 422)
    assert "others move them" in moves(marek, ana, "D5", 422)
    assert cell(ana) == (1, 4)


def test_somebody_without_a_phase_here_and_too_few_later_stays(
    gm: Any, ines: Any, board: Board, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (5,), guard: (2,)}, (2, "Good"))
    assert "costs 2 later phases" in moves(ines, ana, "D5", 422)


def test_buying_in_says_its_price_on_the_button(
    gm: Any, ines: Any, board: Board, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (5, 7, 9), guard: (2,)}, (2, "Good"))
    assert "Move to D5, 2 of 4 hexes Costs two later phases" in form(ines, ana, "D5")
    assert at_once(ines, ana) is None


def test_the_gm_goes_on_with_any_move_and_sets_right_without_one(
    gm: Any, board: Board, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (2, 5), guard: (2, 6)}, (2, "Bad"))
    words = form(gm, guard, "E5")
    assert "Further than one move Move to E5, 6 of 3 hexes" in words
    moves(gm, guard, "J5", put="on")
    assert not has_moved(gm, guard)
    moves(gm, guard, "E5")
    assert has_moved(gm, guard)
    moves(gm, guard, "F5")
    moves(gm, ana, "A1")
    assert not has_moved(gm, ana)


def test_outside_a_fight_and_for_whoever_has_no_part_in_it_the_board_is_free(
    gm: Any, ines: Any, board: Board, ana: Character, guard: Character
) -> None:
    moves(ines, ana, "L10")
    in_round(gm, {guard: (2, 6)}, (2, "Good"))
    moves(ines, ana, "A1")


def test_in_their_part_players_move_on_a_board_that_is_not_free(
    gm: Any, ines: Any, board: Board, ana: Character, duel: Fight
) -> None:
    gm.does("change-board", grid="hex", columns=12, rows=10, per_cell=1)
    moves(ines, ana, "D5")
    assert cell(ana) == (3, 4)


def test_an_enemy_s_reach_is_the_gm_s(gm: Any, ines: Any, board: Board, guard: Character, duel: Fight) -> None:
    assert "within 3 hexes" in form(gm, guard, "J5") or "anywhere" in form(gm, guard, "J5")
    words = form(ines, guard, "J5")
    assert "Measure from Lantern guard" in words
    assert "within" not in words
    assert "of 3" not in words


@pytest.mark.played("dragon.range")
def test_the_distances_that_are_harder_to_shoot_over_are_marked(
    gm: Any, ines: Any, marek: Any, board: Board, duel: Fight
) -> None:
    bo = made(marek, name="Bo", role="hero", accuracy=4, weapon_1_name="Bow", weapon_1_attack="ranged")
    gm.does("place", characters=[bo.public_id], to="A5")
    assert "from 9 hexes: +1 to hit" in form(marek, bo, "B5")
    assert "+1" not in form(ines, bo, "B5")
    assert form(marek, bo, "B5").endswith("Move to B5, 1 hex")


def shown_to(person: Any, own: Character, other: Character) -> str:
    """Page, forms and refusals of somebody, without what is new each time."""
    found = person.page() + "".join(
        answer.content.decode()
        for answer in (
            person.get("move-token", character=own.public_id, to="D5"),
            person.get("move-token", character=other.public_id, to="D5"),
            person.post("move-token", character=own.public_id, to="L1"),
        )
    )
    return re.sub(r'"X-CSRFToken": "\w+"|name="(csrfmiddlewaretoken|nonce)" value="[\w-]+"', "", found)


@pytest.mark.played("dragon.visibility")
def test_whoever_hides_changes_no_byte_of_a_player_s_reach(
    gm: Any, ines: Any, board: Board, ana: Character, guard: Character
) -> None:
    witch = made(gm, name="Witch", role="enemy", hidden="on")
    in_round(gm, {ana: (2, 5), guard: (2, 6)}, (2, "Good"))
    without = shown_to(ines, ana, guard)
    gm.does("place", characters=[witch.public_id], to="J10")
    assert shown_to(ines, ana, guard) == without
    moves(gm, witch, "D5")
    assert shown_to(ines, ana, guard) == without
    moves(ines, ana, "D5")
    assert cell(ana) == (3, 4)
