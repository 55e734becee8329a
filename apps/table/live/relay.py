"""Between the processes of a server: one subscription to the channel layer each, for bells and for who is here.

Nothing that passes here is content, and nothing depends on its arrival: every few seconds each process looks at the
versions of its tables itself.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Mapping
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

from . import presence
from .hub import Hub

GROUP = "tables"
HEARTBEAT = 5.0
DEAF_AFTER = 3  # heartbeats without one's own voice
PATIENCE = 3.0  # seconds for one message to be taken by the layer

logger = logging.getLogger(__name__)


class Relay:
    """The live channel's process side: takes bells from any thread, and carries them to the hubs."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.hub = Hub(self.seats_changed)
        self.subscribed = False
        self._name = uuid.uuid4().hex
        self._unsent: dict[int, int] = {}
        self._say_who = False
        self._ask_who = False
        self._post = asyncio.Event()
        self._beats_unheard = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._ear: asyncio.Task[None] | None = None
        self._silent = False
        self._has_others = not isinstance(get_channel_layer(), InMemoryChannelLayer)

    # ringing

    def ring(self, table_key: int, version: int) -> None:
        """The bell, from any thread, after the commit. Never waits and never fails."""
        try:
            self.loop.call_soon_threadsafe(self._rung, table_key, version)
        except RuntimeError:  # the server is going down
            logger.debug("a bell was rung after the loop had closed")

    def _rung(self, table_key: int, version: int) -> None:
        self.hub.wake(table_key, version)
        if self._has_others:
            self._unsent[table_key] = max(version, self._unsent.get(table_key, 0))
            self._post.set()

    def seats_changed(self) -> None:
        """Somebody came or left here: notes it and tells the other processes."""
        self._redraw(presence.heard(self._name, self.hub.seats(), presence.visitors()))
        self._say_who = True
        self._post.set()

    def visited(self, table_key: int, seat_key: int) -> bool:
        """Somebody asked for a page or acted, told from any thread. Never waits and never fails; False where nobody
        hears it any more."""
        try:
            self.loop.call_soon_threadsafe(self._visited, table_key, seat_key)
        except RuntimeError:  # the server is going down
            logger.debug("a page was asked for after the loop had closed")
            return False
        return True

    def _visited(self, table_key: int, seat_key: int) -> None:
        if presence.visited(table_key, seat_key):
            self.seats_changed()

    def _redraw(self, tables: set[int]) -> None:
        for table_key in tables:
            self.hub.wake(table_key)

    # running

    def start(self) -> None:
        for work in (self._listen_always, self._send_always, self._beat_always):
            self._tasks.append(self.loop.create_task(work(), name=f"live {work.__name__}"))

    async def stop(self) -> None:
        self.hub.stop()
        while running := [one for one in (*self._tasks, self._ear) if one and not one.done()]:
            for task in running:
                task.cancel()  # more than once: a Redis client in the middle of connecting may swallow it
            await asyncio.wait(running, timeout=0.5)
        presence.forget()

    async def _send_always(self) -> None:
        """Sends what there is to say, newest only: while the layer is down nothing piles up."""
        while True:
            await self._post.wait()
            self._post.clear()
            unsent, self._unsent = self._unsent, {}
            messages: list[dict[str, Any]] = [{"type": "bell", "table": key, "version": v} for key, v in unsent.items()]
            if self._ask_who:
                messages.append({"type": "who"})
            if self._say_who:
                who = {"seats": _as_message(self.hub.seats()), "visitors": _as_message(presence.visitors())}
                messages.append({"type": "here", **who})
            self._ask_who = self._say_who = False
            for message in messages:
                await self._send(message)

    async def _send(self, message: dict[str, Any]) -> None:
        layer = get_channel_layer()
        try:
            async with asyncio.timeout(PATIENCE):
                await layer.group_send(GROUP, {**message, "from": self._name})
            self._silent = False
        except Exception as wrong:  # whatever a layer may raise: the heartbeat heals it
            if not self._silent:
                logger.warning("the channel layer takes no message: %r", wrong)
            self._silent = True

    async def _listen_always(self) -> None:
        """Keeps a subscription alive: when it breaks or falls deaf, a new one is made."""
        while True:
            self._ear = self.loop.create_task(self._listen())
            try:
                await asyncio.wait({self._ear})
            finally:
                self._ear.cancel()
            if not self._ear.cancelled() and self._ear.exception():
                logger.warning("the channel layer broke: %r", self._ear.exception())
            await asyncio.sleep(1)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel("live")
        await layer.group_add(GROUP, channel)
        self._beats_unheard = 0
        self.subscribed = True
        try:
            await self.hub.catch_up()
            self._ask_who = self._say_who = True
            self._post.set()
            while True:
                self._heard(await layer.receive(channel))
        finally:
            self.subscribed = False
            async with asyncio.timeout(PATIENCE):
                await layer.group_discard(GROUP, channel)

    def _heard(self, message: dict[str, Any]) -> None:
        if message.get("from") == self._name:
            self._beats_unheard = 0
        elif message["type"] == "bell":
            self.hub.wake(message["table"], message["version"])
        elif message["type"] == "who":
            self._say_who = True
            self._post.set()
        elif message["type"] == "here":
            lines, visitors = _as_seats(message["seats"]), _as_seats(message["visitors"])
            self._redraw(presence.heard(message["from"], lines, visitors))

    async def _beat_always(self) -> None:
        """Says once why it fails: a database may be away for a night."""
        failing = False
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self.beat()
                failing = False
            except Exception:
                if not failing:
                    logger.exception("a heartbeat failed; the next ones try again")
                failing = True

    async def beat(self) -> None:
        """Looks whether anything was missed, says who is here, and notices when the subscription has gone deaf."""
        self._beats_unheard += 1
        if self._beats_unheard > DEAF_AFTER and self._ear is not None:
            self._ear.cancel()
        self.seats_changed()
        self._redraw(presence.tick())
        await self.hub.catch_up()


def _as_message(seats: Mapping[int, set[int]]) -> dict[str, list[int]]:
    return {str(table): sorted(keys) for table, keys in seats.items()}


def _as_seats(message: Mapping[str, list[int]]) -> dict[int, list[int]]:
    return {int(table): keys for table, keys in message.items()}
