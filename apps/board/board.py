"""The board that lies at a table: who stands where on it, as far as a seat may know, and how far apart they are."""

from __future__ import annotations

from typing import Any

from apps.board.models import Board, Spot
from apps.characters.access import known_to, knows_of
from apps.characters.models import Character
from apps.rules.distance import Cell, Ground
from apps.rules.registry import Measures
from apps.table.audience import GMS, Audience
from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def measures_of(viewer: Viewer) -> Measures | None:
    """How this table's game measures on a board; None where it is played without."""
    return viewer.game.book.board


def open_board(desk: Desk) -> Board | None:
    """The board that lies there, seen or not."""
    return next(iter(desk.all(Board, closed_at=None)), None)


def board_of(viewer: Viewer) -> Board | None:
    """The board that lies there, if this seat may see it."""
    board = open_board(viewer.desk)
    return board if board and (board.shown or viewer.is_gm) else None


def ground_of(board: Board) -> Ground:
    grid: Any = board.grid
    return Ground(grid, board.columns, board.rows, board.per_cell)


def cell_of(spot: Spot) -> Cell:
    return spot.x, spot.y


def spots_of(board: Board) -> list[Spot]:
    """Where everybody on it stands."""
    return board.desk.all(Spot, board=board)


def spots_known_to(viewer: Viewer, board: Board) -> list[Spot]:
    """Where those stand of whom this seat may know."""
    return [one for one in spots_of(board) if knows_of(viewer, one.character)]


def absent_from(viewer: Viewer, board: Board) -> list[Character]:
    """Those people of whom this seat knows who stand nowhere on it."""
    there = {one.character for one in spots_known_to(viewer, board)}
    return [one for one in known_to(viewer) if one not in there]


def spot_of(board: Board, character: Character) -> Spot | None:
    return board.desk.one(Spot, character=character, board=board)


def stands_on_it(viewer: Viewer, character: Character) -> bool:
    """Whether this seat sees a board and them on it."""
    board = board_of(viewer)
    return board is not None and spot_of(board, character) is not None


def taken_cells(spots: list[Spot], but: Spot | None = None) -> frozenset[Cell]:
    return frozenset(cell_of(one) for one in spots if one is not but)


def taken_for(spot: Spot) -> frozenset[Cell]:
    """The cells that others take from whoever stands there: those of the hidden only from others who are, so that
    nobody's way tells of them."""
    known = [one for one in spots_of(spot.board) if spot.character.hidden or not one.character.hidden]
    return taken_cells(known, but=spot)


def distance_between(viewer: Viewer, one: Character, other: Character) -> int | None:
    """How far apart two are by the board, in the game's unit; None where this seat cannot tell from it."""
    board = board_of(viewer)
    if board is None:
        return None
    found = [spot for spot in spots_known_to(viewer, board) if spot.character in (one, other)]
    return ground_of(board).apart(*map(cell_of, found)) if len(found) == 2 else None


def hearers(board: Board, to: Audience) -> Audience:
    """Those of them who may hear of what happens on this board."""
    return to if board.shown else GMS


def put_away(turn: Turn, board: Board) -> Board:
    return turn.change(board, closed_at=turn.now)


@ends_with_span("scene")
def goes_with_its_scene(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With the scene its board is put away."""
    for board in turn.desk.all(Board, span=span, closed_at=None):
        put_away(turn, board)
    return []
