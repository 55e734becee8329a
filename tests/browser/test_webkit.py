"""A short evening of each game in WebKit, the engine of every browser on an iPad and an iPhone.

A GM's tablet and a player's phone: somebody joins, rolls, puts a pool together; the log holds still for whoever reads
further up; the line drops and comes back; and every shape of the pages can be read and pressed, without a script's
error. What both engines have in common is tested with Chromium.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.line import Line
from tests.browser.webkit import PAINT, PHONE, PORTRAIT, TABLET, Window, unseen_screen, webkit_at_hand
from tests.servers import Server

GAMES = ("dragonfly", "crew")
TO_BE_REPLACED = 1.0  # seconds in which a page that is asked for is there
STILL = 8  # pixels that a tile may move under the finger
NEAR_THE_END = 48  # as for static/js/log.js
MOST_DICE = 12
IN_THE_MIDDLE = "{block: 'center', behavior: 'instant'}"
TABS = ("#sheet", "#log", "#act")
BELOW: dict[str, dict[str, tuple[str, ...]]] = {
    "dragonfly": {
        "Robin": ("invite", "seats", "switches", "points", "act/dragonfly.ask-check", "act/open-scene"),
        "Ines": ("log", "how", "book", "device", "act/dragonfly.check", "act/add-line", "act/step-back"),
    },
    "crew": {
        "Robin": ("points", "act/crew.contest", "act/crew.award", "act/crew.quick-gmc", "act/undo"),
        "Ines": ("how", "rule?id=crew.pool", "act/crew.contest", "act/crew.edit", "act/say"),
    },
}


@dataclass
class Evening:
    """A game's demonstration, its GM's tablet and its Ines's phone."""

    game: str
    line: Line
    links: dict[str, str]
    gm: Window
    ines: Window

    def home(self) -> None:
        for one in (self.gm, self.ines):
            one.at()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    webkit_at_hand()
    with Server(DJANGO_SETTINGS_MODULE="tests.browser.watched.settings") as running:
        yield running


@pytest.fixture(scope="module")
def line(server: Server) -> Iterator[Line]:
    """By which all windows come to the server."""
    made = Line(server.ports[0])
    yield made
    made.close()


@pytest.fixture(scope="module")
def window(line: Line, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Window]]:
    opened: list[Window] = []
    with unseen_screen(tmp_path_factory.mktemp("screen")) as environ:

        def made(size: tuple[int, int]) -> Window:
            opened.append(Window(line.address, size, environ))
            return opened[-1]

        yield made
        for one in opened:
            one.close()


@pytest.fixture(scope="module")
def screens(window: Callable[..., Window]) -> tuple[Window, Window]:
    return window(TABLET), window(PHONE)


@pytest.fixture(scope="module")
def newcomer(window: Callable[..., Window]) -> Window:
    return window(PHONE)


@pytest.fixture(scope="module", params=GAMES)
def tonight(request: pytest.FixtureRequest, server: Server, line: Line, screens: tuple[Window, Window]) -> Evening:
    links: dict[str, str] = server.call("tests.browser.webkit:demonstration", game=request.param)
    for one, name in zip(screens, ("Robin", "Ines"), strict=True):
        sit(one, links[name])
    return Evening(request.param, line, links, *screens)


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(tonight: Evening) -> Iterator[None]:
    tonight.home()
    yield
    noted = [*tonight.gm.noted(), *tonight.ines.noted()]
    for one in (tonight.gm, tonight.ines):
        one.forget()  # or the next test would be blamed
    assert noted == []


def sit(one: Window, link: str) -> Window:
    one.go(link).press("button", "Sit here on this device")
    return one.sit()


# the evening


def test_somebody_joins(tonight: Evening, newcomer: Window) -> None:
    """From the GM's invitation over the door to the table, on a phone that has never been here."""
    address = tonight.gm.at("invite").text("#invite-address")
    tonight.gm.at()
    phone = newcomer.forgets_everybody()
    phone.go(re.sub(r"^https?://[^/]+", "", address))
    phone.fill("input[name=name]", "Tomas")
    phone.press("button", "Ask to sit down")
    tonight.gm.press("button", "Let in Tomas")
    phone.sit()
    assert phone.noted() == []
    phone.go("/nowhere")  # so that it does not notice when the line drops


def test_a_roll_is_seen_by_both(tonight: Evening) -> None:
    """Ines rolls with what her screen offers, and the GM's log has it."""
    gm, ines = tonight.gm, tonight.ines
    cards = "return document.querySelectorAll('#log-cards > li').length"
    before = gm.driver.execute_script(cards)
    if tonight.game == "dragonfly":
        ines.at("#sheet").press("#panel-sheet .dock button", "Roll")
    else:
        ines.at("#log").say("/r 2d6+3 # crates", "crates")
    gm.until(lambda: gm.driver.execute_script(cards) > before, "Ines’s card")
    assert "Ines" in gm.text("#log-cards > li:last-child")


def test_whoever_goes_back_to_a_tab_has_the_same_page(tonight: Evening) -> None:
    """It is neither asked for anew nor replaced, which would leave it without its line."""
    ines = tonight.ines
    ines.at("#log").say("/r 2d6 # oars", "oars")
    ines.driver.execute_script("document.getElementById('connection').stood = true")
    ines.at("#table")
    ines.driver.back()
    ines.until(lambda: ines.driver.execute_script("return document.documentElement.dataset.tab") == "log", "the log")
    time.sleep(TO_BE_REPLACED)
    assert ines.driver.execute_script("return document.getElementById('connection').stood")
    ines.live()


