"""Commits that come from no act: nobody sits yet who could do one."""

from __future__ import annotations

from django.db import transaction

from apps.table import bell
from apps.table.models import Change, Table
from apps.table.turn import Turn


def announce(table: Table, *topics: str) -> None:
    """Inside the hold: writes down which topics were touched, and rings after the commit. It tells no event."""
    table.version += 1
    table.save(update_fields=["version"])
    Change.objects.create(table=table, version=table.version, topics=sorted(topics))
    _ring(table.pk, table.version)


def finish(turn: Turn) -> None:
    """The same for a turn that told an event."""
    change = turn.finish()
    _ring(turn.table.pk, change.version)


def _ring(key: int, version: int) -> None:
    transaction.on_commit(lambda: bell.ring(key, version), robust=True)
