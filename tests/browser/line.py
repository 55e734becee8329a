"""A line to a server that can be cut: at its address the server is met, until nobody is."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio import StreamReader, StreamWriter
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

HERE = "127.0.0.1"
ANSWERS = 10.0  # seconds
T = TypeVar("T")


class Line:
    """All of it runs in the loop of one thread, where nobody closes a connection that somebody else is reading."""

    def __init__(self, port: int) -> None:
        self._port, self._whole = port, True
        self._ends: set[StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_forever, daemon=True).start()
        self._door = self._there(asyncio.start_server(self._meet, HERE, 0))
        self.address = f"http://{HERE}:{self._door.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Who is on it is dropped, and who comes is turned away."""
        self._there(self._cut())

    def mend(self) -> None:
        self._whole = True

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._door.close)

    def _there(self, doing: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(ANSWERS)

    async def _cut(self) -> None:
        self._whole = False
        for end in self._ends:
            end.transport.abort()

    async def _meet(self, heard: StreamReader, said: StreamWriter) -> None:
        with contextlib.suppress(OSError):
            if self._whole:
                await self._join(heard, said)
        said.close()

    async def _join(self, heard: StreamReader, said: StreamWriter) -> None:
        """Until one of the two has nothing more to say."""
        answered, asked = await asyncio.open_connection(HERE, self._port)
        self._ends |= {said, asked}
        await _first_of(_carry(heard, asked), _carry(answered, said))
        self._ends -= {said, asked}
        asked.close()


async def _first_of(*doing: Coroutine[Any, Any, None]) -> None:
    tasks = [asyncio.ensure_future(one) for one in doing]
    _, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for one in others:
        one.cancel()


async def _carry(heard: StreamReader, said: StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while some := await heard.read(65536):
            said.write(some)
            await said.drain()
