"""Screens: real browser windows at a table, each with cookies of its own, that note whatever goes wrong in them."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal
from urllib.parse import urlsplit

import lxml.html
import pytest
from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Error, Frame, Locator, Request, Response, expect

from tests.wording import words_of

KINDS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, KINDS)), None)
GET_CHROMIUM = "Chromium is not at hand. Install it: sudo apt install chromium (or put any Chromium on the PATH)."
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
PATIENCE = 20_000  # milliseconds to wait for something to appear
SCRIPTS = Path(__file__).parent / "scripts"
AXE = Path(__file__).resolve().parents[1] / "vendor/axe.min.js"


def chromium_at_hand() -> str:
    """Where Chromium is. Skips the test that asks where there is none; on a machine that tests for others it fails."""
    if CHROMIUM is not None:
        return CHROMIUM
    if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
        pytest.fail(GET_CHROMIUM)
    pytest.skip(GET_CHROMIUM)


Theme = Literal["dark", "light"]


@dataclass(frozen=True)
class Shape:
    width: int
    height: int
    touch: bool = False
    scripts: bool = True
    text: int = 100  # size of text in percent of the usual
    keys: bool = False  # whoever sits here presses by keys alone


CALM = "one => !one.matches('[data-settling], [data-twice]') && !one.closest('[data-slid]')"
DESK = Shape(1280, 800)
LAPTOP = Shape(1366, 768, keys=True)
PHONE = Shape(390, 844, touch=True)
TABLET = Shape(1024, 768, touch=True)
PORTRAIT = Shape(768, 1024, touch=True)
PLAIN = Shape(1280, 800, scripts=False)
SMALL = Shape(320, 640, touch=True, text=200)


class Screen:
    """One browser window. `complaints` holds console errors, requests to other hosts and broken answers."""

    opened: ClassVar[list[Screen]] = []  # and not yet closed

    def __init__(
        self, browser: Browser, address: str, shape: Shape = DESK, theme: Theme = "dark", cookies: Any = None
    ) -> None:
        self.address, self.shape = address, shape
        self.context = browser.new_context(
            base_url=address, viewport={"width": shape.width, "height": shape.height}, has_touch=shape.touch,
            is_mobile=shape.touch, java_script_enabled=shape.scripts, color_scheme=theme, reduced_motion="reduce",
            locale="en-GB",
            storage_state=cookies,
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(self.script("noting.js"))
        self.opened.append(self)
        self.complaints: list[str] = []
        self.page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"{self.page.url}: {error}"))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)
        self.page.on("framenavigated", self._came)
        self._measured = False
        self._text = 100
        self._sizing: CDPSession | None = None
        self._enlarge()
        self.url = ""  # of the seat, once somebody sits

    def turn(self, shape: Shape, theme: Theme) -> None:
        """The same page in another shape and theme, as when the device is turned: a finger stays a finger."""
        assert (shape.touch, shape.scripts) == (self.shape.touch, self.shape.scripts)
        self.shape = shape
        self.page.set_viewport_size({"width": shape.width, "height": shape.height})
        self.page.emulate_media(color_scheme=theme)
        self._enlarge()

    def _enlarge(self) -> None:
        """As a person who set a larger font in the browser sees it: rem and breakpoints grow with it. The size is kept
        as long as the session that has set it."""
        if self.shape.text == self._text:
            return
        self._text = self.shape.text
        self._sizing = self._sizing or self.context.new_cdp_session(self.page)
        self._sizing.send("Page.enable")
        self._sizing.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * self._text // 100}})

    def _came(self, frame: Frame) -> None:
        self._measured = False

    def _heard(self, message: ConsoleMessage) -> None:
        if self._measured and "inline style" in message.text:
            return  # axe's own, which the page's policy refuses
        if message.type == "error":
            self.complaints.append(f"{self.page.url}: {message.text} {message.location['url']}")

    def _asked(self, request: Request) -> None:
        host = urlsplit(request.url).netloc
        if host and host != urlsplit(self.address).netloc:
            self.complaints.append(f"{self.page.url} asked {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{self.page.url}: {response.status} from {response.url}")

    @contextlib.contextmanager
    def trouble(self) -> Iterator[None]:
        """What is complained about meanwhile is meant to happen: a line that drops, a refusal."""
        held = list(self.complaints)
        yield
        self.complaints = held

    def same(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    # going about

    def go(self, address: str) -> Screen:
        self.page.goto(address)
        return self

    def sit(self) -> Screen:
        """Notes the seat that this window has come to."""
        self.page.wait_for_url("**/t/*/s/*/")
        self.url = urlsplit(self.page.url).path
        self.live()
        return self

    def live(self) -> None:
        if self.shape.scripts:
            expect(self.page.locator("#connection")).to_contain_text("Live", timeout=PATIENCE)

    def at(self, address: str) -> Screen:
        """A page below the seat; "" is the table itself."""
        self.go(self.url + address)
        if not address:
            self.live()
        return self

    def act(self, name: str, query: str = "") -> Screen:
        """The act's form as a page of its own."""
        return self.at(f"act/{name}{query and '?' + query}")

    def does(self, act: str, **data: str) -> None:
        """Does something from this seat without a tap of the page, which may meanwhile go elsewhere because of it."""
        page = json.loads(self.page.locator("body").get_attribute("hx-headers:inherited") or "{}")
        answer = self.context.request.post(
            f"{self.url}act/{act}", form={**data}, headers={"HX-Request": "true", **page}
        )
        assert answer.status == 200, answer.text()

    def tab(self, name: str) -> Screen:
        """The phone's tab of that name, where there are tabs in sight."""
        tab = self.page.get_by_role("navigation", name="Parts of the table").get_by_role("link", name=name)
        if tab.is_visible():
            tab.click()
        return self

    def close(self) -> None:
        if self in self.opened:
            self.opened.remove(self)
        self.context.close()

    def noted(self) -> str:
        """The last presses, requests, swaps and refusals of its page, as the page noted them."""
        if not self.shape.scripts or self.page.is_closed():
            return ""
        try:
            return "\n".join([self.page.url, *self.page.evaluate("globalThis.noted ?? []")])
        except Error as error:
            return f"{self.page.url}: {error}"

    # finding things as people do

    def button(self, name: str, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: str, exact: bool = True) -> Locator:
        return self.page.get_by_role("link", name=name, exact=exact)

    def press(self, name: str, exact: bool = True) -> None:
        self._click(self.stands_still(self.button(name, exact)))

    def send(self) -> None:
        """The form's main button."""
        self.strike(self.stands_still(self.pane.locator("footer .btn.main")))

    def strike(self, found: Locator) -> None:
        """One tap as this window's person does it: with a finger, a mouse, or a key."""
        if self.shape.touch:
            found.first.tap()
        else:
            self._click(found)

    def _click(self, found: Locator) -> None:
        """By key or mouse. A click waits for the page that it leads to, where a tap does not."""
        if self.shape.keys:
            self._strike_by_key(found)
        else:
            found.first.click()

    def _strike_by_key(self, found: Locator) -> None:
        """What was struck before has left the focus somewhere, and what is struck now takes it."""
        self.page.wait_for_function("() => !globalThis.struck || document.activeElement !== document.body")
        expect(found.first).to_be_visible()
        key = self.run_on(found.first, "takes_focus.js")
        assert key, f"the focus does not go to {found}"
        self.page.keyboard.press(key)

    def stands_still(self, found: Locator) -> Locator:
        """What is pressed, once it has stood there for a moment."""
        end = time.monotonic() + PATIENCE / 1000
        while self.shape.scripts and not found.first.evaluate(CALM) and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def calm(self, button: Locator) -> Locator:
        """The button, once what changed it by itself has been there long enough to be read."""
        expect(button).not_to_have_attribute("data-settling", "")
        expect(button).not_to_have_attribute("data-twice", "")
        return button

    def follow(self, name: str, exact: bool = True) -> None:
        self._click(self.link(name, exact))

    def menu(self, name: str) -> None:
        """Something in the table's menu."""
        self.page.locator("summary[aria-label=Menu]").click()
        self.page.locator(".top .menu[open]").get_by_text(name).click()

    @property
    def pane(self) -> Locator:
        """The act's form, over the stage or as a page of its own."""
        return self.page.locator(".acting")

    def cards(self, text: str) -> Locator:
        return self.page.locator("#log-cards > li").filter(has_text=text)

    def words(self) -> str:
        return self.page.content()

    def said(self) -> str:
        """What the page says, in sight or not, without times of day: nothing of its ids."""
        return words_of(lxml.html.document_fromstring(self.words()))

    # looking

    def run(self, script: str, argument: Any = None) -> Any:
        """A script of this folder, run in the page."""
        return self.page.evaluate(self.script(script), argument)

    def run_on(self, found: Locator, script: str) -> Any:
        """A script of this folder, run on an element."""
        return found.evaluate(self.script(script))

    def script(self, name: str) -> str:
        return (SCRIPTS / name).read_text()

    def too_small(self) -> list[str]:
        """Controls in sight under 44 by 44 pixels."""
        found: list[str] = self.run("too_small.js")
        return found

    def sideways(self) -> list[str]:
        """What makes the page or one of its panels scroll sideways, or lies beyond its edge."""
        found: list[str] = self.run("sideways.js")
        return found

    def lay_open(self) -> None:
        """Opens every fold and menu, so that what they hold is looked at too; and lets the bar under a sheet's form
        stand at its end, so that it does not cover what can be scrolled from under it."""
        folds = "document.querySelectorAll('main details, .act details, .sheet details')"
        self.page.evaluate(f"for (const one of {folds}) one.open = true")
        bars = "document.querySelectorAll('.act > footer')"
        self.page.evaluate(f"for (const one of {bars}) one.style.position = 'static'")

    def axe(self, *rules: str) -> list[str]:
        """What axe finds serious or critical by these rules of its own, or by all of WCAG 2.2 AA."""
        self._measured = True
        if not self.page.evaluate("typeof axe === 'object'"):
            self.page.evaluate(AXE.read_text())
        found: list[str] = self.run("axe.js", list(rules))
        return found

    def picture(self, path: Path | str) -> None:
        with contextlib.suppress(Error):
            self.page.evaluate("document.fonts.ready")
        self.page.screenshot(path=str(path))
