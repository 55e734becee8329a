"""Rough Magic on a phone: what stands above what is in sight is told, and what one began is gone to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.screens import PHONE, TABLET, Screen

Sits = Callable[..., Screen]
GAME = "Rough Magic"


@pytest.fixture
def gm(sits: Sits) -> Screen:
    return sits("Robin", TABLET, game=GAME)


def public_id(gm: Screen, name: str) -> str:
    link = gm.page.locator(".party").get_by_role("link", name=name, exact=True).first
    return str(link.get_attribute("href")).partition("sheet=")[2].partition("#")[0]


@pytest.fixture
def surprised(gm: Screen) -> Iterator[Callable[[], None]]:
    """Says that Ione Marsh, whom Marek plays, is surprised; she is not any longer after the test."""
    ione = public_id(gm, "Ione Marsh")
    yield lambda: gm.does("rough_magic.state", character=ione, state="surprised", does="begins")
    gm.does("rough_magic.state", character=ione, state="surprised", does="ends")


def test_whoever_is_surprised_is_told_of_it(sits: Sits, surprised: Callable[[], None]) -> None:
    """The notice comes above what is in sight, where nothing moves; the strip leads to it."""
    marek = sits("Marek", PHONE, game=GAME)
    surprised()
    expect(marek.page.locator("#ask-strip")).to_contain_text("Ione Marsh is surprised.")
    marek.page.locator("#ask-strip").tap()
    expect(marek.page.locator("#panel-rough_magic-turn .notice")).to_be_in_viewport(ratio=1)
    expect(marek.page.locator("#ask-strip")).to_be_hidden()


def test_a_yes_to_a_death_is_seen_where_it_was_said_and_taken_back(sits: Sits) -> None:
    ines = sits("Ines", PHONE, "#table", GAME)
    ines.page.locator("#table").evaluate("one => { one.scrollTop = 900; }")
    ines.tab("Act")
    ines.page.locator("#act-pane, .act-pane").get_by_role("link", name="Let somebody die").tap()
    ines.pane.get_by_label("How, and what for").fill("She holds the gate")
    ines.send()
    said = ines.page.locator("#panel-rough_magic-one-yes")
    expect(said).to_contain_text("You have said yes to the death of Ressa Tull")
    expect(said.get_by_role("button", name="Take it back")).to_be_in_viewport()
    ines.stands_still(said.get_by_role("button", name="Take it back")).tap()
    expect(said).to_be_empty()


def test_what_a_card_offers_is_not_swept_away_by_the_roll_of_somebody_else(gm: Screen, sits: Sits) -> None:
    """Whoever reads for a moment what a plot point would do still finds the button."""
    marek = sits("Marek", PHONE, game=GAME)
    asked = marek.page.locator("#panel-asks [data-ask]").filter(has_text="Reason")
    ione = public_id(gm, "Ione Marsh")
    gm.does("rough_magic.ask-check", characters=ione, attribute="reason", grade="nigh-impossible")
    expect(asked).to_have_count(1)
    marek.does("rough_magic.answer-check", ask=str(asked.get_attribute("data-ask")), faces="1 1")
    offer = marek.page.locator("#came .at-hand")
    expect(offer).to_be_visible()
    marek.page.wait_for_timeout(6500)  # till everything else gives way
    gm.does("roll", formula="2d6", label="Far thunder")
    expect(marek.cards("Far thunder")).to_have_count(1)
    expect(offer).to_be_visible()
