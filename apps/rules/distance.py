"""How far cells of a board are apart: hexes by steps, squares along a straight line. Which game measures how, its book
says; a number that somebody names counts before any board."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import hypot
from typing import Literal

Grid = Literal["hex", "square"]
Cell = tuple[int, int]
"""Column and row, both from 0."""

MOST_COLUMNS, MOST_ROWS = 26, 30
COLUMN_OF_HEXES = 3**0.5 / 2
"""From one column of hexes to the next, where a hex is 1 high."""
NAME = re.compile(r"\s*([A-Za-z])\s*([1-9][0-9]?)\s*")


@dataclass(frozen=True)
class Ground:
    """A board's cells. Odd columns of hexes lie half a cell lower; `per_cell` is the length of a cell in the game's
    unit."""

    grid: Grid
    columns: int
    rows: int
    per_cell: int = 1

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def cells(self) -> Iterator[Cell]:
        """Every cell, column by column."""
        return ((column, row) for column in range(self.columns) for row in range(self.rows))

    def apart(self, one: Cell, other: Cell) -> int:
        """The distance between two cells in the game's unit; 0 within one cell."""
        return int(self.per_cell * self._cells_apart(one, other) + 0.5)

    def _cells_apart(self, one: Cell, other: Cell) -> float:
        if self.grid == "hex":
            return hex_steps(one, other)
        return hypot(one[0] - other[0], one[1] - other[1])

    def beside(self, cell: Cell, start: Cell, taken: frozenset[Cell]) -> Cell | None:
        """The free cell next to `cell` that is nearest to `start`; None where all are taken."""
        near = [one for one in self._around(cell) if one != cell and self.touch(one, cell) and one not in taken]
        return min(near, key=lambda one: (self._cells_apart(one, start), one), default=None)

    def within(self, centre: Cell, most: int) -> frozenset[Cell]:
        """The cells no further away than that, the one in the middle among them."""
        return frozenset(one for one in self.cells() if self.apart(centre, one) <= most)

    def nearer(self, goal: Cell, start: Cell, free: Collection[Cell]) -> Cell | None:
        """The one of these cells nearest to `goal`; None where somebody stands as near already who comes from `start`.
        Of several that one which lies on the straight way."""

        def left(one: Cell) -> tuple[float, float, float, Cell]:
            return self._cells_apart(one, goal), self._cells_apart(one, start), self._aside(one, start, goal), one

        found = min((one for one in free if one != goal), key=left, default=start)
        return found if self._cells_apart(found, goal) < self._cells_apart(start, goal) else None

    def further(self, other: Cell, start: Cell, free: Collection[Cell]) -> Cell | None:
        """The one of these cells furthest from another one; None where none is further from it than `start`. Of several
        that one which lies straight away from it."""

        def back(one: Cell) -> tuple[float, float, Cell]:
            return self._cells_apart(one, other), -self._aside(one, start, other), one

        found = max(free, key=back, default=start)
        return found if self._cells_apart(found, other) > self._cells_apart(start, other) else None

    def _aside(self, one: Cell, start: Cell, other: Cell) -> float:
        """How far a cell lies from the line on which two others do."""
        (x, y), (ax, ay), (bx, by) = map(self._middle, (one, start, other))
        return abs((ax - bx) * (y - ay) - (ay - by) * (x - ax))

    def _middle(self, cell: Cell) -> tuple[float, float]:
        """Where a cell lies on the ground, in heights of a cell."""
        column, row = cell
        return (column * COLUMN_OF_HEXES, row + column % 2 / 2) if self.grid == "hex" else (column, row)

    def _around(self, cell: Cell) -> Iterator[Cell]:
        """The cell and those of the columns and rows next to it, as far as the ground goes."""
        near = ((cell[0] + across, cell[1] + down) for across in (-1, 0, 1) for down in (-1, 0, 1))
        return (one for one in near if one in self)

    def touch(self, one: Cell, other: Cell) -> bool:
        """Whether two cells lie side by side."""
        if self.grid == "hex":
            return hex_steps(one, other) == 1
        return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def hex_steps(one: Cell, other: Cell) -> int:
    """How many hexes one goes from a hex to another one."""
    across, down = other[0] - one[0], _slanted(other) - _slanted(one)
    return max(abs(across), abs(down), abs(across + down))


def _slanted(cell: Cell) -> int:
    """The row along an axis that leans with the columns."""
    column, row = cell
    return row - (column - column % 2) // 2


def name_of(cell: Cell) -> str:
    """A1 is the cell at the top left."""
    return f"{chr(ord('A') + cell[0])}{cell[1] + 1}"


def cell_named(text: str) -> Cell | None:
    """The cell of that name, or None if it is none."""
    found = NAME.fullmatch(text)
    return (ord(found[1].upper()) - ord("A"), int(found[2]) - 1) if found else None
