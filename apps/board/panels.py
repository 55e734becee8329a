"""The board on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.board.board import absent_from, board_of, measures_of, spot_of, spots_of
from apps.board.drawing import drawn, token_of
from apps.board.going import word_of
from apps.characters.access import played_by
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@panel("board", template="board/panels/board.html", slot="stage", order=17, per="role")
def board(viewer: Viewer) -> Context:
    """The board that lies there, with those of whom everybody in this role knows."""
    board = board_of(viewer)
    if board is None:
        return {}
    seen = [one for one in spots_of(board) if viewer.is_gm or not one.character.hidden]
    measures = measures_of(viewer)
    unit = measures.unit_for(board.per_cell) if measures else ""
    absent = viewer.is_gm and bool(absent_from(viewer, board))
    return {"board": board, "drawn": drawn(board, seen), "unit": unit, "absent": absent}


@panel("my-tokens", template="board/panels/my_tokens.html", slot="stage", order=18, roles={"player"})
def my_tokens(viewer: Viewer) -> Context:
    """Those of this seat who may go as they like, one tap away. Of a move by the game's rules the game tells itself."""
    board = board_of(viewer)
    if board is None:
        return {}
    own = [spot for one in played_by(viewer) if (spot := spot_of(board, one))]
    free = [one for one in own if board.free and word_of(viewer, one.character) is None]
    return {"tokens": [token_of(one) for one in free]}
