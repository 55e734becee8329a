"""What people do and see at a table, whatever the game: taps, and where somebody looks after them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, TimeoutError, expect

from tests import loaded
from tests.browser.evening import Evening
from tests.browser.screens import PATIENCE, Screen

# what they do


@contextmanager
def falls(evening: Evening, *faces: int) -> Iterator[None]:
    """The dice of what is done meanwhile show these faces, in this order; all of them have to be thrown."""
    data = evening.server.data
    loaded.lay(data, faces)
    yield
    end = time.monotonic() + PATIENCE / 1000
    while loaded.left(data) and time.monotonic() < end:
        time.sleep(0.05)
    assert loaded.left(data) == [], f"of {faces} these were not thrown"


@contextmanager
def unlike(evening: Evening) -> Iterator[None]:
    """Of the d10 that are thrown meanwhile no ten that follow each other show a face twice."""
    data = evening.server.data
    loaded.lay(data, [*range(1, 11)] * 20)
    yield
    loaded.lay(data, ())


def press(screen: Screen, found: Locator) -> None:
    """One tap on something that stands still and has stood there for a moment."""
    screen.strike(screen.stands_still(found))


def at_once(screen: Screen, found: Locator) -> None:
    """What is done with one tap; without JavaScript the table comes anew by it."""
    if screen.shape.scripts:
        press(screen, found)
    else:
        with screen.page.expect_navigation():
            press(screen, found)
        expect(screen.page.locator("#table")).to_be_attached()


def at(screen: Screen) -> Screen:
    """The table, as it is now: without JavaScript it is loaded anew."""
    return screen.tab("Table") if screen.shape.scripts else screen.at("")


def named(screen: Screen, words: str) -> Locator:
    """A button or a link of these words."""
    return screen.button(words).or_(screen.link(words))


def send(screen: Screen, words: str = "") -> None:
    """The form's main button, which says what it does."""
    button = screen.pane.locator("footer .btn.main")
    expect(button).to_contain_text(words)
    press(screen, button)
    expect(screen.page.locator("footer .btn.main")).to_have_count(0)


def picks(screen: Screen, field: str, *words: str) -> None:
    for one in words:
        press(screen, screen.pane.locator(f"#field-{field} label").filter(has_text=one))


def asked(screen: Screen, words: str) -> Locator:
    """The open question with these words."""
    found = at(screen).page.locator("#panel-asks .ask").filter(has_text=words)
    end = time.monotonic() + PATIENCE / 1000
    while not screen.shape.scripts and found.count() == 0 and time.monotonic() < end:
        at(screen)  # what was done elsewhere just now may not be done yet
    expect(found).to_have_count(1)
    return found


def answers(screen: Screen, words: str, option: str) -> None:
    """One tap on the way to answer."""
    ask = asked(screen, words)
    at_once(screen, ask.get_by_role("button", name=option))
    expect(ask).to_have_count(0)


# what they see


IN_SIGHT = "one => { const box = one.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; }"


def in_view(screen: Screen, found: Locator) -> None:
    """What somebody needs now is where they look."""
    expect(found.first).to_be_visible()
    expect(found.first).to_be_in_viewport()


def goes_to(screen: Screen, found: Locator) -> None:
    """What is due is in view, or the strip over the page says so and leads there with one tap."""
    expect(found.first).to_be_visible()
    strip = screen.page.locator("#ask-strip")
    end = time.monotonic() + PATIENCE / 1000
    while not strip.is_visible() and not found.first.evaluate(IN_SIGHT) and time.monotonic() < end:
        time.sleep(0.05)
    if strip.is_visible():
        is_led_by(screen, strip)
    in_view(screen, found)


def is_led_by(screen: Screen, strip: Locator) -> None:
    """A page that was pushed down comes to rest by itself, and the strip goes, before a slow machine has pressed it."""
    try:
        expect(strip).to_be_in_viewport(timeout=PATIENCE / 10)
        press(screen, strip)
    except (AssertionError, TimeoutError):
        expect(strip).to_be_hidden()


def looked_at(evening: Evening, stage: str, *names: str) -> None:
    """After each stage: nobody's page complains, nothing is too small or scrolls sideways; a picture if wanted. A token
    is as large as the board allows: each has its button in the list below."""
    assert evening.complaints() == []
    for name in names or evening.people:
        screen = evening.people[name]
        picture(screen, f"{stage}-{name}")
        small = [one for one in screen.too_small() if "act/move-token" not in one] if screen.shape.touch else []
        sideways = screen.sideways() if screen.shape.scripts else []
        assert (stage, name, small, sideways) == (stage, name, [], [])


def picture(screen: Screen, name: str) -> None:
    folder = os.environ.get("SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        screen.picture(Path(folder) / f"{name}.png")
