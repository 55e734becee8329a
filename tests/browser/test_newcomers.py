"""A table's first minutes, on the pages of those who have just come: what comes next stands alone, is done in one step
without JavaScript as well, and is in sight once it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.evening import Evening, invitation, knock, let_in, open_table
from tests.browser.screens import DESK, PHONE, PLAIN, PORTRAIT, TABLET, Screen
from tests.servers import Server


@pytest.fixture(scope="module")
def first(chromium: Browser, server: Server, host: Any) -> Iterator[Evening]:
    """Robin, whose table has just been opened."""
    evening = Evening(chromium, server)
    evening.opens("robin", Screen(chromium, server.address(), TABLET, cookies=host))
    open_table(evening, name="The first evening")
    yield evening
    complaints = evening.complaints()
    evening.close()
    assert complaints == []


def come_in(evening: Evening, name: str, screen: Screen) -> Screen:
    knock(evening, invitation(evening), name, evening.opens(name.lower(), screen))
    let_in(evening, name)
    return screen


def test_a_gm_alone_is_led_to_the_invite_and_may_prepare(first: Evening) -> None:
    robin = first.robin.at("")
    robin.live()
    expect(robin.page.get_by_role("link", name="Start a fight")).to_be_hidden()
    robin.page.get_by_text("Prepare something first").tap()
    expect(robin.page.get_by_text("No scene is open.")).to_be_hidden()
    expect(robin.page.get_by_role("link", name="Start a fight")).to_be_visible()


def test_who_plays_nobody_chooses_and_then_sees_whom_they_play(first: Evening, chromium: Browser) -> None:
    marek = come_in(first, "Marek", Screen(chromium, first.robin.address, PHONE))
    expect(marek.page.locator("#panel-rolls")).to_be_hidden()
    marek.page.get_by_role("button", name="Take ").last.tap()
    heading = marek.page.get_by_role("heading", name="You play")
    expect(marek.page.locator("#came")).to_be_visible()
    expect(heading).to_be_in_viewport(ratio=1)
    came, read = (one.bounding_box() for one in (marek.page.locator("#came"), heading))
    assert came is not None
    assert read is not None
    assert came["y"] + came["height"] <= read["y"], "the heading lies under what is told of it"


def test_where_the_sheet_stands_beside_it_is_not_opened_but_changed(first: Evening) -> None:
    marek = first.marek
    desk = first.opens("desk", Screen(first.browser, marek.address, DESK, cookies=marek.context.storage_state()))
    desk.go(marek.url)
    desk.live()
    step = desk.page.locator("#panel-first-steps")
    expect(step.get_by_text("Open the sheet")).to_be_hidden()
    expect(marek.page.locator("#panel-first-steps").get_by_text("Edit the sheet")).to_be_hidden()
    step.get_by_role("link", name="Edit the sheet").click()
    expect(desk.pane.get_by_label("Name", exact=True)).to_be_visible()
    del first.people["desk"]
    desk.close()


def test_a_card_of_the_log_is_on_the_logs_tab(first: Evening) -> None:
    marek = first.marek
    marek.page.locator("#came a").tap()
    current = marek.page.locator("#tabs a").filter(has_text="Log")
    expect(current).not_to_have_css("box-shadow", "none")
    expect(marek.page.locator("#tabs a").filter(has_text="Table")).to_have_css("box-shadow", "none")
    expect(marek.page.locator("#table")).to_be_hidden()


def test_without_a_script_one_tap_takes_somebody(first: Evening, chromium: Browser) -> None:
    odile = come_in(first, "Odile", Screen(chromium, first.robin.address, PLAIN))
    taken = odile.page.get_by_role("button", name="Take ").first
    name = taken.inner_text().removeprefix("Take ")
    taken.click()
    expect(odile.page.get_by_role("heading", name=f"You play {name}")).to_be_visible()


def test_whoever_lets_people_in_still_sees_what_comes_next(chromium: Browser, server: Server, host: Any) -> None:
    """Each knock comes above what the GM reads; with a tap on it the page is where it was."""
    evening = Evening(chromium, server)
    robin = evening.opens("robin", Screen(chromium, server.address(), PORTRAIT, cookies=host))
    open_table(evening, name="A full house")
    for name in ("Ines", "Marek", "Odile"):
        come_in(evening, name, Screen(chromium, robin.address, PHONE))
    heading = robin.page.get_by_role("heading", name="Everybody needs a character")
    expect(heading).to_be_in_viewport(ratio=1)
    assert robin.page.locator(".stage").evaluate("one => one.scrollTop") == 0
    assert evening.complaints() == []
    evening.close()


def top_of(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["y"]


def test_the_first_scene_is_set_from_one_place(first: Evening) -> None:
    robin = first.robin
    robin.does("open-session")
    robin.at("")
    expect(robin.page.locator("#panel-first-steps").get_by_role("link", name="Set the scene")).to_be_visible()
    expect(robin.page.locator("#table").get_by_role("link", name="Set the scene")).to_have_count(1)
    expect(robin.page.get_by_text("No scene is open.")).to_be_hidden()


def test_a_phone_says_that_what_it_tells_of_is_a_new_scene(first: Evening) -> None:
    marek = first.marek.at("")
    first.robin.does("open-scene", title="The gangway")
    expect(marek.page.locator("#came b")).to_have_text("A new scene: The gangway")


def test_who_comes_when_the_scene_is_on_is_offered_no_roll_either(first: Evening, chromium: Browser) -> None:
    first.robin.does("open-scene", title="A quay")
    nils = come_in(first, "Nils", Screen(chromium, first.robin.address, PHONE))
    expect(nils.page.get_by_text("Here now")).to_be_visible()
    expect(nils.page.get_by_role("heading", name="Who do you play?")).to_be_visible()
    taken = nils.page.locator(".offers > li").filter(has=nils.page.locator(".off"))
    assert top_of(taken.first) > top_of(nils.page.get_by_role("button", name="Take ").last), "the free ones come first"
    expect(nils.page.get_by_role("link", name="Roll a check")).to_be_hidden()
    expect(nils.page.get_by_role("link", name="Spend")).to_be_hidden()
