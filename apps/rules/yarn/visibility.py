"""Who sees what, of the story and of the GM's dice."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.orders import GM
from apps.rules.yarn.pool import Rolled, pool_of, ready, throw

OPEN = ("bennies", "calling order", "scene", "challenge", "map", "desire", "poles", "wants")
OF_THE_GM = ("sums", "scores", "GM notes")
ITEMS = (*OPEN, "hands", "votes", "sheet", "ballot", *OF_THE_GM, "unknown trait", "draft", "private intent")


@dataclass(frozen=True)
class Seen:
    shown: bool


@rule("yarn.story-visibility")
def story_visibility(
    *, viewer: str, item: str, whose: str = "", released: bool | None = None, options: Options = DEFAULTS
) -> Seen:
    """Whether a `viewer` is shown an `item`, one of ITEMS, that is `whose` (yarn.story-visibility).

    Hands of a vote are closed to the GM as well until all are in, and an intent is its player's alone. The switches
    tokens-public, sheets-open, vote-reveal and anonymous-ballots open or close what they name.
    """
    one_of("item", item, ITEMS)
    out = (item != "unknown trait") if released is None else released
    mine, gm = viewer == whose, viewer == GM
    return Seen(
        {
            "hands": options.tokens_public or mine or gm,
            "votes": out or options.vote_reveal == "live" or mine,
            "sheet": (out and options.sheets_open) or mine or gm,
            "ballot": mine or (gm and not options.anonymous_ballots),
            "unknown trait": out or gm,
            "draft": mine or gm,
            "private intent": mine,
        }.get(item, item in OPEN or gm)
    )


# The GM's rolls


@dataclass(frozen=True)
class Hidden:
    """What the GM sees of a roll, None where nothing was thrown, and what a player does."""

    roll: Rolled | None
    player_sees: Literal["nothing", "a roll", "total"]

    @property
    def gm_sees_total(self) -> int | None:
        return self.roll.total if self.roll else None


@rule("yarn.secret-gm-roll")
def secret_gm_roll(
    *,
    roller: str = GM,
    base: int | None = None,
    hidden: bool,
    viewer: str = "player",
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Hidden:
    """Of a hidden roll a player sees nothing, or under the switch hidden-rolls-announced that there was one
    (yarn.secret-gm-roll). Refuses to hide a roll that is not the GM's.
    """
    one_of("viewer", viewer, (GM, "player"))
    if hidden and roller != GM:
        raise Refused("not-the-gms", f"Only rolls of the GM are hidden, and this one is {roller}’s.", "hidden")
    roll = None if base is None else throw(ready(pool_of(base=base)), options, dice)
    closed: Literal["a roll", "nothing"] = "a roll" if options.hidden_rolls_announced else "nothing"
    return Hidden(roll, closed if hidden else "total")
