"""Every page, in both themes and every shape: what axe finds, what a finger can press, and what scrolls sideways."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.pages import GAMES, Doors
from tests.browser.screens import DESK, PHONE, PORTRAIT, SMALL, TABLET, Screen, Shape, Theme

Opens = Callable[..., Screen]
NOT_THERE = ("a dead link", "a page that is not there")
LOOKS: list[tuple[str, Shape, Theme, bool, bool]] = [
    ("tablet, dark", TABLET, "dark", True, True),
    ("phone, light", PHONE, "light", True, True),
    ("desk, light", DESK, "light", False, False),
    ("tablet upright, light", PORTRAIT, "light", False, False),
    ("320 pixels with text at 200%", SMALL, "dark", False, True),
]
"""With axe or without, and whether the pages below the table are looked at too. Axe looks at both themes; what is too
small or scrolls sideways depends on the shape alone; a page below the table is one column in every shape."""


def looked_at(window: Screen, name: str, with_axe: bool = True) -> list[str]:
    window.lay_open()
    found = [f"{name}: sideways {one}" for one in window.sideways()]
    if window.shape.touch and window.shape.text == 100:
        found += [f"{name}: small {one}" for one in window.too_small()]
    if with_axe:
        found += [f"{name}: axe {one}" for one in window.axe()]
    return found


@pytest.mark.parametrize(
    ("shape", "theme", "with_axe", "below"), [one[1:] for one in LOOKS], ids=[one[0] for one in LOOKS]
)
@pytest.mark.parametrize("game", ["", *GAMES])
def test_every_page_can_be_read_and_pressed(game, shape, theme, with_axe, below, screen: Opens, shows) -> None:
    """The pages of a game's table, and without a game those before any table."""
    cookies, seats = shows(game or "Dragonfly")
    window = screen(shape, theme, cookies=cookies)
    found = []
    ways = GAMES[game](seats) if game else Doors()
    for name, way in [*ways, *(ways.below() if below else ())]:
        with window.trouble() if name in NOT_THERE else window.same():
            way(window)
        found += looked_at(window, name, with_axe)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("shape", "theme"), [(PHONE, "light"), (DESK, "dark"), (SMALL, "dark")])
def test_a_newcomer_too(shape, theme, screen: Opens, shown, server) -> None:
    """Who has no seat yet: the claim, the invite, the wait at the door, a seat's private link."""
    cookies, seats = shown
    inside, window = screen(cookies=cookies), screen(shape, theme)
    found = []
    ways = {
        "claim": server.call("tests.browser.evening:one_time_link"),
        "private link": path_in(inside.go(seats["Marek"] + "device"), "#seat-address"),
        "sit down": path_in(inside.go(seats["Robin"] + "invite"), "#invite-address"),
    }
    for name, address in ways.items():
        window.go(address)
        found += looked_at(window, name)
    window.page.get_by_label("What shall we call you?").fill(f"Tomas {shape.width}")
    window.press("Ask to sit down")
    window.page.get_by_text("You are at the door of").wait_for()
    found += looked_at(window, "at the door")
    window.press("Go away again")
    assert not found, "\n".join(found)


def path_in(screen: Screen, where: str) -> str:
    return re.sub(r"^https?://[^/]+", "", screen.page.locator(where).inner_text().strip())
