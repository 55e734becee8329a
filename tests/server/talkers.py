"""People who talk without end at a table whose server is stopped and killed meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

from tests.bench.wire import Http, Socket
from tests.servers import Server

AGAIN = 0.05  # seconds
SAID = "SELECT t.facts FROM table_telling t JOIN table_event e ON e.id = t.event_id WHERE e.kind = 'say'"
OPENING = '{"since": "", "open": {}, "as": ""}'


class Talker:
    """Somebody who says one line after the other. Each is sent with its nonce until it is answered."""

    def __init__(self, server: Server, seat: dict[str, Any]) -> None:
        from apps.table.devices import COOKIE

        self.seat = seat
        self.cookie = f"{COOKIE}={seat['token']}"
        self.address = server.address()
        self.sent: list[str] = []
        self.acknowledged: list[str] = []
        self.statuses: set[int] = set()
        self._line = Http(self.address, self.cookie)

    async def talk(self) -> None:
        while True:
            await self.say(secrets.token_hex(8))

    async def say(self, text: str) -> None:
        self.sent.append(text)
        nonce = secrets.token_hex(12)
        while await self._once(text, nonce) != 200:
            await asyncio.sleep(AGAIN)
        self.acknowledged.append(text)

    async def _once(self, text: str, nonce: str) -> int:
        try:
            answer = await self._line.act(self.seat["url"], "say", {"text": text}, nonce)
        except ConnectionError:
            return 0
        self.statuses.add(answer.status)
        return answer.status

    async def listen(self) -> Socket:
        """The page's socket, which joins the table."""
        path = f"{self.seat['url']}live"
        socket = await Socket.connect(lambda text, at: None, self.address, path, self.cookie)
        socket.send(OPENING)
        return socket


@contextlib.asynccontextmanager
async def talking(server: Server, table: dict[str, Any]) -> AsyncIterator[list[Talker]]:
    """Everybody but the spectators talks; in the end they finish the line that they are at."""
    talkers = [Talker(server, seat) for seat in table["seats"] if seat["role"] != "spectator"]
    tasks = [asyncio.create_task(one.talk()) for one in talkers]
    try:
        yield talkers
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def more_lines(talkers: list[Talker], number: int) -> None:
    """Waits until so many more lines were acknowledged."""
    wanted = acknowledged(talkers) + number
    while acknowledged(talkers) < wanted:
        await asyncio.sleep(0.005)


def acknowledged(talkers: list[Talker]) -> int:
    return sum(len(one.acknowledged) for one in talkers)


def said(server: Server) -> list[str]:
    """Every line in the log."""
    with contextlib.closing(sqlite3.connect(server.data / "fireside.sqlite3")) as database:
        return [json.loads(facts)["pieces"][0]["text"] for (facts,) in database.execute(SAID)]
