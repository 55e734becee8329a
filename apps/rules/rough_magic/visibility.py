"""Who sees what (rough_magic.visibility)."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.numbers import one_of
from apps.rules.registry import rule
from apps.rules.rough_magic.options import DEFAULTS, Options

Watcher = Literal["player", "owner", "gm"]
VIEWERS: tuple[Watcher, ...] = ("player", "owner", "gm")
"""The owner is whose the thing looked at is."""
OPEN = ("the scene", "the round", "the order of play", "whose turn it is", "states that show", "an open roll")
TARGET = "the target number of an open roll"
MARGIN = "the margin of a hit before the answer"
LEVEL = "the level of a GM character in words"
HIDDEN = (
    "a guard's DV before the first open roll",
    "the values of a GM character",
    "the levels of a GM character",
    "the sheet of a GM character",
    "who is unaware or unseen",
    "the way chosen after a failure",
    "a secret roll of the GM",
)
SHEET = "the sheet of a player's character"
ITEMS = (*OPEN, TARGET, MARGIN, LEVEL, *HIDDEN, SHEET)


@dataclass(frozen=True)
class Seen:
    shown: bool


@rule("rough_magic.visibility")
def visibility(*, viewer: str, item: str, allowed: bool = False, options: Options = DEFAULTS) -> Seen:
    """Whether a `viewer` is shown an `item`, one of ITEMS (rough_magic.visibility).

    What is a GM character's is the GM's to see. A player's sheet is shown to others where its owner `allowed` it.
    """
    one_of("viewer", viewer, VIEWERS)
    one_of("item", item, ITEMS)
    if viewer == "gm" or item in OPEN:
        return Seen(True)
    return Seen(_shown(item, viewer == "owner" or allowed, options))


def _shown(item: str, own: bool, options: Options) -> bool:
    """What a switch, or a sheet's owner, shows to those who do not lead the game."""
    return {
        TARGET: options.target_number_shown,
        MARGIN: options.show_margin_before_reaction,
        LEVEL: options.enemy_levels_shown,
        SHEET: own,
    }.get(item, False)
