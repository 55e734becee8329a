"""What waits for people at every table: a player's wish to take something back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.table import log, undo
from apps.table.exchanges import exchange_kind, state_of
from apps.table.models import Ask, Event
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class UndoRequest:
    """A player asks the GM to take an event back; `event` is its public id."""

    event: str


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What else would be taken back."""
    request: UndoRequest = state_of(ask.exchange)
    event = viewer.desk.one(Event, public_id=request.event)
    others = [one for one in undo.family(event) if one != event] if event else []
    return {"others": [told for one in others if (told := log.told(viewer, one))]}


exchange_kind(
    name="undo-request",
    state=UndoRequest,
    template="table/asks/undo",
    answer="answer-undo",
    context=context,
    open=False,
)
