"""The map of relationships as a picture: where everybody stands, and where the words on their lines fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin, tau

WIDTH, HEIGHT = 560, 430
AROUND = (215, 160)
ROUND, OWN_ROUND = 46, 54
"""The circles of others, and of one's own."""
A_LETTER, A_LINE, A_NAME = 7.2, 26, 18
MOST_LETTERS = 26
PLACES = (0.5, 0.4, 0.6, 0.3, 0.7)
"""Where on a line its words may stand, the best place first."""
Point = tuple[int, int]
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Spot:
    """Somebody on the map: the middle of the circle, and the lines of the name."""

    id: str
    x: int
    y: int
    r: int
    lines: tuple[str, ...]

    @property
    def written(self) -> list[tuple[str, int]]:
        """Each line of the name, and how far down it stands."""
        first = self.y + 3 - (A_NAME // 2 if len(self.lines) > 1 else 0)
        return [(line, first + A_NAME * n) for n, line in enumerate(self.lines)]

    @property
    def below(self) -> int:
        """How far down whoever plays them stands."""
        return self.written[-1][1] + A_NAME


@dataclass(frozen=True)
class Line:
    """A tie: from, to, and the box of its words."""

    x1: int
    y1: int
    x2: int
    y2: int
    text: str
    x: int
    y: int
    width: int

    @property
    def left(self) -> int:
        return self.x - self.width // 2

    @property
    def top(self) -> int:
        return self.y - A_LINE // 2

    @property
    def base(self) -> int:
        """How far down its words stand."""
        return self.y + 5


def spots(ids: Sequence[str], names: Sequence[str], own: str = "") -> dict[str, Spot]:
    """Everybody in a ring, or around their own character in the middle (yarn.relationship-map)."""
    ring = [one for one in ids if one != own]
    found = {}
    turned = pi / 5 if own and len(ring) == 2 else 0
    for one, name in zip(ids, names, strict=True):
        at = (WIDTH // 2, HEIGHT // 2) if one == own else _in_a_ring(ring.index(one), len(ring), turned)
        found[one] = Spot(one, *at, OWN_ROUND if one == own else ROUND, in_lines(name))
    return found


def view(spots: Iterable[Spot]) -> str:
    """The part of the picture in which anybody stands: as wide as ever, and no higher than it has to be."""
    rows = [(one.y - one.r, one.y + one.r) for one in spots] or [(0, HEIGHT)]
    top, bottom = min(top for top, _ in rows) - A_LINE, max(bottom for _, bottom in rows) + A_LINE
    return f"0 {top} {WIDTH} {bottom - top}"


def _in_a_ring(n: int, of: int, turned: float) -> Point:
    """Nobody stands right above the middle; of two in a ring each is `turned` up, so that the middle is not between."""
    angle = -pi / 2 + tau * (n + 0.5) / of + turned * (2 * n - 1)
    return round(WIDTH / 2 + AROUND[0] * cos(angle)), round(HEIGHT / 2 + AROUND[1] * sin(angle))


def in_lines(name: str, most: int = 11, whole: int = 9) -> tuple[str, ...]:
    """A name in two lines at most, each so long that it fits its circle; in one up to `whole` letters."""
    first, _, rest = name.partition(" ") if len(name) > whole else (name, "", "")
    return tuple(shortened(line, most) for line in (first, rest) if line)


def shortened(text: str, most: int = MOST_LETTERS) -> str:
    """The words as far as there is room for them; the list beside the map has all of them."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def lines(ties: Iterable[tuple[str, str, str]], at: dict[str, Spot]) -> list[Line]:
    """A line for each tie, its words where they cover the least."""
    boxes = [(one.x - one.r, one.y - one.r, one.x + one.r, one.y + one.r) for one in at.values()]
    found = []
    for one, other, text in ties:
        line = min(_ways(at[one], at[other], shortened(text)), key=lambda way: _covered(_box(way), boxes))
        boxes.append(_box(line))
        found.append(line)
    return found


def _ways(one: Spot, other: Spot, text: str) -> list[Line]:
    width = round(A_LETTER * len(text)) + 16
    points = [(one.x + t * (other.x - one.x), one.y + t * (other.y - one.y)) for t in PLACES]
    return [Line(one.x, one.y, other.x, other.y, text, round(x), round(y), width) for x, y in points]


def _box(line: Line) -> Box:
    return line.left, line.top, line.left + line.width, line.top + A_LINE


def _covered(box: Box, boxes: Iterable[Box]) -> int:
    """How much of other boxes it covers."""
    return sum(
        max(0, min(box[2], one[2]) - max(box[0], one[0])) * max(0, min(box[3], one[3]) - max(box[1], one[1]))
        for one in boxes
    )
