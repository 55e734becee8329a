"""What is measured of Crew: a tap in a pool that everybody watches grow, and the throw of it."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from tests.bench.measures import WARM_UP, Latency, Times
from tests.bench.screens import CARD, Hand, Screens, hands
from tests.servers import Server

ID = r'name="{}" value="(x\w{{12}})"'
DICE = ("attribute::physical:", "skill::shoot:")
POOL = b'id="panel-crew-pool"'


async def taps(server: Server, screens: Screens, count: int) -> Latency:
    """A die into the pool and out again, each until the last screen shows it."""
    player, gm = hands(server, screens.table)[0], Hand(server, screens.seats[0])
    draft, exchange = await _contest(player, gm)
    await player.act("crew.draft", draft=draft, die=DICE[0])
    await asyncio.sleep(0.3)  # what that shows is no part of it
    screens.watch.sign = POOL
    try:
        return await _timed(server, screens, count, lambda: player.act("crew.draft", draft=draft, die=DICE[1]))
    finally:
        screens.watch.sign = CARD
        await _ended(gm, exchange)


async def throws(server: Server, screens: Screens, count: int) -> Latency:
    """A pool thrown against the GM's difficulty; its contest, its two dice and its end are played but not counted."""
    player, gm = hands(server, screens.table)[0], Hand(server, screens.seats[0])
    last, answered, busy = [], [], 0.0
    for number in range(WARM_UP // 4 + count):
        draft, exchange = await _contest(player, gm)
        for die in DICE:
            await player.act("crew.draft", draft=draft, die=die)
        ask = await newest("ask", player)
        await asyncio.sleep(0.1)
        screens.watch.begin(len(screens.sockets))
        before = server.cpu()
        sent, _ = await player.act("crew.throw", ask=ask)
        took = time.perf_counter() - sent
        await asyncio.wait_for(screens.watch.all_in.wait(), 20)
        if number >= WARM_UP // 4:
            busy += server.cpu() - before
            answered.append(took)
            last.append(screens.watch.last - sent)
        await _ended(gm, exchange)
    return Latency(Times.of(last), Times.of(answered), busy / count * 1000, 0)


async def _contest(player: Hand, gm: Hand) -> tuple[str, str]:
    """A contest against a difficulty, whose dice have fallen: the player's draft, and the exchange."""
    await player.act("crew.contest", what="Over the fence", character=player.seat["character"])
    await gm.act("crew.oppose", ask=await newest("ask", gm), difficulty="8")
    return await newest("draft", player), await newest("exchange", gm)


async def _ended(gm: Hand, exchange: str) -> None:
    """The GM moves on, where the dice have not ended the contest already."""
    answer = await gm.http.act(gm.seat["url"], "crew.move-on", {"exchange": exchange}, secrets.token_hex(8))
    assert answer.status in {200, 422}, answer.text[:2000]


async def newest(name: str, hand: Hand) -> str:
    """The last such id on this seat's page."""
    page = (await hand.http.get(hand.seat["url"])).text
    found = re.findall(ID.format(name), page)
    assert found, f"no {name} on the page of {hand.seat['name']}"
    return str(found[-1])


async def _timed(server: Server, screens: Screens, count: int, act: Callable[[], Awaitable[Any]]) -> Latency:
    last, answered = [], []
    for number in range(WARM_UP + count):
        if number == WARM_UP:
            busy = server.cpu()
        screens.watch.begin(len(screens.sockets))
        sent, _ = await act()
        answered.append(time.perf_counter() - sent)
        await asyncio.wait_for(screens.watch.all_in.wait(), 20)
        last.append(screens.watch.last - sent)
    return Latency(Times.of(last[WARM_UP:]), Times.of(answered[WARM_UP:]), (server.cpu() - busy) / count * 1000, 0)
