"""One desk for each table in use, each with its lock: whoever reads or changes a table sees it between two acts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from django.db import models

from apps.table.models import Table
from apps.table.models.play import OnDesk

from .desk import Desk, GoneError

IDLE = 900.0  # seconds after which an unused desk is let go

_desks: dict[int, Desk] = {}
_keys: dict[str, int] = {}
_guard = Lock()


@contextmanager
def at(table: str | int, *, look: bool = True) -> Iterator[Desk]:
    """The desk of the table with that public id or key, for this thread alone, and up to date.

    Without `look` it may be behind the database: the hold looks for itself, with the table's row locked.
    Raises GoneError where there is no such table.
    """
    desk = opened(_key_of(table))
    with desk.lock:
        if look:
            desk.refresh()
        yield desk


def _key_of(table: str | int) -> int:
    if isinstance(table, int):
        return table
    if table not in _keys:
        key = Table.objects.filter(public_id=table).values_list("pk", flat=True).first()
        if key is None:
            raise GoneError(table)
        _keys[table] = key
    return _keys[table]


def opened(table_key: int) -> Desk:
    """The desk of that table, as it is."""
    with _guard:
        desk = _desks.get(table_key)
        if desk is None:
            _let_go()
            desk = _desks[table_key] = Desk(table_key)
        desk.used = time.monotonic()
        return desk


def _let_go() -> None:
    now = time.monotonic()
    for key, desk in list(_desks.items()):
        if now - desk.used > IDLE and desk.lock.acquire(blocking=False):
            del _desks[key]
            desk.lock.release()


def keeper_of(row: OnDesk) -> Desk | None:
    """The desk that has this very row, if any has."""
    held: Desk | None = row.__dict__.get("_desk")
    return held if held is not None and held.has(row) else None


def desk_of(row: models.Model) -> Desk:
    """The desk that keeps this row; for one that came from elsewhere that of its table, brought up to date."""
    held: Desk | None = row.__dict__.get("_desk")
    if held is None or held.version is None:
        held = held or opened(_table_key(row))
        held.refresh()
    return held


def _table_key(row: Any) -> int:
    if isinstance(row, Table):
        return row.pk
    for name in row.AT_TABLE.split("__"):
        row = getattr(row, name)
    return int(row.pk)


def forget(table_key: int) -> None:
    """Drops what is known of a table: it was changed by no act, or cannot be trusted. The next use loads it anew."""
    for public_id in [one for one, key in _keys.items() if key == table_key]:
        del _keys[public_id]
    desk = _desks.get(table_key)
    if desk is not None:
        with desk.lock:
            desk.forget()


def forget_all() -> None:
    for key in list(_desks):
        forget(key)
    _keys.clear()
