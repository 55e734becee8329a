"""What arrives costs what has changed: a phone works out the look of the new, and not of the whole page again."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import GAMES
from tests.browser.screens import PHONE, Screen

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OURS = "the window that is measured"
SHARE = 8
"""Of all elements of the page at most one in so many is looked at anew, all the times together that one act causes."""


@pytest.mark.once
@pytest.mark.parametrize("game", GAMES)
def test_what_arrives_on_a_phone_restyles_what_is_new(game, sits, chromium: Browser, tmp_path: Path) -> None:
    phone = sits("Ines", PHONE, "", game)  # who rolls for herself: others' newest results stay what they were
    phone.does("roll", formula="2d6", mode="me")
    phone.cards("2d6").last.wait_for(state="attached")
    phone.page.evaluate(TWO_FRAMES)
    with traced(chromium, tmp_path / "trace.json"):
        phone.page.evaluate(f"console.timeStamp('{OURS}')")
        phone.does("roll", formula="3d20", mode="me")
        phone.cards("3d20").last.wait_for(state="attached")
        phone.page.evaluate(TWO_FRAMES)
    assert restyled(tmp_path / "trace.json") * SHARE < elements(phone)


LOOKS = """() => {
  const log = document.getElementById("log"), rects = log.getClientRects.bind(log);
  globalThis.looks = 0;
  log.getClientRects = () => { globalThis.looks += 1; return rects(); };
}"""


def test_whether_the_log_is_in_sight_is_asked_once_for_what_arrives(sits) -> None:
    """Each time lays the page out. Tidings of somebody else's, which are counted and told."""
    phone, other = sits("Ines", PHONE, "#sheet"), sits("Marek", PHONE)
    phone.page.evaluate(LOOKS)
    other.does("roll", formula="2d6", mode="everybody")
    phone.cards("2d6").last.wait_for(state="attached")
    phone.page.evaluate(TWO_FRAMES)
    assert phone.page.evaluate("looks") == 1
    expect(phone.page.locator("#came")).to_be_visible()
    expect(phone.page.locator("#log-count")).to_have_text("1")


@contextlib.contextmanager
def traced(chromium: Browser, at: Path) -> Iterator[None]:
    chromium.start_tracing(path=at, categories=["devtools.timeline"])
    try:
        yield
    finally:
        chromium.stop_tracing()


def restyled(trace: Path) -> int:
    """How many elements were looked at in our window, each time counted. A trace is of all windows that are open."""
    events: list[dict[str, Any]] = json.loads(trace.read_text())["traceEvents"]
    ours = next(one["pid"] for one in events if one["name"] == "TimeStamp" and one["args"]["data"]["message"] == OURS)
    looks = [one for one in events if one["name"] == "UpdateLayoutTree" and one["pid"] == ours]
    return sum(one["args"].get("elementCount", 0) for one in looks)


def elements(screen: Screen) -> int:
    found: int = screen.page.evaluate("document.querySelectorAll('body *').length")
    return found
