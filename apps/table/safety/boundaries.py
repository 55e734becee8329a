"""The table's lines and veils. Nobody's name is kept: an entry knows its writer's browser by a secret of that browser,
which is stored nowhere, mixed with the entry's own name, so that no two entries can be told to have one writer."""

from __future__ import annotations

from dataclasses import dataclass

from apps.table.desk import Desk
from apps.table.ids import derived_token
from apps.table.models import Boundary

MOST = 60


@dataclass(frozen=True)
class Lists:
    """In the order of the alphabet, which tells nothing of when each was written."""

    lines: list[Boundary]
    veils: list[Boundary]

    @property
    def count(self) -> int:
        return len(self.lines) + len(self.veils)


def lists(desk: Desk) -> Lists:
    return Lists(_sorted(desk, "line"), _sorted(desk, "veil"))


def _sorted(desk: Desk, kind: str) -> list[Boundary]:
    return sorted(desk.all(Boundary, kind=kind), key=lambda one: one.text.casefold())


def on_the_list(desk: Desk, kind: str, text: str) -> bool:
    return any(one.text.casefold() == text.casefold() for one in desk.all(Boundary, kind=kind))


def keeper(name: str, secret: str) -> str:
    """What the entry of that name keeps of the browser with that secret; nothing of one without."""
    return derived_token("boundary", name, secret) if secret else ""
