"""Open pages as the bench has them: sockets that only note when a card arrived, and hands that post."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from tests.bench.wire import Answer, Http, Socket
from tests.servers import Server

COOKIE = "fireside"
CARD = b'id="card-'
ASK = re.compile(rb'name="ask" value="(x\w{12})"')
ID = r'name="{}" value="(x\w{{12}})"'


class Watch:
    """Waits until every socket has got a card, or what else bears the `sign`."""

    def __init__(self) -> None:
        self.sign = CARD
        self.asked = ""
        self.was_asked = asyncio.Event()
        self.last = 0.0
        self.all_in = asyncio.Event()
        self._seen: set[int] = set()
        self._count = 0

    def begin(self, count: int) -> None:
        self.was_asked.clear()
        self._seen.clear()
        self._count = count
        self.all_in.clear()

    def heard(self, number: int, text: bytes, at: float) -> None:
        if ask := ASK.search(text):
            self.asked = ask[1].decode()
            self.was_asked.set()
        if self.sign in text and number not in self._seen:
            self._seen.add(number)
            self.last = at
            if len(self._seen) == self._count:
                self.all_in.set()


Turns = Callable[[int], int]  # from the number of somebody at a table to that of a process, counted round


def in_turn(number: int) -> int:
    """As a proxy that knows nothing of tables spreads those who come."""
    return number


class Screens:
    """One socket for each seat of a table, at the server's processes as `at` says."""

    def __init__(self, server: Server, table: dict[str, Any], at: Turns = in_turn) -> None:
        self.server = server
        self.at = at
        self.table = table
        self.seats: list[dict[str, Any]] = table["seats"]
        self.sockets: list[Socket] = []
        self.watch = Watch()
        self.arrived: list[list[float]] = [[] for _ in self.seats]  # when each socket got which card

    @property
    def cards(self) -> int:
        return sum(map(len, self.arrived))

    def came_everywhere(self) -> list[float]:
        """When each card that has come to all sockets came to the last of them."""
        return [max(times) for times in zip(*self.arrived, strict=False)]

    async def open(self) -> Screens:
        for number, seat in enumerate(self.seats):
            self.sockets.append(await self._socket(number, seat))
        return self

    async def _socket(self, number: int, seat: dict[str, Any]) -> Socket:
        first = asyncio.Event()

        def heard(text: bytes, at: float) -> None:
            first.set()
            self.arrived[number] += [at] * text.count(CARD)
            self.watch.heard(number, text, at)

        address = self.server.address(self.at(number) % len(self.server.ports))
        socket = await Socket.connect(heard, address, f"{seat['url']}live", f"{COOKIE}={seat['token']}")
        cursor = await self._cursor(seat)
        socket.send(json.dumps({"since": cursor, "open": {}, "as": ""}))
        await asyncio.wait_for(first.wait(), 30)
        return socket

    async def _cursor(self, seat: dict[str, Any]) -> str:
        """The last card of the page, as its script reads it."""
        hand = Hand(self.server, seat)
        page = (await hand.http.get(seat["url"])).text
        hand.http.close()
        cards = page.rpartition('<li class="ev')[2] if 'id="card-' in page else ""
        return cards.partition('id="card-')[2].partition('"')[0]

    def close(self) -> None:
        for socket in self.sockets:
            socket.drop()


class Hand:
    """A seat that posts on a kept connection."""

    def __init__(self, server: Server, seat: dict[str, Any], place: int = 0) -> None:
        self.seat = seat
        self.http = Http(server.address(place % len(server.ports)), f"{COOKIE}={seat['token']}")

    async def act(self, name: str, **form: Any) -> tuple[float, Answer]:
        """Posts an act; gives when it was sent and the answer. Refuses (AssertionError) anything but 200."""
        sent = time.perf_counter()
        answer = await self.http.act(self.seat["url"], name, form, secrets.token_hex(8), live=True)
        assert answer.status == 200, f"{name}: {answer.status} {answer.text[:2000]}"
        return sent, answer

    async def may(self, name: str, **form: Any) -> None:
        """Posts an act that is refused where there is nothing to do."""
        answer = await self.http.act(self.seat["url"], name, form, secrets.token_hex(8))
        assert answer.status in {200, 422}, f"{name}: {answer.status} {answer.text[:2000]}"

    async def roll(self) -> tuple[float, Answer]:
        """The real act of the bench: a check of this seat's character by one tap on its sheet."""
        who = self.seat["character"]
        return await self.act("dragonfly.check", character=who, attribute="perception", skill="notice")

    async def harm(self, by: int) -> tuple[float, Answer]:
        """An act that redraws sheets: ordinary damage up or down."""
        who = self.seat["character"]
        return await self.act("dragonfly.adjust", character=who, track="ordinary-damage", by=str(by))


def hands(server: Server, table: dict[str, Any], at: Turns = in_turn) -> list[Hand]:
    """One for each player of the table, at the server's processes as `at` says."""
    players = [seat for seat in table["seats"] if seat["role"] == "player"]
    return [Hand(server, seat, at(number)) for number, seat in enumerate(players)]


async def newest(name: str, hand: Hand) -> str:
    """The last such id on this seat's page."""
    page = (await hand.http.get(hand.seat["url"])).text
    found = re.findall(ID.format(name), page)
    assert found, f"no {name} on the page of {hand.seat['name']}"
    return str(found[-1])
