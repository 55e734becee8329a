"""The ladder of dice: every trait of Crew is a die."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

SIZES = (4, 6, 8, 10, 12)
BEYOND = 14
"""How d12+ is stored: the step above d12, which only a Complication reaches."""
LADDER = (*SIZES, BEYOND)

Size = int | str
"""A size as people write it ("d8", "d12+") or as it is stored (8, 14)."""
Fallen = Sequence[tuple[Size, int]]
"""Dice that have fallen, in the order thrown: pairs of size and face."""

Kind = Literal["complication", "asset", "trait"]
KINDS: tuple[Kind, ...] = ("complication", "asset", "trait")


@dataclass(frozen=True)
class Stepped:
    """The size after stepping, None when it is gone; `taken_out` says that a Complication is d12+."""

    size: int | None
    taken_out: bool


@rule("crew.step-ladder")
def step(*, size: Size, steps: int, kind: str = "complication") -> Stepped:
    """`size` (d4 to d12, or d12+) after that many `steps` up, or down where negative (crew.step-ladder).

    A Complication ends at d12+ and, like a created Asset, is gone below d6; other traits (`kind` "trait") stay between
    d4 and d12. Refuses a size that is none, and d12+ for anything but a Complication.
    """
    one_of("kind", kind, KINDS)
    whole("steps", steps)
    ladder = LADDER if kind == "complication" else SIZES
    place = ladder.index(read(size, "size", ladder)) + steps
    if kind != "trait" and place < ladder.index(6):
        return Stepped(None, False)
    after = ladder[max(0, min(place, len(ladder) - 1))]
    return Stepped(after, after == BEYOND)


def new_complication(ones: int) -> Stepped:
    """A new Complication for that many 1s: d6, and a step more for each beyond the first; d12+ for five or more."""
    return step(size=6, steps=whole("ones", ones, least=1) - 1)


def written(size: int) -> str:
    """As people read it: "d8", and "d12+" above d12."""
    return "d12+" if size == BEYOND else f"d{size}"


def read(size: Size, field: str = "size", allowed: Sequence[int] = SIZES) -> int:
    """The stored size of what people write, "d8" or 8. Refuses, naming the `field`, what is not among the `allowed`."""
    found = _number(size)
    if found is None or found not in allowed:
        text = size if isinstance(size, str) else written(size)
        raise Refused("no-size", f"There is no {text} for this: {', '.join(map(written, allowed))}.", field)
    return found


def _number(size: Size) -> int | None:
    if isinstance(size, int):
        return None if isinstance(size, bool) else size
    if size == written(BEYOND):
        return BEYOND
    match = re.fullmatch(r"d([0-9]{1,2})", size)
    return int(match[1]) if match and int(match[1]) in SIZES else None


def read_all(sizes: Iterable[Size], field: str, allowed: Sequence[int] = SIZES) -> tuple[int, ...]:
    """Several sizes, each read as `read` does."""
    return tuple(read(size, field, allowed) for size in sizes)


def sides(size: int) -> int:
    """The die that is thrown: for d12+ one d12."""
    return min(size, 12)


def read_fallen(dice: Fallen, field: str = "dice") -> tuple[tuple[int, int], ...]:
    """Pairs of (size, face), sizes as stored. Refuses a face that is not on its die."""
    return tuple((read(size, field, LADDER), _face(read(size, field, LADDER), face, field)) for size, face in dice)


def _face(size: int, face: int, field: str) -> int:
    whole(field, face)
    if not 1 <= face <= sides(size):
        raise Refused("face-off-die", f"{face} is not on a {written(size)}: its faces are 1 to {sides(size)}.", field)
    return face
