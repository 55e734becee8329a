"""A page's socket. It only finds out whose page it is; what is sent comes from the hub."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from apps.table import live
from apps.table.devices import COOKIE
from apps.table.ids import token_hash
from apps.table.models import SeatDevice
from apps.table.viewer import laid_open

from . import reading
from .screens import BAD_HELLO, LEFT, PUT_AWAY, TOO_MANY, Connection, Screen

PATIENCE = 20.0  # seconds for the first message
LONGEST_HELLO = 4096
LONGEST_ID = 24


class HelloError(Exception):
    """The page's message is not one of ours."""


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """Accepts, learns which seat the browser holds, waits for the page's hello, and hands over to the hub.

    Host and origin were checked before (config.asgi). A hello may be said again on the same socket: after the page has
    laid something else open, or to learn whether the line still holds.
    """

    channel_layer_alias = "none"  # no layer: one subscription per process, not one per socket

    connection: Connection | None = None
    sender: asyncio.Task[None] | None = None
    table_key = seat_key = 0
    device = ""
    over = counted = False

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without the hop through the database thread that Channels makes for each message: nothing is read there."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        """Strangers are accepted as well, and told so: a browser does not hear why a handshake was refused."""
        token = self.scope.get("cookies", {}).get(COOKIE, "")
        self.device = token_hash(token) if token else "none"
        names = self.scope["url_route"]["kwargs"]
        found = await reading.read(_held, names["table"], names["seat"], self.device)
        await self.accept()
        if found is None:
            await self._end(LEFT)
            return
        self.table_key, self.seat_key, put_away = found
        if put_away:
            await self._end(PUT_AWAY)
            return
        self.counted = live.running().hub.opens(self.seat_key)
        if not self.counted:
            await self._end(TOO_MANY)
            return
        self.impatient = asyncio.get_running_loop().call_later(PATIENCE, self._no_hello)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.over:
            return
        try:
            screen = self._screen(text_data)
        except HelloError:
            await self._end(BAD_HELLO)
            return
        self.impatient.cancel()
        if self.connection is None:
            self.connection = Connection(screen)
            self.sender = asyncio.get_running_loop().create_task(self._send_what_waits(self.connection))
        self.connection.screen = screen
        live.running().hub.join(self.table_key, self.connection)

    async def disconnect(self, code: int) -> None:
        self.over = True
        if hasattr(self, "impatient"):
            self.impatient.cancel()
        if self.connection is not None:
            live.running().hub.leave(self.table_key, self.connection)
        if self.counted:
            live.running().hub.closed(self.seat_key)
        if self.sender is not None:
            self.sender.cancel()

    def _screen(self, text: str | None) -> Screen:
        since, opened, looks_as = read_hello(text)
        return Screen(self.seat_key, self.device, since, laid_open(opened), looks_as)

    async def _send_what_waits(self, connection: Connection) -> None:
        while True:
            next_one = await connection.waiting.get()
            if isinstance(next_one, int):
                await self._end(next_one)
                return
            await self.send(text_data=next_one)

    def _no_hello(self) -> None:
        self.sender = asyncio.get_running_loop().create_task(self._end(BAD_HELLO))

    async def _end(self, code: int) -> None:
        if not self.over:
            self.over = True
            await self.close(code=code)


def read_hello(text: str | None) -> tuple[str, dict[str, str], str]:
    """The cursor, what is laid open and through whose eyes, from {"since": "", "open": {}, "as": ""}."""
    if text is None or len(text) > LONGEST_HELLO:
        raise HelloError
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise HelloError from wrong
    if not isinstance(told, dict) or not told.keys() <= {"since", "open", "as"}:
        raise HelloError
    since, opened, looks_as = told.get("since", ""), told.get("open", {}), told.get("as", "")
    if not (_short(since) and _short(looks_as) and isinstance(opened, dict) and all(map(_short, opened.values()))):
        raise HelloError
    return since, opened, looks_as


def _short(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_ID and value.isprintable()


def _held(table_id: str, seat_id: str, device: str) -> tuple[int, int, bool] | None:
    """The keys of the table and the seat, if this device holds it, and whether the table is put away."""
    held = SeatDevice.objects.filter(
        token_hash=device, seat__public_id=seat_id, seat__removed_at=None, seat__table__public_id=table_id
    )
    found = held.values_list("seat__table_id", "seat_id", "seat__table__put_away_at").first()
    return (found[0], found[1], found[2] is not None) if found else None
