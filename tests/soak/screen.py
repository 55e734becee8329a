"""One seat's open page on a bad line: it drops at random, comes back, and goes on from its cursor."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import deque
from typing import Any

import lxml.html

from tests.bench.wire import Http, Socket
from tests.live_client import Page, Reload
from tests.servers import Server

LEFT = 4401
COOKIE = "fireside"
SWAPPED = re.compile(r'hx-swap-oob="[^"]*" id="([^"]+)"')
CARD = re.compile(r'id="(card-[^"]+)"')


class BrowserPage(Page):
    """The page with what static/js/live.js adds: nothing twice, and nothing older than what the line brought."""

    def __init__(self, html: str) -> None:
        super().__init__(html)
        self._fresh: dict[str, float] = {}
        self._answered: set[str] = set()

    @property
    def cursor(self) -> str:
        """The last card that the line or the page brought; one that came with an answer does not count yet."""
        known = [one for one in self._card_elements() if one.get("id") not in self._answered]
        return str(known[-1].get("id")).removeprefix("card-") if known else ""

    def by_line(self, frame: str) -> None:
        self.apply(frame)
        now = time.perf_counter()
        self._fresh.update((name, now) for name in SWAPPED.findall(frame))
        self._answered.difference_update(CARD.findall(frame))

    def by_answer(self, text: str, asked_at: float) -> None:
        holder: Any = lxml.html.fragment_fromstring(text, create_parent="div")
        for piece in holder.xpath(".//*[@hx-swap-oob][not(ancestor::hx-partial)]"):
            if self._fresh.get(piece.get("id"), 0) <= asked_at:
                self._out_of_band(piece)
        for partial in holder.xpath(".//hx-partial"):
            for card in partial.xpath("./li"):
                if self.by_id(card.get("id")) is not None:
                    partial.remove(card)
                else:
                    self._answered.add(card.get("id"))
            self._partial(partial)


class Screen:
    """Keeps a page open and up to date until told to stop."""

    def __init__(self, seat: dict[str, Any], server: Server, dice: random.Random) -> None:
        self.seat = seat
        self.server = server
        self.page: BrowserPage
        self.steady = asyncio.Event()  # set: the line is left alone
        self.joined = asyncio.Event()
        self.heard_at = 0.0
        self.drops = self.reloads = self.frames = 0
        self.history: deque[str] = deque(maxlen=150)  # what came last, for finding out what went wrong
        self._dice = dice
        self._cookie = f"{COOKIE}={seat['token']}"
        self._socket: Socket | None = None
        self._texts: asyncio.Queue[str | None] = asyncio.Queue()

    def address(self) -> str:
        """A server process at random, as a proxy without sticky sessions would choose."""
        return self.server.address(self._dice.randrange(len(self.server.ports)))

    async def fetch(self) -> str:
        """The page loaded anew, from any process that answers."""
        while True:
            http = Http(self.address(), self._cookie)
            try:
                answer = await http.get(self.seat["url"])
            except ConnectionError:
                await asyncio.sleep(0.2)
                continue
            finally:
                http.close()
            if answer.status != 200:
                raise AssertionError(f"{self.seat['name']}'s page answers {answer.status}")
            return answer.text

    async def load(self) -> None:
        self.page = BrowserPage(await self.fetch())

    async def keep(self) -> None:
        """The page's life. Ends with AssertionError where the server says that the seat is gone."""
        await self.load()
        while True:
            try:
                await self._one_line()
            except (ConnectionError, OSError, TimeoutError):
                pass
            except Reload:
                self.reloads += 1
                await self.load()
            self.joined.clear()
            if self._socket is not None:
                self._socket.drop()
            await asyncio.sleep(self._dice.uniform(0.05, 0.5))

    async def _one_line(self) -> None:
        self._texts = asyncio.Queue()
        texts = self._texts
        self._socket = await Socket.connect(
            lambda text, at: texts.put_nowait(text.decode()), self.address(), f"{self.seat['url']}live", self._cookie
        )
        self._socket.closed.add_done_callback(lambda _: texts.put_nowait(None))
        self._hello(self._socket)
        while (text := await texts.get()) is not None:
            self.note("line", text)
            self.page.by_line(text)
            self.frames += 1
            self.heard_at = time.perf_counter()
            self.joined.set()
        self.note("closed", str(self._socket.closed.result()))
        if self._socket.closed.result() == LEFT:
            raise AssertionError(f"{self.seat['name']} was told that the seat is gone")

    def _hello(self, socket: Socket) -> None:
        self.note("hello", self.page.cursor)
        socket.send(json.dumps({"since": self.page.cursor, "open": {}, "as": ""}))

    def take(self, answer: str, asked_at: float) -> None:
        """An answer that holds panels. The line does not know what it brought, so it is greeted again."""
        self.page.by_answer(answer, asked_at)
        if self._socket is not None and not self._socket.closed.done():
            self._hello(self._socket)

    def note(self, what: str, text: str) -> None:
        self.history.append(f"{time.perf_counter():.3f} {what}: {text}")

    async def drop_at_random(self) -> None:
        """Cuts the line every few seconds, sometimes before the first frame has come."""
        while True:
            await asyncio.sleep(self._dice.expovariate(1 / 2.5))
            if self._socket is not None and not self.steady.is_set():
                self._socket.drop()
                self.drops += 1

    async def differs(self) -> list[str]:
        """What differs between the page as it lives and one loaded anew."""
        return self.page.same_as(Page(await self.fetch()))
