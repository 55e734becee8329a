"""What is measured of Crew: a tap in a pool that everybody watches grow, and the throw of it."""

from __future__ import annotations

import asyncio
from functools import partial

from tests.bench.measures import TAP_AIMS, THROW_AIMS, WARM_UP, Latency, Measured, Stopwatch
from tests.bench.screens import CARD, Hand, Screens, hands, newest
from tests.servers import Server

DICE = ("attribute::physical:", "skill::shoot:")
POOL = b'id="panel-crew-pool"'


async def taps(server: Server, screens: Screens, count: int) -> Latency:
    """A die into the pool and out again, each until the last screen shows it."""
    player, gm = hands(server, screens.table)[0], Hand(server, screens.seats[0])
    draft, exchange = await _contest(player, gm)
    await player.act("crew.draft", draft=draft, die=DICE[0])
    await asyncio.sleep(0.3)  # what that shows is no part of it
    screens.watch.sign = POOL
    watch = Stopwatch(server, screens, count)
    try:
        for _ in watch.rounds:
            await watch.times(lambda: player.act("crew.draft", draft=draft, die=DICE[1]))
    finally:
        screens.watch.sign = CARD
        await _ended(gm, exchange)
    return watch.latency()


async def throws(server: Server, screens: Screens, count: int) -> Latency:
    """A pool thrown against the GM's difficulty; its contest, its two dice and its end are played but not counted."""
    player, gm = hands(server, screens.table)[0], Hand(server, screens.seats[0])
    watch = Stopwatch(server, screens, count, WARM_UP // 4)
    for _ in watch.rounds:
        draft, exchange = await _contest(player, gm)
        for die in DICE:
            await player.act("crew.draft", draft=draft, die=die)
        ask = await newest("ask", player)
        await asyncio.sleep(0.1)
        await watch.times(partial(player.act, "crew.throw", ask=ask))
        await _ended(gm, exchange)
    return watch.latency()


async def _contest(player: Hand, gm: Hand) -> tuple[str, str]:
    """A contest against a difficulty, whose dice have fallen: the player's draft, and the exchange."""
    await player.act("crew.contest", what="Over the fence", character=player.seat["character"])
    await gm.act("crew.oppose", ask=await newest("ask", gm), difficulty="8")
    return await newest("draft", player), await newest("exchange", gm)


async def _ended(gm: Hand, exchange: str) -> None:
    """The GM moves on, where the dice have not ended the contest already."""
    await gm.may("crew.move-on", exchange=exchange)


MEASURED = (
    Measured("Crew: a tap in a pool that all watch", TAP_AIMS, taps),
    Measured("Crew: a pool is thrown", THROW_AIMS, throws, part=4, most=50),
)
