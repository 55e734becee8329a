"""What is measured of Dragon: a pick that everybody hears of, an attack with its defence, a move on the board."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

from tests.bench import measures
from tests.bench.crew import newest
from tests.bench.measures import Latency, Times
from tests.bench.screens import Hand, Screens, hands
from tests.bench.wire import Answer
from tests.servers import Server

ALL_ROUNDS = [str(one) for one in range(1, 11)]
BOARD = {"grid": "hex", "columns": "12", "rows": "10", "per_cell": "1", "free": "on"}
CELLS = ("C3", "D3")


async def picks(server: Server, screens: Screens, count: int) -> Latency:
    """A player picks a speed, and everybody hears that they did; of each fight those before the last one count."""
    gm, players = Hand(server, screens.seats[0]), hands(server, screens.table)
    last: list[float] = []
    answered: list[float] = []
    busy = 0.0
    while len(last) < count:
        await _fight(gm, screens)
        for player in players:
            ask = await newest("ask", player)
            screens.watch.begin(len(screens.sockets))
            before = server.cpu()
            sent, _ = await player.act("dragon.pick", ask=ask, speed="body")
            answered.append(time.perf_counter() - sent)
            await asyncio.wait_for(screens.watch.all_in.wait(), 20)
            busy += server.cpu() - before
            last.append(screens.watch.last - sent)
        await gm.act("dragon.end-fight")
    return Latency(Times.of(last), Times.of(answered), busy / len(last) * 1000, 0)


async def attacks(server: Server, screens: Screens, count: int) -> Latency:
    """One of the GM's strikes, the player dodges, both throw, the damage is done and told to all. Ten in a turn."""
    gm, player = Hand(server, screens.seats[0]), hands(server, screens.table)[0]
    last: list[float] = []
    answered: list[float] = []
    busy = 0.0
    while len(last) < count + 10:
        await _rounds(gm, screens, player)
        for number in ALL_ROUNDS:
            await _to_the_bad(gm, screens, number)
            before = server.cpu()
            answer, screen = await _attack(gm, player, screens)
            busy += (server.cpu() - before) * (len(last) >= 10)
            answered.append(answer)
            last.append(screen)
        await gm.act("dragon.end-fight")
        await _if_it_may(gm, "dragon.set-damage", character=player.seat["character"], set="0", why="Rest")
    return Latency(Times.of(last[10:]), Times.of(answered[10:]), busy / (len(last) - 10) * 1000, 0)


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
    await _if_it_may(gm, "dragon.begin-rounds")  # dice that are all equal wait to be turned
    for character in (gm.seat["cast"][0], player.seat["character"]):
        await gm.act("dragon.set-phases", character=character, rounds=ALL_ROUNDS, speed="reflexes")


async def _if_it_may(gm: Hand, act: str, **form: str) -> None:
    """An act that is refused where there is nothing to do."""
    answer = await gm.http.act(gm.seat["url"], act, form, secrets.token_hex(8))
    assert answer.status in {200, 422}, answer.text[:2000]


async def _to_the_bad(gm: Hand, screens: Screens, number: str) -> None:
    for _ in range(6):
        page = (await gm.http.get(gm.seat["url"])).text
        if f'aria-current="step">Bad Guys in {number}<' in page.replace("\n", "").replace("  ", ""):
            break
        await gm.act("dragon.next-part")
    await asyncio.sleep(0.05)


async def _attack(gm: Hand, player: Hand, screens: Screens) -> tuple[float, float]:
    """Seconds from the strike to the answer of the defence, and to the last screen that has the outcome."""
    strike: dict[str, Any] = {"character": gm.seat["cast"][0], "target": player.seat["character"], "weapon": "fist"}
    screens.watch.begin(len(screens.sockets))
    sent, _ = await gm.act("dragon.attack", **strike)
    await asyncio.wait_for(screens.watch.all_in.wait(), 20)
    await asyncio.wait_for(screens.watch.was_asked.wait(), 20)
    ask = screens.watch.asked
    screens.watch.begin(len(screens.sockets))
    await player.act("dragon.defend", ask=ask, guard="dodge")
    answered = time.perf_counter() - sent
    await asyncio.wait_for(screens.watch.all_in.wait(), 20)
    return answered, screens.watch.last - sent
