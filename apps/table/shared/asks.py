"""What waits for people at every table: a player's wish to take something back."""

from __future__ import annotations

from dataclasses import dataclass

from apps.table.exchanges import exchange_kind


@dataclass(frozen=True)
class UndoRequest:
    """A player asks the GM to take an event back; `event` is its public id."""

    event: str


exchange_kind(
    name="undo-request",
    state=UndoRequest,
    template="table/asks/undo",
    answer="answer-undo",
    open=False,
)
