"""One act at a time per table: the hold."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.http import Http404

from apps.table.models import Table

# SQLite's own waiting is unfair and sleeps; within one process writers queue here instead.
_one_writer = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """One write transaction; on SQLite only one at a time in this process."""
    if connection.vendor == "sqlite":
        with _one_writer, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


@contextmanager
def hold(table_id: str) -> Iterator[Table]:
    """One transaction with the table's row locked first. Refuses an unknown table with 404."""
    with writing():
        table = Table.objects.select_for_update().filter(public_id=table_id).first()
        if table is None:
            raise Http404
        yield table
