"""Pools: dice with their sources, and what may be in one."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.crew.steps import sides

DieKind = Literal[
    "attribute", "skill", "specialty", "distinction", "signature-asset", "asset", "complication", "scale", "loan",
    "difficulty", "trait", "gmc",
]  # fmt: skip


@dataclass(frozen=True)
class PoolDie:
    """One die of a pool. `size` is 4 to 12 (14 for d12+, which throws a d12), `label` what its card shows
    ("Loyal to a fault"), `of` the public id of whoever brings it where that is not the roller (a lender, a ship, an
    opponent, the place), and `source` the row that it comes from: a rating's key or an entry's public id.
    """

    kind: DieKind
    size: int
    label: str
    of: str = ""
    source: str = ""

    @property
    def sides(self) -> int:
        return sides(self.size)


Pool = tuple[PoolDie, ...]
