"""WebKit, the engine of every browser on an iPad or iPhone: WebKitGTK's MiniBrowser on a screen that nobody sees.

Its windows note what goes wrong in them by a script of the tests (see `watched`), because its driver tells nobody.
"""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

DRIVER, XVFB = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
BROWSERS = sorted(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))
GET_WEBKIT = "WebKit is not at hand. Install it: sudo apt install webkit2gtk-driver xvfb."
SCRIPTS = Path(__file__).parent / "scripts"
PATIENCE = 30.0  # seconds to wait for something to appear
BUSY = 10.0  # seconds after which somebody would try once more
PAINT = 0.3  # seconds until what was changed is drawn
FOLLOWS = 1.0  # seconds until a page has its window's size
NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0 }"  # or its bar keeps a window from a phone's width
Size = tuple[int, int]
PHONE, TABLET, PORTRAIT = (390, 844), (1024, 768), (768, 1024)


def webkit_at_hand() -> None:
    """Skips the test that asks where there is none; on a machine that tests for others it fails."""
    if DRIVER and XVFB and BROWSERS:
        return
    if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
        pytest.fail(GET_WEBKIT)
    pytest.skip(GET_WEBKIT)


@contextlib.contextmanager
def unseen_screen(folder: Path) -> Iterator[dict[str, str]]:
    """A screen for windows, and the settings of programs that open theirs on it."""
    (folder / "gtk-3.0").mkdir(parents=True)
    (folder / "gtk-3.0/gtk.css").write_text(NARROW)
    reading, writing = os.pipe()
    command = [str(XVFB), "-displayfd", str(writing), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        yield {
            **os.environ, "DISPLAY": f":{number}", "XDG_CONFIG_HOME": str(folder), "GDK_BACKEND": "x11",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "NO_AT_BRIDGE": "1",
        }  # fmt: skip
    finally:
        screen.terminate()
        screen.wait()


class Window:
    """One window of WebKit with cookies of its own. What it finds by words is the first in sight with them."""

    def __init__(self, address: str, size: Size, environ: dict[str, str]) -> None:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = BROWSERS[-1]
        options.add_argument("--automation")
        service = webdriver.WebKitGTKService(executable_path=str(DRIVER), env=environ)
        self.address, self.url = address, ""
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self._bar: Size = (0, 0)  # what the window has more than its page
        self.size = self.resized(size)

    def close(self) -> None:
        self.driver.quit()

    def resized(self, size: Size) -> Size:
        """The page itself is given that size; the window has a bar as well."""
        for _ in range(8):
            self.driver.set_window_size(size[0] + self._bar[0], size[1] + self._bar[1])
            inner = self._soon(size)
            if inner == size:
                return size
            self._bar = (self._bar[0] + size[0] - inner[0], self._bar[1] + size[1] - inner[1])
        raise AssertionError(f"the window is {inner}, not {size}")

    def _soon(self, size: Size) -> Size:
        """The page's size: at once when it is that size, or after the time in which a window follows."""
        end = time.monotonic() + FOLLOWS
        while True:
            width, height = self.driver.execute_script("return [innerWidth, innerHeight]")
            if (width, height) == size or time.monotonic() > end:
                return width, height
            time.sleep(0.05)

    def forgets_everybody(self) -> Window:
        """A device that has never been here."""
        self.driver.delete_all_cookies()
        return self

    # going about

    def go(self, path: str) -> Window:
        self.driver.get(self.address + path)
        return self

    def at(self, below: str = "") -> Window:
        """A page below the seat; or the table itself with one of its tabs, when its line is live: it is not loaded
        again where it is at hand."""
        page, _, tab = below.partition("#")
        if page or urlsplit(self.driver.current_url).path != self.url:
            self.go(self.url + page)
        if not page:
            self._turn_to(tab)
            self.live()
        return self

    def _turn_to(self, tab: str) -> None:
        """The page hears of its new address a moment later than whoever set it, and only then shows that tab."""
        self.driver.execute_script("location.hash = arguments[0]", tab)
        shown = "return document.documentElement.dataset.tab"
        self.until(lambda: self.driver.execute_script(shown) == (tab or "table"), f"the tab “{tab or 'table'}”")

    def sit(self) -> Window:
        self.until(lambda: "/t/" in self.driver.current_url and "/s/" in self.driver.current_url, "a seat")
        self.url = self.driver.current_url.removeprefix(self.address).partition("#")[0]
        return self.live()

    def live(self) -> Window:
        return self.says("#connection", "Live")

    def says(self, where: str, words: str) -> Window:
        try:
            self.until(lambda: words in self.text(where), f"“{words}” in {where}")
        except TimeoutException as error:
            error.add_note(f"{where} says: {self.text(where)}; noted: {self.noted()}; {self.loading()}")
            raise
        return self

    def until(self, there: Callable[[], Any], what: str) -> Any:
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: there(), f"{self.driver.current_url}: {what}")

    def soon(self, there: Callable[[], Any]) -> bool:
        """Whether it is there within the time that a busy machine takes."""
        with contextlib.suppress(TimeoutException):
            return bool(WebDriverWait(self.driver, BUSY, 0.05).until(lambda _: there()))
        return False

    # finding and pressing

    def text(self, where: str) -> str:
        script = "return document.querySelector(arguments[0])?.textContent ?? ''"
        return " ".join(str(self.driver.execute_script(script, where)).split())

    def found(self, where: str, words: str = "") -> WebElement:
        """The first in sight of that style rule with these words."""
        found: WebElement = self.until(lambda: self._in_sight(where, words), f"{where} “{words}”")
        return found

    def _in_sight(self, where: str, words: str) -> WebElement | None:
        found: WebElement | None = self.run("first_in_sight.js", where, words)
        return found

    def press(self, where: str, words: str = "") -> None:
        self.found(where, words).click()

    def fill(self, where: str, words: str) -> None:
        field = self.found(where)
        field.clear()
        field.send_keys(words)

    def tap_at(self, x: float, y: float) -> None:
        """Where a finger lies, without scrolling anything to it first."""
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()

    def say(self, words: str, shown: str = "") -> None:
        """In the line below the log; what is shown of it in the end, where that is not what was typed."""
        self.type(words)
        self.says("#log-cards", shown or words)

    def type(self, words: str) -> None:
        try:
            self.found("[data-say]").send_keys(words, Keys.ENTER)
        except StaleElementReferenceException:  # drawn anew between finding and typing
            self.found("[data-say]").send_keys(words, Keys.ENTER)

    # looking

    def run(self, script: str, *arguments: Any) -> Any:
        """A script of the folder `scripts`, run in the page."""
        function = (SCRIPTS / script).read_text().strip()
        return self.driver.execute_script(f"return ({function})(...arguments)", *arguments)

    def places(self, where: str) -> dict[str, list[float]]:
        """Where those of that style rule lie, by their ids: left and top."""
        found: dict[str, list[float]] = self.run("places.js", where)
        return found

    def noted(self) -> list[str]:
        """What went wrong in this window so far."""
        script = "return JSON.parse(sessionStorage.getItem('noted') ?? '[]')"
        found: list[str] = self.driver.execute_script(script)
        return found

    def loading(self) -> Any:
        """How far the page has come, and which of its files are not there yet."""
        return self.run("loading.js")

    def forget(self) -> None:
        """What was noted was meant to happen."""
        self.driver.execute_script("sessionStorage.removeItem('noted')")

    def wrong(self) -> list[str]:
        """What a finger cannot press and what scrolls sideways on the page as it is."""
        found = [f"small {one}" for one in self.run("too_small.js")]
        return found + [f"sideways {one}" for one in self.run("sideways.js")]

    def picture(self, path: Path | str) -> None:
        time.sleep(PAINT)
        self.driver.save_screenshot(str(path))


def demonstration(game: str) -> dict[str, str]:
    """Sets that game's demonstration; the private links of its seats by name. Run beside the server."""
    from apps.table import demonstration as shown
    from apps.table.doors.demo import path_of

    table = shown.set_up(game)
    assert table is not None
    return {seat.name: path_of(seat) for seat in shown.seats_of(table)}


__all__ = ["PHONE", "PORTRAIT", "TABLET", "Window", "demonstration", "unseen_screen", "webkit_at_hand"]
