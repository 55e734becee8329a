"""People at a table, each in a browser of their own, from the host's one-time link to the first roll."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterable, Iterator
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.screens import DESK, PATIENCE, PHONE, PLAIN, PORTRAIT, TABLET, Screen
from tests.servers import Server


def one_time_link() -> str:
    from apps.server import claims

    return f"/claim/{claims.new_token()}"


class Evening:
    """Robin leads on a tablet (and a second one), Ines plays at a desk, Marek on a phone, Odile without JavaScript."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.people: dict[str, Screen] = {}
        self.table = ""  # its public id, where it was made beside the server

    def __getattr__(self, name: str) -> Screen:
        try:
            return self.people[name]
        except KeyError:
            raise AttributeError(name) from None

    def opens(self, name: str, screen: Screen) -> Screen:
        self.people[name] = screen
        return screen

    def close(self) -> None:
        for one in self.people.values():
            one.close()

    def complaints(self) -> list[str]:
        found = [f"{name}: {text}" for name, one in self.people.items() for text in one.complaints]
        for one in self.people.values():
            one.complaints.clear()
        return found

    @contextlib.contextmanager
    def trouble(self) -> Iterator[None]:
        """What everybody's pages complain about meanwhile is meant to happen."""
        with contextlib.ExitStack() as all_of_them:
            for one in self.people.values():
                all_of_them.enter_context(one.trouble())
            yield

    # what everybody sees

    def shown(self, text: str, to: Iterable[str] = (), but: Iterable[str] = ()) -> None:
        """The card with these words is in these logs (all, where none are named) exactly once, and in no other page."""
        seeing = set(to or self.people) - set(but)
        for name in sorted(seeing, key=self._reloads):
            screen = self.people[name]
            if self._reloads(name):
                self._reloaded_until(screen, text)
            expect(screen.cards(text), f"{text} at {name}").to_have_count(1)
        for name in set(self.people) - seeing:
            assert text not in self.fresh(name).words(), f"{name} sees {text}"

    def _reloads(self, name: str) -> bool:
        return not self.people[name].shape.scripts

    def _reloaded_until(self, screen: Screen, text: str) -> None:
        """Without JavaScript one loads the page anew to see what has come."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            screen.page.goto(screen.url)
            if screen.cards(text).count():
                return

    def fresh(self, name: str) -> Screen:
        """That person's page with all that was pressed before, anywhere: without JavaScript it is loaded anew."""
        screen = self.people[name]
        if self._reloads(name):
            self._all_answered()
            screen.page.goto(screen.url)
        return screen

    def _all_answered(self) -> None:
        for name in self.people:
            if not self._reloads(name) and not self.people[name].page.is_closed():
                expect(self.people[name].page.locator(".htmx-request")).to_have_count(0)

    def home(self) -> None:
        """Everybody back to the table, with nothing open."""
        for one in self.people.values():
            one.at("")


def claim(browser: Browser, server: Server) -> Any:
    """The host becomes the host by the one-time link, on the tablet that leads the table later; its cookies."""
    screen = Screen(browser, server.address(), TABLET)
    screen.go(server.call("tests.browser.evening:one_time_link"))
    screen.page.locator("input[name=name]").fill("Robin")
    screen.page.locator("input[name=password]").fill("a long enough password")
    screen.page.get_by_role("button", name=re.compile("Claim this server|Set the password")).click()
    expect(screen.button("Sign out")).to_be_visible()
    assert screen.complaints == []
    cookies = screen.context.storage_state()
    screen.close()
    return cookies


def a_table(browser: Browser, server: Server, cookies: Any) -> Evening:
    evening = Evening(browser, server)
    evening.opens("robin", Screen(browser, server.address(), TABLET, cookies=cookies))
    open_table(evening)
    invite = invitation(evening)
    for name, shape in (("ines", DESK), ("marek", PHONE), ("odile", PLAIN)):
        knock(evening, invite, name.title(), evening.opens(name, Screen(browser, server.address(), shape)))
        let_in(evening, name.title())
    knock(evening, invite, "Wanda", evening.opens("wanda", Screen(browser, server.address())), watch=True)
    let_in(evening, "Wanda")
    second_device(evening)
    characters(evening)
    evening.home()
    return evening


