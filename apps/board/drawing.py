"""The board as a picture: where its cells and the people on it lie, in the pixels of an SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.board.board import cell_of, ground_of
from apps.board.models import Board, Spot
from apps.rules.distance import Cell, Ground, name_of

LEFT, TOP, EDGE = 26, 22, 2
SIDE = 44  # of a square, and from row to row of hexes: as large as a thumb wants it
ACROSS = 37.5  # from column to column of hexes
OUTLINES = {"square": "m-22-22h44v44h-44z", "hex": "m-25 0 12.5-22h25l12.5 22-12.5 22h-25z"}
NUMBERED = re.compile(r"(\S+) (\d{1,3})$")
LONGEST = 12  # letters of a name under a token


@dataclass(frozen=True)
class Token:
    """Somebody on the board: `colour` of their seat or "foe", `mark` a letter or number in it, `label` short. `x` and
    `y` are their middle, written out."""

    id: str
    name: str
    label: str
    mark: str
    colour: str
    hidden: bool
    cell: str
    x: str
    y: str

    @cached_property
    def figure(self) -> SafeString:
        """The piece of the picture, drawn once for all who see it."""
        return SafeString(render_to_string("board/_token.html", {"token": self}).strip())

    @cached_property
    def tapped(self) -> SafeString:
        """The same, for whoever may tap on it."""
        return SafeString(render_to_string("board/_tapped.html", {"token": self}).strip())

    @cached_property
    def line(self) -> SafeString:
        """Who and where, in words."""
        return SafeString(render_to_string("board/_line.html", {"token": self}).strip())


@dataclass(frozen=True)
class Way:
    """From where somebody goes to where: middles of both cells, written out."""

    begin: str
    end: str


@dataclass(frozen=True)
class Going:
    """Somebody who goes to a cell, the cells `within` reach, and those from which a shot at the end of the way is
    `harder`. Not the `whole` board is drawn, but where they and others are."""

    spot: Spot
    to: Cell | None
    within: frozenset[Cell]
    harder: frozenset[Cell]
    whole: bool = True

    @property
    def cells(self) -> set[Cell]:
        """What is to be seen of it in any case."""
        return {cell_of(self.spot), *self.within} | ({self.to} if self.to else set())


@dataclass(frozen=True)
class Part:
    """A part of a board: its first column, an even one, so that its hexes lie as ever, its first row, and its size."""

    column: int
    row: int
    columns: int
    rows: int

    @classmethod
    def around(cls, ground: Ground, cells: Iterable[Cell]) -> Part:
        """As much as holds all of these and a cell around them."""
        columns, rows = zip(*cells, strict=True)
        left, top = max(0, min(columns) - 1) // 2 * 2, max(0, min(rows) - 1)
        right, bottom = min(ground.columns, max(columns) + 2), min(ground.rows, max(rows) + 2)
        return cls(left, top, right - left, bottom - top)

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] - self.column < self.columns and 0 <= cell[1] - self.row < self.rows

    def middle(self, ground: Ground, cell: Cell) -> tuple[float, float]:
        """Where the middle of a cell lies in a picture of this part."""
        return middle(ground, (cell[0] - self.column, cell[1] - self.row))

    def at(self, ground: Ground, cell: Cell) -> str:
        """The same, written out."""
        x, y = self.middle(ground, cell)
        return f"{x:g} {y:g}"


@dataclass(frozen=True)
class Lines:
    """What of a board is always the same. `cells` have their middles written out; `grid` is the outline of all of them
    in one path; `letters` and `numbers` stand at the edges."""

    width: float
    height: float
    outline: str
    cells: tuple[tuple[Cell, str], ...]
    letters: tuple[tuple[str, str], ...]
    numbers: tuple[tuple[str, str], ...]

    @cached_property
    def grid(self) -> str:
        return "".join(f"M{at}{self.outline}" for _, at in self.cells)

    @cached_property
    def figure(self) -> SafeString:
        """The piece of the picture, drawn once for all boards of that size."""
        return SafeString(render_to_string("board/_lines.html", {"lines": self}).strip())


@dataclass(frozen=True)
class Drawn:
    """A board. `cells` have their names, middles and looks; `under` is the picture beneath: where it begins, and its
    size."""

    lines: Lines
    cells: tuple[tuple[str, str, str], ...]
    tokens: tuple[Token, ...]
    ghost: Token | None
    way: Way | None
    picture: str
    under: tuple[float, float, float, float]
    left: float = LEFT
    top: float = TOP

    @property
    def inner_width(self) -> float:
        """Of the cells together, which the picture fills."""
        return self.lines.width - LEFT - EDGE

    @property
    def inner_height(self) -> float:
        return self.lines.height - TOP - EDGE


def middle(ground: Ground, cell: Cell) -> tuple[float, float]:
    """Where the middle of a cell lies."""
    column, row = cell
    if ground.grid == "hex":
        return LEFT + 25 + column * ACROSS, TOP + 22 + row * SIDE + (22 if column % 2 else 0)
    return LEFT + 22 + column * SIDE, TOP + 22 + row * SIDE


def _size(ground: Ground, part: Part) -> tuple[float, float]:
    """How large a picture of that part is."""
    right, bottom = middle(ground, (part.columns - 1, 0))[0] + 27, TOP + part.rows * SIDE + EDGE
    return right, bottom + (22 if ground.grid == "hex" else 0)


def _whole(board: Board) -> Part:
    return Part(0, 0, board.columns, board.rows)


def drawn(board: Board, spots: Iterable[Spot], going: Going | None = None) -> Drawn:
    """The board with these people on it, and with the way of whoever goes."""
    ground, spots = ground_of(board), list(spots)
    whole = _whole(board)
    shown = going.cells | {cell_of(one) for one in spots} if going and not going.whole else set()
    part = Part.around(ground, shown) if shown else whole
    lines = _lines(ground, part)
    gone = going if going and going.to and going.to != cell_of(going.spot) else None
    return Drawn(
        lines=lines,
        cells=tuple((name_of(cell), at, _look(cell, going)) for cell, at in lines.cells) if going else (),
        tokens=tuple(_moved(one, part, gone) if going else token_of(one) for one in spots),
        ghost=_token(gone.spot, part) if gone else None,
        way=Way(part.at(ground, cell_of(gone.spot)), part.at(ground, gone.to)) if gone and gone.to else None,
        picture=board.picture,
        under=_under(ground, part, whole),
    )


@lru_cache(maxsize=64)
def _lines(ground: Ground, part: Part) -> Lines:
    width, height = _size(ground, part)
    return Lines(
        width=width,
        height=height,
        outline=OUTLINES[ground.grid],
        cells=tuple((cell, part.at(ground, cell)) for cell in ground.cells() if cell in part),
        letters=tuple(_letter(ground, part, n) for n in range(part.column, part.column + part.columns)),
        numbers=tuple(_number(ground, part, n) for n in range(part.row, part.row + part.rows)),
    )


def _look(cell: Cell, going: Going | None) -> str:
    if going is None:
        return ""
    return "in" if cell in going.within else "far" if cell in going.harder else ""


def _letter(ground: Ground, part: Part, column: int) -> tuple[str, str]:
    return name_of((column, 0))[0], f"{part.middle(ground, (column, part.row))[0]:g}"


def _number(ground: Ground, part: Part, row: int) -> tuple[str, str]:
    return str(row + 1), f"{part.middle(ground, (part.column, row))[1] + 5:g}"


def _under(ground: Ground, part: Part, whole: Part) -> tuple[float, float, float, float]:
    """Where the picture beneath the whole board begins, from the first cell of the part that is shown, and its size."""
    width, height = _size(ground, whole)
    (x, y), (left, top) = middle(ground, (part.column, part.row)), middle(ground, (0, 0))
    return left - x, top - y, width - LEFT - EDGE, height - TOP - EDGE


def token_of(spot: Spot) -> Token:
    """How somebody is drawn where they stand on the whole board; kept until place, name or seat change."""
    return spot.desk.memo_of(spot, "token", lambda: _token(spot, _whole(spot.board)))


def _moved(spot: Spot, part: Part, gone: Going | None) -> Token:
    """Somebody as a part of the board is drawn on which somebody has gone."""
    return _token(spot, part, gone.to if gone and spot is gone.spot else None)


def _token(spot: Spot, part: Part, to: Cell | None = None) -> Token:
    """A player's character in its seat's shape, all others in a ring; where they stand or where they go."""
    character, seat, cell = spot.character, spot.character.seat, to or cell_of(spot)
    x, y = part.middle(ground_of(spot.board), cell)
    return Token(
        id=character.public_id,
        name=character.name,
        label=(label := short(character.name, first=seat is not None)),
        mark=_mark(label, seat),
        colour=seat.colour if seat else "foe",
        hidden=character.hidden,
        cell=name_of(cell),
        x=f"{x:g}",
        y=f"{y:g}",
    )


def _mark(label: str, seat: Any) -> str:
    if seat is not None:
        return str(getattr(seat, "mark", "") or seat.name[:1].upper())
    found = NUMBERED.search(label)
    return found[2] if found else label[:1].upper()


def short(name: str, first: bool) -> str:
    """A name for under a token: the first word of a player's character, of others the last, with their number."""
    if len(name) <= LONGEST:
        return name
    found = NUMBERED.search(name)
    words = name.split()
    word = f"{found[1]} {found[2]}" if found else words[0 if first else -1]
    word = word[0].upper() + word[1:]
    return word if len(word) <= LONGEST else f"{word[: LONGEST - 1]}…"
