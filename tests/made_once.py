"""What fixtures write is written once: the next test of the folder that asks for the same finds the same rows.

People sit down and characters are made at the door, as at a table, which takes longer than most of what is proved then.
So after each fixture that wrote something all rows are noted, with what was returned so far, under the fixtures that
led there, in their order. A test that begins with the same ones is given the rows, and copies of what was returned;
what it does to them goes with its transaction. A fixture that writes nothing is called each time; what writes and
cannot be copied is made each time, and what comes after it. Once rows are noted no desk and no counter is left in
memory, so that a test cannot tell whether its rows were written just now or before.
"""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache as counters
from django.db import connection
from django.db.models import Model

from apps.table import desk

Fixture = pytest.FixtureDef[Any]
Rows = dict[str, list[tuple[Any, ...]]]

DATABASE, WITH_COMMITS = "db", "transactional_db"
LEAVES_MORE = {"monkeypatch", "settings", "tmp_path"}
COUNTERS = "sqlite_sequence"
OF_DJANGO = {"contenttype", "permission"}

_kept: dict[tuple[Fixture, ...], tuple[Rows, bytes]] = {}
"""By the fixtures that led there: the rows, and what was returned by those that wrote them, by place."""
_reading: set[Fixture] = set()
_folder = [Path()]


class Making:
    """The fixtures of one test while they are made."""

    def __init__(self, item: pytest.Item) -> None:
        if _folder[0] != item.path.parent:
            _folder[0] = item.path.parent
            _kept.clear()
        self.order = list(dict.fromkeys(order_of(item))) if can_be_copied(item) else []
        self.known = next((n for n in range(len(self.order), 0, -1) if tuple(self.order[:n]) in _kept), 0)
        self.rows: Rows | None = None
        self.values: dict[int, Any] = {}
        self.notes = True

    def instead_of(self, fixture: Fixture) -> Callable[..., Any]:
        """What makes it: itself, or what hands on a copy."""
        place = self.order.index(fixture)
        if self.rows is None and place > self._database:
            self._begin()
        return partial(_handed_on, self.values[place]) if place in self.values else fixture.func

    @property
    def _database(self) -> int:
        return next(place for place, one in enumerate(self.order) if one.argname == DATABASE)

    def _begin(self) -> None:
        if self.known:
            self.rows, values = _kept[tuple(self.order[: self.known])]
            self.values = pickle.loads(values)
            write(self.rows)
        else:
            self.rows = read()

    def note(self, fixture: Fixture, value: Any) -> None:
        """That it was made, and which rows there are now."""
        place = self.order.index(fixture)
        if place <= self._database or place < self.known or not self.notes or fixture in _reading:
            return
        before, self.rows = self.rows, read()
        if self.rows == before:
            _reading.add(fixture)
            return
        self.values[place] = value
        self.notes = not (inspect.isgeneratorfunction(fixture.func) or LEAVES_MORE & set(fixture.argnames))
        try:
            values = pickle.dumps(self.values)
        except (AttributeError, TypeError, pickle.PicklingError):
            self.notes = False
        if self.notes:
            _kept[tuple(self.order[: place + 1])] = self.rows, values
            desk.forget_all()
            counters.clear()


def _handed_on(value: Any, **given: Any) -> Any:
    return value


def can_be_copied(item: pytest.Item) -> bool:
    """SQLite counts rows anew in each transaction, others do not; and what is committed is seen by others."""
    names = getattr(item, "fixturenames", ())
    return DATABASE in names and WITH_COMMITS not in names and connection.vendor == "sqlite"


def order_of(item: Any) -> Iterator[Fixture]:
    """The fixtures of a test that are made on the database, in their order, and those of ours between them; up to one
    that is told which test it is made for."""
    found = item._fixtureinfo.name2fixturedefs
    given = item.callspec.params if hasattr(item, "callspec") else {}

    def before(name: str, place: int = -1) -> Iterator[Fixture]:
        fixture = found[name][place]
        for one in fixture.argnames if name != DATABASE else ():
            if one in found and one not in given:
                yield from before(one, place - 1 if one == name else -1)
        yield fixture

    for name in item.fixturenames:
        for fixture in before(name) if name in found and name not in given else ():
            if _is_ours(fixture) and (fixture.params or {"request", *given} & set(fixture.argnames)):
                return
            if fixture.scope == "function" and (_is_ours(fixture) or DATABASE in (fixture.argname, *fixture.argnames)):
                yield fixture


def _is_ours(fixture: Fixture) -> bool:
    return fixture.func.__module__.startswith("tests.")


def read() -> Rows:
    """All rows that tests write, by the tables of the database."""
    return {table: connection.connection.execute(question).fetchall() for table, question, _ in _tables()}


def write(rows: Rows) -> None:
    connection.connection.execute(f'DELETE FROM "{COUNTERS}"')
    for table, _, statement in _tables():
        if rows[table]:
            connection.connection.executemany(statement, rows[table])


@cache
def _tables() -> list[tuple[str, str, str]]:
    """Each with the statements that read and write it."""
    models = [one for one in apps.get_models(include_auto_created=True) if one._meta.model_name not in OF_DJANGO]
    return [(COUNTERS, *_statements(COUNTERS, ["name", "seq"])), *map(_of_model, models)]


def _of_model(model: type[Model]) -> tuple[str, str, str]:
    table = model._meta.db_table
    return table, *_statements(table, [one.column for one in model._meta.local_concrete_fields])


def _statements(table: str, columns: list[str]) -> tuple[str, str]:
    named, marks = ", ".join(f'"{one}"' for one in columns), ", ".join("?" for _ in columns)
    return f'SELECT {named} FROM "{table}"', f'INSERT INTO "{table}" ({named}) VALUES ({marks})'
