"""Telling the GMs all of what happened, and everybody what they may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event
from apps.table.turn import Turn

Facts = Mapping[str, Any]


def tell_both(turn: Turn, kind: str, full: Facts, public: Facts | None) -> Event:
    """`full` to the GMs and `public` to everybody; one version where they are alike; None: the GMs alone hear it."""
    if public is None:
        return turn.tell(kind, full, GMS)
    if full == public:
        return turn.tell(kind, full)
    return turn.tell(kind, full, GMS, {EVERYBODY: public})
