"""What is measured. Times are milliseconds."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import Any

from tests.bench.floor import Floor
from tests.bench.screens import Hand, Screens, Watch, hands
from tests.bench.wire import Answer, Socket
from tests.servers import Server

WARM_UP = 40
AFTER_ALL = 4
"""Seconds after the last answer of a closed loop until every screen has what it is sent."""
ROLL_AIMS, TAP_AIMS, THROW_AIMS, ATTACK_AIMS = (15.0, 10.0), (30.0, 20.0), (60.0, 50.0), (90.0, 60.0)
"""Milliseconds to the last of six screens, at the 95th percentile: what it has to be, and what is wanted."""
ACTION_PENALTY = 2
MOST_ATTACKS = 36
"""In one Turn: each one more takes two off its total, which a modifier (at most 99) makes good."""


@dataclass(frozen=True)
class Times:
    """Percentiles of times in milliseconds."""

    p50: float
    p95: float
    p99: float
    mean: float
    count: int

    @classmethod
    def of(cls, seconds: list[float]) -> Times:
        ordered = sorted(one * 1000 for one in seconds)
        at = lambda part: ordered[min(len(ordered) - 1, int(len(ordered) * part))]  # noqa: E731
        return cls(at(0.5), at(0.95), at(0.99), sum(ordered) / len(ordered), len(ordered))


@dataclass(frozen=True)
class Latency:
    """From sending an act to the last screen that gets it, and to the answer; `cpu` is the server's time per act."""

    screens: Times
    answer: Times
    cpu: float
    frame: int


@dataclass(frozen=True)
class Rate:
    """Acts a second in a closed loop, how long each waited for its answer, and from sending it until the last screen
    of the table had it, and how busy both sides were."""

    per_second: float
    answer: Times
    screens: Times
    cards_per_second: float
    server_cores: float
    generator_cores: float


