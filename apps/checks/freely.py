"""Whether a player may roll without being asked; a game may say when not."""

from __future__ import annotations

from collections.abc import Callable

from apps.rules.refusal import Refused
from apps.table.viewer import Viewer

Gate = Callable[[Viewer], Refused | None]

_gates: dict[str, Gate] = {}


def gate(game: str) -> Callable[[Gate], Gate]:
    """Registers the function that says why this seat may not roll now, or None."""

    def register(why_not: Gate) -> Gate:
        _gates[game] = why_not
        return why_not

    return register


def waits_to_be_asked(viewer: Viewer) -> bool:
    """Whether this seat rolls only when it is asked to, paused or not."""
    asked = _gates.get(viewer.table.game)
    return not viewer.is_gm and asked is not None and asked(viewer) is not None


def may_begin(viewer: Viewer) -> bool:
    """Whether this seat may ever roll without being asked."""
    return not waits_to_be_asked(viewer)


def why_not_now(viewer: Viewer) -> Refused | None:
    """Why this seat may not let dice fall now, or None if it may."""
    if viewer.is_gm:
        return None
    if viewer.table.stopped:
        return Refused("paused", f"The table is paused: no dice until the {viewer.game.gm} goes on. Words may be sent.")
    asked = _gates.get(viewer.table.game)
    return asked(viewer) if asked else None
