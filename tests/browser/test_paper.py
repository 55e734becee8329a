"""A table's page on paper: Ctrl+P prints the sheet, black on white, with all that stands on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.pages import GAMES
from tests.browser.screens import DESK, Screen

Sits = Callable[..., Screen]


def printed(window: Screen) -> Screen:
    window.page.emulate_media(media="print")
    return window


@pytest.mark.parametrize("game", GAMES)
def test_a_printed_table_is_a_sheet_that_can_be_read(game: str, sits: Sits) -> None:
    ines = printed(sits("Ines", DESK, game=game))
    assert ines.axe("color-contrast") == []
    expect(ines.page.locator("#sheet h2")).to_be_visible()
    expect(ines.page.locator("#sheet [id$=sheet-more]")).to_be_hidden()
    for part in (".top", ".stage", "#log", "#sheet .dock"):
        expect(ines.page.locator(part).first).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_on_a_page_of_its_own_lies_in_two_columns(game: str, sits: Sits) -> None:
    """A heading stands above what it heads, not beside it."""
    ines = sits("Ines", DESK, game=game)
    printed(ines.at(ines.page.locator("a[href^='print?']").first.get_attribute("href") or ""))
    assert ines.axe("color-contrast") == []
    expect(ines.page.locator(".sheet-page > section").first).to_be_visible()
    expect(ines.page.locator(".sheet-page > :not(header, section)")).to_have_count(0)


def test_a_printed_log_is_what_was_said_alone(sits: Sits) -> None:
    """Names are as black as the rest, whatever their seats' colours; what one does with the page is not on it."""
    noor = printed(sits("Noor", DESK, game="Yarn").at("log"))
    assert noor.axe("color-contrast") == []
    expect(noor.page.locator("#log-found > li").last).to_be_visible()
    for part in (".search", "#log-found .deeds"):
        expect(noor.page.locator(part).first).to_be_hidden()


def test_what_stands_on_buttons_is_printed_too(sits: Sits) -> None:
    window = sits("Ines", DESK)
    gm = sits("Robin", DESK)
    hero = window.page.locator("#sheet-form input[name=character]").input_value()
    kick = {"attribute": "dexterity", "skill": "kung-fu", "base_damage": "6", "damage_type": "bash"}
    gm.does("dragonfly.maneuver-add", character=hero, name="Roundhouse", weapon="unarmed", **kick)
    expect(window.page.locator("#sheet").get_by_text("Roundhouse")).to_be_visible()
    printed(window)
    expect(window.page.locator("#sheet").get_by_text("Roundhouse")).to_be_visible()
    expect(window.page.locator("#sheet .addc")).to_be_hidden()
    expect(window.page.locator("#sheet").get_by_text("No skill")).to_be_hidden()
