"""The board in real windows: laid out by the GM on a tablet, walked on with a thumb, read as a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.screens import DESK, PHONE, PLAIN, TABLET, Screen
from tests.browser.test_room import picture

Sits = Callable[..., Screen]


@pytest.fixture
def gm(sits: Sits) -> Iterator[Screen]:
    """Lays a board before everybody, as the form offers it, and puts it away again."""
    leader = sits("Robin", TABLET)
    leader.page.get_by_role("link", name="Lay out the board").first.tap()
    leader.pane.get_by_role("button", name="Lay it out").tap()
    expect(leader.page.locator("#panel-board svg.ground")).to_be_in_viewport()
    yield leader
    leader.does("clear-board")


def token(window: Screen, name: str) -> Any:
    return window.page.locator("#panel-board svg.ground a").filter(has_text=name).first


def test_a_token_is_tapped_and_then_a_cell(gm: Screen, sits: Sits) -> None:
    """It moves, and everybody sees it."""
    marek, ines = sits("Marek", PHONE, "#table"), sits("Ines", DESK)
    picture(gm, "board-gm")
    picture(marek, "board-phone")
    token(gm, "Shannon").tap()
    cell = gm.page.locator("#act [data-value=D4]")
    expect(cell).to_be_visible()
    picture(gm, "board-moving")
    cell.tap(position={"x": 8, "y": 8})
    for window in (gm, marek, ines):
        expect(window.page.locator("#panel-board a[aria-label='Shannon Reyes, D4']")).to_be_attached()
    picture(ines, "board-desk")


def test_who_measures_first_moves_with_the_button(gm: Screen) -> None:
    token(gm, "Shannon").tap()
    gm.page.get_by_text("Measure first").tap()
    expect(gm.page.locator("#act [data-goes]")).to_have_count(0)
    gm.page.locator("#act [data-value=F6]").tap(position={"x": 8, "y": 8})
    button = gm.page.get_by_role("button", name="Move to F6")
    expect(button).to_be_enabled()
    picture(gm, "board-measuring")
    button.tap()
    expect(gm.page.locator("#panel-board a[aria-label='Shannon Reyes, F6']")).to_be_attached()


def test_a_player_moves_by_the_list_alone(gm: Screen, sits: Sits) -> None:
    """On a phone the board is a picture: who stands where is read and tapped below it."""
    ines = sits("Ines", PHONE, "#table")
    ines.page.locator("#board-list summary").tap()
    ines.page.locator("#board-list a").filter(has_text="Shannon").tap()
    to = ines.page.locator("#act .spots a").last
    expect(to).to_be_visible()
    picture(ines, "board-phone-moving")
    to.tap()
    moved = ines.page.locator("#log-cards > li").filter(has_text="moves Shannon Reyes").last
    expect(moved).to_be_attached()


def test_without_a_script_the_list_does_it(gm: Screen, screen: Callable[..., Screen], shows: Any) -> None:
    cookies, seats = shows("Dragonfly")
    odile = screen(PLAIN, cookies=cookies).go(seats["Marek"])
    odile.page.locator("#board-list summary").click()
    odile.page.locator("#board-list a").filter(has_text="Pell").click()
    odile.page.get_by_label("Cell").fill("G7")
    odile.page.get_by_role("button", name="Move").click()
    expect(odile.page.locator("#panel-board a[aria-label='Pell, G7']")).to_be_attached()
    gm.page.wait_for_selector("#panel-board a[aria-label='Pell, G7']", state="attached")


def test_a_fight_that_begins_below_a_board_is_gone_to(gm: Screen) -> None:
    gm.page.get_by_role("link", name="Start a fight").first.tap()
    gm.send()
    expect(gm.page.locator("#panel-fight .trackhead")).to_be_in_viewport(ratio=1)
    gm.does("dragonfly.end-fight")
