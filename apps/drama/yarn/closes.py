"""Whether an episode is being closed: nobody calls a scene then, and hands are fixed (yarn.session-end)."""

from __future__ import annotations

from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.models import Exchange

STATEMENTS, BALLOT, WINNERS, THEME, DICE = STEPS = (
    "yarn.statements", "yarn.ballot", "yarn.winners", "yarn.theme", "yarn.last-step",
)  # fmt: skip
"""The kinds of the exchanges in which it closes, in their order."""


def open_step(desk: Desk) -> Exchange | None:
    """The step that waits for somebody, while an episode closes."""
    return next(iter(exchanges.open_exchanges(desk, *STEPS)), None)
