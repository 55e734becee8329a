"""A phone on a bad line: what was pressed shows that it is under way; nothing typed is wiped by an answer that comes
late; what is large has the time that it needs; and a line that is dead without knowing it is found out."""

from __future__ import annotations

import io
import os
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from apps.table.log import FAR_BEHIND
from tests.browser.doing import press
from tests.browser.screens import DESK, PATIENCE, PHONE, TABLET, Screen
from tests.browser.test_answers import came, roll_of

Opens = Callable[..., Screen]
Sits = Callable[..., Screen]
Shows = Callable[[str], Any]


def delays(page: Page, address: str, milliseconds: int) -> None:
    """From now on answers from there come so much later."""
    page.evaluate(
        """([address, later]) => {
            const quick = globalThis.fetch;
            globalThis.fetch = async (...asked) => {
              const answer = await quick(...asked);
              if (String(asked[0]).includes(address)) await new Promise((resolve) => setTimeout(resolve, later));
              return answer;
            };
        }""",
        [address, milliseconds],
    )


SWALLOWS_ONE = """({address, arrives}) => {
  const quick = globalThis.fetch;
  globalThis.fetch = (action, request) => {
    if (!String(action).includes(address)) return quick(action, request);
    globalThis.fetch = quick;
    if (arrives) quick(action, { ...request, signal: undefined });
    return new Promise((_, fails) => request.signal.addEventListener("abort", () => fails(request.signal.reason)));
  };
}"""


def opens(window: Screen, form: str) -> None:
    window.page.locator("main").get_by_role("link", name=form).first.click()


def typed(window: Screen) -> Locator:
    return window.pane.locator("input[type=text]:visible").first


def all_answered(window: Screen) -> None:
    """Nothing is under way any more, and what has come is swapped in."""
    end = time.monotonic() + PATIENCE / 1000
    while not window.run("quiet.js", 300) and time.monotonic() < end:
        window.page.wait_for_timeout(50)


def a_photograph() -> bytes:
    """Of noise: it does not get smaller."""
    made = io.BytesIO()
    Image.frombytes("RGB", (1000, 500), os.urandom(1000 * 500 * 3)).save(made, "PNG")
    return made.getvalue()


def slow(window: Screen, a_second: int) -> None:
    line = window.context.new_cdp_session(window.page)
    line.send("Network.enable")
    speed = {"latency": 400, "downloadThroughput": a_second, "uploadThroughput": a_second}
    line.send("Network.emulateNetworkConditions", {"offline": False, **speed})


# what was pressed


def test_what_was_pressed_shows_that_it_is_under_way(sits: Sits) -> None:
    """And says so when it takes long; nothing moves for it."""
    ines = sits("Ines", at="#sheet")
    delays(ines.page, "act/dragonfly.check", 4500)
    before = roll_of(ines).bounding_box()
    roll_of(ines).tap()
    expect(roll_of(ines)).to_have_attribute("aria-busy", "true")
    assert roll_of(ines).bounding_box() == before
    expect(ines.page.locator("#said-no.calm")).to_contain_text("It is being sent")
    expect(roll_of(ines)).not_to_have_attribute("aria-busy", "true")
    expect(ines.page.locator("#said-no [role=alert]")).to_have_text("")


def test_a_second_press_meanwhile_is_answered(sits: Sits) -> None:
    """By a word at the button: it is still one act."""
    ines = sits("Ines", at="#sheet")
    delays(ines.page, "act/dragonfly.check", 2500)
    count = ines.page.locator("#log-count")
    roll_of(ines).tap()
    ines.page.wait_for_timeout(1000)
    roll_of(ines).tap()
    expect(ines.page.locator("#said-no")).to_contain_text("It is being sent")
    roll_of(ines).tap()
    expect(ines.page.locator("#said-no [role=alert]")).to_have_text("")
    expect(count).to_have_text("1")


