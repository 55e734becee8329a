"""Shots on a board that changes: whoever moves, whatever a cell measures, the range is that of the shot’s moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import floor, sqrt
from random import Random
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry
from tests.combat.armed import armed, cannot_defend, in_actions, parts, settled, shoots
from tests.combat.conftest import in_words
from tests.combat.wounded import undo
from tests.people import newest_event

Dice = Callable[..., Any]
Cell = tuple[int, int]

PISTOL = ((5, "Short", 0), (20, "Medium", -1), (51, "Long", -3))
RIFLE = ((20, "Short", 0), (100, "Medium", -1), (301, "Long", -3))
"""As the book has them: under so many yards, the band, what it adds."""


# worked out otherwise than the program does


def yards(grid: str, per_cell: int, one: Cell, other: Cell) -> int:
    if grid == "square":
        return floor(per_cell * sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) + 0.5)
    return per_cell * steps(one, other)


def steps(start: Cell, goal: Cell) -> int:
    """Hex by hex outwards; odd columns lie half a hex lower."""
    reached, edge = {start}, {start}
    for far in count():
        if goal in reached:
            return far
        edge = {near for one in edge for near in around(one)} - reached
        reached |= edge
    raise AssertionError


def around(cell: Cell) -> Iterator[Cell]:
    column, row = cell
    lower = column % 2
    yield from ((column, row - 1), (column, row + 1))
    yield from ((column + side, row + down) for side in (-1, 1) for down in (lower - 1, lower))


def named(cell: Cell) -> str:
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[cell[0]]}{cell[1] + 1}"


def band(bands: tuple[tuple[int, str, int], ...], far: int) -> tuple[str, int] | None:
    return next(((name, modifier) for under, name, modifier in bands if far < under), None)


# the board


class Ground:
    """A board as the GM lays it out and changes it, and where two stand on it."""

    def __init__(self, gm: Any, random: Random, *those: Character) -> None:
        self.gm, self.random, self.those = gm, random, those
        self.scale: dict[str, Any] = {}
        self.cells: list[Cell] = []

    def anew(self) -> None:
        """Another board in the place of the one that lay there."""
        if self.scale:
            self.gm.does("clear-board")
        self.scale = self._some_scale()
        self.gm.does("lay-board", **self.scale, free="on")
        self.cells = self._some_cells()
        for one, cell in zip(self.those, self.cells, strict=True):
            self.gm.does("place", characters=[one.public_id], to=named(cell))

    def rescale(self) -> None:
        """The same cells measure something else, or lie otherwise."""
        before = self.scale
        while self.scale == before:
            self.scale = self._some_scale()
        self.gm.does("change-board", **self.scale, free="on")

    def move(self) -> None:
        """One of them goes somewhere else."""
        which = self.random.randrange(2)
        cell = self._some_cell(*self.cells)
        self.cells[which] = cell
        self.gm.does("move-token", character=self.those[which].public_id, to=named(cell))

    def _some_scale(self) -> dict[str, Any]:
        grid, per_cell = self.random.choice(["hex", "square"]), self.random.choice([1, 2, 3, 5, 8])
        return {"grid": grid, "columns": 16, "rows": 12, "per_cell": per_cell}

    def _some_cells(self) -> list[Cell]:
        one = self._some_cell()
        return [one, self._some_cell(one)]

    def _some_cell(self, *but: Cell) -> Cell:
        cell = self.random.randrange(16), self.random.randrange(12)
        return self._some_cell(*but) if cell in but else cell

    @property
    def yards(self) -> int:
        return yards(self.scale["grid"], self.scale["per_cell"], *self.cells)


@pytest.mark.played("dragonfly.range-bands", "dragonfly.ranged-attack")
@pytest.mark.parametrize("seed", range(3))
def test_the_range_is_that_of_the_board_as_it_is_then(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, dice: Dice, seed: int
) -> None:
    """Over random boards, scales and moves: the form, the card and the die's line against the book's table; what the
    weapon does not reach is refused. A form that was left open is sent as it was."""
    random = Random(seed)
    guns = ((armed(shannon, "Pistol", "pistol"), PISTOL), (armed(shannon, "Carbine", "rifle"), RIFLE))
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    ground = Ground(gm, random, shannon, brute)
    ground.anew()
    for _ in range(12):
        gun, bands = random.choice(guns)
        random.choice([ground.anew, ground.rescale, ground.move, ground.move])()
        shot(gm, ines, shannon, brute, gun, dice, ground.yards, band(bands, ground.yards))


def shot(
    gm: Any, ines: Any, own: Character, target: Character, gun: Entry, dice: Dice, far: int,
    found: tuple[str, int] | None,
) -> None:  # fmt: skip
    form = in_words(ines.get("dragonfly.shoot", character=own.public_id, target=target.public_id))
    assert f"By the board: {far} yard" in form
    if found is None:
        assert f"{far} yards are too far" in shoots(ines, own, target, gun, 422, band="board")
        return
    name, modifier = found
    dice(5)
    shoots(ines, own, target, gun, band="board")
    facts = settled(gm.table)
    assert facts["range"] == f"{name}, {far} yard{'' if far == 1 else 's'}"
    assert parts(facts["attack"]).get(f"Range: {name.lower()}", 0) == modifier
    undo(gm, newest_event(gm.table))


@pytest.mark.played("dragonfly.range-bands")
def test_a_weapon_without_yards_begins_with_a_range_by_name(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, dice: Dice
) -> None:
    """Her bow is chosen, and she has a rifle too: as the form stands it is shot, and by the board only the rifle."""
    bow, rifle = armed(shannon, "Bow", "bow"), armed(shannon, "Carbine", "rifle")
    in_actions(gm, shannon, brute)
    Ground(gm, Random(1), shannon, brute).anew()
    assert chosen_band(ines, shannon, brute, bow) == "short"
    assert chosen_band(ines, shannon, brute, rifle) == "board"
    assert "no yards of its own" in shoots(ines, shannon, brute, bow, 422, band="board")


def chosen_band(person: Any, own: Character, target: Character, weapon: Entry) -> str:
    query = {"character": own.public_id, "target": target.public_id, "maneuver": weapon.public_id}
    page = BeautifulSoup(person.get("dragonfly.shoot", **query).content, "lxml")
    return str(page.select("input[name=band][checked]")[0]["value"])
