"""The ladder of dice: every trait of Crew is a die."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

SIZES = (4, 6, 8, 10, 12)
BEYOND = 14
"""How d12+ is stored: the step above d12, which only a Complication reaches."""
LADDER = (*SIZES, BEYOND)

Kind = Literal["complication", "asset", "trait"]
KINDS: tuple[Kind, ...] = ("complication", "asset", "trait")


@dataclass(frozen=True)
class Stepped:
    """The size after stepping, None when it is gone; `taken_out` says that a Complication is d12+."""

    size: int | None
    taken_out: bool


@rule("crew.step-ladder")
def step(*, size: int, steps: int, kind: Kind = "complication") -> Stepped:
    """`size` (4 to 12, 14 for d12+) after that many `steps` up, or down where negative (crew.step-ladder).

    A Complication ends at d12+ and, like a created Asset, is gone below d6; other traits stay between d4 and d12.
    """
    one_of("kind", kind, KINDS)
    whole("steps", steps)
    if size not in (LADDER if kind == "complication" else SIZES):
        raise Refused("no-size", f"There is no {written(size)} for this: {', '.join(map(written, SIZES))}.", "size")
    place = LADDER.index(size) + steps
    if kind != "trait" and place < LADDER.index(6):
        return Stepped(None, False)
    top = LADDER.index(BEYOND if kind == "complication" else 12)
    after = LADDER[max(0, min(place, top))]
    return Stepped(after, after == BEYOND)


def written(size: int) -> str:
    """As people read it: "d8", and "d12+" above d12."""
    return "d12+" if size == BEYOND else f"d{size}"


def sides(size: int) -> int:
    """The die that is thrown: for d12+ one d12."""
    return min(size, 12)
