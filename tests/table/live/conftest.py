"""Open pages with sockets, in this process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
import pytest_asyncio
from django.db import connections
from django.utils.safestring import SafeString

from apps.table import acts, kinds, live, panels
from apps.table.acts import act
from apps.table.audience import GMS, seats
from apps.table.devices import COOKIE
from apps.table.kinds import kind
from apps.table.shared.acts import Nothing
from apps.table.turn import Turn
from apps.table.viewer import Viewer
from tests.live_client import InProcess, LivePage
from tests.people import Person

OpenPage = Callable[..., Awaitable[LivePage]]


@pytest.fixture(autouse=True)
def _panels_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's own panels alone: what a game adds is drawn in the tests of its acts."""
    places = ("table/panels/", "table/safety/")
    own = {name: one for name, one in panels._panels.items() if one.template.startswith(places)}
    monkeypatch.setattr(panels, "_panels", own)
    monkeypatch.setattr(panels, "_panels_for", panels._panels_for.__wrapped__)  # nothing is kept of these


@pytest_asyncio.fixture
async def alive(transactional_db: None) -> AsyncIterator[None]:
    """The live channel runs on the test’s loop; what the test reads there shares one connection, closed after it."""
    connections["default"].ensure_connection()
    live.started(asyncio.get_running_loop())
    yield
    await live.stopped()
    connections.close_all()


@pytest_asyncio.fixture
async def opened(alive: None) -> AsyncIterator[OpenPage]:
    """`await opened(ines)`: her page as a browser has it open, its hello answered."""
    wires: list[InProcess] = []

    async def open_page(
        person: Person, *, looks_at: Person | None = None, since: str | None = None, **query: str
    ) -> LivePage:
        if looks_at:
            assert looks_at.seat is not None
            html = person.at_address(f"as/{looks_at.seat.public_id}/").content.decode()
        else:
            html = person.page(**query)
        page = LivePage(html, query, looks_at.seat.public_id if looks_at and looks_at.seat else "")
        wires.append(await socket_of(person))
        return await page.join(wires[-1], since)

    yield open_page
    for wire in wires:
        if wire.code is None:
            await wire.close()


async def socket_of(person: Person, **headers: Any) -> InProcess:
    return await InProcess(f"{person.url}live", {COOKIE: person.token}, **headers).open()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the panels that are drawn from now on, for pages and for sockets."""
    names: list[str] = []
    real = panels.draw

    def noted(one: panels.Panel, viewer: Viewer) -> SafeString:
        names.append(one.name)
        return real(one, viewer)

    monkeypatch.setattr(panels, "draw", noted)
    return names


@pytest.fixture
def toys() -> Iterator[None]:
    """Two acts of the tests' own: "toy-secret" tells the GMs, "toy-own" tells whoever does it."""
    kind("toy.pause", "table/safety/events", group="table")

    @act("toy-secret", title="Toy", form=Nothing)
    def toy_secret(turn: Turn, form: Nothing) -> None:
        turn.tell("toy.pause", {"secret": "kraken"}, to=GMS)

    @act("toy-own", title="Toy", form=Nothing)
    def toy_own(turn: Turn, form: Nothing) -> None:
        turn.tell("toy.pause", {}, to=seats(turn.seat))

    yield
    for name in ("toy-secret", "toy-own"):
        del acts._acts[name]
    del kinds._kinds["toy.pause"]


async def until(condition: Callable[[], object], seconds: float = 5) -> None:
    """Waits until it is so. Fails when it does not come to be."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to be"
        await asyncio.sleep(0.01)


def scene(person: Person, title: str) -> None:
    answer = person.post("open-scene", title=title, text="")
    assert answer.status_code == 200, answer.content
