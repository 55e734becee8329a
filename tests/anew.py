"""A process that loads a table from the database whenever it is looked at, and draws again what cannot be as it was.

It is held against the desk of this process, so it trusts nothing that the program notes as read. What is fetched from
where rows lie it notes by itself, every row of it and all columns of these; a text stands as long as all of them
come out of the database as they did. Each is drawn as if nothing had been worked out before it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from apps.table.desk import Desk
from apps.table.desk.desk import NEWER_THAN_ITS_VALUE
from apps.table.desk.rows import shape_of
from apps.table.models import Event, Mention, Seat, Table, Telling
from tests.desks import reading

RECORD = (Event, Telling, Mention)
TEXTS = {"panel", "card", "bare card"}
"""What stands, by the first word of its key; that of a card ends with the key of its telling."""

Note = tuple[Any, str, Any]
Noting = Callable[[Note], None]


class _Rows(dict[int, Any]):
    """The rows of a model by their keys."""

    def __init__(self, noting: Noting, model: Any) -> None:
        self.noting, self.model = noting, model

    def one(self, key: Any) -> None:
        self.noting((self.model, "pk", key))

    def all(self) -> None:
        self.noting((self.model, "", None))

    def __getitem__(self, key: int) -> Any:
        self.one(key)
        return super().__getitem__(key)

    def get(self, key: int, default: Any = None) -> Any:
        self.one(key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.one(key)
        return super().__contains__(key)

    def values(self) -> Any:
        self.all()
        return super().values()

    def items(self) -> Any:
        self.all()
        return super().items()

    def keys(self) -> Any:
        self.all()
        return super().keys()

    def __iter__(self) -> Iterator[int]:
        self.all()
        return super().__iter__()

    def __reversed__(self) -> Iterator[int]:
        self.all()
        return super().__reversed__()


class _Index(dict[Any, dict[int, Any]]):
    """The rows of a model by a column's value."""

    def __init__(self, noting: Noting, model: Any, column: str) -> None:
        self.noting, self.model, self.column = noting, model, column

    def get(self, value: Any, default: Any = None) -> Any:
        self.noting((self.model, self.column, value))
        return super().get(value, default)


class _AllRows(dict[Any, _Rows]):
    """All rows by their model. Of one that has none it is noted too that it was looked for."""

    def __init__(self, noting: Noting) -> None:
        self.noting = noting

    def __missing__(self, model: Any) -> _Rows:
        return self.setdefault(model, _Rows(self.noting, model))

    def get(self, model: Any, default: Any = None) -> _Rows:
        return self[model]

    def setdefault(self, model: Any, default: Any = None) -> _Rows:
        if model not in self:
            self[model] = _Rows(self.noting, model)
        return super().__getitem__(model)


class _AllIndexes(dict[tuple[Any, str], _Index]):
    def __init__(self, noting: Noting) -> None:
        self.noting = noting

    def get(self, key: tuple[Any, str], default: Any = None) -> _Index:
        return self.setdefault(key)

    def setdefault(self, key: tuple[Any, str], default: Any = None) -> _Index:
        if key not in self:
            self[key] = _Index(self.noting, *key)
        return super().__getitem__(key)


