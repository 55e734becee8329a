"""Who is here: which seats have a page open, in any server process. Nothing of it is stored."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Mapping

HERE, RECONNECTING, GONE = "here", "reconnecting", "gone"
GRACE = 30.0  # seconds after which somebody who dropped is gone
SILENCE = 12.0  # seconds after which a process that says nothing has died

Seats = Mapping[int, Iterable[int]]

_processes: dict[str, tuple[float, dict[int, frozenset[int]]]] = {}
_here: dict[int, frozenset[int]] = {}
_dropped: dict[tuple[int, int], float] = {}


def mark(table_key: int) -> Hashable:
    """Another one whenever a word for somebody at this table has changed."""
    return _here.get(table_key), frozenset(seat for table, seat in _dropped if table == table_key)


def state(table_key: int, seat_key: int) -> str:
    """The word for a seat: here, reconnecting (dropped a moment ago) or gone."""
    if seat_key in _here.get(table_key, ()):
        return HERE
    return RECONNECTING if (table_key, seat_key) in _dropped else GONE


def heard(process: str, seats: Seats) -> set[int]:
    """Notes which seats have a page open in that process; returns the tables where a word changed."""
    now = time.monotonic()
    _processes[process] = (now, {table: frozenset(keys) for table, keys in seats.items()})
    return _merge(now)


def tick() -> set[int]:
    """Forgets silent processes and people who dropped a while ago; returns the tables where a word changed."""
    now = time.monotonic()
    for process in [one for one, (at, _) in _processes.items() if now - at > SILENCE]:
        del _processes[process]
    changed = _merge(now)
    for key in [one for one, at in _dropped.items() if now - at > GRACE]:
        del _dropped[key]
        changed.add(key[0])
    return changed


def forget() -> None:
    """Starts anew, as after a restart."""
    for held in (_processes, _here, _dropped):
        held.clear()


def _merge(now: float) -> set[int]:
    together: dict[int, frozenset[int]] = {}
    for _, seats in _processes.values():
        for table, keys in seats.items():
            together[table] = together.get(table, frozenset()) | keys
    changed = {table for table in together.keys() | _here.keys() if together.get(table) != _here.get(table)}
    for table in changed:
        _note(table, _here.get(table, frozenset()), together.get(table, frozenset()), now)
    return changed


def _note(table: int, before: frozenset[int], after: frozenset[int], now: float) -> None:
    for seat in before - after:
        _dropped[table, seat] = now
    for seat in after:
        _dropped.pop((table, seat), None)
    if after:
        _here[table] = after
    else:
        _here.pop(table, None)
