"""A phase of Dragon from its card, on a phone, a tablet and at a desk: where it stands, and how many taps it takes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.evening import claim, demonstration
from tests.browser.screens import DESK, PHONE, TABLET, Screen, Shape
from tests.servers import Server

Sits = Callable[[str, Shape], Screen]


@pytest.fixture(scope="module")
def stair(chromium: Browser) -> Iterator[Sits]:
    """A demonstration that nobody else plays at: round 5 is Ketta's, whom Ines plays."""
    opened: list[Screen] = []
    with Server() as server:
        cookies, seats = demonstration(chromium, server, claim(chromium, server), "Dragon")

        def sits(name: str, shape: Shape) -> Screen:
            opened.append(Screen(chromium, server.address(), shape, cookies=cookies))
            opened[-1].url = seats[name]
            return opened[-1].go(seats[name])

        yield sits
        for window in opened:
            window.close()


def card(screen: Screen) -> Locator:
    """What one can do now."""
    return screen.page.locator("#panel-dragon-my-phase .goes").first


def choose(screen: Screen, word: str) -> None:
    """One tap on a segment of the card."""
    found = card(screen).locator(".seg > label").filter(has_text=word).first
    found.tap() if screen.shape.touch else found.click()


def top(screen: Screen, panel: str) -> float:
    box = screen.page.locator(f"#panel-{panel}").bounding_box()
    assert box
    return box["y"]


def picture(screen: Screen, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        screen.picture(Path(folder) / f"{name}.png")


WIDE_ENOUGH = """(one) => {
  const free = one.cloneNode(true);
  free.style.cssText = "position: absolute; max-width: none; width: max-content";
  one.after(free);
  const [wants, is] = [free.offsetWidth, one.offsetWidth];
  free.remove();
  return is >= Math.min(wants, one.parentElement.clientWidth) - 1;
}"""


def test_whom_and_with_what_are_not_cut_off_on_a_phone(stair: Sits) -> None:
    ines = stair("Ines", PHONE)
    choose(ines, "Attack")
    for label in ("Target", "With"):
        assert card(ines).get_by_label(label, exact=True).evaluate(WIDE_ENOUGH), label
    ines.close()


def test_the_odds_on_the_card_move_with_what_is_chosen(stair: Sits) -> None:
    """Only while a strike is chosen; a shot with no distance says what it lacks. What is below does not move for it."""
    ines = stair("Ines", DESK)
    odds = card(ines).locator(".live-odds")
    expect(odds).to_be_hidden()
    choose(ines, "Attack")
    expect(odds).to_contain_text("each net success does 3")
    blow = card(ines).get_by_text("A blow counts as close enough")
    expect(blow).to_be_visible()
    bottom = card(ines).locator(".opt.main").bounding_box()
    card(ines).get_by_label("With").select_option(label="Short bow ×2, ranged")
    expect(odds).to_contain_text("each net success does 2")
    card(ines).get_by_label("Target").select_option(label="Captain Sorrel")
    expect(odds).to_contain_text("How many hexes away is Captain Sorrel?")
    expect(blow).to_be_hidden()
    card(ines).get_by_label("Hexes away").fill("6")
    card(ines).get_by_label("Hexes away").press("Tab")
    expect(odds).to_contain_text("each net success does 2")
    assert card(ines).locator(".opt.main").bounding_box() == bottom
    card(ines).get_by_label("With").select_option(label="Blade ×3")
    expect(card(ines).get_by_label("Hexes away")).to_be_hidden()
    ines.close()


def test_the_form_to_which_another_leads_begins_at_its_top(stair: Sits) -> None:
    """However far one had gone down in the form that has the link."""
    ines = stair("Ines", PHONE)
    card(ines).get_by_role("link", name="Attack otherwise").tap()
    split = ines.pane.get_by_role("link", name="Split the dice between two acts")
    expect(split).to_be_visible()
    ines.page.locator("#act").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    split.tap()
    heading = ines.pane.get_by_role("heading", name="splits the dice")
    expect(heading).to_be_in_viewport(ratio=1)
    expect(heading).to_be_focused()
    picture(ines, "split")
    ines.close()


@pytest.mark.parametrize("shape", [DESK, TABLET])
def test_with_room_go_is_in_sight_whatever_is_chosen(stair: Sits, shape: Shape) -> None:
    """At a desk with all that leads to it; on a tablet it stands in front of the rest, which scrolls."""
    ines = stair("Ines", shape)
    choose(ines, "Attack")
    expect(card(ines).locator(".live-odds")).to_contain_text("One success or more")
    stage, go = (ines.page.locator(one).bounding_box() for one in ("#table", ".phase .opt.main"))
    assert stage
    assert go
    assert go["y"] + go["height"] <= stage["y"] + stage["height"]
    if shape is DESK:
        assert _above(card(ines).locator(".price"), go["y"])
    picture(ines, f"go-{shape.width}")
    ines.close()


def test_at_a_desk_who_is_waited_for_stands_beside_the_parts(stair: Sits) -> None:
    ines = stair("Ines", DESK)
    steps, waits = (ines.page.locator(f"#panel-dragon-rounds {one}").bounding_box() for one in (".steps", ".waits"))
    assert steps
    assert waits
    assert waits["x"] >= steps["x"] + steps["width"]
    assert waits["y"] < steps["y"] + steps["height"]
    ines.close()


def _above(locator: Locator, y: float) -> bool:
    box = locator.bounding_box()
    return box is not None and box["y"] + box["height"] <= y


@pytest.mark.parametrize(("shape", "grid_first"), [(DESK, True), (TABLET, True), (PHONE, False)])
def test_with_room_the_rounds_stand_above_the_phase_and_on_a_phone_below(
    stair: Sits, shape: Shape, grid_first: bool
) -> None:
    ines = stair("Ines", shape)
    expect(card(ines)).to_be_visible()
    picture(ines, f"phase-{shape.width}")
    assert (top(ines, "dragon-rounds") < top(ines, "dragon-my-phase")) is grid_first
    choose(ines, "Attack")
    expect(card(ines).locator(".live-odds")).to_contain_text("One success or more")
    choose(ines, "Move")
    picture(ines, f"strike-{shape.width}")
    assert (ines.too_small() if shape.touch else [], ines.sideways()) == ([], [])
    ines.close()


def test_on_a_phone_the_heading_of_a_form_is_in_sight(stair: Sits) -> None:
    ines = stair("Ines", PHONE)
    card(ines).get_by_role("link", name="Attack otherwise").tap()
    heading = ines.pane.locator("h2").first
    expect(heading).to_be_visible()
    expect(ines.page.locator("#ask-strip")).to_be_hidden()  # it would lead to where this form was opened
    picture(ines, "form-390")
    box = heading.bounding_box()
    assert box
    seen = ines.page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y)?.closest('h2') !== null",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert seen, box
    ines.close()


def test_a_move_takes_two_taps(stair: Sits) -> None:
    ines: Any = stair("Ines", PHONE)
    choose(ines, "Move")
    card(ines).locator(".opt.main").tap()
    expect(ines.page.locator("#panel-dragon-my-phase")).to_contain_text("is done in 5")
    picture(ines, "gone-390")
