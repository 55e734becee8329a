"""What is of another evening names its day, as the whole log does."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.screens import DESK, PHONE, Screen

Sits = Callable[..., Screen]
SEEN = "one => getComputedStyle(one, '::before').content"


def day_of(time: Locator) -> dt.date:
    return dt.datetime.fromisoformat(str(time.get_attribute("datetime"))).date()


def test_cards_and_asks_of_another_evening_name_their_day(sits: Sits) -> None:
    gm = sits("Robin", DESK)
    card = gm.page.locator("#log-cards .result header time").last
    asked = gm.page.locator("#panel-waiting .askrow time").first
    for time in (card, asked):
        assert time.evaluate(SEEN) == "none", "of this evening"
    then = dt.datetime.now(dt.UTC) + dt.timedelta(days=2)
    gm.page.clock.set_fixed_time(then)
    gm.at("")
    for time in (card, asked):
        day = day_of(time)
        year = "" if day.year == then.year else f" {day.year}"
        assert time.evaluate(SEEN).strip('" ') == f"{day.day} {day:%b}{year}"
    if folder := os.environ.get("SHOTS"):
        gm.picture(f"{folder}/days.png")


def test_what_comes_names_it_too_once_the_page_was_left_open(sits: Sits) -> None:
    """And the day stays when its card is drawn anew."""
    gm, ines = sits("Robin", DESK), sits("Ines", PHONE, "#log")
    gm.does("roll", formula="2d6", mode="everybody")
    card = ines.page.locator("#log-cards > .result").last
    expect(card).to_contain_text("2d6")
    ines.page.clock.set_fixed_time(dt.datetime.now(dt.UTC) + dt.timedelta(days=2))
    gm.does("undo", event=str(card.get_attribute("id")).removeprefix("card-"))
    expect(card).to_have_class(re.compile("undone"))
    for time in (card.locator("header time"), card.locator(".takenback time")):
        assert re.fullmatch(r'"\d+ \w+( \d+)? "', time.evaluate(SEEN))
