"""Desks held against each other: what one has in memory against what another one loads from the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from apps.table.desk import Desk, opened
from apps.table.desk.rows import kept_models, shape_of
from apps.table.models import Event, Mention, Seat, Table, Telling
from apps.table.viewer import Viewer

RECORD = (Event, Telling, Mention)


def fresh_desk(table: Table) -> Desk:
    """Another process's desk, loaded a moment ago, with nothing kept."""
    desk = Desk(table.pk)
    desk.refresh()
    return desk


def at_desk(desk: Desk, viewer: Viewer) -> Viewer:
    """The same eyes at another desk."""
    found = Viewer(desk.table, desk.get(Seat, viewer.seat.pk), open=dict(viewer.open))
    if viewer.watching:
        assert viewer.looker is not None
        looker = Viewer(desk.table, desk.get(Seat, viewer.looker.seat.pk), open=dict(viewer.open))
        return looker.through(found.seat)
    return found


def differences(desk: Desk, other: Desk) -> list[str]:
    """How the rows and indexes of two desks of the same table differ; of the record what both have."""
    wrong = [] if desk.version == other.version else [f"version {desk.version} and {other.version}"]
    for model in (Table, *kept_models(), *RECORD):
        wrong += _rows_that_differ(model, desk, other)
    return wrong


def differs_from_fresh(table: Table) -> list[str]:
    """How this process's desk of a table differs from one that is loaded now."""
    return differences(opened(table.pk), fresh_desk(table))


def _rows_that_differ(model: Any, desk: Desk, other: Desk) -> list[str]:
    mine, theirs = desk._rows.get(model, {}), other._rows.get(model, {})
    keys = list(mine), list(theirs)
    if model in RECORD:
        common = mine.keys() & theirs.keys()
        keys = [key for key in mine if key in common], [key for key in theirs if key in common]
        missing = [f"{model.__name__} {key} is missing" for key in theirs.keys() - mine.keys()]
    else:
        missing = []
    if keys[0] != keys[1]:
        return [f"{model.__name__}: {keys[0]} and {keys[1]}"]
    wrong = missing
    columns = shape_of(model).columns
    for key in keys[0]:
        one, two = mine[key].__dict__, theirs[key].__dict__
        names = [name for name in columns if one[name] != two[name]]
        wrong += [f"{model.__name__} {key}: {name} {one[name]!r} and {two[name]!r}" for name in names]
    return wrong + _indexes_that_differ(model, desk, other)


def _indexes_that_differ(model: Any, desk: Desk, other: Desk) -> list[str]:
    if model in RECORD:
        return []
    wrong = []
    for column in shape_of(model).indexes:
        one, two = _index(desk, model, column), _index(other, model, column)
        if one != two:
            wrong.append(f"{model.__name__} by {column}: {one} and {two}")
    return wrong


def _index(desk: Desk, model: Any, column: str) -> dict[Any, list[int]]:
    return {value: list(rows) for value, rows in desk._by.get((model, column), {}).items()}


@contextmanager
def reading() -> Iterator[list[str]]:
    """The reading questions that this thread asks the database meanwhile."""
    asked: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith("SELECT"):
            asked.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield asked
