"""Who sees what (dragon.visibility)."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of
from apps.rules.registry import rule

Watcher = Literal["player", "owner", "GM"]
VIEWERS: tuple[Watcher, ...] = ("player", "owner", "GM")
"""The owner is whose the thing looked at is."""
OPEN = (
    "round",
    "sub-round",
    "whether an enemy is up or down",
    "that somebody holds a phase",
    "phases of the good side",
    "speed picks once all are in",
    "damage of an attack",
)
ROLL = "a roll"
OF_AN_ENEMY = ("stats of an enemy", "hit points of an enemy", "Resistance of an enemy")
PHASES = "phases of an enemy"
TRIGGER = "hold trigger"
PICK = "speed pick before all are in"
HIDDEN_TASK = "successes that a hidden task asks for"
ITEMS = (*OPEN, ROLL, *OF_AN_ENEMY, PHASES, TRIGGER, PICK, HIDDEN_TASK)


@dataclass(frozen=True)
class Seen:
    shown: bool


@rule("dragon.visibility")
def visibility(*, viewer: str, item: str, secret_roll: bool = False, options: Options = DEFAULTS) -> Seen:
    """Whether a `viewer` is shown an `item`, one of ITEMS (dragon.visibility).

    What is an enemy's is the GM's to see. A pick that is not laid open is seen by its owner alone: a GM who knew would
    pick for the enemies by it. Of a `secret_roll` of the GM's others see nothing.
    """
    one_of("viewer", viewer, VIEWERS)
    one_of("item", item, ITEMS)
    if item in OPEN or _laid_open(item, secret_roll, options):
        return Seen(True)
    if item == PICK:
        return Seen(viewer == "owner")
    return Seen(viewer == "GM" or (viewer == "owner" and item != HIDDEN_TASK))


def _laid_open(item: str, secret_roll: bool, options: Options) -> bool:
    """What a switch, or the GM, decides to show to everybody."""
    return {
        ROLL: not secret_roll,
        PHASES: not options.enemy_phases_hidden,
        TRIGGER: not options.hold_trigger_secret,
        PICK: not options.speed_choice_secret,
    }.get(item, False)
