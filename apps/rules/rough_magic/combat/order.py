"""The order of play: by who noticed whom, or by roll; and what moves when everybody has."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import DICE, SIDES, STEP

Rank = tuple[int, ...]
"""What places are compared by, the greatest first."""
Rolling = tuple[str, int, str] | tuple[str, int, str, int]
"""Name, rank of Perception, side, and perhaps the net of the roll's bonuses and penalties."""


@dataclass(frozen=True)
class Noticed:
    """Who has turns, in this order, and who has none yet."""

    order: tuple[str, ...]
    waiting: tuple[str, ...]


@rule("rough_magic.awareness-order")
def awareness_order(*, noticed: Sequence[str], unaware: Sequence[str] = ()) -> Noticed:
    """Who noticed first acts first; who is not aware of an enemy has no turn (rough_magic.awareness-order)."""
    for name in unaware:
        if name in noticed:
            raise Refused("both", f"{name} cannot be aware and unaware at once.", "unaware")
    return Noticed(tuple(noticed), tuple(unaware))


# By roll


@dataclass(frozen=True)
class Fighter:
    """Somebody who rolls for their place; `net` is the bonus or penalty of the roll. Refuses a net other than -3, 0 or
    3, and a side that is neither "player" nor "gm"."""

    name: str
    perception: int
    side: str
    net: int = 0

    def __post_init__(self) -> None:
        whole("fighters", self.perception, least=0)
        if self.net not in (-STEP, 0, STEP):
            raise Refused("net", f"What is for and against a roll comes to −3, 0 or 3, not {self.net}.", "fighters")
        one_of("fighters", self.side, ("player", "gm"))


@dataclass(frozen=True)
class Ordered:
    """The first rolls, as the fighters were given, and the order that came of them and of those that settled ties."""

    totals: tuple[int, ...]
    order: tuple[str, ...]


@rule("rough_magic.perception-order")
def perception_order(*, fighters: Sequence[Rolling], options: Options = DEFAULTS, dice: Dice = system_dice) -> Ordered:
    """2d6 and Perception, with the bonus or penalty of the roll, the highest first (rough_magic.perception-order).

    Ties go to higher Perception, then to the players, then to a new roll; by the switch order-ties to a new roll at
    once. By gm-order-rolls the GM throws once for all.
    """
    rows = [Fighter(*fighter) for fighter in fighters]
    totals = _totals(rows, options.gm_order_rolls == "one for all", dice)
    ranks = {n: _rank(row, total, options) for n, (row, total) in enumerate(zip(rows, totals, strict=True))}
    while tied := _tied(ranks):
        ranks.update({n: (*ranks[n], sum(dice(DICE, SIDES))) for n in tied})
    places = sorted(ranks, key=lambda n: ranks[n], reverse=True)
    return Ordered(tuple(totals), tuple(rows[n].name for n in places))


def _totals(rows: Sequence[Fighter], one_for_all: bool, dice: Dice) -> list[int]:
    kept: int | None = None
    totals = []
    for row in rows:
        shared = one_for_all and row.side == "gm"
        thrown = kept if shared and kept is not None else sum(dice(DICE, SIDES))
        kept = thrown if shared else kept
        totals.append(thrown + row.perception + row.net)
    return totals


def _rank(row: Fighter, total: int, options: Options) -> Rank:
    settled = (row.perception, int(row.side == "player"))
    return (total,) if options.order_ties == "roll again" else (total, *settled)


def _tied(ranks: dict[int, Rank]) -> list[int]:
    """Those who share their rank with somebody, as they were given."""
    shared = Counter(ranks.values())
    return [n for n, rank in ranks.items() if shared[rank] > 1]


# What goes last


@dataclass(frozen=True)
class Surroundings:
    end_of_round: tuple[str, ...]


NOT_STEERED = "not steered"


@rule("rough_magic.environment-last")
def environment_last(*, falling: Sequence[str] = (), vehicles: Sequence[tuple[str, str]] = ()) -> Surroundings:
    """What nobody steers moves, and what falls falls, when all have acted (rough_magic.environment-last)."""
    for name, steered in vehicles:
        if steered != NOT_STEERED and not steered.startswith("steered on "):
            raise Refused(
                "steered", f"{name} is steered on somebody’s turn or not steered, not “{steered}”.", "vehicles"
            )
    moves = [f"{name} moves" for name, steered in vehicles if steered == NOT_STEERED]
    return Surroundings((*moves, *(f"{name} falls" for name in falling)))