@pytest.mark.parametrize("arrives", [False, True])
def test_what_a_dead_connection_swallows_is_sent_again(sits: Sits, arrives: bool) -> None:
    """After some seconds, by itself, and done once: whether the act was lost on its way or its answer."""
    ines = sits("Ines", at="#sheet")
    ines.page.evaluate(SWALLOWS_ONE, {"address": "act/dragonfly.check", "arrives": arrives})
    roll_of(ines).tap()
    expect(roll_of(ines)).to_have_attribute("aria-busy", "true")
    expect(roll_of(ines)).not_to_have_attribute("aria-busy", "true", timeout=10_000)
    assert "No answer has come. It is sent again" in ines.noted()
    expect(ines.page.locator("#said-no [role=alert]")).to_have_text("")
    all_answered(ines)
    expect(ines.page.locator("#log-count")).to_have_text("1")


# what is typed


def test_of_two_forms_the_one_that_was_asked_for_last_opens(sits: Sits) -> None:
    """The other's answer comes while somebody writes in it."""
    marek = sits("Marek", DESK)
    delays(marek.page, "act/dragonfly.check", 1500)
    opens(marek, "Roll a check")
    opens(marek, "Free dice")
    expect(marek.pane.get_by_role("heading").first).to_have_text("Free dice")
    typed(marek).fill("How many rats")
    all_answered(marek)
    expect(typed(marek)).to_have_value("How many rats")


def test_a_late_answer_leaves_the_next_form_open(sits: Sits) -> None:
    """The form that it answers was closed meanwhile; what came of it is in the log."""
    marek = sits("Marek", DESK)
    opens(marek, "Free dice")
    expect(typed(marek)).to_be_visible()
    delays(marek.page, "act/roll", 2000)
    typed(marek).fill("d6")
    press(marek, marek.pane.locator("footer .btn.main"))
    expect(marek.pane.locator("footer .btn.main")).to_have_attribute("aria-busy", "true")
    marek.pane.locator("[data-close]").first.click()
    opens(marek, "Act against somebody")
    heading = marek.pane.get_by_role("heading").first.inner_text()
    all_answered(marek)
    expect(marek.pane.get_by_role("heading").first).to_have_text(heading)
    expect(marek.pane.locator("footer .btn.main")).to_be_visible()


def test_a_roll_from_the_sheet_leaves_what_is_typed_in_a_form(sits: Sits) -> None:
    """On a phone, where it lies on another tab; what came of it is told where one is."""
    ines = sits("Ines", at="#table")
    opens(ines, "Free dice")
    typed(ines).fill("How many rats")
    ines.tab("Sheet")
    roll_of(ines).tap()
    expect(came(ines)).to_contain_text("Shannon")
    all_answered(ines)
    expect(ines.page.locator("html")).to_have_attribute("data-tab", "sheet")
    ines.tab("Act")
    expect(typed(ines)).to_have_value("How many rats")


def test_a_die_that_is_laid_leaves_what_is_typed_in_a_form(sits: Sits) -> None:
    """What one does without a form of its own, as for a pool; a form in which nobody wrote gives way. A form that is
    asked for again keeps the words, and is left as well."""
    ines = sits("Ines", at="#table", game="Crew")
    die = ines.page.locator("#panel-crew-pool .taps [aria-pressed=true]").first.get_attribute("value")
    tile = ines.page.locator(f"#panel-crew-pool .taps [value='{die}']")  # taken out, and laid again
    for words, left in (("", 0), ("How many rats", 1), ("", 1), ("", 1)):
        opens(ines.tab("Table"), "Free dice")
        expect(typed(ines)).to_be_visible()
        all_answered(ines)
        if words:
            typed(ines).fill(words)
        ines.tab("Table")
        press(ines, tile)
        all_answered(ines)
        ines.tab("Act")
        expect(typed(ines)).to_have_count(left)
    expect(typed(ines)).to_have_value("How many rats")


# what is large


