"""How a server ends when it is asked to (SIGTERM, Ctrl+C): in time, whatever is under way.

Requests that were begun are brought to their end and answered; whoever comes later is told to try again in a moment;
pages lose their line and look for the server that comes next. What is not done by then is cut short, as by a power cut:
nothing of it is kept, and its page sends it again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

from apps.table import live
from apps.table.live.screens import RESYNC

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

PATIENCE = 3.0  # seconds for what was begun
ON_THE_WAY = 0.1  # seconds for the last answers to leave
AT_THE_LATEST = 4.0  # seconds, should the event loop hang
SIGNALS = (signal.SIGTERM, signal.SIGINT)
GOING = b"The server is being stopped, or started anew. Try again in a moment.\n"
HEADERS = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"1"), (b"connection", b"close")]


class Ending:
    """The end of this process. `under_way` tells how many requests were begun and are not answered yet."""

    def __init__(self, under_way: Callable[[], int]) -> None:
        self.asked = False
        self._under_way = under_way
        self._loop: asyncio.AbstractEventLoop | None = None
        self._work: asyncio.Task[None] | None = None

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Takes the signals over from the server that runs us; only the main thread may."""
        if self._loop is loop or threading.current_thread() is not threading.main_thread():
            return
        self._loop = loop
        for one in SIGNALS:
            signal.signal(one, self._ask)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        """Once: `make` and some supervisors send a signal twice."""
        if self.asked or self._loop is None:
            return
        self.asked = True
        last = threading.Timer(AT_THE_LATEST, _gone)
        last.daemon = True
        last.start()
        self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        self._work = asyncio.get_running_loop().create_task(self._end())

    async def _end(self) -> None:
        live.send_away()
        try:
            async with asyncio.timeout(PATIENCE):
                while self._under_way():
                    await asyncio.sleep(0.02)
        except TimeoutError:
            pass
        await asyncio.sleep(ON_THE_WAY)
        _gone()


def _gone() -> None:
    """Without the interpreter's own end, which waits for every thread."""
    logging.shutdown()
    os._exit(0)


async def turn_away(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Whoever comes now finds the next server, which is asked by the page itself."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 503, "headers": HEADERS})
        await send({"type": "http.response.body", "body": GOING})
    else:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": RESYNC})
