"""What is measured of Rough Magic: a roll with boxes ticked on either side, an attack with its answer, an explosion."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from tests.bench import measures
from tests.bench.measures import ATTACK_AIMS, ROLL_AIMS, THROW_AIMS, WARM_UP, Latency, Measured, Stopwatch
from tests.bench.screens import Hand, Screens, hands, newest
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
    watch = Stopwatch(server, screens, count, WARM_UP // 4)
    for _ in watch.rounds:
        await watch.times_question(
            lambda: gm.act("rough_magic.attack", **blow),
            lambda ask: player.act("rough_magic.answer-attack", ask=ask, guard="take"),
        )
        await _healed(gm, [player.seat["character"]])
    return watch.latency()


async def blasts(server: Server, screens: Screens, count: int) -> Latency:
    """Something goes off among eight; what is measured is the last answer, by which it lands on all of them."""
    gm, players = Hand(server, screens.seats[0]), hands(server, screens.table)
    caught = [*gm.seat["cast"], *(one.seat["character"] for one in players)][:CAUGHT]
    watch = Stopwatch(server, screens, count, WARM_UP // 8)
    for _ in watch.rounds:
        await gm.act("rough_magic.explode", **BLAST, **{f"far_{one}": "1" for one in caught})
        for player in players:
            await player.act("rough_magic.answer-blast", ask=await newest("ask", player))
        ask = await newest("ask", gm)
        await asyncio.sleep(0.1)
        await watch.times(partial(gm.act, "rough_magic.answer-blast", ask=ask))
        await _healed(gm, caught)
    return watch.latency()


async def _healed(gm: Hand, those: list[Any]) -> None:
    """Back to where they were, whoever lost anything."""
    for one in those:
        await gm.may("rough_magic.heal", character=one, levels="4", sort="lasting", why="Once more")


MEASURED = (
    Measured("Rough Magic: a roll with all its chips", ROLL_AIMS, rolls),
    Measured("Rough Magic: an attack with its answer", ATTACK_AIMS, attacks, part=4, most=50),
    Measured("Rough Magic: an explosion lands on eight", THROW_AIMS, blasts, part=8, most=25),
)
