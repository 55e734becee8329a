"""Keys for rows that are written with keys of their own choice: such as no row of the model has or had."""

from __future__ import annotations

from typing import Any

from django.db import connection

SQLITE_LAST = "SELECT seq FROM sqlite_sequence WHERE name = %s"
SQLITE_FORGET = "DELETE FROM sqlite_sequence WHERE name = %s"
SQLITE_NOTE = "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)"
POSTGRES_NEXT = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"


def keys(model: Any, number: int) -> list[int]:
    """So many, ascending. Inside a transaction that writes."""
    return _of_sqlite(model, number) if connection.vendor == "sqlite" else _of_postgres(model, number)


def _of_sqlite(model: Any, number: int) -> list[int]:
    name = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(SQLITE_LAST, [name])
        last = (cursor.fetchone() or (0,))[0]
        cursor.execute(SQLITE_FORGET, [name])
        cursor.execute(SQLITE_NOTE, [name, last + number])
    return list(range(last + 1, last + number + 1))


def _of_postgres(model: Any, number: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(POSTGRES_NEXT, [f'"{model._meta.db_table}"', model._meta.pk.column, number])
        return sorted(one for (one,) in cursor.fetchall())