def open_table(evening: Evening, game: str = "Dragonfly", name: str = "The Kestrel’s Wake") -> None:
    robin = evening.robin
    robin.go("/")
    robin.page.get_by_role("link", name=re.compile(rf"^{game}\b")).click()
    robin.page.get_by_label("What is the table called?").fill(name)
    robin.page.get_by_label("I do, on this device").check()
    robin.page.get_by_label("Your name at the table").fill("Robin")
    robin.press("Open the table")
    robin.sit()


def invitation(evening: Evening) -> str:
    """The GM shows the code; the address beside it is what it says."""
    robin = evening.robin
    robin.menu("Invite people")
    expect(robin.page.get_by_role("img", name="Code for the address").locator("svg")).to_be_visible()
    address = robin.page.locator("#invite-address").inner_text()
    robin.follow("To the table")
    robin.live()
    return address.strip()


def knock(evening: Evening, invite: str, name: str, screen: Screen, watch: bool = False) -> None:
    path = re.sub(r"^https?://[^/]+", "", invite)
    screen.go(path)
    screen.page.get_by_label("What shall we call you?").fill(name)
    screen.page.locator("input[name=colour]:enabled").first.check()
    screen.press("I only want to watch" if watch else "Ask to sit down")
    expect(screen.page.get_by_text("You are at the door of")).to_be_visible()


def let_in(evening: Evening, name: str) -> None:
    """One tap at the GM's, and the page at the door opens by itself; without JavaScript with one."""
    evening.robin.press(f"Let in {name}")
    screen = evening.people[name.lower()]
    if not screen.shape.scripts:
        screen.follow("Look again")
    screen.sit()


def second_device(evening: Evening) -> None:
    """The GM's other tablet, upright, by the seat's private link."""
    robin = evening.robin
    robin.menu("My other device")
    path = re.sub(r"^https?://[^/]+", "", robin.page.locator("#seat-address").inner_text().strip())
    upright = evening.opens("upright", Screen(evening.browser, evening.server.address(), PORTRAIT))
    upright.go(path)
    upright.press("Sit here on this device")
    upright.sit()


def characters(evening: Evening) -> None:
    """Shannon from a desk, Pell on a phone, Bo without JavaScript; a brute of the GM's."""
    make(evening.ines, "Shannon", 7)
    make(evening.marek, "Pell", 5)
    make(evening.odile, "Bo", 4)
    robin = evening.robin
    robin.at("")
    robin.page.get_by_role("region", name="Supporting cast").get_by_role("link", name="Add", exact=True).click()
    robin.pane.get_by_label("Name", exact=True).fill("Brute")
    robin.pane.get_by_label("Life Points").fill("40")
    robin.pane.get_by_label("Combat").fill("10")
    robin.send()
    expect(robin.page.locator("#panel-cast").get_by_text("Brute")).to_be_visible()


def make(screen: Screen, name: str, dexterity: int) -> None:
    screen.tab("Sheet")
    screen.page.get_by_role("link", name="Make a character").first.click()
    form = screen.pane
    form.get_by_label("Name", exact=True).fill(name)
    for label, value in (
        ("Strength", 4),
        ("Dexterity", dexterity),
        ("Perception", 6),
        ("Acrobatics", 5),
        ("Kung Fu", 4),
    ):
        form.get_by_label(label, exact=True).fill(str(value))
    form.get_by_label("Life Points").fill("40")
    if form.get_by_label("Drama Points").count():
        form.get_by_label("Drama Points").fill("5")
    form.locator("footer .btn.main").click()
    screen.page.wait_for_timeout(50)
    screen.at("")
    screen.tab("Sheet")
    expect(screen.page.locator("#panel-sheet h2", has_text=name)).to_be_visible()


def demonstration(
    browser: Browser, server: Server, cookies: Any, game: str = "Dragonfly"
) -> tuple[Any, dict[str, str]]:
    """Sets that game's demonstration and sits down in all four seats; the cookies, and the seats' addresses by name."""
    screen = Screen(browser, server.address(), cookies=cookies)
    screen.go("/demo")
    screen.page.get_by_role("button", name=f"Set the table of {game}", exact=True).click()
    buttons = screen.page.get_by_role("button", name=re.compile(f"^Sit down as .*, {game}$"))
    buttons.first.wait_for()
    names = [str(one.text_content()).split(" as ")[-1].partition(",")[0].strip() for one in buttons.all()]
    found = {}
    for name in names:
        screen.go("/demo").press(f"Sit down as {name}, {game}")
        found[name] = screen.sit().url
    cookies = screen.context.storage_state()
    screen.close()
    return cookies, found
