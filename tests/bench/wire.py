"""HTTP over kept connections and bare sockets, as light as they can be: the load generator shares the cores.

`Http` is one kept connection; `Socket` gives each text that it is sent to a function, with the time at which it was
whole. Both break with ConnectionError.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

Heard = Callable[[bytes, float], None]
Form = Mapping[str, Any]  # lists become repeated values
CSRF = "a" * 32
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Http:
    """One browser's kept connection to one address. A broken one is opened anew by the next request."""

    def __init__(self, address: str, cookie: str = "") -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.cookie = cookie
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, **headers: str) -> Answer:
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, form: Form, **headers: str) -> Answer:
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        return await self._ask("POST", path, urlencode(form, doseq=True).encode(), headers)

    async def act(self, seat_url: str, name: str, form: Form, nonce: str, live: bool = False) -> Answer:
        """Posts an act to the door as the page's scripts do; those of a `live` page get what changed by their line."""
        headers = {"X-Nonce": nonce, "HX-Request": "true", "X-CSRFToken": CSRF} | ({"X-Live": "1"} if live else {})
        return await self.post(f"{seat_url}act/{name}", form, **headers)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Cookie: {self._cookies()}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += [f"Content-Length: {len(body)}"] if method == "POST" else []
        try:
            if self._writer is None:
                self._reader, self._writer = await asyncio.open_connection(self.host, self.port, limit=2**20)
            self._writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            assert self._reader is not None
            answer = await _answer(self._reader)
        except (OSError, asyncio.IncompleteReadError) as broken:
            self.close()
            raise ConnectionError(str(broken)) from broken
        except asyncio.CancelledError:
            self.close()
            raise
        if answer.headers.get("connection", "").lower() == "close":
            self.close()
        return answer

    def _cookies(self) -> str:
        return f"csrftoken={CSRF}; {self.cookie}"


async def _answer(reader: asyncio.StreamReader) -> Answer:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *rest = head.decode("latin1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest) if name}
    status = int(first.split(" ", 2)[1])
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return Answer(status, headers, await _chunks(reader))
    return Answer(status, headers, await reader.readexactly(int(headers.get("content-length", "0"))))


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    found: list[bytes] = []
    while True:
        size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
        chunk = await reader.readexactly(size + 2)
        if size == 0:
            return b"".join(found)
        found.append(chunk[:-2])


class Socket(asyncio.Protocol):
    """A websocket's client side: whole texts to `heard`, pings answered, no extensions."""

    def __init__(self, heard: Heard, address: str, path: str, cookie: str) -> None:
        parts = urlsplit(address)
        self.heard = heard
        self.frames = 0
        self.bytes = 0
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = _handshake(parts.netloc, path, cookie)
        self._open = False
        self._held = bytearray()
        self._pieces: list[bytes] = []
        self._line: asyncio.Transport | None = None

    @classmethod
    async def connect(cls, heard: Heard, address: str, path: str, cookie: str = "") -> Socket:
        parts = urlsplit(address)
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(
            lambda: cls(heard, address, path, cookie), parts.hostname or "", parts.port or 80
        )
        await asyncio.wait_for(made._ready, 20)
        return made

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._line = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._done(1006)

    def _done(self, code: int) -> None:
        if not self._ready.done():
            self._ready.set_exception(ConnectionError("the handshake was refused"))
        if not self.closed.done():
            self.closed.set_result(code)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._held += data
        if not self._open and not self._opened():
            return
        while (end := self._frame(now)) is not None:
            del self._held[:end]

    def _opened(self) -> bool:
        end = self._held.find(b"\r\n\r\n")
        if end < 0:
            return False
        if b" 101 " not in self._held[:16]:
            self.drop()
            return False
        del self._held[: end + 4]
        self._open = True
        self._ready.set_result(None)
        return True

    def _frame(self, now: float) -> int | None:
        """Takes the first frame; gives where it ends, or None while it is not whole."""
        held = self._held
        if len(held) < 2:
            return None
        size, start = held[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(held[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(held[2:10], "big"), 10
        if len(held) < start + size:
            return None
        self._took(held[0], bytes(held[start : start + size]), now)
        return start + size

    def _took(self, first: int, payload: bytes, now: float) -> None:
        kind = first & 15
        if kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self._done(int.from_bytes(payload[:2], "big") or 1005)
            self.drop()
        elif kind in (0, TEXT):
            self._pieces.append(payload)
            if first & 128:
                text = b"".join(self._pieces) if len(self._pieces) > 1 else payload
                self._pieces.clear()
                self.frames += 1
                self.bytes += len(text)
                self.heard(text, now)

    def send(self, text: str) -> None:
        self._write(TEXT, text.encode())

    def _write(self, kind: int, payload: bytes) -> None:
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + struct.pack("!H", size)
        masked = bytes(byte ^ mask[place & 3] for place, byte in enumerate(payload))
        if self._line is not None and not self._line.is_closing():
            self._line.write(head + mask + masked)

    def drop(self) -> None:
        """Cuts the line without a word, as a lost network does."""
        if self._line is not None:
            self._line.abort()


def _handshake(host: str, path: str, cookie: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Origin: http://{host}",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]  # fmt: skip
    return "\r\n".join(lines).encode() + b"\r\n\r\n"