def test_dice_are_put_into_a_pool_with_nothing_moving_under_the_finger(tonight: Evening) -> None:
    """Every die of Wren's pool is taken out, the last first, and put in again, a Specialty after its skill."""
    if tonight.game != "crew":
        return
    chosen = pressed(tonight.ines)
    assert len(chosen) > 2
    moved = [worst(tonight.ines, one) for one in (*reversed(chosen), *chosen)]
    assert pressed(tonight.ines) == chosen
    assert max(moved) <= STILL, f"tiles moved by {moved} pixels: out, then in"


def pressed(one: Window) -> list[str]:
    """The dice that are in, in the page's order."""
    script = "return [...document.querySelectorAll('[id^=tile-][aria-pressed=true]')].map((one) => one.id)"
    found: list[str] = one.driver.execute_script(script)
    return found


def worst(one: Window, tile: str) -> float:
    """A tap on the tile where it lies in sight; how far any tile then in sight has moved."""
    before = set(pressed(one))
    for _ in range(2):
        lay = tapped(one, tile)
        if one.soon(lambda: set(pressed(one)) == before ^ {tile}):
            break
        print("tapped once more:", tile, one.text("#connection"), one.loading())
        one.live()
    assert set(pressed(one)) == before ^ {tile}
    time.sleep(PAINT)
    lies = one.places("[id^=tile-]")
    in_sight = [key for key, (_, top) in lay.items() if 0 <= top <= PHONE[1] and key in lies]
    return max(abs(lies[key][side] - lay[key][side]) for key in in_sight for side in (0, 1))


def tapped(one: Window, tile: str) -> dict[str, list[float]]:
    """Where the tiles lay when that one was tapped."""
    one.driver.execute_script(f"document.getElementById(arguments[0]).scrollIntoView({IN_THE_MIDDLE})", tile)
    time.sleep(PAINT)
    lay = one.places("[id^=tile-]")
    one.tap_at(lay[tile][0] + 20, lay[tile][1] + 20)
    return lay


def test_the_log_holds_still_while_somebody_reads_further_up(tonight: Evening) -> None:
    gm, ines = tonight.gm, tonight.ines
    for number in range(8):
        gm.say(f"A line of {tonight.game}, number {number}, that is long enough to fill more than one row of a phone.")
    ines.at("#log").says("#log-cards", "number 7")
    ines.driver.execute_script("document.getElementById('log-scroll').scrollTop = -500")
    time.sleep(PAINT)
    read = card_that_is_read(ines)
    top = ines.places(f"#{read}")[read][1]
    for number in range(3):
        gm.say(f"Meanwhile {tonight.game} {number}")
    ines.says("#log-new", "3 new")
    time.sleep(PAINT)
    assert abs(ines.places(f"#{read}")[read][1] - top) <= 1
    ines.press("#log-new")
    scrolled = "return document.getElementById('log-scroll').scrollTop"
    ines.soon(lambda: ines.driver.execute_script(scrolled) == 0)
    assert abs(ines.driver.execute_script(scrolled)) < NEAR_THE_END


def card_that_is_read(one: Window) -> str:
    """A card in the middle of what is in sight of the log."""
    script = """return document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('#log-cards > li').id"""
    found: str = one.driver.execute_script(script)
    return found


def test_the_line_drops_and_comes_back(tonight: Evening) -> None:
    """What is said meanwhile is sent once, when the server is met again."""
    ines, words = tonight.ines.at("#log"), f"Said in the dark by {tonight.game}"
    tonight.line.cut()
    ines.says("#connection", "Reconnecting")
    ines.type(words)
    ines.says("#connection", "Not sent yet")
    assert words not in ines.text("#log-cards")
    tonight.line.mend()
    ines.live().says("#log-cards", words)
    tonight.gm.live().says("#log-cards", words)
    for one in (ines, tonight.gm):
        assert one.text("#log-cards").count(words) == 1
        one.forget()  # of the server that nobody met


# every shape of its pages


def test_the_table_can_be_read_and_pressed(tonight: Evening) -> None:
    """In every shape, and on Ines's phone each of its tabs."""
    looks = [(one, size, "") for one in (tonight.gm, tonight.ines) for size in (TABLET, PORTRAIT, PHONE)]
    looks += [(tonight.ines, PHONE, tab) for tab in TABS]
    found = [text for one, size, tab in looks for text in seen(one.at(tab), size)]
    held(tonight)
    assert not found, "\n".join(found)


def test_the_pages_below_can_be_read_and_pressed(tonight: Evening) -> None:
    """On a phone, where room is least; the GM's too."""
    found: list[str] = []
    for one, name in ((tonight.gm, "Robin"), (tonight.ines, "Ines")):
        for page in BELOW[tonight.game][name]:
            assert "There is nothing" not in one.at(page).text("h1"), page
            found += seen(one, PHONE)
    held(tonight)
    assert not found, "\n".join(found)


def seen(one: Window, size: tuple[int, int]) -> list[str]:
    """What is wrong with the page that is open, in that shape."""
    one.resized(size)
    return [f"{one.driver.current_url} in {size}: {text}" for text in one.wrong()]


def held(tonight: Evening) -> None:
    """Each window as its person holds it."""
    for one in (tonight.gm, tonight.ines):
        one.resized(one.size)


def test_what_goes_wrong_in_a_page_is_noted(tonight: Evening) -> None:
    """Or all the other tests would be told nothing."""
    one = tonight.gm
    one.driver.execute_script("setTimeout(() => { throw new Error('on purpose') }); console.error('said so')")
    found: Any = one.until(lambda: len(one.noted()) >= 2 and one.noted(), "two notes")
    assert "on purpose" in " ".join(found)
    assert "said so" in " ".join(found)
    one.forget()
