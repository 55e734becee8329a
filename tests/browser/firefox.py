"""Firefox without a driver of its own: it is spoken to in WebDriver BiDi, over the socket that it opens itself.

One Firefox without a screen; its windows have cookies of their own. They note what goes wrong in them by a script of
the tests (see `watched`), which also gives them fingers.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
GET_FIREFOX = "Firefox is not at hand. Install it: sudo apt install firefox-esr (or put any Firefox on the PATH)."
SCRIPTS = Path(__file__).parent / "scripts"
LISTENS = re.compile(r"WebDriver BiDi listening on (\S+)")
PATIENCE = 30.0  # seconds to wait for something to appear
PAINT = 0.3  # seconds until what was changed is drawn
ENTER = "\ue006"
Size = tuple[int, int]
PHONE, TABLET, PORTRAIT = (390, 844), (1024, 768), (768, 1024)
MIDDLE = """(where, words) => {
  const one = (FIRST_IN_SIGHT)(where, words);
  if (!one) return null;
  one.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = one.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}"""


def firefox_at_hand() -> None:
    """Skips the test that asks where there is none; on a machine that tests for others it fails."""
    if FIREFOX:
        return
    if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
        pytest.fail(GET_FIREFOX)
    pytest.skip(GET_FIREFOX)


class Firefox:
    """The program, with a profile that is gone with `folder`."""

    def __init__(self, folder: Path) -> None:
        command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        environ = {**os.environ, "HOME": str(folder)}
        self._log = folder / "said.txt"
        with self._log.open("w") as said:
            self._process = subprocess.Popen(command, stdout=said, stderr=said, env=environ)
        self._numbers = itertools.count(1)
        self._open = contextlib.ExitStack()
        self._socket = self._open.enter_context(connect(f"{self._address()}/session", max_size=None, compression=None))
        self.call("session.new", capabilities={})

    def _address(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := LISTENS.search(self._log.read_text()):
                return found[1]
            time.sleep(0.05)
        raise AssertionError(self._log.read_text())

    def call(self, method: str, **params: Any) -> Any:
        """What it answers; what it tells unasked is not listened to."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(PATIENCE * 2))
            if answer.get("id") == number:
                assert answer["type"] == "success", (method, params, answer)
                return answer["result"]

    def close(self) -> None:
        self._open.close()
        self._process.terminate()
        self._process.wait()


class Window:
    """One window with cookies of its own. What it finds by words is the first in sight with them."""

    def __init__(self, firefox: Firefox, address: str, size: Size) -> None:
        self._firefox, self.address, self.url = firefox, address, ""
        who = firefox.call("browser.createUserContext")["userContext"]
        self._context = firefox.call("browsingContext.create", type="tab", userContext=who)["context"]
        self.size = self.resized(size)

    def _call(self, method: str, **params: Any) -> Any:
        return self._firefox.call(method, context=self._context, **params)

    def resized(self, size: Size) -> Size:
        self._call("browsingContext.setViewport", viewport={"width": size[0], "height": size[1]})
        return size

    # going about

    def go(self, path: str) -> Window:
        self._call("browsingContext.navigate", url=self.address + path, wait="complete")
        return self

    def at(self, below: str = "") -> Window:
        """A page below the seat; or the table itself with one of its tabs, when its line is live."""
        page, _, tab = below.partition("#")
        if page or urlsplit(self.here()).path != self.url:
            self.go(self.url + page)
        if not page:
            self.js("(tab) => { location.hash = tab; }", tab)
            shown = "() => document.documentElement.dataset.tab"
            self.until(lambda: self.js(shown) == (tab or "table"), f"the tab “{tab or 'table'}”")
            self.live()
        return self

    def sit(self) -> Window:
        self.until(lambda: "/t/" in self.here() and "/s/" in self.here(), "a seat")
        self.url = urlsplit(self.here()).path
        return self.live()

    def live(self) -> Window:
        return self.says("#connection", "Live")

    def here(self) -> str:
        return str(self.js("() => location.href"))

    def says(self, where: str, words: str) -> Window:
        self.until(lambda: words in self.text(where), f"“{words}” in {where}")
        return self

    def until(self, there: Callable[[], Any], what: str) -> Any:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := there():
                return found
            time.sleep(0.05)
        raise AssertionError(f"{self.here()}: {what}; noted: {self.noted()}; it says: {self.text('body')[:2000]}")

    # finding and pressing

    def text(self, where: str) -> str:
        return " ".join(str(self.js("(where) => document.querySelector(where)?.innerText ?? ''", where)).split())

    def press(self, where: str, words: str = "") -> None:
        """One tap of a finger on the first in sight with these words, where it lies."""
        script = MIDDLE.replace("FIRST_IN_SIGHT", (SCRIPTS / "first_in_sight.js").read_text())
        x, y = self.until(lambda: self.js(script, where, words), f"{where} “{words}”")
        there = {"type": "pointerMove", "x": x, "y": y}
        self._acts("pointer", there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def fill(self, where: str, words: str) -> None:
        self.press(where)
        self._acts("key", *({"type": kind, "value": key} for key in words for kind in ("keyDown", "keyUp")))

    def _acts(self, kind: str, *actions: dict[str, Any]) -> None:
        source: dict[str, Any] = {"type": kind, "id": kind, "actions": list(actions)}
        if kind == "pointer":
            source["parameters"] = {"pointerType": "touch"}
        self._call("input.performActions", actions=[source])

    # looking

    def js(self, function: str, *arguments: Any) -> Any:
        """What a script's function answers in the page; what goes in and comes out goes as JSON."""
        answer = self._firefox.call(
            "script.callFunction", target={"context": self._context}, awaitPromise=True,
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
        )  # fmt: skip
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def run(self, script: str, *arguments: Any) -> Any:
        """A script of the folder `scripts`, run in the page."""
        return self.js((SCRIPTS / script).read_text().strip().rstrip(";"), *arguments)

    def noted(self) -> list[str]:
        """What went wrong in this window so far."""
        found: list[str] = self.js("() => JSON.parse(sessionStorage.getItem('noted') ?? '[]')")
        return found

    def forget(self) -> None:
        """What was noted was meant to happen."""
        self.js("() => sessionStorage.removeItem('noted')")

    def wrong(self) -> list[str]:
        """What a finger cannot press and what scrolls sideways on the page as it is."""
        found = [f"small {one}" for one in self.run("too_small.js")]
        return found + [f"sideways {one}" for one in self.run("sideways.js")]
