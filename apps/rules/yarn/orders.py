"""Orders of precedence: a shuffle of the players, drawn for one purpose and kept for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.listed import pick
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.lists import OCCASIONS
from apps.rules.yarn.options import DEFAULTS, Options

GM = "GM"
Names = tuple[str, ...]


def names_of(field: str, names: Sequence[str]) -> Names:
    """Names, each once. Refuses an empty name and one that stands twice."""
    if not all(names) or len(set(names)) < len(names):
        raise Refused("name-twice", f"Each name stands once in {field.replace('_', ' ')}, and none is empty.", field)
    return tuple(names)


def shuffled(names: Sequence[str], dice: Dice) -> Names:
    """The cards, drawn one by one: a die with as many sides as cards are left says which."""
    left, drawn = list(names), []
    while len(left) > 1:
        drawn.append(left.pop(dice(1, len(left))[0] - 1))
    return (*drawn, *left)


@dataclass(frozen=True)
class Precedence:
    """An order, and its line for the log."""

    order: Names
    log: str


@rule("yarn.precedence")
def precedence(
    *,
    present: Sequence[str],
    purpose: str = "",
    drawn: Sequence[str] | None = None,
    latecomers: Sequence[str] = (),
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Precedence:
    """The players' cards, shuffled (yarn.precedence); whoever comes late stands at the end.

    Refuses the GM among them, cards that are not those of the players present and, where the switch precedence-source
    lets the GM arrange, an order that is not handed in.
    """
    there = names_of("present", present)
    if GM in there:
        raise Refused("gm-has-no-card", "The GM has no card: an order of precedence is one of the players.", "present")
    if drawn is None and options.precedence_source == "GM arranges":
        raise Refused("gm-arranges", "At this table the GM arranges the order: no cards are shuffled.", "drawn")
    if drawn is not None and sorted(drawn) != sorted(there):
        raise Refused("not-the-cards", f"The cards drawn are not those of the {len(there)} players present.", "drawn")
    order = (shuffled(there, dice) if drawn is None else tuple(drawn)) + tuple(latecomers)
    names_of("latecomers", order)
    return Precedence(order, f"{purpose or 'order'}: {', '.join(order)}")


@dataclass(frozen=True)
class Occasion:
    """Whether an order is drawn, how many have been by now, and how long it holds."""

    new_order: bool
    order_number: int
    lasts: str
    other_orders_kept: bool = True


@rule("yarn.precedence-occasions")
def occasions(*, occasion: str, round: int = 1) -> Occasion:
    """When an order is drawn, and for how long (yarn.precedence-occasions); the others stay in force.

    What comes up once, as the order for themes, is not drawn again.
    """
    row = pick("occasion", occasion, OCCASIONS)
    times = whole("round", round, least=1)
    return Occasion(row.again or times == 1, times if row.again else 1, row.lasts)
