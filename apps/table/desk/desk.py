"""One table's rows in memory: found by key and by index, changed together with the database, never read twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import takewhile
from threading import RLock
from typing import Any, TypeVar

from django.apps import apps
from django.db import models

from apps.table.models import Change, Event, Mention, Seat, Table, Telling
from apps.table.models.play import OnDesk, RecordRow

from .asking import version_of
from .loading import rows_at
from .noting import Note, Notes
from .rows import kept_models, question, shape_of

Row = TypeVar("Row", bound=OnDesk)
Value = TypeVar("Value")

TAIL = 120
"""So many of the newest tellings are kept, and twice as many at most."""


NEWER_THAN_ITS_VALUE = {"event_id", "card_id", "cause_id"}
"""Columns of the record that point at an older event: of those on the tail all that point at them are there."""


_outside: dict[str, Callable[[int], Hashable]] = {}


def reads_outside(name: str, mark: Callable[[int], Hashable]) -> None:
    """Registers something that is no row and that texts show (`Desk.read(name)`): `mark` gives, for a table's key,
    another value whenever it has changed."""
    _outside[name] = mark


class GoneError(LookupError):
    """There is no such table any more."""


class Desk:
    """A table's rows of play. Whoever uses it holds its `lock` (see `registry.at`).

    Rows are read with `all`, `one`, `get` and along foreign keys; `memo` keeps what is worked out from them until one
    of them changes. Rows are changed by `apps.table.turn` alone.
    """

    def __init__(self, table_key: int) -> None:
        self.key = table_key
        self.lock = RLock()
        self.used = time.monotonic()
        self.version: int | None = None
        self._floor = 0
        self._tail: list[Telling] | None = None
        self._whole: set[tuple[type[OnDesk], str, Any]] = set()
        self._rows: dict[type[OnDesk], dict[int, Any]] = {}
        self._by: dict[tuple[type[OnDesk], str], dict[Any, dict[int, Any]]] = {}
        self._notes = Notes()
        self._marks: dict[str, Hashable] = {}
        self._journal: list[Callable[[], None]] = []
        self._touched: set[tuple[str, int]] = set()

    # reading

    @property
    def table(self) -> Table:
        found: Table = self._rows[Table][self.key]
        return found

    def all(self, model: type[Row], **equal: Any) -> list[Row]:
        """The rows whose columns equal these values, in the order of their keys. A row stands for its key."""
        asked = question(model, tuple(equal))
        value = _plain(equal[asked.index]) if asked.index else None
        rows = self._bucket(model, asked.index, value, (asked.apart, equal[asked.apart]) if asked.apart else ())
        compared = [(column, _plain(equal[name])) for name, column in asked.compared]
        if not compared:
            return list(rows)
        return [row for row in rows if all(row.__dict__[column] == value for column, value in compared)]

    def one(self, model: type[Row], **equal: Any) -> Row | None:
        """The first of those that `all` gives, or None."""
        found = self.all(model, **equal)
        return found[0] if found else None

    def get(self, model: type[Row], key: int) -> Row:
        """The row with that key. Raises the model's DoesNotExist where there is none."""
        self._notes.read((model, "pk", key))
        row = self._rows.get(model, {}).get(key)
        if row is None:
            row = self._fetched(model, key)
        return row

    def find(self, model: type[Row], key: int) -> Row | None:
        """The row of play with that key, or None."""
        self._notes.read((model, "pk", key))
        return self._rows.get(model, {}).get(key)

    def _bucket(self, model: type[Row], name: str, value: Any, apart: tuple[Any, ...] = ()) -> Iterable[Row]:
        column = shape_of(model).names[name] if name else ""
        self._notes.read((model, column, value, *apart))
        if not column:
            return self._rows.get(model, {}).values()
        if issubclass(model, RecordRow):
            self._complete(model, column, value)
        return self._by.get((model, column), {}).get(value, {}).values()

    def memo(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """What `make` gives, made once as long as nothing that it reads from the desk is changed."""
        return self._notes.memo(key, make)

    def memo_of(self, row: OnDesk, name: str, make: Callable[[], Value]) -> Value:
        """As `memo`, for something worked out about one row."""

        def made() -> Value:
            self.reads(row)
            return make()

        return self._notes.memo((name, type(row), row.pk), made)

    def reads(self, row: OnDesk) -> None:
        """Notes that this row, which was found before, is looked at."""
        self._notes.read((type(row), "pk", row.pk))

    def read(self, name: str) -> None:
        """Notes that something was read that is no row (`reads_outside`)."""
        self._notes.read((name,))

    @contextmanager
    def noting(self) -> Iterator[set[Note]]:
        with self._notes.noting() as notes:
            yield notes

    @property
    def made(self) -> int:
        """How often something was made because it was not kept."""
        return self._notes.made

    # the record: its newest rows are here, older ones as they are asked for

    def tail(self) -> list[Telling]:
        """The newest tellings, oldest first: complete from the first one's event on. Nobody changes the list."""
        self._notes.read((Telling, "", None))
        if self._tail is None:
            rows = self._rows.get(Telling, {}).values()
            self._tail = sorted((one for one in rows if one.event_id >= self._floor), key=_in_the_log)
        return self._tail

    def tail_since(self, event_key: int) -> list[Telling]:
        """Those of the tail that were told after that event."""
        found = list(takewhile(lambda one: one.event_id > event_key, reversed(self.tail())))
        return found[::-1]

    def newest_events(self) -> Iterator[Event]:
        """The events of the tail, newest first."""
        before = None
        for one in reversed(self.tail()):
            if one.event_id != before:
                before = one.event_id
                yield one.event

    @property
    def newest(self) -> int:
        """The key of the newest event; 0 where nothing was told yet."""
        return next(reversed(self._rows.get(Event, {})), 0)

    @property
    def has_whole_log(self) -> bool:
        return self._floor == 0

    def has_tail_after(self, event_key: int) -> bool:
        """Whether everything told after that event is here."""
        return event_key + 1 >= self._floor

    def has(self, row: OnDesk) -> bool:
        """Whether this very row is on the desk."""
        return self._rows.get(type(row), {}).get(row.pk) is row

    def tellings_of(self, event: Event | int) -> list[Telling]:
        """All versions of an event."""
        return self.all(Telling, event=event)

    def _fetched(self, model: type[Row], key: int) -> Row:
        if not issubclass(model, RecordRow):
            raise model.DoesNotExist(f"{model.__name__} {key} is not on this desk")
        row = model._base_manager.get(pk=key, **{model.AT_TABLE: self.key})
        self._put(row)
        return row

    def _complete(self, model: type[OnDesk], column: str, value: Any) -> None:
        """Reads the rows of the record that an index lacks, once."""
        if value is None or (model, column, value) in self._whole:
            return
        if column in NEWER_THAN_ITS_VALUE and value >= self._floor:
            return
        self._whole.add((model, column, value))
        held = self._rows.get(model, {})
        for row in model._base_manager.filter(**{column: value, model.AT_TABLE: self.key}).order_by("pk"):
            if row.pk not in held:
                self._put(row)

    def _load_tail(self) -> None:
        newest = Telling.objects.filter(table=self.key).order_by("-event_id", "-pk").values_list("event_id", flat=True)
        found = list(newest[:TAIL])
        self._floor = found[-1] if len(found) == TAIL else 0
        self._tail = None
        for model, key in ((Event, "pk"), (Telling, "event_id"), (Mention, "event_id")):
            for row in rows_at(model, self.key, key, self._floor):
                self._put(row)

    def _trim_tail(self) -> None:
        """Lets the older half of the record go, when it has grown."""
        tail = self.tail()
        if len(tail) <= 2 * TAIL:
            return
        self._floor = tail[-TAIL].event_id
        self._tail = None
        self._whole.clear()
        for model, key in ((Telling, "event_id"), (Mention, "event_id"), (Event, "id")):
            for row in [one for one in self._rows.get(model, {}).values() if getattr(one, key) < self._floor]:
                self._take(row)
                self._notes.touch(self._notes_of(row))

    # keeping up with the database

    def refresh(self) -> None:
        """Reads what other processes have committed. Raises GoneError where the table is no more."""
        self.come_to(version_of(self.key))

    def come_to(self, version: int | None) -> None:
        """Comes to this version, which the database has told: nothing to do where it is the one that is known."""
        self.used = time.monotonic()
        if version is None:
            self.forget()
            raise GoneError(self.key)
        self._look_outside()
        while version is not None and self.version != version:
            if self.version is None or not self._catch_up(self.version, version):
                self._load()
            version = version_of(self.key)

    def _look_outside(self) -> None:
        for name, ask in _outside.items():
            mark = ask(self.key)
            if self._marks.get(name) != mark:
                self._marks[name] = mark
                self._notes.touch([(name,)])

    def _load(self) -> None:
        self.forget()
        table = Table.objects.get(pk=self.key)
        self._put(table)
        for model in kept_models():
            for row in rows_at(model, self.key):
                self._put(row)
        self._load_tail()
        self.version = table.version

    def _catch_up(self, before: int, version: int) -> bool:
        """Reads again the rows that the commits since name; False where they cannot tell."""
        changes = list(Change.objects.filter(table=self.key, version__gt=before, version__lte=version))
        if version < before or len(changes) != version - before:
            return False
        named: dict[type[OnDesk], set[int]] = {}
        for change in changes:
            for label, key in change.rows:
                named.setdefault(_model(label), set()).add(key)
        for model, keys in named.items():
            self._read_again(model, keys)
        self._is_at(version)
        return True

    def _read_again(self, model: type[OnDesk], keys: set[int]) -> None:
        held = self._rows.get(model, {})
        if model is Event:
            keys = {key for key in keys if key in held or key >= self._floor}
        there = {row.pk: row for row in model._base_manager.filter(pk__in=keys)}
        for key in sorted(keys):
            if key in there and key in held:
                self._set(held[key], {name: there[key].__dict__[name] for name in shape_of(model).columns})
            elif key in there:
                self._back(there[key])
            elif key in held:
                self._out(held[key])

    def forget(self) -> None:
        """Nothing is known any more: the next use loads it."""
        self.version = None
        self._floor = 0
        self._tail = None
        for held in (self._rows, self._by, self._whole, self._journal, self._touched):
            held.clear()
        self._notes.clear()

    # changing, together with the database: see apps.table.turn

    def own(self, row: Row) -> Row:
        """The desk's own instance of a row."""
        if row.__dict__.get("_desk") is self:
            return row
        return self.get(type(row), row.pk)

    def set(self, row: OnDesk, columns: Mapping[str, Any]) -> None:
        """Gives columns of a row other values."""
        before = {name: row.__dict__[name] for name in columns}
        self._set(row, columns)
        self._journal.append(lambda: self._set(row, before))
        self._named(row)

    def add(self, row: OnDesk) -> None:
        self._back(row)
        self._journal.append(lambda: self._out(row))
        self._named(row)

    def remove(self, row: OnDesk) -> None:
        self._out(row)
        self._journal.append(lambda: self._back(row))
        self._named(row)

    def named(self) -> list[tuple[str, int]]:
        """The rows that were changed since the last commit, by the model's label and their key."""
        return sorted(self._touched)

    def comes_to(self, version: int) -> None:
        """What was changed so far makes this version."""
        before = self.table.version
        self._is_at(version)
        self._journal.append(lambda: self._is_at(before))

    def _is_at(self, version: int) -> None:
        self.version = self.table.version = version

    def settled(self) -> None:
        """What was changed is committed."""
        self._journal.clear()
        self._touched.clear()
        self._trim_tail()

    def put_back(self) -> None:
        """What was changed was not committed: everything is as it was."""
        while self._journal:
            self._journal.pop()()
        self._touched.clear()

    def _named(self, row: OnDesk) -> None:
        self._touched.add((row._meta.label_lower, row.pk))

    def _out(self, row: OnDesk) -> None:
        self._notes.touch(self._notes_of(row))
        self._take(row)

    def _back(self, row: OnDesk) -> None:
        self._put(row)
        self._notes.touch(self._notes_of(row))

    # the rows and their indexes

    def _put(self, row: Any) -> None:
        row.__dict__["_desk"] = self
        row._state.fields_cache.clear()
        _in_order(self._rows.setdefault(type(row), {}), row)
        for column in shape_of(type(row)).indexes:
            bucket = self._by.setdefault((type(row), column), {}).setdefault(row.__dict__[column], {})
            _in_order(bucket, row)
        if type(row) is Telling:
            self._longer_tail(row)

    def _longer_tail(self, row: Telling) -> None:
        if self._tail and _in_the_log(self._tail[-1]) < _in_the_log(row):
            self._tail.append(row)
        else:
            self._tail = None

    def _take(self, row: Any) -> None:
        del self._rows[type(row)][row.pk]
        if type(row) is Telling:
            self._tail = None
        for column in shape_of(type(row)).indexes:
            self._leave(row, column)

    def _leave(self, row: Any, column: str) -> None:
        index = self._by[type(row), column]
        bucket = index[row.__dict__[column]]
        del bucket[row.pk]
        if not bucket:
            del index[row.__dict__[column]]

    def _set(self, row: Any, columns: Mapping[str, Any]) -> None:
        changed = {name: value for name, value in columns.items() if row.__dict__[name] != value}
        if not changed:
            return
        self._notes.touch(self._notes_of(row))
        moved = [name for name in shape_of(type(row)).indexes if name in changed]
        for name in moved:
            self._leave(row, name)
        row.__dict__.update(changed)
        for name in moved:
            _in_order(self._by.setdefault((type(row), name), {}).setdefault(row.__dict__[name], {}), row)
        if moved or any(name in changed for name in shape_of(type(row)).apart):
            self._notes.touch(self._notes_of(row))
        if isinstance(row, Table | Seat):
            self._notes.clear()  # nearly every text shows their names; it seldom happens

    def _notes_of(self, row: Any) -> list[Note]:
        shape = shape_of(type(row))
        found: list[Note] = [(shape.model, column, row.__dict__[column]) for column in shape.indexes]
        found.append((shape.model, "", None))
        apart = [(column, row.__dict__[column]) for column in shape.apart]
        return [(shape.model, "pk", row.pk), *found, *((*note, *one) for note in found for one in apart)]


def _in_the_log(telling: Telling) -> tuple[int, int]:
    return telling.event_id, telling.pk


def _plain(value: Any) -> Any:
    return value.pk if isinstance(value, models.Model) else value


def _in_order(rows: dict[int, Any], row: Any) -> None:
    """Puts a row to its place: the order of a desk is that of the keys, as a fresh one is loaded."""
    late = not rows or next(reversed(rows)) < row.pk
    rows[row.pk] = row
    if not late:
        for key in sorted(rows):
            rows[key] = rows.pop(key)


def _model(label: str) -> Any:
    return apps.get_model(label)
