"""Laying out a board, showing it, changing it, putting it away."""

from __future__ import annotations

from typing import Any

import pytest

from apps.board.models import Board, Spot
from apps.characters.models import Character
from apps.table.models import Event, Telling
from tests.board.conftest import SMALL
from tests.combat.conftest import in_words
from tests.combat.wounded import does, told, undo
from tests.people import newest_event, open_a_table, sit_down


def spots() -> dict[str, tuple[int, int]]:
    return {one.character.name: (one.x, one.y) for one in Spot.objects.select_related("character")}


def test_players_stand_left_and_all_others_right(gm: Any, ines: Any, cast: list[Character]) -> None:
    gm.does("lay-board", **SMALL, characters=[one.public_id for one in cast])
    assert spots() == {"Shannon": (1, 3), "Brute": (10, 3), "Voss": (10, 2)}
    assert told(gm.table)["placed"][0] == {"name": "Shannon", "cell": "B4"}
    assert "Shannon on B4, Brute on K4" in ines.log()
    assert "Voss" not in ines.page()


def test_undo_takes_it_away_and_brings_it_back(gm: Any, board: Board) -> None:
    laid = Event.objects.get(kind="board-laid")
    gm.does("undo", event=laid.public_id, with_later="on")
    assert not Board.objects.exists()
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert "Shannon, B4" in gm.panel("board")


def test_nobody_is_offered_to_be_put_there_who_stands_there(gm: Any, board: Board, brute: Character) -> None:
    assert "Put somebody on it" not in gm.panel("board")
    assert "Everybody stands on it already" in in_words(gm.get("place"))
    gm.does("take-off", character=brute.public_id)
    assert "Put somebody on it" in gm.panel("board")
    assert "Everybody stands" not in in_words(gm.get("place"))


def test_whoever_stands_there_again_is_not_put_there_twice(gm: Any, board: Board, brute: Character) -> None:
    gm.does("take-off", character=brute.public_id)
    off = newest_event(gm.table)
    gm.does("place", characters=[brute.public_id], to="C5")
    assert "Later acts build on it" in does(gm, "undo", 422, event=off.public_id)
    gm.does("undo", event=off.public_id, with_later="on")
    assert "Brute, K4" in gm.panel("board")


def test_one_board_at_a_time(gm: Any, board: Board) -> None:
    assert "Put it away first" in does(gm, "lay-board", 422, **SMALL)
    gm.does("clear-board")
    gm.does("lay-board", **SMALL)
    assert Board.objects.filter(closed_at=None).count() == 1


def test_the_scene_takes_its_board_with_it(gm: Any, ines: Any, cast: list[Character]) -> None:
    gm.does("open-scene", title="The quay")
    gm.does("lay-board", **SMALL, characters=[cast[0].public_id])
    assert "Shannon, B4" in ines.panel("board")
    gm.does("close-scene")
    assert "Shannon" not in ines.panel("board")
    undo(gm)
    assert "Shannon, B4" in ines.panel("board")


def test_what_is_only_for_the_gm_is_on_no_other_page(gm: Any, ines: Any, watcher: Any, cast: list[Character]) -> None:
    before = ines.page(), watcher.panel("board")
    gm.does("lay-board", **SMALL, hidden="on", characters=[one.public_id for one in cast])
    gm.does("move-token", character=cast[0].public_id, to="C4")
    assert "Shannon, C4" in gm.panel("board")
    assert watcher.panel("board") == before[1]
    assert 'class="ground' not in ines.page()
    assert set(Telling.objects.filter(event=newest_event(gm.table)).values_list("audience", flat=True)) == {"gms"}
    gm.does("show-board")
    assert "Shannon, C4" in ines.panel("board")
    assert "Voss" not in ines.page()


def test_size_and_scale_change_but_leave_nobody_outside(gm: Any, board: Board) -> None:
    assert "Not on a board as small as that: Brute" in does(gm, "change-board", 422, **SMALL | {"columns": 10})
    gm.does("change-board", **SMALL | {"per_cell": 5})
    assert "a cell is 5 yards" in gm.log()
    assert "That is how the board is" in does(gm, "change-board", 422, **SMALL | {"per_cell": 5})
    gm.does("change-board", **{key: value for key, value in SMALL.items() if key != "free"} | {"per_cell": 5})
    assert "moves everybody on the board" in gm.log()


@pytest.mark.parametrize("act", ["lay-board", "change-board", "clear-board", "place", "take-off", "show-board"])
def test_only_the_gm_lays_and_clears(ines: Any, board: Board, act: str) -> None:
    assert ines.post(act, **SMALL).status_code == 403


def test_a_game_without_distances_is_played_without_a_board(db: None) -> None:
    crew = open_a_table("Elsewhere", "crew")
    gm = sit_down(crew, "Watchmaker", "gm", "gm")
    assert gm.post("lay-board", **SMALL).status_code == 403
    assert "Lay out the board" not in gm.page()


def test_whoever_is_deleted_leaves_the_board_and_undo_brings_them_back(gm: Any, board: Board, brute: Character) -> None:
    gm.does("delete-character", character=brute.public_id)
    assert "Brute" not in spots()
    undo(gm)
    assert spots()["Brute"] == (10, 3)
