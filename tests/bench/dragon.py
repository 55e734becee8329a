"""What is measured of Dragon: a pick that everybody hears of, an attack with its defence, a move on the board."""

from __future__ import annotations

import asyncio
from functools import partial

from tests.bench import measures
from tests.bench.measures import ATTACK_AIMS, ROLL_AIMS, TAP_AIMS, Latency, Measured, Stopwatch
from tests.bench.screens import Hand, Screens, hands, newest
from tests.bench.wire import Answer
from tests.servers import Server

ALL_ROUNDS = [str(one) for one in range(1, 11)]
BOARD = {"grid": "hex", "columns": "12", "rows": "10", "per_cell": "1", "free": "on"}
CELLS = ("C3", "D3")


async def picks(server: Server, screens: Screens, count: int) -> Latency:
    """A player picks a speed, and everybody hears that they did; of each fight those before the last one count."""
    gm, players = Hand(server, screens.seats[0]), hands(server, screens.table)
    watch = Stopwatch(server, screens, count, 0)
    while watch.goes_on:
        await _fight(gm, screens)
        for player in players:
            ask = await newest("ask", player)
            await watch.times(partial(player.act, "dragon.pick", ask=ask, speed="body"))
        await gm.act("dragon.end-fight")
    return watch.latency()


async def attacks(server: Server, screens: Screens, count: int) -> Latency:
    """One of the GM's strikes, the player dodges, both throw, the damage is done and told to all. Ten in a turn."""
    gm, player = Hand(server, screens.seats[0]), hands(server, screens.table)[0]
    strike = {"character": gm.seat["cast"][0], "target": player.seat["character"], "weapon": "fist"}
    watch = Stopwatch(server, screens, count, 10)
    while watch.goes_on:
        await _rounds(gm, screens, player)
        for number in ALL_ROUNDS:
            await _to_the_bad(gm, screens, number)
            await watch.times_question(
                lambda: gm.act("dragon.attack", **strike),
                lambda ask: player.act("dragon.defend", ask=ask, guard="dodge"),
            )
        await gm.act("dragon.end-fight")
        await gm.may("dragon.set-damage", character=player.seat["character"], set="0", why="Rest")
    return watch.latency()


async def moves(server: Server, screens: Screens, count: int) -> Latency:
    """A token goes to the next hex and back, outside a fight."""
    gm, player = Hand(server, screens.seats[0]), hands(server, screens.table)[0]
    who = [seat["character"] for seat in screens.seats if seat["character"]] + screens.seats[0]["cast"]
    await gm.act("lay-board", **BOARD, characters=who)

    async def moved(hand: Hand, number: int) -> tuple[float, Answer]:
        return await gm.act("move-token", character=player.seat["character"], to=CELLS[number % 2])

    try:
        return await measures.latency(server, screens, count, moved)
    finally:
        await gm.act("clear-board")


async def _fight(gm: Hand, screens: Screens) -> None:
    """A fight of everybody, whose speeds are asked for."""
    who = [seat["character"] for seat in screens.seats if seat["character"]] + gm.seat["cast"]
    await gm.act("dragon.start-fight", title="The Salt Stair", characters=who)


async def _rounds(gm: Hand, screens: Screens, player: Hand) -> None:
    """The rounds have begun, and both sides of the attack have a phase in each."""
    await _fight(gm, screens)
    await gm.act("dragon.begin-rounds")
    await gm.may("dragon.begin-rounds")  # dice that are all equal wait to be turned
    for character in (gm.seat["cast"][0], player.seat["character"]):
        await gm.act("dragon.set-phases", character=character, rounds=ALL_ROUNDS, speed="reflexes")


async def _to_the_bad(gm: Hand, screens: Screens, number: str) -> None:
    for _ in range(6):
        page = (await gm.http.get(gm.seat["url"])).text
        if f'aria-current="step">Bad Guys in {number}<' in page.replace("\n", "").replace("  ", ""):
            break
        await gm.act("dragon.next-part")
    await asyncio.sleep(0.05)


MEASURED = (
    Measured("Dragon: a pick that all hear of", TAP_AIMS, picks),
    Measured("Dragon: an attack with its dodge", ATTACK_AIMS, attacks, part=4, most=50),
    Measured("Dragon: a move on the board", ROLL_AIMS, moves),
)
