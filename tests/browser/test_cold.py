"""The first page of a table, cold: what goes over the line, compressed, with everything that it loads."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Response

from tests.browser.screens import DESK, PHONE, Screen

MOST = 200 * 1000  # bytes
PACKED = ("font/", "image/png", "image/webp", "image/jpeg")  # as small as they get


def weight(response: Response) -> int:
    body = response.body()
    kind = response.headers.get("content-type", "")
    return len(body) if kind.startswith(PACKED) or "woff2" in response.url else len(gzip.compress(body))


def _note(came: list[Response], one: Response) -> None:
    came.append(one)


def test_the_first_page_cold(screen: Callable[..., Screen], shown) -> None:
    cookies, seats = shown
    for shape, seat in ((DESK, "Ines"), (DESK, "Robin"), (PHONE, "Marek")):
        window = screen(shape, cookies=cookies)
        came: list[Response] = []
        window.page.on("response", partial(_note, came))
        window.go(seats[seat]).live()
        window.page.wait_for_load_state("networkidle")
        weights = {one.url: weight(one) for one in came}
        assert sum(weights.values()) <= MOST, sorted(weights.items(), key=lambda one: -one[1])
        print(seat, sum(weights.values()))
