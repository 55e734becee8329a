"""Where somebody lies on the board who has dived clear of something, and what that ends (rough_magic.diving-clear)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apps.board.board import cell_of, ground_of, open_board, spot_of, taken_for
from apps.board.models import Spot
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.combat.rough_magic.order import moving
from apps.rules.distance import Cell, name_of
from apps.table.turn import Turn


@dataclass(frozen=True)
class Cleared:
    """The cell where they lie now, by its name, if everybody sees it; and the states that have ended, in words."""

    cell: str = ""
    ended: tuple[str, ...] = ()


NOWHERE = Cleared()


def spot_on_board(character: Character) -> Spot | None:
    """Where they stand on the board that lies there, seen or not."""
    board = open_board(character.desk)
    return spot_of(board, character) if board else None


def outside(spot: Spot, middle: Cell, radius: int) -> Cell | None:
    """The free cell nearest to them that is farther than `radius` metres from the middle; None where the board has
    none."""
    ground = ground_of(spot.board)
    return _nearest(spot, (one for one in _free(spot) if ground.apart(middle, one) > radius))


def aside(spot: Spot, danger: Cell | None, beyond: int, most: int) -> Cell | None:
    """The free cell nearest to them that is farther than `beyond` metres from the danger and no farther than `most`
    away; of several the one farthest from it. None where they cannot get anywhere."""
    ground, start = ground_of(spot.board), cell_of(spot)
    within = [one for one in _free(spot) if one != start and ground.apart(start, one) <= most]
    if danger is not None:
        within = [one for one in within if ground.apart(danger, one) > beyond]
    return _nearest(spot, within, danger)


def so_far(spot: Spot, danger: Cell | None, metres: int) -> Cell | None:
    """The free cell that many metres from where they stand, or nearly so; of several the one farthest from the
    danger."""
    ground, start = ground_of(spot.board), cell_of(spot)

    def amiss(one: Cell) -> tuple[int, int, Cell]:
        return abs(ground.apart(start, one) - metres), -(ground.apart(danger, one) if danger else 0), one

    return min(_free(spot), key=amiss, default=None)


def _free(spot: Spot) -> frozenset[Cell]:
    return frozenset(ground_of(spot.board).cells()) - taken_for(spot)


def _nearest(spot: Spot, cells: Iterable[Cell], danger: Cell | None = None) -> Cell | None:
    ground, start = ground_of(spot.board), cell_of(spot)

    def far(one: Cell) -> tuple[int, int, Cell]:
        return ground.apart(start, one), -(ground.apart(danger, one) if danger else 0), one

    return min(cells, key=far, default=None)


def lies_there(turn: Turn, character: Character, to: Cell | None, *, covered: bool = False) -> Cleared:
    """They have got there, if the board has them, and away from whoever held them or was held. The cover that they had
    is left; `covered`: they lie behind other cover now (rough_magic.cover)."""
    spot = spot_on_board(character)
    if spot is not None and to is not None:
        turn.change(spot, x=to[0], y=to[1])
    told = spot is not None and to is not None and spot.board.shown and not character.hidden
    ended = moving.parts(turn, character)
    if covered:
        states.begin(turn, character, "cover")
    else:
        ended += states.happened(turn, character, "left cover")
    return Cleared(name_of(to) if told and to else "", tuple(ended))
