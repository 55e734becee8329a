"""Servers that are stopped or killed while people act: they end in time, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.server.talkers import Talker, more_lines, said, talking
from tests.servers import Server

IN_TIME = 5.0  # seconds
LINES_BETWEEN = 12


pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def table(server: Server) -> Any:
    return server.call("tests.bench.furnish:furnish", players=3, characters=False)[0]


def _nothing_lost(server: Server, talkers: list[Talker]) -> None:
    kept = Counter(said(server))
    assert [text for one in talkers for text in one.acknowledged if not kept[text]] == []
    assert [text for text, times in kept.items() if times > 1] == []
    assert {status for one in talkers for status in one.statuses} <= {200, 503}


def _ended(server: Server, how: int) -> float:
    """Seconds that the process took to end after that signal."""
    process = server.processes[0]
    assert process
    began = time.monotonic()
    process.send_signal(how)
    assert process.wait(20) == (-how if how == signal.SIGKILL else 0)
    server.processes[0] = None
    return time.monotonic() - began


async def _stopped_and_started(server: Server, table: Any, signals: Sequence[int]) -> list[float]:
    """Ends it with each of these signals while people act, and starts it again between them."""
    seconds = []
    async with talking(server, table) as talkers:
        for how in signals:
            if server.processes[0] is None:
                await asyncio.to_thread(server.start)
            sockets = [await one.listen() for one in talkers]
            await more_lines(talkers, LINES_BETWEEN)
            seconds.append(await asyncio.to_thread(_ended, server, how))
            await asyncio.wait_for(asyncio.gather(*(one.closed for one in sockets)), 5)
    _nothing_lost(server, talkers)
    return seconds


def test_it_ends_in_time_while_people_act(server: Server, table: Any) -> None:
    seconds = asyncio.run(_stopped_and_started(server, table, [signal.SIGTERM, signal.SIGINT]))
    assert max(seconds) < IN_TIME
    assert server.complaints() == []


@pytest.mark.slow
def test_ten_times_stopped_and_ten_times_killed(server: Server, table: Any) -> None:
    signals = [signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGKILL] * 5
    seconds = asyncio.run(_stopped_and_started(server, table, signals))
    assert max(seconds) < IN_TIME
    assert server.complaints() == []


def test_what_does_not_come_to_an_end_is_cut_short(server: Server, table: Any) -> None:
    """Another program holds the database, so no act ends: in time the server does, and none of them was done."""
    if server.processes[0] is None:
        server.start()
    before = said(server)

    async def held_up() -> None:
        async with talking(server, table) as talkers:
            await asyncio.sleep(0.5)
            assert await asyncio.to_thread(_ended, server, signal.SIGTERM) < IN_TIME
        assert not any(one.acknowledged for one in talkers)

    with contextlib.closing(sqlite3.connect(server.data / "fireside.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asyncio.run(held_up())
    assert said(server) == before
