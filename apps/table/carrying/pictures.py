"""Files that rows name, such as portraits: they travel with their table, and go with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apps.table.models import Effect

from . import rows

NAME = re.compile(r"[A-Za-z0-9_-]{8,40}\.[a-z0-9]{2,5}")


@dataclass(frozen=True)
class Named:
    """A column that names files of a folder. `why_not` says what is wrong with a file's content, `new_name` makes a
    name that no file has."""

    label: str
    column: str
    folder: Callable[[], Path]
    why_not: Callable[[bytes], str]
    new_name: Callable[[], str]

    @property
    def place(self) -> str:
        """What the folder is called, on the disk and in a table's file."""
        return self.folder().name


_named: list[Named] = []


def names_files(
    label: str, column: str, folder: Callable[[], Path], why_not: Callable[[bytes], str], new_name: Callable[[], str]
) -> None:
    """Tells the table that a model's column names files."""
    _named.append(Named(label, column, folder, why_not, new_name))


def columns_with_files() -> dict[tuple[str, str], Named]:
    return {(one.label, one.column): one for one in _named}


def of_place(place: str) -> Named | None:
    return next((one for one in _named if one.place == place), None)


def of_table(table_key: int) -> Iterator[tuple[Named, str]]:
    """Every file that the table's rows name, or named before something that can still be taken back. Each once."""
    for one in _named:
        for name in sorted(_names(one, table_key)):
            yield one, name


def _names(one: Named, table_key: int) -> set[str]:
    model = rows.travelling()[one.label]
    found = set(rows.of(model, table_key).values_list(one.column, flat=True))
    for before, after in rows.of(Effect, table_key).filter(model=one.label).values_list("before", "after"):
        found |= {side.get(one.column) for side in (before, after) if isinstance(side, Mapping)}
    return {name for name in found if is_name(name)}


def is_name(name: Any) -> bool:
    return isinstance(name, str) and bool(NAME.fullmatch(name))
