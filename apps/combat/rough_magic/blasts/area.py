"""Who stands how far from the middle of an explosion: by the board where there is one, else as it was typed."""

from __future__ import annotations

from apps.board.board import board_of, cell_of, ground_of, open_board, spot_of
from apps.characters.access import all_known_to
from apps.characters.models import PLACE, SHIP, Character
from apps.combat.gaps import far_apart
from apps.rules.distance import Cell
from apps.table.viewer import Viewer


def there(viewer: Viewer) -> list[Character]:
    """The people and things in the scene of which this seat knows."""
    return [one for one in all_known_to(viewer) if one.present and one.sheet not in (SHIP, PLACE)]


def middle(viewer: Viewer, cell: Cell | None, at: Character | None) -> Cell | None:
    """The cell in the middle: as it was named, else where somebody stands."""
    board = board_of(viewer)
    if board is None or cell is not None:
        return cell
    spot = spot_of(board, at) if at else None
    return cell_of(spot) if spot else None


def from_middle(viewer: Viewer, one: Character, cell: Cell | None, at: Character | None) -> int | None:
    """How far somebody is from it; None where this seat cannot tell."""
    metres = by_board(viewer, one, cell)
    if metres is not None or at is None:
        return metres
    return 0 if one == at else far_apart(viewer, at, one)


def by_board(viewer: Viewer, one: Character, cell: Cell | None) -> int | None:
    """How far the board has somebody from that cell; None without a board, a cell, or a place of theirs on it."""
    board = board_of(viewer)
    spot = spot_of(board, one) if board and cell is not None else None
    return ground_of(board).apart(cell, cell_of(spot)) if board and spot and cell is not None else None


def unseen(viewer: Viewer, cell: Cell | None, radius: int) -> dict[Character, int]:
    """Those of whom this seat does not know and whom the board shows within it, with how far they are."""
    board = open_board(viewer.desk)
    if board is None or cell is None:
        return {}
    known, ground = {one.pk for one in all_known_to(viewer)}, ground_of(board)
    found = {
        one: ground.apart(cell, cell_of(spot))
        for one in viewer.desk.all(Character, present=True)
        if one.pk not in known and (spot := spot_of(board, one)) is not None
    }
    return {one: metres for one, metres in found.items() if metres <= radius}
