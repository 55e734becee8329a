"""Where the drawing of an encounter puts each ship: half rings of range round the ship that it is seen from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin

from apps.rules.dragonfly.lists import SPACE_RANGES

BOX = "-44 6 728 424"
MIDDLE, FLOOR = 320, 372
BAND = 70
DISTANCES = (50, 105, 175, 245, 315)
LOW, HIGH = 18, 72
NEAR = 1
"""Up to this level a ship's name stands beside it, farther out above it."""
GAP_AT_US, GAP_AT_THEM = 32, 22
MOST_LETTERS = 18

Point = tuple[int, int]


@dataclass(frozen=True)
class Ring:
    """A level of range: its half ring, and where its name and its modifiers stand.

    There is no room for those of the `inmost` one: the ship's own name stands there.
    """

    title: str
    path: str
    odd: bool
    name_y: int
    guns_x: int
    sensors_x: int
    guns: int
    sensors: int
    inmost: bool


@dataclass(frozen=True)
class Spot:
    """Where one ship is drawn, its nose towards the middle, and where its name stands."""

    x: int
    y: int
    turn: int
    name_x: int
    name_y: int
    anchor: str

    @property
    def under_y(self) -> int:
        """Where the line below its name stands."""
        return self.name_y + 17


def rings() -> list[Ring]:
    """From the outermost to the innermost, so that each is drawn over the one before."""
    return [_ring(order) for order in reversed(range(len(SPACE_RANGES)))]


def _ring(order: int) -> Ring:
    row, radius = SPACE_RANGES[order], BAND * (order + 1)
    path = f"M{MIDDLE - radius} {FLOOR}A{radius} {radius} 0 0 1 {MIDDLE + radius} {FLOOR}"
    middle = radius - BAND // 2
    return Ring(
        row.title,
        path,
        bool(order % 2),
        FLOOR - radius + 17,
        MIDDLE + middle,
        MIDDLE - middle,
        row.gunnery_modifier,
        row.sensor_modifier,
        order == 0,
    )


def spots(orders: Sequence[int]) -> list[Spot]:
    """Ships at these levels of range, by turns left and right of the middle. With the near ones first these lie low,
    and their names keep clear of those farther out."""
    return [_spot(order, place, len(orders)) for place, order in enumerate(orders)]


def _spot(order: int, place: int, count: int) -> Spot:
    left = place % 2 == 0
    on_this_side = (count + 1) // 2 if left else count // 2
    slope = LOW + (place // 2 + 0.5) * (HIGH - LOW) / on_this_side
    across, up = DISTANCES[order] * cos(radians(slope)), DISTANCES[order] * sin(radians(slope))
    x, y = round(MIDDLE - across if left else MIDDLE + across), round(FLOOR - up)
    turn = round(degrees(atan2(MIDDLE - x, y - FLOOR)))
    if order > NEAR:
        return Spot(x, y, turn, x, y - 44, "middle")
    return Spot(x, y, turn, x - 16 if left else x + 16, y, "end" if left else "start")


def line(start: Point, end: Point, at_start: int = GAP_AT_THEM, at_end: int = GAP_AT_THEM) -> str:
    """The path between two ships, with room left at both."""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y) or 1.0
    one, other = min(at_start / length, 0.4), 1 - min(at_end / length, 0.4)
    places = [(x + (to_x - x) * part, y + (to_y - y) * part) for part in (one, other)]
    return "M{} {} L{} {}".format(*(round(number) for place in places for number in place))


def short(name: str) -> str:
    """A name as it fits into the drawing; the list has the whole of it."""
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1].rstrip()}…"
