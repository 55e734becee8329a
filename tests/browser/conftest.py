"""A server of its own, one Chromium, and a table with people at it, for all tests of this folder.

Where DATABASE_URL and REDIS_URL are set, the server is two processes on PostgreSQL and Redis; else one on SQLite.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.evening import Evening, a_table, claim, demonstration
from tests.browser.screens import ARGS, DESK, PATIENCE, PHONE, Screen, Shape, Theme, chromium_at_hand
from tests.servers import Server

expect.set_options(timeout=PATIENCE)  # five seconds are too few for a busy machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """A test that failed tells what its server wrote last, and what was pressed and answered last in each window."""
    report: Any = yield
    running = getattr(item, "funcargs", {}).get("server")
    if report.failed and isinstance(running, Server):
        report.sections.append(("what the server wrote last", running.log()[-4000:]))
        report.sections.append(("what the windows noted last", "\n\n".join(one.noted() for one in Screen.opened)))
    return report


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    found = chromium_at_hand()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(chromium: Browser) -> Iterator[Server]:
    database = "postgres" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "sqlite"
    processes = 2 if os.environ.get("REDIS_URL") and database == "postgres" else 1
    with Server(database, processes, DJANGO_SETTINGS_MODULE="tests.browser.settings") as running:
        yield running


@pytest.fixture(scope="package")
def host(chromium: Browser, server: Server) -> Any:
    """The cookies of whoever claimed the server."""
    return claim(chromium, server)


@pytest.fixture(scope="package")
def evening(chromium: Browser, server: Server, host: Any) -> Iterator[Evening]:
    """A table that was opened, and everybody seated with a character."""
    made = a_table(chromium, server, host)
    yield made
    made.close()


Shown = tuple[Any, dict[str, str]]


@pytest.fixture(scope="package")
def shows(chromium: Browser, server: Server, host: Any) -> Callable[[str], Shown]:
    """A game's demonstration: cookies that hold the host's session and all seats, and the seats' addresses by name."""
    return cache(lambda game: demonstration(chromium, server, host, game))


@pytest.fixture(scope="package")
def shown(shows: Callable[[str], Shown]) -> Shown:
    return shows("Dragonfly")


@pytest.fixture
def screen(chromium: Browser, server: Server) -> Iterator[Callable[..., Screen]]:
    """Opens windows that are closed after the test: `screen(PHONE, "light")`. Their complaints fail it."""
    opened: list[Screen] = []

    def made(shape: Shape = DESK, theme: Theme = "dark", **options: Any) -> Screen:
        opened.append(Screen(chromium, server.address(), shape, theme, **options))
        return opened[-1]

    yield made
    complaints = [one for each in opened for one in each.complaints]
    for one in opened:
        one.close()
    assert not complaints


@pytest.fixture(autouse=True)
def _nobody_complains(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "evening" in request.fixturenames:
        evening: Evening = request.getfixturevalue("evening")
        assert evening.complaints() == []


@pytest.fixture
def sits(screen: Callable[..., Screen], shows: Callable[[str], Shown]) -> Callable[..., Screen]:
    """Somebody of a demonstration at a window of this shape, live: `sits("Ines", PHONE, "#sheet")`."""

    def sit(who: str, shape: Shape = PHONE, at: str = "", game: str = "Dragonfly") -> Screen:
        cookies, seats = shows(game)
        window = screen(shape, cookies=cookies).go(seats[who] + at)
        window.url = seats[who]
        window.live()
        return window

    return sit
