"""The soak: people play at random at one table, on bad lines, while the server is killed and started again."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.bench.wire import Answer, Http
from tests.servers import ROOT, Server
from tests.soak.hands import HANDS
from tests.soak.screen import COOKIE, Screen

PAUSES = (0.4, 0.8, 1.6, 3.0, 5.0, 5.0)  # static/js/submit.js waits as long
ACTS_BETWEEN_CHECKS = 50
HEALED_AFTER = 14.0  # seconds: a lost bell is made good by the next heartbeat, a process is silent after 12
QUIET = 0.7
CARD = re.compile(r'<li[^>]*\bid="card-([^"]+)"')
TRACES = ROOT / "build" / "soak"
NAMELESS = {"pause"}


@dataclass
class Submit:
    """One press of a button: however often it was sent, it may be done once."""

    seat: int
    act: str
    nonce: str
    status: int = 0
    tries: int = 0
    cards: list[str] = field(default_factory=list)


@dataclass
class Report:
    """What came of it; `wrong` says in words what must not be."""

    database: str
    processes: int
    game: str
    seconds: float = 0.0
    submits: list[Submit] = field(default_factory=list)
    kills: int = 0
    drops: int = 0
    reloads: int = 0
    frames: int = 0
    checked: int = 0
    late: int = 0
    differing: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def done(self) -> int:
        return sum(one.status == 200 for one in self.submits)

    @property
    def repeated(self) -> int:
        return sum(one.tries > 1 for one in self.submits)


class Soak:
    def __init__(self, server: Server, acts: int, kills: int, seed: int, game: str = "dragonfly") -> None:
        self.server = server
        self.game = game
        self.dice = random.Random(seed)
        self.wanted = acts
        self.kills_at = [acts * (place + 1) // (kills + 1) for place in range(kills)]
        checks = max(1, acts // ACTS_BETWEEN_CHECKS)
        self.checks_at = [acts * (place + 1) // checks for place in range(checks)]
        self.report = Report(server.database, len(server.ports), game)
        self.going = asyncio.Event()
        self.busy = 0
        self.table: dict[str, Any] = {}
        self.screens: list[Screen] = []
        self.done = 0

    async def run(self) -> Report:
        began = time.monotonic()
        self.table = (await asyncio.to_thread(self.server.call, "tests.bench.furnish:furnish", game=self.game))[0]
        start = await asyncio.to_thread(self.server.call, "tests.soak.rows:standing", table=self.table["key"])
        known = set(await asyncio.to_thread(self.server.call, "tests.bench.furnish:acts"))
        self.screens = [Screen(seat, self.server, random.Random(self.dice.random())) for seat in self.table["seats"]]
        lives = [asyncio.create_task(one.keep()) for one in self.screens]
        await self._all_joined(lives)
        others = [asyncio.create_task(one.drop_at_random()) for one in self.screens]
        others += [
            asyncio.create_task(self._play(one, known)) for one in self.screens if one.seat["role"] != "spectator"
        ]
        self.going.set()
        try:
            await self._referee([*lives, *others])
        finally:
            for task in (*lives, *others):
                task.cancel()
            await asyncio.gather(*lives, *others, return_exceptions=True)
        found = await asyncio.to_thread(
            self.server.call, "tests.soak.rows:examine", table=self.table["key"], after=start["version"]
        )
        self._judge(found)
        if self.report.wrong:
            self._keep_traces(found)
        self.report.seconds = time.monotonic() - began
        return self.report

    async def _all_joined(self, lives: list[asyncio.Task[None]]) -> None:
        waiting = asyncio.create_task(self._joined())
        await asyncio.wait([*lives, waiting], timeout=30, return_when=asyncio.FIRST_COMPLETED)
        _none_ended(lives)
        if not all(one.joined.is_set() for one in self.screens):
            raise AssertionError(f"the pages are not live after 30 seconds:\n{self.server.log()[-2000:]}")

    async def _joined(self) -> None:
        for screen in self.screens:
            await screen.joined.wait()

    # the referee kills the server, and now and then stops the play to compare pages

    async def _referee(self, tasks: list[asyncio.Task[None]]) -> None:
        while self.done < self.wanted or self.checks_at:
            await asyncio.sleep(0.01)
            _none_ended(tasks)
            if self.kills_at and self.done >= self.kills_at[0]:
                self.kills_at.pop(0)
                await self._kill()
            if self.checks_at and self.done >= self.checks_at[0]:
                self.checks_at.pop(0)
                await self._compare()
                _none_ended(tasks)

    async def _kill(self) -> None:
        """One process after the other, and with the third blow all of them."""
        turn, count = self.report.kills, len(self.server.ports)
        hit = list(range(count)) if count == 1 or turn % 3 == 2 else [turn % count]
        for place in hit:
            self.server.kill(place)
        for place in hit:
            await asyncio.to_thread(self.server.start, place)
        self.report.kills += 1

    async def _compare(self) -> None:
        self.going.clear()
        while self.busy:
            await asyncio.sleep(0.01)
        for screen in self.screens:
            screen.steady.set()
        wrong = await self._differences()
        if wrong:
            self.report.late += len(wrong)
            await asyncio.sleep(HEALED_AFTER)
            wrong = await self._differences()
        self.report.checked += len(self.screens)
        self.report.differing += len(wrong)
        for name, what in wrong.items():
            self.report.wrong.append(
                f"{name}'s page differs after {self.done} acts at {time.perf_counter():.3f}:\n{what}"
            )
        for screen in self.screens:
            screen.steady.clear()
        self.going.set()

    async def _differences(self) -> dict[str, str]:
        await asyncio.wait_for(self._joined(), 30)
        while time.perf_counter() - max(one.heard_at for one in self.screens) < QUIET:
            await asyncio.sleep(0.05)
        found = {one.seat["name"]: await one.differs() for one in self.screens}
        return {name: "\n".join(what)[:3000] for name, what in found.items() if what}

    def _keep_traces(self, found: dict[str, Any]) -> None:
        """What each page was sent last, and what the database holds, for whoever looks for the mistake."""
        TRACES.mkdir(parents=True, exist_ok=True)
        for screen in self.screens:
            (TRACES / f"{screen.seat['name']}.txt").write_text("\n\n".join(screen.history))
        (TRACES / "database.json").write_text(json.dumps(found, indent=1))
        self.report.wrong.append(f"what the pages were sent last stands in {TRACES}")

    # the people

    async def _play(self, screen: Screen, known: set[str]) -> None:
        dice = random.Random(self.dice.random())
        monkey = HANDS[self.game](screen.seat, self.table, known, dice)
        lines = [
            Http(self.server.address(one), f"{COOKIE}={screen.seat['token']}") for one in range(len(self.server.ports))
        ]
        while True:
            await self.going.wait()
            await asyncio.sleep(dice.uniform(0, 0.03))
            chosen = monkey.next(screen.page)
            if chosen is None or not self.going.is_set() or self.done >= self.wanted:
                continue
            self.busy += 1
            try:
                await self._submit(screen, lines, dice, *chosen)
            finally:
                self.busy -= 1

    async def _submit(
        self, screen: Screen, lines: list[Http], dice: random.Random, act: str, data: dict[str, Any]
    ) -> None:
        one = Submit(screen.seat["key"], act, secrets.token_hex(12))
        self.report.submits.append(one)
        asked_at = time.perf_counter()
        answer = await self._until_answered(one, screen.seat["url"], lines, dice, data)
        if answer is None:
            return
        one.status = answer.status
        if answer.status == 200:
            self.done += 1
            one.cards = CARD.findall(answer.text)
            screen.note(f"answer to {act} {one.nonce} asked at {asked_at:.3f} after {one.tries} tries", answer.text)
            screen.take(answer.text, asked_at)
        elif answer.status not in {403, 404, 422}:
            self.report.wrong.append(f"{act} was answered with {answer.status}: {answer.text[:300]}")

    async def _until_answered(
        self, one: Submit, url: str, lines: list[Http], dice: random.Random, data: dict[str, Any]
    ) -> Answer | None:
        """Sent again with the same nonce until it is answered; now and then the answer is lost on the way."""
        for pause in (*PAUSES, None):
            one.tries += 1
            http = dice.choice(lines)
            patience = dice.uniform(0, 0.03) if one.tries == 1 and dice.random() < 0.04 else 30
            try:
                async with asyncio.timeout(patience):
                    answer = await http.act(url, one.act, data, one.nonce)
                if answer.status not in {502, 503, 504}:
                    return answer
            except (ConnectionError, TimeoutError):
                pass
            if pause is not None:
                await asyncio.sleep(pause * dice.uniform(0.5, 1))
        return None

    # what must hold at the end

    def _judge(self, found: dict[str, Any]) -> None:
        report = self.report
        for screen in self.screens:
            report.drops, report.reloads, report.frames = (
                report.drops + screen.drops, report.reloads + screen.reloads, report.frames + screen.frames,
            )  # fmt: skip
        self._judge_submits(found)
        self._judge_logs(found["logs"])
        if found["versions"] != list(range(found["versions"][0], found["version"] + 1)):
            report.wrong.append("the table's versions have gaps")
        report.wrong += [f"the server wrote: {line}" for line in self.server.complaints()[:5]]

    def _judge_submits(self, found: dict[str, Any]) -> None:
        receipts = Counter((seat, act, nonce) for seat, act, nonce, _ in found["receipts"])
        # not by the act: a game does some of every table's in its own way, under a name of its own
        events = {(seat, nonce): event for seat, _, nonce, event in found["receipts"]}
        named = [event for event, kind in found["events"] if kind not in NAMELESS]
        for one in self.report.submits:
            key = (one.seat, one.nonce)
            if one.act in NAMELESS or one.status != 200:
                continue
            if key not in events:
                self._lost(f"{one.act} was acknowledged and is missing")
            elif events[key] in found["logs"][str(one.seat)] and events[key] not in one.cards:
                self._lost(f"{one.act} was answered with other cards than its own: {one.cards} {events[key]}")
        for event in set(found_events(events)) - set(named):
            self._lost(f"the event {event} has a receipt and is missing")
        unaccounted = len(named) - len(set(found_events(events)))
        repeats = sum(count - 1 for count in receipts.values())
        repeats += len(list(found_events(events))) - len(set(found_events(events)))
        self.report.doubled += max(0, unaccounted) + repeats
        if unaccounted or repeats:
            self.report.wrong.append(f"{len(named)} events for {len(receipts)} submits, {repeats} twice")

    def _judge_logs(self, logs: dict[str, list[str]]) -> None:
        for screen in self.screens:
            held = [name.removeprefix("card-") for name, _ in screen.page.cards]
            whole = logs[str(screen.seat["key"])]
            if held != whole[len(whole) - len(held) :]:
                missing = [one for one in whole[len(whole) - len(held) :] if one not in held]
                self._lost(f"{screen.seat['name']}'s log lacks {missing} or has another order")

    def _lost(self, text: str) -> None:
        self.report.lost += 1
        self.report.wrong.append(text)


def _none_ended(tasks: list[asyncio.Task[None]]) -> None:
    """Pages and people go on for ever: one that ended met what must not be, and its error is raised."""
    for task in tasks:
        if task.done():
            task.result()


def found_events(events: dict[Any, str | None]) -> list[str]:
    return [event for event in events.values() if event]
