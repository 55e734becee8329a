"""One act at a time per table: the hold."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.http import Http404

from apps.table import desk as desks
from apps.table.desk import Desk, GoneError
from apps.table.desk.asking import version_of

# SQLite's own waiting is unfair and sleeps; within one process writers queue here instead.
_one_writer = threading.RLock()
_inside = threading.local()


@contextmanager
def writing() -> Iterator[None]:
    """One write transaction; on SQLite only one at a time in this process."""
    if connection.vendor == "sqlite":
        with _one_writer, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


@contextmanager
def at_the_desk(table: str | int) -> Iterator[Desk]:
    """The table's desk as the last act left it, for reading and drawing. Refuses an unknown table with 404."""
    with _found(table, look=True) as desk:
        yield desk


@contextmanager
def kept_still(table: str | int) -> Iterator[Desk]:
    """The table's desk for this thread alone, as it is: for a hold and what is drawn after it."""
    with _found(table, look=False) as desk:
        yield desk


@contextmanager
def hold(table: str | int) -> Iterator[Desk]:
    """One transaction with the table's row locked first, and its desk. Refuses an unknown table with 404.

    What is not committed is not on the desk either; where that is in doubt, the desk is loaded anew.
    """
    with _found(table, look=False) as desk:
        try:
            with _noted(), writing():
                desk.come_to(version_of(desk.key, locked=True))
                try:
                    yield desk
                except BaseException:
                    desk.put_back()
                    raise
        except GoneError as gone:
            raise Http404 from gone
        except BaseException:
            if desk.named():  # the act was done, but its commit failed
                desk.forget()
            raise
        desk.settled()


@contextmanager
def _noted() -> Iterator[None]:
    """What a thread writes in here its desk knows of."""
    before = held()
    _inside.hold = True
    try:
        yield
    finally:
        _inside.hold = before


def held() -> bool:
    """Whether this thread is inside a hold."""
    return getattr(_inside, "hold", False)


@contextmanager
def _found(table: str | int, look: bool) -> Iterator[Desk]:
    try:
        with desks.at(table, look=look) as desk:
            yield desk
    except GoneError as gone:
        raise Http404 from gone
