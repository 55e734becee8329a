"""A short evening in Firefox: somebody joins with a ready character, rolls, answers what the GM asks, and is dropped by
the line and comes back; every shape of the pages can be read and pressed, without a script's error.

What all engines have in common is tested with Chromium.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.browser.firefox import ENTER, PHONE, PORTRAIT, TABLET, Firefox, Window, firefox_at_hand
from tests.browser.line import Line
from tests.servers import Server

NEWCOMER = "Tamsin Oake"
TABS = ("", "#sheet", "#log", "#act")
BELOW: dict[str, tuple[str, ...]] = {
    "gm": ("invite", "seats", "switches", "points", "act/dragonfly.ask-check", "act/open-scene", "act/undo"),
    "tomas": ("log", "how", "book", "device", "act/dragonfly.check", "act/add-line", "act/step-back"),
}


@dataclass
class Tonight:
    """Dragonfly's demonstration: its GM's tablet, and a phone that has never been here."""

    line: Line
    gm: Window
    tomas: Window

    def window(self, who: str) -> Window:
        found: Window = getattr(self, who)
        return found


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox_at_hand()
    made = Firefox(tmp_path_factory.mktemp("firefox"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def tonight(firefox: Firefox) -> Iterator[Tonight]:
    with Server(DJANGO_SETTINGS_MODULE="tests.browser.watched.settings") as server:
        line = Line(server.ports[0])
        links: dict[str, str] = server.call("tests.browser.webkit:demonstration", game="dragonfly")
        gm = Window(firefox, line.address, TABLET).go(links["Robin"])
        gm.press("button", "Sit here on this device")
        yield Tonight(line, gm.sit(), Window(firefox, line.address, PHONE))
        line.close()


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(tonight: Tonight) -> Iterator[None]:
    yield
    noted = [*tonight.gm.noted(), *tonight.tomas.noted()]
    for one in (tonight.gm, tonight.tomas):
        one.forget()  # or the next test would be blamed
    assert noted == []


# the evening; each test goes on where the one before has stopped


def test_somebody_joins_and_takes_a_ready_character(tonight: Tonight) -> None:
    address = tonight.gm.at("invite").text("#invite-address")
    tonight.gm.at()
    tomas = tonight.tomas.go(re.sub(r"^https?://[^/]+", "", address))
    tomas.fill("input[name=name]", "Tomas")
    tomas.press("button", "Ask to sit down")
    tonight.gm.press("button", "Let in Tomas")
    tomas.sit()
    tomas.press("button", f"Take {NEWCOMER}")
    tomas.at("#sheet").says("#panel-sheet h2", NEWCOMER)
    tonight.gm.says("#log-cards", f"takes {NEWCOMER}")


def test_a_roll_is_told_where_the_thumb_is_and_at_the_gms(tonight: Tonight) -> None:
    tonight.tomas.at("#sheet").press("#panel-sheet .dock button", "Roll")
    tonight.tomas.says("#came", NEWCOMER)
    tonight.gm.says("#log-cards > li:last-child", NEWCOMER)


def test_what_the_gm_asks_is_answered_with_two_taps(tonight: Tonight) -> None:
    """The strip leads there from another tab, and the answer is seen at once."""
    gm, tomas = tonight.gm, tonight.tomas.at("#log")
    gm.press(".hand .key", "Ask for a roll")
    gm.press(".acting footer .btn.main", "Ask")
    tomas.press("#ask-strip")
    tomas.press("#panel-asks .ask .opt", "Roll")
    tomas.until(lambda: NEWCOMER not in gm.text("#waiting"), "nothing more waits for Tomas")
    tomas.says("#came", NEWCOMER)


def test_the_line_drops_and_comes_back(tonight: Tonight) -> None:
    """What is said meanwhile is sent once, when the server is met again."""
    tomas = tonight.tomas.at("#log")
    tonight.line.cut()
    tomas.says("#connection", "Reconnecting")
    tomas.fill("[data-say]", f"Said in the dark{ENTER}")
    tomas.says("#connection", "Not sent yet")
    tonight.line.mend()
    for one in (tomas, tonight.gm):
        one.live().says("#log-cards", "Said in the dark")
        assert one.text("#log-cards").count("Said in the dark") == 1
        one.forget()  # of the server that nobody met


# every shape of its pages


@pytest.mark.parametrize("who", BELOW)
def test_the_table_can_be_read_and_pressed(tonight: Tonight, who: str) -> None:
    """In every shape, and on the phone each of its tabs; the pages below on a phone, where room is least."""
    one = tonight.window(who)
    found = [text for size in (TABLET, PORTRAIT, PHONE) for tab in TABS for text in seen(one.at(tab), size)]
    for page in BELOW[who]:
        assert "There is nothing" not in one.at(page).text("h1"), page
        found += seen(one, PHONE)
    one.resized(one.size)
    assert not found, "\n".join(found)


def seen(one: Window, size: tuple[int, int]) -> list[str]:
    """What is wrong with the page that is open, in that shape."""
    one.resized(size)
    return [f"{one.here()} in {size}: {text}" for text in one.wrong()]


def test_what_goes_wrong_in_a_page_is_noted(tonight: Tonight) -> None:
    """Or all the other tests would be told nothing."""
    one = tonight.gm
    one.js("() => { setTimeout(() => { throw new Error('on purpose') }); console.error('said so'); }")
    one.until(lambda: len(one.noted()) >= 2, "two notes")
    assert "on purpose" in " ".join(one.noted())
    assert "said so" in " ".join(one.noted())
    one.forget()
