"""The map of relationships as a picture: where everybody stands, and where the words on their lines fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin, tau

WIDTH, HEIGHT = 560, 470
AROUND = (215, 185)
ROUND, OWN_ROUND = 46, 54
"""The circles of others, and of one's own."""
A_LETTER, A_LINE, A_NAME = 7.2, 26, 18
MOST_LETTERS = 26
PLACES = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75)
"""Where on a line its words may stand, the best place first."""
CLEAR = 26
"""How far a line that would run behind somebody keeps away from them."""
WORSE = 4
"""How much worse it is to cover somebody than to cover words."""
ROUNDS = 3
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
    bend: Point
    text: str
    x: int
    y: int
    width: int

    @property
    def path(self) -> str:
        """Straight, but where it is bent to one side."""
        return f"M{self.x1} {self.y1}Q{self.bend[0]} {self.bend[1]} {self.x2} {self.y2}"

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
    turned = pi / 4 if own and len(ring) == 2 else 0
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
    angles = [-pi / 2 + tau * (one + 0.5) / of + turned * (2 * one - 1) for one in range(of)]
    x, y = (_wide([f(one) for one in angles])[n] for f in (cos, sin))
    return round(WIDTH / 2 + AROUND[0] * x), round(HEIGHT / 2 + AROUND[1] * y)


def _wide(found: list[float]) -> list[float]:
    """The same, spread from -1 to 1; where all are one, there."""
    low, high = min(found), max(found)
    return [2 * (one - low) / (high - low) - 1 if high - low > 0.01 else one for one in found]


def in_lines(name: str, most: int = 11, whole: int = 9) -> tuple[str, ...]:
    """A name in two lines at most, each so long that it fits its circle; in one up to `whole` letters."""
    first, _, rest = name.partition(" ") if len(name) > whole else (name, "", "")
    return tuple(shortened(line, most) for line in (first, rest) if line)


def shortened(text: str, most: int = MOST_LETTERS) -> str:
    """The words as far as there is room for them; the list beside the map has all of them."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def lines(ties: Sequence[tuple[str, str, str]], at: dict[str, Spot]) -> list[Line]:
    """A line for each tie, its words where they cover the least; each is looked at again when the others lie."""
    circles = [(one.x - one.r, one.y - one.r, one.x + one.r, one.y + one.r) for one in at.values()] * WORSE
    ways = [_ways(at[one], at[other], shortened(text), at.values()) for one, other, text in ties]
    found: dict[int, Line] = {}
    for n in [*range(len(ways))] * ROUNDS:
        boxes = circles + [_box(line) for other, line in found.items() if other != n]
        found[n] = min(ways[n], key=lambda way: _covered(_box(way), boxes))
    return [found[n] for n in range(len(ways))]


def _ways(one: Spot, other: Spot, text: str, all_of_them: Iterable[Spot]) -> list[Line]:
    width = round(A_LETTER * len(text)) + 16
    behind = next((spot for spot in all_of_them if spot not in (one, other) and _far(spot, one, other) < spot.r), None)
    found = []
    for bend in _bends(one, other, behind):
        for t in PLACES:
            x, y = (_along(t, *three) for three in zip((one.x, one.y), bend, (other.x, other.y), strict=True))
            x = min(max(x, width / 2), WIDTH - width / 2)
            found.append(Line(one.x, one.y, other.x, other.y, bend, text, round(x), round(y), width))
    return found


def _bends(one: Spot, other: Spot, behind: Spot | None) -> list[Point]:
    """To where a line is drawn on its way: nowhere, or to either side of whom it would run behind."""
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    if behind is None:
        return [(round(x), round(y))]
    long = hypot(other.x - one.x, other.y - one.y)
    aside = 2 * (behind.r + CLEAR) / long
    steps = (aside * (other.y - one.y), aside * (one.x - other.x))
    return [(round(x + side * steps[0]), round(y + side * steps[1])) for side in (1, -1)]


def _along(t: float, start: float, bend: float, end: float) -> float:
    return (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * end


def _far(spot: Spot, one: Spot, other: Spot) -> float:
    """How far somebody stands from the straight line between two others."""
    dx, dy = other.x - one.x, other.y - one.y
    t = max(0.0, min(1.0, ((spot.x - one.x) * dx + (spot.y - one.y) * dy) / (dx * dx + dy * dy)))
    return hypot(spot.x - one.x - t * dx, spot.y - one.y - t * dy)


def _box(line: Line) -> Box:
    return line.left, line.top, line.left + line.width, line.top + A_LINE


def _covered(box: Box, boxes: Iterable[Box]) -> int:
    """How much of other boxes it covers."""
    return sum(
        max(0, min(box[2], one[2]) - max(box[0], one[0])) * max(0, min(box[3], one[3]) - max(box[1], one[1]))
        for one in boxes
    )
