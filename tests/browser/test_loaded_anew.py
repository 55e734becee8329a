"""A page that is loaded anew for a person who sits at it: what is half filled in stands there again, for that seat and
no other, and what came meanwhile is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.screens import DESK, PHONE, Screen
from tests.browser.test_answers import came, seat_of

Opens = Callable[..., Screen]
Sits = Callable[..., Screen]
Shows = Callable[[str], Any]

LOADS_ANEW = """() => {
  const detail = { message: { data: '<hx-partial id="reload-please"></hx-partial>' } };
  const told = new CustomEvent("htmx:ws:before:message:incoming", { bubbles: true, cancelable: true, detail });
  document.getElementById("live").dispatchEvent(told);
}"""
KEEPS_NOTHING = """for (const name of ["sessionStorage", "localStorage"])
  Object.defineProperty(globalThis, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""


def says(window: Screen) -> Locator:
    return window.page.locator("[data-say]")


def loaded_anew(window: Screen) -> None:
    with window.page.expect_navigation():
        window.page.evaluate(LOADS_ANEW)
    window.live()


def test_what_is_half_filled_in_on_a_card_stands_there_again(sits: Sits) -> None:
    """The page waits while somebody writes; what they chose before it is kept with their words."""
    ines = sits("Ines", DESK, "", "Dragon")
    task = ines.page.locator("#panel-dragon-my-phase").get_by_label("Which task")
    ines.page.locator("#panel-dragon-my-phase .goes label").filter(has_text="A task").first.click()
    task.fill("draws the sabre")
    ines.page.evaluate(LOADS_ANEW)
    expect(ines.page.locator("#connection")).to_contain_text("Shown anew once your form is done")
    with ines.page.expect_navigation():
        task.blur()
    ines.live()
    expect(task).to_be_visible()
    expect(task).to_have_value("draws the sabre")
    loaded_anew(ines.at(""))
    expect(task).to_have_value("")


def test_what_is_chosen_on_a_sheet_is_chosen_still(sits: Sits) -> None:
    marek = sits("Marek", DESK)
    chosen = marek.page.locator("#sheet .skill").filter(has_text="Sleight of hand").locator("input")
    chosen.evaluate("one => one.click()")
    loaded_anew(marek)
    expect(chosen).to_be_checked()
    expect(marek.page.locator("#sheet .dock")).to_contain_text("Intelligence + Sleight of hand")


def test_half_a_sentence_is_kept_for_the_seat_whose_it_was(sits: Sits, shows: Shows) -> None:
    """Two seats one after the other in the same tab, as where somebody has left one table for another."""
    marek, seats = sits("Marek", DESK), shows("Dragonfly")[1]
    says(marek).evaluate("one => one.value = 'Half a'")
    with marek.trouble():
        marek.page.route(f"**{marek.url}", lambda route: route.fulfill(status=404, body="Not here"))
        with marek.page.expect_navigation():
            marek.page.evaluate(LOADS_ANEW)
        marek.page.unroute_all()
    marek.go(seats["Ines"]).live()
    expect(says(marek)).to_have_value("")
    marek.at("")
    expect(says(marek)).to_have_value("Half a")


def test_where_the_browser_keeps_nothing_the_page_goes_on(screen: Opens, shows: Shows) -> None:
    """As with site data blocked: it is loaded anew all the same, and not in a tight circle."""
    cookies, seats = shows("Dragonfly")
    ines = screen(PHONE, cookies=cookies)
    ines.context.add_init_script(KEEPS_NOTHING)
    ines.go(seats["Ines"]).live()
    loaded_anew(ines)
    ines.page.evaluate("globalThis.before = true")
    ines.page.evaluate(LOADS_ANEW)
    ines.page.wait_for_timeout(1500)
    assert ines.page.evaluate("globalThis.before === true")
    assert ines.complaints == []


def test_what_came_is_told_though_the_last_card_that_was_read_is_somebody_elses_now(sits: Sits) -> None:
    """It was told to whoever plays the character that was handed over."""
    gm, ines, marek = sits("Robin", DESK), sits("Ines"), sits("Marek", PHONE, "#sheet")
    found = re.search(r'name="character" value="(x\w{12})"', ines.page.locator("#sheet").inner_html())
    assert found
    shannon = found[1]
    gm.does("give-character", character=shannon, seat=seat_of(marek))
    expect(came(marek)).to_contain_text("Robin gives Shannon Reyes to Marek")
    gm.does("dragonfly.adjust", character=shannon, track="armor", by="1")
    try:
        expect(marek.cards("Armor")).to_have_count(1)
        marek.page.evaluate("globalThis.before = true")
        gm.does("give-character", character=shannon, seat=seat_of(ines))
        expect(came(marek)).to_contain_text("Robin gives Shannon Reyes to Ines")
        assert marek.page.evaluate("globalThis.before === undefined"), "nothing was loaded anew"
        expect(marek.cards("Armor")).to_have_count(0)
    finally:
        gm.does("dragonfly.adjust", character=shannon, track="armor", by="-1")
