"""Every page, in both themes and every shape: what axe finds, what a finger can press, and what scrolls sideways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest

from apps.table.games import games
from tests.browser.pages import GAMES, Doors, Way
from tests.browser.screens import DESK, PHONE, PORTRAIT, SMALL, TABLET, Screen, Shape, Theme

Opens = Callable[..., Screen]
NOT_THERE = ("a dead link", "a page that is not there")
THE_TABLE, BELOW = "the table", "the pages below it"


@dataclass(frozen=True)
class Look:
    """How a page is looked at. `axe` has the rules that it is held against (all of WCAG 2.2 AA for EVERY), or None."""

    name: str
    shape: Shape
    theme: Theme
    axe: tuple[str, ...] | None = None


EVERY: tuple[str, ...] = ()
PHONE_LIGHT = Look("phone, light", PHONE, "light", EVERY)
SMALL_DARK = Look("320 pixels with text at 200%", SMALL, "dark")
AT_A_DESK = Look("desk, light", DESK, "light")
LOOKS = {
    THE_TABLE: (
        Look("tablet, dark", TABLET, "dark", EVERY), Look("tablet upright, light", PORTRAIT, "light"),
        PHONE_LIGHT, SMALL_DARK,
    ),
    BELOW: (Look("tablet, dark", TABLET, "dark", ("color-contrast",)), PHONE_LIGHT, SMALL_DARK),
}  # fmt: skip
"""Each page is come to once and then turned. What is too small or scrolls sideways depends on the shape alone, contrast
on the theme alone; a page below the table is one column in every shape."""


def looked_at(window: Screen, name: str, looks: tuple[Look, ...]) -> list[str]:
    window.lay_open()
    buttons = window.page.locator(".act > footer .btn.main").count()
    twice = [f"{name}: {buttons} main buttons"] if buttons > 1 else []
    return twice + [f"{look.name}: {name}: {one}" for look in looks for one in seen(window, look)]


def seen(window: Screen, look: Look) -> list[str]:
    window.turn(look.shape, look.theme)
    found = [f"sideways {one}" for one in window.sideways()]
    if look.shape.touch and look.shape.text == 100:
        found += [f"small {one}" for one in window.too_small()]
    if look.axe is not None:
        found += [f"axe {one}" for one in window.axe(*look.axe)]
    return found


def found_on(window: Screen, ways: Iterable[tuple[str, Way]], looks: tuple[Look, ...]) -> list[str]:
    found = []
    for name, way in ways:
        window.turn(looks[0].shape, looks[0].theme)
        with window.trouble() if name in NOT_THERE else window.same():
            way(window)
        found += looked_at(window, name, looks)
    return found


@pytest.mark.parametrize("which", [THE_TABLE, BELOW])
@pytest.mark.parametrize("game", GAMES)
def test_every_page_can_be_read_and_pressed(game, which, screen: Opens, shows) -> None:
    cookies, seats = shows(game)
    ways = GAMES[game](seats)
    looks = LOOKS[which]
    window = screen(looks[0].shape, looks[0].theme, cookies=cookies)
    found = found_on(window, ways.below() if which == BELOW else ways, looks)
    assert not found, "\n".join(found)


def test_every_game_has_its_ways() -> None:
    assert {one.GAME for one in GAMES.values()} == {one.key for one in games()}


def test_every_page_before_any_table(screen: Opens, shown) -> None:
    window = screen(TABLET, "dark", cookies=shown[0])
    found = found_on(window, Doors(), LOOKS[THE_TABLE])
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_scrolls_sideways_at_a_desk(game, screen: Opens, shows) -> None:
    cookies, seats = shows(game)
    found = found_on(screen(DESK, "light", cookies=cookies), GAMES[game](seats), (AT_A_DESK,))
    assert not found, "\n".join(found)


def test_nothing_scrolls_sideways_at_a_desk_before_any_table(screen: Opens, shown) -> None:
    found = found_on(screen(DESK, "light", cookies=shown[0]), Doors(), (AT_A_DESK,))
    assert not found, "\n".join(found)


def test_a_newcomer_too(screen: Opens, shown, server) -> None:
    """Who has no seat yet: the claim, the invite, the wait at the door, a seat's private link."""
    cookies, seats = shown
    inside, window = screen(cookies=cookies), screen(TABLET, "dark")
    found = []
    ways = {
        "claim": server.call("tests.browser.evening:one_time_link"),
        "private link": path_in(inside.go(seats["Marek"] + "device"), "#seat-address"),
        "sit down": path_in(inside.go(seats["Robin"] + "invite"), "#invite-address"),
    }
    for name, address in ways.items():
        window.go(address)
        found += looked_at(window, name, LOOKS[THE_TABLE])
    window.page.get_by_label("What shall we call you?").fill("Tomas")
    window.press("Ask to sit down")
    window.page.get_by_text("You are at the door of").wait_for()
    found += looked_at(window, "at the door", LOOKS[THE_TABLE])
    window.press("Go away again")
    assert not found, "\n".join(found)


def path_in(screen: Screen, where: str) -> str:
    return re.sub(r"^https?://[^/]+", "", screen.page.locator(where).inner_text().strip())


@pytest.mark.parametrize("address", ["/open/", "/demo", "/host/sign-in"])
def test_the_pages_before_a_table_stand_in_the_middle(address, screen: Opens, shown) -> None:
    """What they hold has as much room at its left as at its right, on a wide desk."""
    window = screen(Shape(1600, 900), "dark", cookies=shown[0]).go(address)
    beside = "all => all.map(one => one.getBoundingClientRect()).map(({left, right}) => [left, innerWidth - right])"
    found = window.page.locator("main > :is(form, section)").evaluate_all(beside)
    assert found
    assert all(abs(left - right) <= 2 for left, right in found), found
