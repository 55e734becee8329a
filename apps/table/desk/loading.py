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
    """`takes` are the stand-ins for what is asked for, in their order; `conversions` make of a column what the model
    has, by the column's place."""

    text: str
    takes: tuple[int, ...]
    columns: tuple[str, ...]
    conversions: tuple[tuple[int, tuple[Conversion, ...], Any], ...]


TABLE, FLOOR = -1, -2
"""They stand for the table's key and for the least key, which no row has."""


@cache
def _statement(model: Any, since: str) -> Statement:
    asked = {model.AT_TABLE: TABLE} | ({f"{since}__gte": FLOOR} if since else {})
    rows = model._base_manager.filter(**asked).order_by("pk")
    compiler = rows.query.get_compiler(connection=connection)
    text, takes = compiler.as_sql()
    chosen = [one[0] for one in compiler.select]
    conversions = compiler.get_converters(chosen)
    return Statement(
        text,
        tuple(takes),
        tuple(one.target.attname for one in chosen),
        tuple((place, tuple(found), chosen[place]) for place, (found, _) in conversions.items()),
    )


def rows_at(model: type[OnDesk], table_key: int, since: str = "", floor: int = 0) -> Iterator[Any]:
    """Every row of that model at that table, in the order of keys; those whose key in the column `since` is not below
    the floor."""
    statement = _statement(model, since)
    given = {TABLE: table_key, FLOOR: floor}
    with connection.cursor() as cursor:
        cursor.execute(statement.text, [given[one] for one in statement.takes])
        found = cursor.fetchall()
    for row in found:
        yield model.from_db(connection.alias, statement.columns, _converted(statement, row))


def _converted(statement: Statement, row: tuple[Any, ...]) -> list[Any]:
    values = list(row)
    for place, conversions, expression in statement.conversions:
        for convert in conversions:
            values[place] = convert(values[place], expression, connection)
    return values
