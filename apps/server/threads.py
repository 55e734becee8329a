"""Django's pages behind ASGI: a request is read whole, answered in a thread of a fixed pool, and sent from the loop.

No thread ever waits for the event loop: there is one hand-over each way, and a loop that has stopped holds none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Lock
from typing import Any, cast

from a2wsgi.wsgi import build_environ

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

PIECE = 256 * 1024
"""So many bytes of a long answer are made before they are sent, at the least."""


class Threaded:
    """An ASGI application of a WSGI one, with so many threads. At most `most` bytes of a body are held.

    `under_way` requests were read whole and are not answered yet.
    """

    def __init__(self, application: Any, threads: int, most: int) -> None:
        self.application = application
        self.most = most
        self.under_way = 0
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _whole(receive, self.most)
        self.under_way += 1
        try:
            await self._answer(scope, body, send)
        finally:
            self.under_way -= 1

    async def _answer(self, scope: Scope, body: bytes, send: Send) -> None:
        answer = _Answer(self.application, cast(Any, build_environ(cast(Any, scope), cast(Any, BytesIO(body)))))
        try:
            piece = await self._in_thread(answer.piece)
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            while answer.more:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await self._in_thread(answer.piece)
            await send({"type": "http.response.body", "body": piece})
        finally:
            if answer.more:  # its reader has left
                self.pool.submit(answer.close)

    async def _in_thread(self, work: Callable[[], bytes]) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)


async def _whole(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError
        body += message.get("body", b"")[: most - len(body)]
        if not message.get("more_body"):
            return bytes(body)


class _Answer:
    """What the application answers, piece by piece. `more` says whether there is anything after the last piece."""

    def __init__(self, application: Any, environ: dict[str, Any]) -> None:
        self.application = application
        self.environ = environ
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.more = True
        self._given: Any = None
        self._pieces: Iterator[bytes] | None = None
        self._one_at_a_time = Lock()

    def piece(self) -> bytes:
        with self._one_at_a_time:
            try:
                return self._next()
            except BaseException:
                self._close()
                raise

    def _next(self) -> bytes:
        if self._pieces is None:
            self._given = self.application(self.environ, self._started)
            self._pieces = iter(self._given)
        found, size = [], 0
        for one in self._pieces:
            found.append(one)
            size += len(one)
            if size >= PIECE:
                return b"".join(found)
        self._close()
        return b"".join(found)

    def _started(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        self.status = int(status.split(" ", 1)[0])
        self.headers = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]

    def close(self) -> None:
        with self._one_at_a_time:
            self._close()

    def _close(self) -> None:
        if self.more:
            self.more = False
            getattr(self._given, "close", lambda: None)()
            self.environ["wsgi.input"].close()  # a body is in memory no longer than it is needed
