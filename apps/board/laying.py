"""Laying a board out, showing it, changing its scale, putting it away; and putting people on free cells of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from apps.board.board import (
    board_of,
    cell_of,
    ground_of,
    measures_of,
    open_board,
    put_away,
    spots_of,
    taken_cells,
)
from apps.board.forms import ChangeForm, LayForm
from apps.board.models import Board, Spot
from apps.characters.models import Character
from apps.rules.distance import Cell, Ground, name_of
from apps.table.acts import act, gms
from apps.table.audience import GMS
from apps.table.shared.acts import Nothing
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def may_lay(viewer: Viewer) -> str:
    if measures_of(viewer) is None:
        return f"{viewer.game.title} counts no distances: it is played without a board."
    return gms(viewer)


def running(turn: Turn) -> Board:
    """The board that lies there. Refuses where there is none."""
    board = board_of(turn.viewer)
    if board is None:
        turn.refuse("no-board", f"No board lies here. The {turn.viewer.game.gm} lays one out.")
    return board


# laying it out


@act(
    "lay-board",
    title="Lay out the board",
    form=LayForm,
    button="Lay it out",
    who=may_lay,
    begins="table",
    shown_in="panel-board",
    menu=70,
    due=lambda viewer: measures_of(viewer) is not None and open_board(viewer.desk) is None,
)
def lay(turn: Turn, form: LayForm) -> None:
    """Lays out a board for the scene that runs, with those who stand on it: players' characters left, others right."""
    if open_board(turn.desk) is not None:
        turn.refuse("lies-there", "A board lies here already. Put it away first.")
    ground, data = form.ground(), form.cleaned_data
    board = turn.create(
        Board,
        table=turn.table,
        span=turn.span("scene"),
        shown=not data["hidden"],
        free=data["free"],
        **_scale(ground),
    )
    placed = line_up(turn, board, data["characters"])
    tell(turn, board, "board-laid", _facts(turn, ground), placed)


def _scale(ground: Ground) -> dict[str, Any]:
    return {"grid": ground.grid, "columns": ground.columns, "rows": ground.rows, "per_cell": ground.per_cell}


def _facts(turn: Turn, ground: Ground) -> dict[str, Any]:
    measures = measures_of(turn.viewer)
    return _scale(ground) | {"unit": measures.unit if measures else ""}


def line_up(turn: Turn, board: Board, characters: Iterable[Character], start: Cell | None = None) -> list[Spot]:
    """Puts them on free cells near `start`; without one players' characters left, all others right. A cell where
    somebody hidden stands is as free as any, but for others who are."""
    ground, placed = ground_of(board), []
    middle = (board.rows - 1) // 2
    for one in characters:
        edge = (1, middle) if one.seat_id else (board.columns - 2, middle)
        others = [spot for spot in spots_of(board) if one.hidden or not spot.character.hidden]
        x, y = nearest_free(ground, start or edge, taken_cells(others), upright=start is None)
        placed.append(turn.create(Spot, board=board, character=one, x=x, y=y))
    return placed


def nearest_free(ground: Ground, cell: Cell, taken: frozenset[Cell], upright: bool = False) -> Cell:
    """The free cell nearest to `cell`, it itself first; `upright`: of the same column, as long as one is free there.
    Where none is free, that very cell."""

    def far(one: Cell) -> tuple[int, int, Cell]:
        across = abs(one[0] - cell[0])
        return (across, ground.apart(cell, one), one) if upright else (ground.apart(cell, one), across, one)

    return min((one for one in ground.cells() if one not in taken), key=far, default=cell)


def tell(turn: Turn, board: Board, kind: str, facts: Mapping[str, Any], placed: Sequence[Spot]) -> None:
    """Who was put where: to everybody those of whom everybody may know, to the GMs all of it."""
    full = {**facts, "placed": [_placed(one) for one in placed]}
    seen = {**facts, "placed": [_placed(one) for one in placed if not one.character.hidden]}
    known = board.shown and (bool(seen["placed"]) or kind == "board-laid")
    tell_both(turn, kind, full, seen if known else None)


def _placed(spot: Spot) -> dict[str, str]:
    return {"name": spot.character.name, "cell": name_of(cell_of(spot))}


@act("show-board", title="Show the board", form=Nothing, button="Show it to everybody", who=may_lay)
def show(turn: Turn, form: Nothing) -> None:
    """What lay there for the GMs alone is seen by all."""
    board = running(turn)
    if board.shown:
        turn.refuse("shown", "Everybody sees the board already.")
    turn.change(board, shown=True)
    tell(turn, board, "board-laid", _facts(turn, ground_of(board)), spots_of(board))


@act("change-board", title="Size and scale of the board", form=ChangeForm, button="Keep this", who=may_lay)
def change(turn: Turn, form: ChangeForm) -> None:
    """Changes size, scale and who may move. Refuses a board that somebody would not stand on any more."""
    board, ground = running(turn), form.ground()
    outside = [one.character.name for one in spots_of(board) if cell_of(one) not in ground]
    if outside:
        turn.refuse("outside", f"Not on a board as small as that: {', '.join(outside)}. Move them first.", "columns")
    free, scaled = form.cleaned_data["free"], ground != ground_of(board)
    if not scaled and free == board.free:
        turn.refuse("same", "That is how the board is.")
    turn.change(board, free=free, **_scale(ground))
    turn.tell("board-changed", _facts(turn, ground) | {"free": free, "scaled": scaled}, **told_to(board))


def told_to(board: Board) -> dict[str, Any]:
    """To whom it is told what becomes of the board itself."""
    return {} if board.shown else {"to": GMS}


@act("clear-board", title="Put the board away", form=Nothing, button="Put it away", who=may_lay)
def clear(turn: Turn, form: Nothing) -> None:
    board = running(turn)
    put_away(turn, board)
    turn.tell("board-cleared", {}, **told_to(board))
