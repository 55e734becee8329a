"""A table is taken away for good, with all that hangs on it."""

from __future__ import annotations

from pathlib import Path

from django.db import connection, transaction

from apps.table import bell
from apps.table import desk as desks
from apps.table.hold import hold

from . import pictures, rows


def remove(table: str) -> None:
    """Deletes the table with that public id, its seats, its log and its pictures, and tells open pages. Refuses an
    unknown one with 404."""
    with hold(table) as desk:
        key, version = desk.key, desk.version or 0
        files = [one.folder() / name for one, name in pictures.of_table(key)]
        for model in rows.at_a_table():
            rows.of(model, key)._raw_delete(connection.alias)
        transaction.on_commit(lambda: _gone(key, version + 1, files))
    desks.forget(key)


def _gone(key: int, version: int, files: list[Path]) -> None:
    for path in files:
        path.unlink(missing_ok=True)
    bell.ring(key, version)
