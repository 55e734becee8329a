"""Sheets that are read part by part, so that whoever shows one part is drawn anew for that part alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, overload

from apps.characters.models import Character

Value = TypeVar("Value")


class Sheet(Protocol):
    """What has parts: the rows of a character, as these `eyes` read them."""

    @property
    def character(self) -> Character: ...

    @property
    def eyes(self) -> str: ...


class kept(Generic[Value]):  # noqa: N801 - a decorator
    """A part of a sheet: read when it is asked for, then kept at the desk until one of the rows changes that were read
    for it. A sheet in hand is therefore always as the rows are now: what has to outlive a change is taken out before.
    """

    def __init__(self, read: Callable[[Any], Value]) -> None:
        self._read = read
        self.__doc__ = read.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"{owner.__name__}.{name}"

    @overload
    def __get__(self, sheet: None, owner: type) -> kept[Value]: ...

    @overload
    def __get__(self, sheet: Sheet, owner: type) -> Value: ...

    def __get__(self, sheet: Sheet | None, owner: type) -> kept[Value] | Value:
        if sheet is None:
            return self
        character = sheet.character
        return character.desk.memo_of(character, f"{self._name} {sheet.eyes}", lambda: self._read(sheet))
