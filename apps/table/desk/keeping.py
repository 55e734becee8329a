"""What is found out about rows again and again: kept at their desk until one of the rows changes that were read."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from apps.table.models.play import OnDesk

from .desk import Desk

Value = TypeVar("Value")
Rows = ParamSpec("Rows")


def kept(find: Callable[Concatenate[Desk, Rows], Value]) -> Callable[Concatenate[Desk, Rows], Value]:
    """A function of a desk and of rows on it, by which something is looked for among rows that grow with the campaign.
    What it gives is one thing for everybody who asks: nobody changes it."""
    name = f"{find.__module__}.{find.__qualname__}"

    def found(desk: Desk, /, *rows: Rows.args, **_: Rows.kwargs) -> Value:
        asked: Any = rows
        return desk.memo((name, *(one.pk for one in asked)), lambda: _read(desk, find, asked))

    return update_wrapper(found, find)


def _read(desk: Desk, find: Callable[..., Value], rows: tuple[OnDesk, ...]) -> Value:
    for one in rows:
        desk.reads(one)
    return find(desk, *rows)
