"""The picture beneath a board: who lays it there, who sees it, and what is kept of it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from apps.board.models import Board
from tests.board.conftest import SMALL
from tests.characters.test_portrait import picture
from tests.combat.wounded import does, undo


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def shown(person: Any) -> Any:
    board = Board.objects.get(table=person.table)
    return person.at_address("board-picture", v=board.picture)


def test_everybody_who_sees_the_board_sees_what_lies_beneath_it(
    gm: Any, ines: Any, watcher: Any, stranger: Any, board: Board
) -> None:
    gm.post("board-picture", picture=picture(size=(3000, 1500)))
    for person in (gm, ines, watcher):
        assert "<image" in person.page()
        answer = shown(person)
        with Image.open(io.BytesIO(b"".join(answer.streaming_content))) as found:
            assert (found.format, found.size) == ("WEBP", (1600, 800))
        assert answer["Cache-Control"].startswith("private")
    assert shown(stranger.at(ines)).status_code == 404
    assert ines.at_address("board-picture", v="").status_code == 404


def test_of_a_board_that_only_the_gm_sees_nobody_else_sees_the_picture(gm: Any, ines: Any) -> None:
    gm.does("lay-board", **SMALL, hidden="on")
    gm.post("board-picture", picture=picture())
    assert shown(gm).status_code == 200
    assert shown(ines).status_code == 404
    assert "<image" not in ines.page()
    assert "beneath the board" not in ines.log()


def test_it_is_taken_away_and_comes_back_by_undo(gm: Any, board: Board) -> None:
    gm.post("board-picture", picture=picture())
    gm.does("board-picture-remove")
    assert "<image" not in gm.page()
    assert "There is no picture" in does(gm, "board-picture-remove", 422)
    undo(gm)
    assert "<image" in gm.page()


def test_only_the_gm_lays_it_there_and_only_a_picture(gm: Any, ines: Any, board: Board) -> None:
    assert ines.post("board-picture", picture=picture()).status_code == 403
    text = io.BytesIO(b"<svg onload=alert(1)>")
    text.name = "map.png"
    assert gm.post("board-picture", picture=text).status_code == 422
    assert "Choose a picture first" in does(gm, "board-picture", 422)
