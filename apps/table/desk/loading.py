"""All rows of a model at one table, by a statement that is built once: a desk is loaded by some thirty of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection

from apps.table.models.play import OnDesk

Conversion = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class Statement:
    """Its text takes the table's key; `conversions` make of a column what the model has, by the column's place."""

    text: str
    columns: tuple[str, ...]
    conversions: tuple[tuple[int, tuple[Conversion, ...], Any], ...]


@cache
def _statement(model: Any) -> Statement:
    rows = model._base_manager.filter(**{model.AT_TABLE: 0}).order_by("pk")
    compiler = rows.query.get_compiler(connection=connection)
    text, _ = compiler.as_sql()
    chosen = [one[0] for one in compiler.select]
    conversions = compiler.get_converters(chosen)
    return Statement(
        text,
        tuple(one.target.attname for one in chosen),
        tuple((place, tuple(found), chosen[place]) for place, (found, _) in conversions.items()),
    )


def rows_at(model: type[OnDesk], table_key: int) -> Iterator[Any]:
    """Every row of that model at that table, in the order of keys."""
    statement = _statement(model)
    with connection.cursor() as cursor:
        cursor.execute(statement.text, [table_key])
        found = cursor.fetchall()
    for row in found:
        yield model.from_db(connection.alias, statement.columns, _converted(statement, row))


def _converted(statement: Statement, row: tuple[Any, ...]) -> list[Any]:
    values = list(row)
    for place, conversions, expression in statement.conversions:
        for convert in conversions:
            values[place] = convert(values[place], expression, connection)
    return values
