"""Who has read what: what was worked out from rows is kept until one of these rows changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

Note = tuple[Any, ...]
Value = TypeVar("Value")

MOST_KEPT = 3000


class Kept:
    """Something worked out, with the notes of what was read for it."""

    __slots__ = ("key", "notes", "value")

    def __init__(self, key: Hashable, value: Any, notes: set[Note]) -> None:
        self.key = key
        self.value = value
        self.notes = notes


class Notes:
    """What is kept, found by its own key and by each note. Whoever asks for it has read all that it was made of."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Kept] = {}
        self._readers: dict[Note, set[Kept]] = {}
        self._open: list[set[Note]] = []
        self.made = 0

    def read(self, note: Note) -> None:
        if self._open:
            self._open[-1].add(note)

    def memo(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """What `make` gives, made once as long as nothing that it reads is changed."""
        held = self._kept.get(key)
        if held is None:
            held = self._make(key, make)
        if self._open:
            self._open[-1] |= held.notes
        return cast(Value, held.value)

    def _make(self, key: Hashable, make: Callable[[], Any]) -> Kept:
        with self.noting() as notes:
            value = make()
        held = Kept(key, value, notes)
        self.made += 1
        if len(self._kept) >= MOST_KEPT:
            self._let_go()
        self._kept[key] = held
        for note in notes:
            self._readers.setdefault(note, set()).add(held)
        return held

    @contextmanager
    def noting(self) -> Iterator[set[Note]]:
        """The notes of all that is read meanwhile, by this thread alone: the desk's lock is held."""
        notes: set[Note] = set()
        self._open.append(notes)
        try:
            yield notes
        finally:
            self._open.pop()

    def touch(self, notes: Iterable[Note]) -> None:
        """Something of this has changed: what was made of it is made anew when it is asked for."""
        for note in notes:
            for held in self._readers.pop(note, ()):
                self._drop(held)

    def _drop(self, held: Kept) -> None:
        if self._kept.get(held.key) is held:
            del self._kept[held.key]
        for note in held.notes:
            readers = self._readers.get(note)
            if readers is not None:
                readers.discard(held)
                if not readers:
                    del self._readers[note]

    def _let_go(self) -> None:
        """The older half goes: texts of people who left, sheets of those who are gone."""
        for held in list(self._kept.values())[: MOST_KEPT // 2]:
            self._drop(held)

    def clear(self) -> None:
        self._kept.clear()
        self._readers.clear()
