"""The README's pictures, from the demonstration: python -m tests.screenshots [folder]"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.evening import claim, demonstration
from tests.browser.screens import ARGS, CHROMIUM, DESK, GET_CHROMIUM, PHONE, TABLET, Screen, Shape
from tests.servers import Server

HERE = Path(__file__).resolve().parents[2] / "docs/pictures"


def as_it_is(screen: Screen) -> None:
    """Nothing is pressed before the picture."""


def begin_a_fight(screen: Screen) -> None:
    screen.follow("Start a fight")
    screen.pane.get_by_label("What is it about").fill("The engine corridor")
    screen.press("Start the fight")
    screen.page.locator("#panel-fight .fighter").first.wait_for()
    screen.page.reload()
    screen.live()


PICTURES: dict[str, list[tuple[str, str, Shape, Callable[[Screen], None]]]] = {
    "Dragonfly": [
        ("player", "Ines", DESK, as_it_is), ("gm", "Robin", TABLET, as_it_is), ("phone", "Ines", PHONE, as_it_is),
        ("fight", "Robin", TABLET, begin_a_fight),
    ],
    "Crew": [("pool", "Ines", DESK, as_it_is)],
}  # fmt: skip


def take(browser: Browser, server: Server, folder: Path) -> None:
    host = claim(browser, server)
    for game, pictures in PICTURES.items():
        cookies, seats = demonstration(browser, server, host, game)
        others = [Screen(browser, server.address(), cookies=cookies).go(url) for url in seats.values()]
        for name, who, shape, prepared in pictures:
            screen = Screen(browser, server.address(), shape, cookies=cookies).go(seats[who])
            screen.live()
            prepared(screen)
            screen.page.mouse.move(0, 0)
            screen.page.wait_for_timeout(600)
            screen.picture(folder / f"{name}.png")
            print(folder / f"{name}.png")
        for one in others:
            one.close()


def main() -> int:
    if CHROMIUM is None:
        print(GET_CHROMIUM, file=sys.stderr)
        return 1
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    folder.mkdir(parents=True, exist_ok=True)
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        take(browser, server, folder)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
