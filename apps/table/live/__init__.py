"""The live channel: after each commit, every open page of the table is sent what changed for it.

A commit rings the bell (apps.table.bell); `relay` carries it to every server process; each process keeps a `hub` with
one feed per table that has open pages; a feed draws in one pass (`drawing`) what each `screen` must be sent.
"""

from __future__ import annotations

import asyncio

from apps.table import bell

_relay: Relay | None = None


def started(loop: asyncio.AbstractEventLoop) -> None:
    """Starts the live channel of this process on the server's event loop; the server's first connection calls it."""
    global _relay
    if _relay is not None and _relay.loop is loop:
        return
    if _relay is not None:
        _deaf(_relay)
    _relay = Relay(loop)
    bell.listen(_relay.ring)
    presence.listen(_relay.visited)
    _relay.start()


async def stopped() -> None:
    """Ends it again; only tests do, since a server's process ends as a whole."""
    global _relay
    if _relay is not None:
        _deaf(_relay)
        await _relay.stop()
        _relay = None
    await reading.closed()


def send_away() -> None:
    """Closes every page's socket: the server ends, and they look for the one that comes next."""
    if _relay is not None:
        _relay.hub.stop()


def _deaf(relay: Relay) -> None:
    bell.stop(relay.ring)
    presence.stop(relay.visited)


def running() -> Relay:
    """The running relay of this process. Refuses (RuntimeError) where none was started."""
    if _relay is None:
        raise RuntimeError("the live channel was not started in this process")
    return _relay


from . import presence, reading  # noqa: E402
from .relay import Relay  # noqa: E402
