"""Who is here: which seats have a page open, in any server process, or asked for one a moment ago. Nothing is stored.

A page with a line is here as long as its line; one without, such as a browser without JavaScript, for a while after
each of its requests.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count

HERE, RECONNECTING, GONE = "here", "reconnecting", "gone"
GRACE = 30.0  # seconds after which somebody who dropped is gone
SILENCE = 12.0  # seconds after which a process that says nothing has died
VISIT = 180.0  # seconds for which a request without a line counts
READING = 900.0  # the same for whoever never had a line: without JavaScript one asks seldom

Seats = Mapping[int, Iterable[int]]
Sets = dict[int, frozenset[int]]


@dataclass(frozen=True)
class Heard:
    """What a process said last: which seats have a line there, which only asked for a page, by table."""

    at: float
    lines: Sets
    visitors: Sets


_processes: dict[str, Heard] = {}
_lines: Sets = {}
_here: Sets = {}
_dropped: dict[tuple[int, int], float] = {}
_visits: dict[tuple[int, int], float] = {}  # in this process
_scripted: set[tuple[int, int]] = set()  # whoever had a line once
_coming: set[tuple[int, int]] = set()  # here on their own page, before the live channel has heard of the request
_listeners: list[Callable[[int, int], bool]] = []
_changes = count(1)
_last_change: dict[int, int] = {}  # by table


def mark(table_key: int) -> Hashable:
    """Another one whenever a word for somebody at this table has changed, and never an earlier one again: somebody may
    drop and be back while a page is drawn, which then shows them as dropped."""
    return _last_change.get(table_key)


def _changed(*tables: int) -> None:
    """Once the words are new: whoever reads the mark before reads it again."""
    for table in tables:
        _last_change[table] = next(_changes)


def state(table_key: int, seat_key: int) -> str:
    """The word for a seat: here, reconnecting (dropped a moment ago) or gone."""
    if seat_key in _here.get(table_key, ()) or (table_key, seat_key) in _coming:
        return HERE
    return RECONNECTING if (table_key, seat_key) in _dropped else GONE


# requests of pages, with or without a line


def visit(table_key: int, seat_key: int) -> None:
    """Somebody in that seat asks for a page, or acts. Called from any thread; the live channel listens, but to whoever
    has a line: they are here by that alone."""
    key = (table_key, seat_key)
    if _has_line(*key):
        return
    is_new = seat_key not in _here.get(table_key, ()) and key not in _coming
    if is_new:
        _coming.add(key)
    heard_of = [listener(*key) for listener in _listeners]
    if not any(heard_of):
        _coming.discard(key)
    elif is_new:
        _changed(table_key)


def _has_line(table_key: int, seat_key: int) -> bool:
    return seat_key in _lines.get(table_key, ())


def listen(listener: Callable[[int, int], bool]) -> None:
    """It is told of each visit, and says whether it can hear."""
    _listeners.append(listener)


def stop(listener: Callable[[int, int], bool]) -> None:
    _listeners.remove(listener)


def visited(table_key: int, seat_key: int) -> bool:
    """Notes a request of somebody without a line; whether that makes them present."""
    if _has_line(table_key, seat_key):  # by now
        return False
    new = seat_key not in _here.get(table_key, ())
    _visits[table_key, seat_key] = time.monotonic()
    return new


def visitors() -> dict[int, set[int]]:
    """The seats, by table, that asked this process for a page a while ago at most, and have had no line since."""
    now = time.monotonic()
    for key in [one for one, at in _visits.items() if now - at > _lasts(one) or _has_line(*one)]:
        del _visits[key]
    found: dict[int, set[int]] = {}
    for table, seat in _visits:
        found.setdefault(table, set()).add(seat)
    return found


def _lasts(seat: tuple[int, int]) -> float:
    return VISIT if seat in _scripted else READING


# what processes say


def heard(process: str, lines: Seats, visitors: Seats) -> set[int]:
    """Notes who is here in that process; returns the tables where a word changed."""
    now = time.monotonic()
    _processes[process] = Heard(now, _frozen(lines), _frozen(visitors))
    return _merge(now)


def tick() -> set[int]:
    """Forgets silent processes and people who dropped a while ago; returns the tables where a word changed."""
    now = time.monotonic()
    for process in [one for one, said in _processes.items() if now - said.at > SILENCE]:
        del _processes[process]
    changed = _merge(now)
    for key in [one for one, at in _dropped.items() if now - at > GRACE]:
        del _dropped[key]
        changed.add(key[0])
        _changed(key[0])
    return changed


def forget() -> None:
    """Starts anew, as after a restart."""
    for held in (_processes, _lines, _here, _dropped, _visits, _scripted, _coming, _last_change):
        held.clear()


def _frozen(seats: Seats) -> Sets:
    return {table: frozenset(keys) for table, keys in seats.items()}


def _merge(now: float) -> set[int]:
    lines = _together(one.lines for one in _processes.values())
    here = _together([lines, *(one.visitors for one in _processes.values())])
    for table in lines.keys() | _lines.keys() | here.keys():
        _note_dropped(table, _lines.get(table, frozenset()), here.get(table, frozenset()), now)
    changed = {table for table in here.keys() | _here.keys() if here.get(table) != _here.get(table)}
    _scripted.update((table, seat) for table, seats in lines.items() for seat in seats)
    _replace(_lines, lines)
    _replace(_here, here)
    _coming.difference_update((table, seat) for table, seats in here.items() for seat in seats)
    _changed(*changed)
    return changed


def _together(parts: Iterable[Sets]) -> Sets:
    found: Sets = {}
    for part in parts:
        for table, keys in part.items():
            found[table] = found.get(table, frozenset()) | keys
    return found


def _note_dropped(table: int, had_lines: frozenset[int], here: frozenset[int], now: float) -> None:
    """Whoever had a line and is not here any more comes back, it may be; a visit that is over is over."""
    for seat in had_lines - here:
        _dropped[table, seat] = now
    for seat in here:
        _dropped.pop((table, seat), None)


def _replace(held: Sets, found: Sets) -> None:
    """In place and never emptied on the way: other threads read it."""
    held.update(found)
    for table in held.keys() - found.keys():
        del held[table]
