"""Hexes in real windows: a player's reach on a phone and at a desk, a GM's tablet, and who never sees the hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from apps.table.devices import COOKIE
from tests.browser.screens import DESK, PHONE, TABLET, Screen, Shape
from tests.browser.test_room import picture
from tests.servers import Server

Opens = Callable[[str, Shape], Screen]


@pytest.fixture
def opens(server: Server, screen: Callable[..., Screen]) -> Opens:
    """A window of somebody at a table of its own: `opens("Ines", PHONE)`."""
    seats = server.call("tests.browser.hexes:laid")

    def opened(name: str, shape: Shape) -> Screen:
        window = screen(shape)
        cookie: Any = {"name": COOKIE, "value": seats[name]["token"], "url": server.address()}
        window.context.add_cookies([cookie])
        window.go(seats[name]["url"]).live()
        window.url = seats[name]["url"]
        return window

    return opened


def stands(window: Screen, words: str) -> None:
    expect(window.page.locator(f"#panel-board a[aria-label='{words}']")).to_be_attached()


def fits(window: Screen) -> None:
    """Nothing lies beyond the edge, and whatever a finger presses is large enough."""
    assert window.sideways() == []
    if window.shape.touch:
        assert window.too_small() == []


def test_a_player_moves_from_the_card_of_the_phase_on_a_phone(opens: Opens) -> None:
    ines, marek = opens("Ines", PHONE), opens("Marek", DESK)
    ines.tab("Table")
    ines.page.locator("#panel-dragon-my-phase").get_by_role("link", name="Move").tap()
    expect(ines.page.get_by_text("within 5 hexes")).to_be_visible()
    expect(ines.pane.locator(".cells .in")).not_to_have_count(0)
    expect(ines.pane.locator(".spots")).not_to_contain_text("Bell-witch")
    picture(ines, "hexes-phone")
    fits(ines)
    ines.pane.get_by_role("link", name="To Tide warden 1").tap()
    for window in (ines, marek):
        stands(window, "Ketta Vane, H5")
    expect(ines.page.locator("#panel-dragon-my-phase")).to_contain_text("done")
    assert "Bell-witch" not in ines.words() + marek.words()


def test_on_a_phone_a_token_is_tapped_and_then_a_hex(opens: Opens) -> None:
    ines = opens("Ines", PHONE)
    ines.tab("Table")
    ines.page.locator("#panel-board svg.ground a[aria-label='Ketta Vane, E6']").tap()
    ines.pane.locator("[data-value=F5]").tap(position={"x": 10, "y": 10})
    stands(ines, "Ketta Vane, F5")


def test_what_is_too_far_is_off_and_says_so(opens: Opens) -> None:
    ines = opens("Ines", DESK)
    ines.page.locator("#panel-dragon-my-phase").get_by_role("link", name="Move").click()
    ines.page.get_by_label("Cell").fill("E1")
    expect(ines.button("Move to E1, 5 of 5 hexes", exact=False)).to_be_enabled()
    ines.pane.locator("[data-value=K1]").click()
    expect(ines.button("Too far: 8 of 5 hexes", exact=False)).to_be_disabled()
    picture(ines, "hexes-desk")
    fits(ines)


def test_the_gm_taps_a_token_and_a_hex_and_sees_the_hidden(opens: Opens) -> None:
    robin = opens("Robin", TABLET)
    robin.page.locator("#panel-board svg.ground a[aria-label='Bell-witch, J9']").tap()
    hex = robin.pane.locator("[data-value=K9]")
    expect(hex).to_be_visible()
    picture(robin, "hexes-tablet")
    fits(robin)
    hex.tap(position={"x": 10, "y": 10})
    stands(robin, "Bell-witch, K9")
