"""What is measured of Rough Magic: a roll with boxes ticked on either side, an attack with its answer, an explosion."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

from tests.bench import measures
from tests.bench.crew import newest
from tests.bench.measures import WARM_UP, Latency, Times
from tests.bench.screens import Hand, Screens, hands
from tests.bench.wire import Answer
from tests.servers import Server

CHIPS = {"boxes": ["helps", "hinders", "harder", "easier"], "seen": "helps- hinders- harder- easier-"}
BLAST = {"what": "A boiler", "rank": "6", "radius": "9"}
CAUGHT = 8


async def rolls(server: Server, screens: Screens, count: int) -> Latency:
    """A roll with a box of every sort, told to everybody."""

    async def rolled(hand: Hand, number: int) -> tuple[float, Answer]:
        who = hand.seat["character"]
        return await hand.act("rough_magic.check", character=who, attribute="reason", grade="demanding", **CHIPS)

    return await measures.latency(server, screens, count, rolled)


async def attacks(server: Server, screens: Screens, count: int) -> Latency:
    """A guard hits with real dice, the player is asked and takes it, and all are told what it does."""
    gm, player = Hand(server, screens.seats[0]), hands(server, screens.table)[0]
    blow = {"character": gm.seat["cast"][0], "target": player.seat["character"], "weapon": "hands", "faces": "6 6",
            "mode": "everybody"}  # fmt: skip
    last, answered, busy = [], [], 0.0
    for number in range(WARM_UP // 4 + count):
        before = server.cpu()
        screens.watch.begin(len(screens.sockets))
        sent, _ = await gm.act("rough_magic.attack", **blow)
        await asyncio.wait_for(screens.watch.all_in.wait(), 20)
        await asyncio.wait_for(screens.watch.was_asked.wait(), 20)
        ask = screens.watch.asked
        screens.watch.begin(len(screens.sockets))
        await player.act("rough_magic.answer-attack", ask=ask, guard="take")
        took = time.perf_counter() - sent
        await asyncio.wait_for(screens.watch.all_in.wait(), 20)
        if number >= WARM_UP // 4:
            busy += server.cpu() - before
            answered.append(took)
            last.append(screens.watch.last - sent)
        await _healed(gm, [player.seat["character"]])
    return Latency(Times.of(last), Times.of(answered), busy / count * 1000, 0)


async def blasts(server: Server, screens: Screens, count: int) -> Latency:
    """Something goes off among eight; what is measured is the last answer, by which it lands on all of them."""
    gm, players = Hand(server, screens.seats[0]), hands(server, screens.table)
    caught = [*gm.seat["cast"], *(one.seat["character"] for one in players)][:CAUGHT]
    last, answered, busy = [], [], 0.0
    for number in range(WARM_UP // 8 + count):
        await gm.act("rough_magic.explode", **BLAST, **{f"far_{one}": "1" for one in caught})
        for player in players:
            await player.act("rough_magic.answer-blast", ask=await newest("ask", player))
        ask = await newest("ask", gm)
        await asyncio.sleep(0.1)
        screens.watch.begin(len(screens.sockets))
        before = server.cpu()
        sent, _ = await gm.act("rough_magic.answer-blast", ask=ask)
        took = time.perf_counter() - sent
        await asyncio.wait_for(screens.watch.all_in.wait(), 20)
        if number >= WARM_UP // 8:
            busy += server.cpu() - before
            answered.append(took)
            last.append(screens.watch.last - sent)
        await _healed(gm, caught)
    return Latency(Times.of(last), Times.of(answered), busy / count * 1000, 0)


async def _healed(gm: Hand, those: list[Any]) -> None:
    """Back to where they were; refused where nothing was lost."""
    for one in those:
        form = {"character": one, "levels": "4", "sort": "lasting", "why": "Once more"}
        answer = await gm.http.act(gm.seat["url"], "rough_magic.heal", form, secrets.token_hex(8))
        assert answer.status in {200, 422}, answer.text[:2000]
