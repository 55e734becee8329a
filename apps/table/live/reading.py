"""Reading the database for the live channel: two threads of its own, each with a lasting connection."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

THREADS = 2

P = ParamSpec("P")
T = TypeVar("T")

_pool: ThreadPoolExecutor | None = None


async def read(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the function gives, called in a reading thread."""
    global _pool
    if _pool is None:
        _pool = ThreadPoolExecutor(THREADS, thread_name_prefix="live")
    return await asyncio.get_running_loop().run_in_executor(_pool, lambda: _again(lambda: function(*args, **kwargs)))


def _again(function: Callable[[], T]) -> T:
    """Tries once more on a new connection: the lasting one may have died with the database's last restart."""
    try:
        return function()
    except (InterfaceError, OperationalError):
        connection.close()
    try:
        return function()
    except (InterfaceError, OperationalError):
        connection.close()
        raise


async def closed() -> None:
    """Closes every thread's connection and ends the threads."""
    global _pool
    if _pool is None:
        return
    together = threading.Barrier(THREADS)
    loop = asyncio.get_running_loop()
    await asyncio.gather(*(loop.run_in_executor(_pool, _close, together) for _ in range(THREADS)))
    _pool.shutdown()
    _pool = None


def _close(together: threading.Barrier) -> None:
    together.wait(10)  # so that each thread takes one
    connection.close()
