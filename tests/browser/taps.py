"""How many taps the commonest acts take, from the page one is on until the result is seen on that same screen.

A deed is what a person presses, by its words, in its order; "the newest " says which one of several. `=` fills a field
(see FIELDS), which costs the tap that goes there. What comes of it has to be in sight at the end: where it is not, the
phone's Log is gone to, and that tap counts as well. Scrolling costs none.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import ElementHandle, Error

from tests import loaded
from tests.browser.screens import Screen

NEWEST = "the newest "
LATE = 6.0  # seconds after which it does not come at all
ANSWER = 0.8  # seconds between two taps at most: no longer does anybody wait for an answer
QUIET = 250  # milliseconds in which nothing happens: no finger is quicker
QUICK = 2.8  # seconds in which a result is seen, or it is looked for in the log
USUAL, CHOOSING = 2, 3


FIELDS = {"the line": "[data-say]", "its name": "#act [name=name]", "how much": "#act [name=by]"}


@dataclass(frozen=True)
class Deed:
    """`shows` is a pattern that can be read once more in the end than before. With `choosing` something has to be
    chosen on the way, which allows a tap more. It begins on the phone's tab `at`, or on the table. The dice that
    fall in it show the faces `falls`; by chance where none are named, where what is seen does not hang on them."""

    what: str
    steps: tuple[str, ...]
    shows: str
    choosing: bool = False
    at: str = ""
    falls: tuple[int, ...] = ()

    @property
    def most(self) -> int:
        return CHOOSING if self.choosing else USUAL


@dataclass(frozen=True)
class Counted:
    deed: Deed
    taps: int
    way: tuple[str, ...]

    @property
    def too_many(self) -> bool:
        return self.taps > self.deed.most


class Hand:
    """Presses what a deed says on one screen, and counts. `data` is the folder of its server, where the dice lie."""

    def __init__(self, screen: Screen, data: Path) -> None:
        self.screen, self.data = screen, data
        self.way: list[str] = []

    def does(self, deed: Deed) -> Counted:
        self.way = []
        self.screen.page.goto("about:blank")
        self.screen.at(deed.at)
        self.screen.live()
        before = self._seen(deed.shows)
        loaded.lay(self.data, deed.falls)
        for step in deed.steps:
            self._step(step)
        self._look_for(deed.shows, before)
        return Counted(deed, len(self.way), tuple(self.way))

    def _step(self, step: str) -> None:
        label, filled, words = step.partition("=")
        if filled:
            self.screen.page.locator(FIELDS[label]).fill(words)
            self.way.append(label)
        elif step == "Enter":
            self.screen.page.keyboard.press("Enter")
            self.way.append("Enter")
        else:
            self._tap(step)

    def _tap(self, words: str) -> None:
        self._found(words).tap(timeout=LATE * 1000)
        self.way.append(words)
        end = time.monotonic() + ANSWER
        while not self._is_quiet() and time.monotonic() < end:
            time.sleep(0.05)

    def _is_quiet(self) -> bool:
        """Not while another page is coming."""
        try:
            return bool(self.screen.run("quiet.js", QUIET))
        except Error:
            return False

    def _found(self, words: str) -> ElementHandle:
        newest = words.startswith(NEWEST)
        asked = {"words": words.removeprefix(NEWEST), "newest": newest}
        end = time.monotonic() + LATE
        while time.monotonic() < end:
            found = self.screen.page.evaluate_handle(self.screen.script("pressable.js"), asked).as_element()
            if found is not None:
                return found
            time.sleep(0.05)
        raise AssertionError(f"{self.screen.page.url}: there is nothing to press that says “{words}”")

    def _look_for(self, pattern: str, before: int) -> None:
        if self._comes(pattern, before, QUICK):
            return
        tab = self.screen.page.get_by_role("navigation", name="Parts of the table").get_by_role("link", name="Log")
        assert tab.is_visible(), f"{pattern} is not to be seen after {self.way}"
        tab.tap()
        self.way.append("Log")
        assert self._comes(pattern, 0, LATE), f"{pattern} is not to be seen after {self.way}"

    def _comes(self, pattern: str, before: int, patience: float) -> bool:
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self._seen(pattern) > before:
                return True
            time.sleep(0.1)
        return False

    def _seen(self, pattern: str) -> int:
        """How often it can be read now; not at all while another page is coming."""
        try:
            found: int = self.screen.run("seen.js", pattern)
        except Error:
            return 0
        return found


def written(counts: dict[str, list[Counted]]) -> str:
    """The document: a table for each game and role."""
    parts = [HEAD]
    for title, found in counts.items():
        parts += [f"\n## {title}\n", "| act | taps | pressed |", "| --- | --- | --- |"]
        parts += [f"| {one.deed.what} | {one.taps} | {' → '.join(one.way)} |" for one in found]
    return "\n".join(parts) + "\n"


def over(counts: Iterable[Counted]) -> list[str]:
    return [
        f"{one.deed.what}: {one.taps}, {one.deed.most} at most ({' → '.join(one.way)})"
        for one in counts
        if one.too_many
    ]


HEAD = """# Taps

What the commonest acts of each game and role cost, counted by `tests/browser/test_taps.py` at the demonstration: from
the page that one is on until the result is seen on that same screen. Two at most, three where something has to be
chosen. Players hold a phone, the GM a tablet. Going to a field costs a tap; typing and scrolling cost none."""
