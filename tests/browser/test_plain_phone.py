"""A phone without JavaScript: what is said and what comes next lie where the page comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import expect

from tests.browser.screens import DESK, PHONE, Screen

Sits = Callable[..., Screen]

PLAIN_PHONE = replace(PHONE, scripts=False)


def test_all_that_does_not_fit_is_read_on_top_and_led_to(sits: Sits) -> None:
    ines = sits("Ines", PLAIN_PHONE, game="Rough Magic").act("rough_magic.propose-point")
    told = ines.page.locator(".refusals")
    with ines.trouble():
        ines.send()
        expect(told).to_be_focused()
    expect(told).to_be_in_viewport(ratio=1)
    reasons = told.locator(".refusal")
    expect(reasons).to_have_text(["For whom: Nothing is chosen yet.", "What happened: This is still empty."])
    assert ines.too_small() == []
    told.get_by_role("link", name="What happened").tap()
    field = ines.page.get_by_label("What happened")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    field.fill("She held the line.")
    with ines.trouble():
        ines.send()
        expect(reasons).to_have_text(["For whom: Nothing is chosen yet."])
    told.get_by_role("link").tap()
    expect(ines.page.get_by_label("For whom")).to_be_in_viewport(ratio=1)
    expect(field).to_have_value("She held the line.")


def test_what_alone_does_not_fit_has_the_focus_and_its_reason_in_sight(sits: Sits) -> None:
    """Its own reason may lie under the bar with the buttons; the same stands on top."""
    gm = sits("Robin", PLAIN_PHONE, game="Crew").act("crew.bank-spend")
    with gm.trouble():
        gm.send()
        expect(gm.page.get_by_label("For what")).to_be_focused()
    expect(gm.page.locator(".refusals .refusal")).to_have_text("For what: This is still empty.")
    expect(gm.page.locator(".refusals .refusal")).to_be_in_viewport(ratio=1)


def test_the_start_of_a_fight_asks_for_what_its_way_of_playing_needs(sits: Sits) -> None:
    """At once: nothing has to be worked out before."""
    gm = sits("Robin", PLAIN_PHONE, game="Yarn").act("yarn.begin-fight")
    dice, way = gm.page.locator("#field-dice"), gm.page.locator("#field-way")
    expect(dice).to_be_visible()
    expect(way).to_be_hidden()
    gm.page.get_by_role("radio", name="One roll for all of it").tap()
    expect(way).to_be_visible()
    expect(dice).to_be_hidden()


def test_the_log_shows_its_newest_cards(sits: Sits) -> None:
    """With the line under them by which one speaks: nobody scrolls past what is old."""
    marek = sits("Marek", PLAIN_PHONE, "#log")
    expect(marek.page.locator("#log-cards > li").last).to_be_in_viewport(ratio=1)
    line, tabs = marek.page.locator("[data-say]").bounding_box(), marek.page.locator("#tabs").bounding_box()
    assert line
    assert tabs
    assert line["y"] + line["height"] <= tabs["y"]
    marek.page.locator(".say [name=mode]").nth(1).tap()
    expect(marek.page.locator(".say [name=mode]").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(marek.page.get_by_label("Say something", exact=False)).to_be_in_viewport(ratio=1)
    marek.page.locator(".say [name=mode]").first.tap()
    expect(marek.page.locator(".say [name=mode]").first).to_have_attribute("aria-pressed", "true")


def test_points_are_counted_down_where_they_stand(sits: Sits) -> None:
    gm = sits("Robin", PLAIN_PHONE)
    for which in ("less", "more"):
        step = gm.page.locator(f"[aria-label='Pell, Life Points: one {which}']")
        with gm.page.expect_navigation():
            step.tap()
        expect(gm.page.locator("[aria-label='Pell, Life Points: one less']")).to_be_in_viewport(ratio=1)


def test_the_bar_of_a_form_ends_where_the_screen_does(sits: Sits) -> None:
    """No tabs lie under it there; and what takes the focus does not stop beneath it."""
    ines = sits("Ines", PLAIN_PHONE, game="Crew").act("crew.spend")
    with ines.trouble():
        ines.send()
        expect(ines.page.locator("#id_what")).to_be_focused()
    bar, field = ines.page.locator(".act > footer").bounding_box(), ines.page.locator("#id_what").bounding_box()
    assert bar
    assert field
    assert bar["y"] + bar["height"] >= PLAIN_PHONE.height - 40
    assert field["y"] + field["height"] <= bar["y"]


def test_who_looks_again_reads_what_came_since_on_top(sits: Sits) -> None:
    gm, marek = sits("Robin", DESK), sits("Marek", PLAIN_PHONE)
    gm.does("say", text="The lamps go out.")
    marek.follow("Look again")
    card = marek.page.locator("#since").get_by_role("link", name="The lamps go out.")
    expect(card).to_be_in_viewport(ratio=1)
    assert marek.too_small() == []
    assert marek.sideways() == []
    card.tap()
    expect(marek.cards("The lamps go out.")).to_be_in_viewport(ratio=1)


def test_a_form_that_was_left_comes_back_to_where_it_was_opened(sits: Sits) -> None:
    """The page is long: its top is not where one was."""
    marek = sits("Marek", PLAIN_PHONE)
    last = marek.page.locator("#act-empty a").last
    last.tap()
    marek.follow("Leave it")
    expect(marek.page.locator("#act-empty h2")).to_be_in_viewport(ratio=1)