@dataclass(frozen=True)
class Measured:
    """An act of a game that is measured at a table of six: what it is called, its aims, how it is played so many times.
    Of the acts of a run it is played one in `part`, `most` at most."""

    name: str
    aims: tuple[float, float]
    play: Callable[[Server, Screens, int], Awaitable[Latency]]
    part: int = 1
    most: int = 10_000

    def count(self, acts: int) -> int:
        return max(1, min(acts // self.part, self.most))


class Stopwatch:
    """Times acts around which others are played: each from sending it to its answer, and to the last screen. The first
    `warm_up` of them do not count."""

    def __init__(self, server: Server, screens: Screens, count: int, warm_up: int = WARM_UP) -> None:
        self.server, self.screens, self.warm_up = server, screens, warm_up
        self.rounds = range(warm_up + count)
        self._last: list[float] = []
        self._answered: list[float] = []
        self._busy: list[float] = []

    @property
    def goes_on(self) -> bool:
        """Whether some are still to be timed."""
        return len(self._last) < len(self.rounds)

    async def times(self, act: Callable[[], Awaitable[tuple[float, Answer]]]) -> None:
        """One act."""
        self.screens.watch.begin(len(self.screens.sockets))
        before = self.server.cpu()
        sent, _ = await act()
        await self._seen(sent, before)

    async def times_question(
        self, act: Callable[[], Awaitable[tuple[float, Answer]]], answer: Callable[[str], Awaitable[Any]]
    ) -> None:
        """An act that asks somebody something, and the answer to it: both as one."""
        watch = self.screens.watch
        watch.begin(len(self.screens.sockets))
        before = self.server.cpu()
        sent, _ = await act()
        await asyncio.wait_for(watch.all_in.wait(), 20)
        await asyncio.wait_for(watch.was_asked.wait(), 20)
        ask = watch.asked
        watch.begin(len(self.screens.sockets))
        await answer(ask)
        await self._seen(sent, before)

    async def _seen(self, sent: float, before: float) -> None:
        self._answered.append(time.perf_counter() - sent)
        await asyncio.wait_for(self.screens.watch.all_in.wait(), 20)
        self._last.append(self.screens.watch.last - sent)
        self._busy.append(self.server.cpu() - before)

    def latency(self) -> Latency:
        last, answered, busy = (one[self.warm_up :] for one in (self._last, self._answered, self._busy))
        return Latency(Times.of(last), Times.of(answered), sum(busy) / len(busy) * 1000, 0)


Act = Callable[[Hand, int], Awaitable[tuple[float, Answer]]]


async def a_roll(hand: Hand, number: int) -> tuple[float, Answer]:
    return await hand.roll()


async def a_scratch(hand: Hand, number: int) -> tuple[float, Answer]:
    return await hand.harm(1 if number % 2 == 0 else -1)


async def latency(server: Server, screens: Screens, count: int, act: Act = a_roll) -> Latency:
    """One act after the other, each until the last screen has its card."""
    hand = hands(server, screens.table)[0]
    last, answered = [], []
    frames = sum(one.bytes for one in screens.sockets)
    for number in range(WARM_UP + count):
        if number == WARM_UP:
            busy, frames = server.cpu(), sum(one.bytes for one in screens.sockets)
        screens.watch.begin(len(screens.sockets))
        sent, _ = await act(hand, number)
        answered.append(time.perf_counter() - sent)
        await asyncio.wait_for(screens.watch.all_in.wait(), 20)
        last.append(screens.watch.last - sent)
        await asyncio.sleep(0.004)
    bytes_each = (sum(one.bytes for one in screens.sockets) - frames) // count // len(screens.sockets)
    cpu = (server.cpu() - busy) / count * 1000
    return Latency(Times.of(last[WARM_UP:]), Times.of(answered[WARM_UP:]), cpu, bytes_each)


async def attacks(server: Server, screens: Screens, count: int) -> Latency:
    """A full attack: the GM's thug strikes, the player is asked and takes it, the damage is done and told to all."""
    gm, player = Hand(server, screens.seats[0]), hands(server, screens.table)[0]
    blow = {"character": screens.seats[0]["cast"][0], "target": player.seat["character"], "maneuver": "weapon",
            "weapon_damage": "1", "anyway": "on"}  # fmt: skip
    watch = Stopwatch(server, screens, count, WARM_UP // 4)
    for number in watch.rounds:
        await watch.times_question(
            partial(gm.act, "dragonfly.attack", **blow, modifier=str(ACTION_PENALTY * number)),
            lambda ask: player.act("dragonfly.defend", ask=ask, how="take"),
        )
    return watch.latency()


async def floor(sockets: int, size: int, count: int) -> Times:
    """The same number of sockets and bytes, by a bare broadcast: from sending to the last one that gets it."""
    watch = Watch()
    text = ('id="card-' + "x" * size)[:size]
    with Floor() as bare:
        opened = [
            await Socket.connect(lambda got, at, n=number: watch.heard(n, got, at), bare.address, "/")  # type: ignore[misc]
            for number in range(sockets)
        ]
        times = []
        for _ in range(WARM_UP + count):
            watch.begin(sockets)
            sent = time.perf_counter()
            opened[0].send(text)
            await asyncio.wait_for(watch.all_in.wait(), 20)
            times.append(watch.last - sent)
            await asyncio.sleep(0.004)
        for one in opened:
            one.drop()
    return Times.of(times[WARM_UP:])


async def rate(server: Server, opened: list[Screens], posters: list[Hand], seconds: float) -> Rate:
    """Everybody posts as fast as the answers come: one at each table, or all at the same."""
    times: list[float] = []
    until = time.perf_counter() + seconds + 1
    for one in opened:
        one.arrived = [[] for _ in one.seats]

    async def post(hand: Hand, sendings: list[float]) -> None:
        while (now := time.perf_counter()) < until:
            sent, _ = await hand.roll()
            sendings.append(sent)
            if now > until - seconds:
                times.append(time.perf_counter() - sent)

    sent: list[list[float]] = [[] for _ in opened]
    started = [asyncio.create_task(post(hand, at)) for hand, at in zip(posters, cycle(sent))]
    await asyncio.sleep(1)
    busy, own, cards = server.cpu(), _own_cpu(), sum(one.cards for one in opened)
    began = time.perf_counter()
    await asyncio.gather(*started)
    took = time.perf_counter() - began
    cards, busy, own = sum(one.cards for one in opened) - cards, server.cpu() - busy, _own_cpu() - own
    await asyncio.sleep(AFTER_ALL)
    return Rate(
        len(times) / took, Times.of(times), Times.of(_waits(opened, sent)), cards / took, busy / took, own / took
    )


def _waits(opened: list[Screens], sent: list[list[float]]) -> list[float]:
    """From each sending to its table's last screen. Where several post at one table, cards are taken in their order."""
    pairs = [zip(sorted(times), one.came_everywhere(), strict=False) for one, times in zip(opened, sent, strict=True)]
    return [came - at for pair in pairs for at, came in pair]


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def compare_logs(
    server: Server, short: Screens, long: Screens, count: int
) -> tuple[Latency, Latency, Times, Times]:
    """Rolls and page loads at a table with few events and at one with many, by turns."""
    pairs = (short, long)
    found: dict[int, dict[str, list[Any]]] = {0: {"acts": [], "pages": []}, 1: {"acts": [], "pages": []}}
    for round_ in range(6):
        for place, screens in enumerate(pairs):
            found[place]["acts"].append(await latency(server, screens, count // 6))
            found[place]["pages"] += await _pages(server, screens, count // 30) if round_ else []
    merged = [_merged(found[place]["acts"]) for place in (0, 1)]
    return merged[0], merged[1], Times.of(found[0]["pages"]), Times.of(found[1]["pages"])


async def _pages(server: Server, screens: Screens, count: int) -> list[float]:
    hand = hands(server, screens.table)[0]
    times = []
    for _ in range(count):
        began = time.perf_counter()
        answer = await hand.http.get(hand.seat["url"])
        assert answer.status == 200
        times.append(time.perf_counter() - began)
    return times


def _merged(parts: list[Latency]) -> Latency:
    """The median round: noise of the machine comes in bursts."""
    return sorted(parts, key=lambda one: one.screens.p50)[len(parts) // 2]
