"""What a ship's sheet holds, and what each post aboard rolls with."""

from collections.abc import Collection
from dataclasses import dataclass

from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.lists import ATTRIBUTES, BEYOND, POSTS, SHIP_ROWS, SPACE_RANGES, ShipRow, SpaceRange, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

NO_CONTROLS = Check(0, False, 0, None, None, ())
"""The Pilot roll of a ship whose drive controls are out: none is made, and it counts as a total of 0."""


@rule("dragonfly.ship-sheet")
def ship_sheet() -> tuple[ShipRow, ...]:
    """All that a ship's sheet holds (dragonfly.ship-sheet)."""
    return SHIP_ROWS


@rule("dragonfly.space-range")
def space_range(*, range: str) -> SpaceRange:
    """The row of a range level, with its modifiers for guns and sensors (dragonfly.space-range).

    Refuses "beyond": there are no shots and no sensors beyond Extreme.
    """
    if range == BEYOND:
        raise Refused("beyond-extreme", "That ship is beyond Extreme range, out of reach of guns and sensors.", "range")
    return pick("range", range, SPACE_RANGES)


def pilot_attribute(*, options: Options = DEFAULTS) -> str:
    """The id of the Attribute that goes with Pilot, by the switch pilot-attribute."""
    return next(row.id for row in ATTRIBUTES if row.title == options.pilot_attribute)


@dataclass(frozen=True)
class PostRoll:
    """What somebody at a post rolls with: an Attribute and a skill, or an Ability Score."""

    attribute: str
    skill: str
    score: str


def post_roll(*, post: str, options: Options = DEFAULTS) -> PostRoll:
    """What is rolled at this post (an id of POSTS), by dragonfly.ship-sheet."""
    row = pick("post", post, POSTS)
    attribute = pilot_attribute(options=options) if row.skill == "pilot" else row.attribute
    return PostRoll(attribute, row.skill, row.score)


def may_maneuver(out: Collection[str]) -> bool:
    """Whether a ship can maneuver and evade with these systems `out` of order (ids of SHIP_SYSTEMS)."""
    return "drive-controls" not in out


def may_run(out: Collection[str]) -> bool:
    """Whether it can chase and flee."""
    return "engines" not in out


def counting(*parts: Part) -> tuple[Part, ...]:
    """The parts that are not 0."""
    return tuple(part for part in parts if part.value)
