"""What a total is made of, so that a card can explain it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

PartKind = Literal["die", "attribute", "skill", "score", "modifier", "quality", "drama", "rule"]


@dataclass(frozen=True)
class Part:
    """One term of a sum. `label_id` is a stable id ("strength", "d10", "heroic-feat"), never a sentence."""

    label_id: str
    value: int
    kind: PartKind


def total_of(parts: Iterable[Part]) -> int:
    """The sum of the parts."""
    return sum(part.value for part in parts)
