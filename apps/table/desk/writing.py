"""Rows into the database: one plain statement each, as the desk has them.

An act writes some ten rows; building such statements anew through the ORM costs several times what the database takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.db import connection, models

AS_THEY_ARE = {int, str, bool, type(None)}
"""What every database takes without being told how; most of an act's values are of these, and to ask each field is a
tenth of what the act costs."""


def insert(row: models.Model) -> None:
    """Writes a new row; its key is set, where it has none yet."""
    keyed = row.pk is not None
    values = [_prepared(one, row) for one in _fields(type(row), keyed)]
    with connection.cursor() as cursor:
        cursor.execute(_insertion(type(row), keyed) + ("" if keyed else _returning(type(row))), values)
        if not keyed:
            row.pk = _new_key(cursor, type(row))
    row._state.adding = False
    row._state.db = connection.alias


def insert_all(rows: Iterable[models.Model]) -> None:
    """Writes new rows whose keys nobody needs to know, in one statement for each kind."""
    by_model: dict[type[models.Model], list[models.Model]] = {}
    for row in rows:
        by_model.setdefault(type(row), []).append(row)
    for model, found in by_model.items():
        fields = _fields(model, keyed=False)
        values = [[_prepared(one, row) for one in fields] for row in found]
        with connection.cursor() as cursor:
            cursor.executemany(_insertion(model, keyed=False), values)


def update(row: models.Model, columns: Iterable[str]) -> None:
    """Writes just these columns."""
    names = tuple(columns)
    by_column = _by_column(type(row))
    values = [_prepared(by_column[name], row) for name in names]
    with connection.cursor() as cursor:
        cursor.execute(_updating(type(row), names), [*values, row.pk])


def delete(row: models.Model) -> None:
    """Deletes the row alone: whatever points at it was seen to before."""
    with connection.cursor() as cursor:
        cursor.execute(_deletion(type(row)), [row.pk])


def _prepared(field: models.Field[Any, Any], row: models.Model) -> Any:
    value = row.__dict__[field.attname]
    if type(value) in AS_THEY_ARE and not isinstance(field, models.JSONField):
        return value
    return field.get_db_prep_save(value, connection)


@cache
def _fields(model: type[models.Model], keyed: bool) -> tuple[models.Field[Any, Any], ...]:
    return tuple(one for one in model._meta.concrete_fields if keyed or not one.primary_key)


@cache
def _by_column(model: type[models.Model]) -> dict[str, models.Field[Any, Any]]:
    return {one.attname: one for one in model._meta.concrete_fields}


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(name or "")


def _table(model: type[models.Model]) -> str:
    return _quoted(model._meta.db_table)


def _key(model: type[models.Model]) -> str:
    return _quoted(model._meta.pk.column)


@cache
def _insertion(model: type[models.Model], keyed: bool) -> str:
    fields = _fields(model, keyed)
    columns = ", ".join(_quoted(one.column) for one in fields)
    marks = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {_table(model)} ({columns}) VALUES ({marks})"  # noqa: S608 - names of our own models


def _returning(model: type[models.Model]) -> str:
    return f" RETURNING {_key(model)}" if connection.features.can_return_columns_from_insert else ""


def _new_key(cursor: Any, model: type[models.Model]) -> Any:
    """The key that the database gave; an old SQLite tells it apart."""
    if connection.features.can_return_columns_from_insert:
        return cursor.fetchone()[0]
    return connection.ops.last_insert_id(cursor, model._meta.db_table, model._meta.pk.column or "")


@cache
def _updating(model: type[models.Model], names: tuple[str, ...]) -> str:
    by_column = _by_column(model)
    sets = ", ".join(f"{_quoted(by_column[name].column)} = %s" for name in names)
    return f"UPDATE {_table(model)} SET {sets} WHERE {_key(model)} = %s"  # noqa: S608


@cache
def _deletion(model: type[models.Model]) -> str:
    return f"DELETE FROM {_table(model)} WHERE {_key(model)} = %s"  # noqa: S608
