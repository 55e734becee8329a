"""The bell: what is rung after a commit. It says which table and how far it has come, never what happened."""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[int, int], None]] = []


def ring(table_key: int, version: int) -> None:
    """Tells every server process that this table has come to this version. Called from any thread."""
    for listener in _listeners:
        listener(table_key, version)


def listen(listener: Callable[[int, int], None]) -> None:
    """Adds a listener of this process: the live channel, or a test."""
    _listeners.append(listener)


def stop(listener: Callable[[int, int], None]) -> None:
    _listeners.remove(listener)
