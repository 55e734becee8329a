"""What a test writes itself it writes behind the desks: they read again what was written, or are loaded anew.

Loading a desk takes as long as an act, and a test writes a row or two of the thirty kinds that a desk keeps. So only
the kinds that were written are read again; as new instances, because the test may have written by the desk's own.
"""

from __future__ import annotations

import re
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connections, transaction
from django.db.backends.signals import connection_created

from apps.table import desk as desks
from apps.table.desk import Desk, registry
from apps.table.desk.rows import kept_models, shape_of
from apps.table.hold import held
from apps.table.models import Event, Mention, Table, Telling

WRITES = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+\"(\w+)\"", re.IGNORECASE)
SAVEPOINT = re.compile(r"\s*(ROLLBACK TO |RELEASE )?SAVEPOINT\s+\"?(\w+)", re.IGNORECASE)

_written: WeakKeyDictionary[Any, dict[str, set[str]]] = WeakKeyDictionary()
"""By connection and savepoint, in order: the tables of the database that were written after it, by desks too, and
before the next one."""
_doubtful: WeakKeyDictionary[Desk, set[Any]] = WeakKeyDictionary()
_load = Desk._load


def watch() -> None:
    """From now on, for as long as this process lives."""
    Desk._load = _load_what_is_in_doubt  # type: ignore[assignment, method-assign]
    connection_created.connect(_watch)
    for connection in connections.all(initialized_only=True):
        _watch(connection)


def _watch(connection: Any, **about: Any) -> None:
    if _noted not in connection.execute_wrappers:
        connection.execute_wrappers.append(_noted)


def _noted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    done = execute(sql, params, many, context)
    since = _written.setdefault(context["connection"], {"": set()})
    if written := WRITES.match(sql):
        since[next(reversed(since))].add(written[1])
        _doubt_once_and_again(written[1])
    elif savepoint := SAVEPOINT.match(sql):
        _note_savepoint(since, *savepoint.groups(default=""))
    return done


def _doubt_once_and_again(name: str) -> None:
    if not held():
        _doubt(name)
        transaction.on_commit(lambda: _doubt(name))  # a page that is drawn meanwhile still reads what was


def _note_savepoint(since: dict[str, set[str]], word: str, savepoint: str) -> None:
    """Back at a savepoint nothing is as it was written since; what was only read is still so. What was written
    after one that is released was written after the one before it."""
    names = list(since)
    later = names[names.index(savepoint) :] if savepoint in names else []
    written = set().union(*(since.pop(one) for one in later))
    if word.upper() == "RELEASE ":
        since[next(reversed(since))] |= written
        return
    since[savepoint] = set()
    if word and not held():
        for name in written:
            _doubt(name)


def _doubt(name: str) -> None:
    """No desk is trusted about that table of the database."""
    anew = {one._meta.db_table for one in (Table, Event, Telling, Mention)}
    if name in anew:
        desks.forget_all()
        return
    model = next((one for one in kept_models() if one._meta.db_table == name), None)
    for desk in list(registry._desks.values()):
        with desk.lock:
            if desk._rows and model is not None:
                _doubtful.setdefault(desk, set()).add(model)
                desk.version = None


def _load_what_is_in_doubt(desk: Desk) -> None:
    models = _doubtful.pop(desk, set())
    if not desk._rows or not models:
        _load(desk)
        return
    desk._notes.clear()
    for model in models:
        _read_anew(desk, model)
    desk.version = desk.table.version


def _read_anew(desk: Desk, model: Any) -> None:
    desk._rows.pop(model, None)
    for column in shape_of(model).indexes:
        desk._by.pop((model, column), None)
    for row in model._base_manager.filter(**{model.AT_TABLE: desk.key}).order_by("pk"):
        desk._put(row)
