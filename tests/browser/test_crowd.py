"""A table of eleven people, with twenty more in the cast, some of them under long names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import yarn
from tests.browser.doing import at, press
from tests.browser.evening import Evening
from tests.browser.screens import PORTRAIT, TABLET
from tests.people import open_a_table
from tests.servers import Server

PLAYERS = (
    "Ines", "Marek", "Bartholomew-James", "Jo", "Constantin of Ys", "Anne-Marie", "Kit", "Oluwaseun", "Bea",
    "Maximilian",
)  # fmt: skip
HERO = {"role": "cast-member", "life_points": 42, "perception": 4}
CAST = {"Her Excellency Ottilie von Hohenschwarzenbrunn": 1, "Lantern-bearer of the Seventh Parish": 7, "Guard": 12}
SCORES = {"muscle": 12, "combat": 14, "brains": 9, "life_points": 40}
HEIGHTS = "all => all.map(one => one.getBoundingClientRect().height)"
OVERLAPS = """all => all.filter(tile => {
  const words = document.createRange();
  words.selectNodeContents(tile.querySelector("span > b"));
  return words.getBoundingClientRect().right > tile.querySelector(".num").getBoundingClientRect().left;
}).length"""


def many() -> dict[str, Any]:
    """A new table with all of these: its public id, and of each the seat's and the device's token."""
    table = open_a_table("The Very Long Night of the Lanterns")
    seats = yarn.come(table.public_id, (yarn.GM, *PLAYERS))
    heroes = [(name, "dragonfly.make", {"name": f"{name} Hohenschwarzenbrunn", **HERO}) for name in PLAYERS]
    cast = [
        (yarn.GM, "dragonfly.quick-cast", {"name": name, "copies": count, **SCORES}) for name, count in CAST.items()
    ]
    yarn.do(table.public_id, [*heroes, *cast])
    return {"table": table.public_id, "seats": seats}


@pytest.fixture(scope="module")
def crowd(chromium: Browser, server: Server) -> Iterator[Evening]:
    """Robin leads on a tablet, Ines is at a desk, Marek on a phone."""
    made = Evening(chromium, server)
    found = server.call("tests.browser.test_crowd:many")
    made.table = found["table"]
    yarn.take_places(made, {name: found["seats"][name] for name in ("Robin", "Ines", "Marek")})
    yield made
    made.close()


def first_step(crowd: Evening) -> Locator:
    return at(crowd.robin).page.get_by_role("button", name="Open the session")


def test_the_next_step_stands_above_the_list_of_all(crowd: Evening) -> None:
    for shape in (PORTRAIT, TABLET):
        crowd.robin.turn(shape, "dark")
        expect(first_step(crowd)).to_be_in_viewport(ratio=1)


def test_long_names_leave_what_stands_beside_them_its_room(crowd: Evening) -> None:
    robin = crowd.robin
    for shape in (PORTRAIT, TABLET):
        robin.turn(shape, "dark")
        tags = at(robin).page.locator("#panel-cast .sup .tag")
        expect(tags).to_have_count(sum(CAST.values()))
        assert max(tags.evaluate_all(HEIGHTS)) < 44, "each in one line"
    for screen in crowd.people.values():
        assert screen.sideways() == []


def test_no_name_lies_over_a_chance(crowd: Evening) -> None:
    robin = crowd.robin
    press(at(robin), robin.page.locator("#panel-hand").get_by_role("link", name="Ask for a roll"))
    tiles = robin.pane.locator("#field-characters .tile")
    expect(tiles).to_have_count(len(PLAYERS))
    assert tiles.evaluate_all(OVERLAPS) == 0


def test_who_was_added_is_told_in_few_words(crowd: Evening) -> None:
    for name in ("ines", "marek"):
        line = crowd.people[name].cards("Guard").first
        expect(line).to_contain_text("adds Guard 1 to 12 to the supporting cast.")