def test_a_picture_has_the_time_that_it_needs(sits: Sits) -> None:
    """At 50 kB a second it takes longer than an act may; it is said that it is under way."""
    ines = sits("Ines", at="#sheet")
    form = ines.page.locator("#sheet a[hx-get*='act/portrait']").first.get_attribute("hx-get")
    ines.page.evaluate("form => htmx.ajax('GET', form, { target: '#act', swap: 'innerMorph' })", form)
    picture = {"name": "face.png", "mimeType": "image/png", "buffer": a_photograph()}
    ines.pane.locator("input[type=file]").set_input_files(picture)  # type: ignore[arg-type]
    slow(ines, 60_000)
    ines.pane.locator("footer .btn.main").tap()
    expect(ines.page.locator("#said-no")).to_contain_text("It is being sent")
    expect(ines.pane.locator("form")).to_have_count(0, timeout=60_000)
    expect(ines.page.locator("#said-no [role=alert]")).to_have_text("")
    ines.does("undo")  # whoever weighs this table's first page finds it as it was


# the live line


ROLLS = """htmx.ajax("POST", "act/roll", {
  target: "#act", swap: "innerMorph", values: { formula: "d6", mode: "me" },
})"""


class Deaf:
    """Sockets that stay open, and through which nothing comes any more once they are `dead`."""

    def __init__(self, page: Page) -> None:
        self._dead: list[WebSocketRoute] = []
        self._open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/live"), self._meet)

    def dies(self) -> None:
        self._dead += self._open

    def _meet(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        self._open.append(browser)
        browser.on_message(lambda text: self._carry(browser, server, text))
        server.on_message(lambda text: self._carry(browser, browser, text))

    def _carry(self, of: WebSocketRoute, to: WebSocketRoute, text: Any) -> None:
        if of not in self._dead:
            to.send(text)


def with_a_line_that_dies(screen: Opens, shows: Shows, who: str, game: str) -> tuple[Screen, Deaf]:
    """A phone at its sheet, and its line, which goes on until it `dies`."""
    cookies, seats = shows(game)
    window = screen(PHONE, cookies=cookies)
    line = Deaf(window.page)
    window.go(seats[who] + "#sheet").live()
    all_answered(window)
    return window, line


@pytest.mark.parametrize("game", ["Dragonfly", "Crew"])
def test_a_line_that_is_dead_without_knowing_it_is_found_out_by_an_act(game: str, screen: Opens, shows: Shows) -> None:
    """On a phone that went from one network to another: what came of it is seen within seconds, not after a minute."""
    ines, line = with_a_line_that_dies(screen, shows, "Ines", game)
    line.dies()
    ines.page.evaluate(ROLLS)
    expect(came(ines).locator(".total")).to_be_visible(timeout=15_000)
    ines.live()


def test_a_page_that_is_to_be_loaded_anew_waits_for_what_is_typed(screen: Opens, shows: Shows, sits: Sits) -> None:
    """As where somebody comes back to a table at which much has happened."""
    gm = sits("Robin", TABLET)
    marek, line = with_a_line_that_dies(screen, shows, "Marek", "Dragonfly")
    opens(marek.tab("Table"), "Free dice")
    typed(marek).fill("2d6")
    line.dies()
    for number in range(FAR_BEHIND + 1):
        gm.does("say", text=f"Much happens: {number}", mode="everybody")
    marek.page.evaluate(ROLLS)  # and the line is found out
    expect(marek.page.locator("#connection")).to_contain_text("Shown anew once your form is done", timeout=15_000)
    marek.page.wait_for_timeout(1000)
    expect(typed(marek)).to_have_value("2d6")
    with marek.page.expect_navigation():
        press(marek, marek.pane.locator("footer .btn.main"))
    marek.live()
    expect(marek.cards(f"Much happens: {FAR_BEHIND}")).to_have_count(1)
    expect(marek.cards("2d6").last).to_be_attached()
