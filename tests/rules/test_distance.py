"""Distances on a board, against steps that are walked one by one."""

from __future__ import annotations

import pytest

from apps.rules.distance import Cell, Ground, cell_named, hex_steps, name_of

HEXES = Ground("hex", 12, 10)


def walked(start: Cell) -> dict[Cell, int]:
    """How many steps from neighbour to neighbour each hex of a board is away, found by going there."""
    found, edge = {start: 0}, [start]
    for cell in edge:
        column, row = cell
        lower = column % 2
        around = [(column, row - 1), (column, row + 1)]
        around += [(column + side, row + down) for side in (-1, 1) for down in (lower - 1, lower)]
        for one in around:
            if one in HEXES and one not in found:
                found[one] = found[cell] + 1
                edge.append(one)
    return found


@pytest.mark.parametrize("start", [(0, 0), (5, 4), (6, 4), (11, 9)])
def test_hexes_are_as_far_as_one_walks(start: Cell) -> None:
    assert {cell: hex_steps(start, cell) for cell in HEXES.cells()} == walked(start)


@pytest.mark.parametrize(
    ("one", "other", "yards"),
    [((0, 0), (0, 0), 0), ((0, 0), (3, 4), 10), ((0, 0), (1, 1), 3), ((2, 1), (2, 6), 10), ((0, 0), (0, 1), 2)],
)
def test_squares_are_as_far_as_a_straight_line(one: Cell, other: Cell, yards: int) -> None:
    assert Ground("square", 20, 20, 2).apart(one, other) == yards


def test_half_a_unit_counts_as_one() -> None:
    assert Ground("square", 9, 9, 1).apart((0, 0), (2, 1)) == 2
    assert Ground("square", 9, 9, 5).apart((0, 0), (1, 1)) == 7
    assert Ground("hex", 9, 9, 3).apart((0, 0), (2, 1)) == 6


def test_the_free_cell_beside_is_the_nearest_to_where_one_comes_from() -> None:
    ground = Ground("square", 6, 6)
    assert ground.beside((3, 3), (0, 3), frozenset()) == (2, 3)
    assert ground.beside((3, 3), (0, 3), frozenset({(2, 3)})) == (2, 2)
    around = frozenset((x, y) for x in (2, 3, 4) for y in (2, 3, 4))
    assert ground.beside((3, 3), (0, 3), around) is None
    assert HEXES.beside((4, 4), (4, 9), frozenset()) == (4, 5)


@pytest.mark.parametrize(("most", "many"), [(0, 1), (1, 7), (2, 19), (3, 37)])
def test_hexes_around_one(most: int, many: int) -> None:
    around = HEXES.within((5, 4), most)
    assert len(around) == many
    assert around == {cell for cell, steps in walked((5, 4)).items() if steps <= most}


def test_a_way_ends_as_near_as_it_goes_and_where_nobody_stands() -> None:
    assert HEXES.nearer((8, 4), (2, 4), HEXES.within((2, 4), 3)) == (5, 3)
    assert HEXES.nearer((8, 4), (2, 4), HEXES.within((2, 4), 3) - {(5, 3)}) == (5, 4)
    assert HEXES.nearer((8, 4), (2, 4), HEXES.within((2, 4), 20)) in {
        cell for cell, n in walked((8, 4)).items() if n == 1
    }
    assert HEXES.nearer((3, 4), (2, 4), HEXES.within((2, 4), 5)) is None
    assert HEXES.nearer((8, 4), (2, 4), HEXES.within((2, 4), 0)) is None


def test_a_way_back_goes_straight_away() -> None:
    assert HEXES.further((8, 4), (5, 4), HEXES.within((5, 4), 2)) == (3, 4)
    assert HEXES.further((5, 1), (5, 4), HEXES.within((5, 4), 3)) == (5, 7)
    assert HEXES.further((5, 1), (5, 4), HEXES.within((5, 4), 3) - {(5, 7)}) in {(4, 7), (6, 7)}
    assert HEXES.further((11, 4), (0, 4), HEXES.within((0, 4), 0)) is None


@pytest.mark.parametrize(("text", "cell"), [("A1", (0, 0)), ("k6", (10, 5)), (" C 12 ", (2, 11)), ("Z30", (25, 29))])
def test_cells_have_names(text: str, cell: Cell) -> None:
    assert cell_named(text) == cell
    assert name_of(cell) == text.replace(" ", "").upper()


@pytest.mark.parametrize("text", ["", "6", "K", "K0", "6K", "KK6", "K6x", "Ä3"])
def test_what_is_no_name_is_no_cell(text: str) -> None:
    assert cell_named(text) is None