class Anew:
    """That process: `desk` loads the table; texts that stand are handed on to the next one."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.texts: dict[Hashable, tuple[Any, dict[Note, int]]] = {}
        self.contents: dict[Note, tuple[Any, int]] = {}

    def desk(self) -> Desk:
        found = _Loaded(self)
        found.refresh()
        return found

    def number(self, note: Note, content: Any) -> int:
        """Another one whenever it is not as it was."""
        held, number = self.contents.get(note, (None, 0))
        if number and held == content:
            return number
        self.contents[note] = content, number + 1
        return number + 1


class _Loaded(Desk):
    """A desk that was loaded a moment ago, and knows of each text what was fetched for it."""

    def __init__(self, process: Anew) -> None:
        super().__init__(process.table.pk)
        self.process = process
        self.fetched: list[set[Note]] = []
        self.worked_out: dict[Hashable, tuple[Any, set[Note]]] = {}
        self.texts: dict[Hashable, tuple[Any, set[Note]]] = {}
        self.numbers: dict[Note, int] = {}
        self._rows = _AllRows(self.fetches)  # type: ignore[assignment]
        self._by = _AllIndexes(self.fetches)  # type: ignore[assignment]

    def fetches(self, note: Note) -> None:
        if self.fetched:
            self.fetched[-1].add(note)

    def memo(self, key: Hashable, make: Callable[[], Any]) -> Any:
        is_text = isinstance(key, tuple) and key[0] in TEXTS
        value, notes = self._text(key, make) if is_text else self._worked_out(key, make)
        if self.fetched:
            self.fetched[-1] |= notes
        return value

    def memo_of(self, row: Any, name: str, make: Callable[[], Any]) -> Any:
        def made() -> Any:
            self.reads(row)
            return make()

        return self.memo((name, type(row), row.pk), made)

    def reads(self, row: Any) -> None:
        self.fetches((type(row), "pk", row.pk))

    def read(self, name: str) -> None:
        self.fetches((None, name, None))

    def tail(self) -> list[Telling]:
        self.fetches((Telling, "", None))
        return super().tail()

    def _worked_out(self, key: Hashable, make: Callable[[], Any]) -> tuple[Any, set[Note]]:
        if key not in self.worked_out:
            self.worked_out[key] = self._made(make)
        return self.worked_out[key]

    def _made(self, make: Callable[[], Any]) -> tuple[Any, set[Note]]:
        self.fetched.append(set())
        try:
            return make(), self.fetched[-1]
        finally:
            self.fetched.pop()

    def _text(self, key: Any, make: Callable[[], Any]) -> tuple[Any, set[Note]]:
        if key not in self.texts:
            self.texts[key] = self._standing(key) or self._drawn(key, make)
        return self.texts[key]

    def _standing(self, key: Hashable) -> tuple[Any, set[Note]] | None:
        text, numbers = self.process.texts.get(key, (None, {}))
        if not numbers or any(self.number(note) != number for note, number in numbers.items()):
            return None
        return text, set(numbers)

    def _drawn(self, key: Any, make: Callable[[], Any]) -> tuple[Any, set[Note]]:
        held, self.worked_out = self.worked_out, {}
        try:
            with reading() as asked:
                text, notes = self._made(make)
        finally:
            self.worked_out = held
        notes |= self._always_looked_at(key)
        self.process.texts.pop(key, None)
        if not asked and all(map(self._is_here, notes)):
            self.process.texts[key] = text, {note: self.number(note) for note in notes}
        return text, notes

    def _always_looked_at(self, key: Any) -> set[Note]:
        """What is in somebody's hands before the drawing begins: the table, the seats, and what a card tells."""
        found: set[Note] = {(Table, "", None), (Seat, "", None), (None, "floor", None)}
        if key[0] != "panel":
            telling = dict.__getitem__(self._rows[Telling], key[-1])
            found |= {(Telling, "pk", telling.pk), (Event, "pk", telling.event_id)}
        return found

    def _is_here(self, note: Note) -> bool:
        """Whether the next desk has it as well, when it is loaded: of the record no more than the tail."""
        model, column, value = note
        if model not in RECORD or not column:
            return True
        if column == "pk":
            row = dict.get(self._rows[model], value)
            return row is not None and (row.pk if model is Event else row.event_id) >= self._floor
        return column in NEWER_THAN_ITS_VALUE and value is not None and value >= self._floor

    def number(self, note: Note) -> int:
        if note not in self.numbers:
            self.numbers[note] = self.process.number(note, self._content(note))
        return self.numbers[note]

    def _content(self, note: Note) -> Any:
        """A row with all its columns; or the numbers of such rows."""
        model, column, value = note
        if model is None:
            return self._floor if column == "floor" else self._marks.get(column)
        rows = self._rows[model]
        if column == "pk":
            return _columns(dict.get(rows, value))
        found = dict.get(self._by.setdefault((model, column), {}), value, {}) if column else rows
        return [(key, self.number((model, "pk", key))) for key in dict.__iter__(found)]


def _columns(row: Any) -> dict[str, Any] | None:
    """The version alone is another one after every act."""
    if row is None:
        return None
    return {name: row.__dict__[name] for name in shape_of(type(row)).columns if (type(row), name) != (Table, "version")}
