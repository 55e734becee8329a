"""Who sees what (crew.visibility)."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.numbers import one_of
from apps.rules.registry import rule

Watcher = Literal["GM", "player", "spectator"]
VIEWERS: tuple[Watcher, ...] = ("GM", "player", "spectator")
OPEN = (
    "pool",
    "source",
    "face",
    "total",
    "jinxes",
    "stakes",
    "Complication",
    "Asset",
    "plot points",
    "BDH dice",
    "bank",
)
"""What everybody sees; the GM may roll in secret, and then of the roll only the total and its 1s are shown."""
OF_A_SECRET_ROLL = ("total", "jinxes", "stakes")
IN_A_ROLL = ("pool", "source", "face", *OF_A_SECRET_ROLL)
KEPT_BACK = ("GMC sheet", "Trait not yet in play")
"""What the GM may keep to themselves."""


@dataclass(frozen=True)
class Seen:
    shown: bool


@rule("crew.visibility")
def visibility(*, viewer: str, item: str, kept_back: bool = False, secret_roll: bool = False) -> Seen:
    """Whether a `viewer` is shown an `item` (crew.visibility), one of OPEN or of KEPT_BACK.

    Of a `secret_roll` of the GM's the others see the total, which sets the stakes, and the 1s. The GM sees everything.
    """
    one_of("viewer", viewer, VIEWERS)
    one_of("item", item, (*OPEN, *KEPT_BACK))
    if viewer == "GM":
        return Seen(True)
    if item in KEPT_BACK:
        return Seen(not kept_back)
    return Seen(not secret_roll or item not in IN_A_ROLL or item in OF_A_SECRET_ROLL)
