"""What people at a table do next, chosen at random: a mix of acts, many of which the table may refuse.

What is done at every table stands here; what a game adds, in a subclass of its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.live_client import Page

Act = tuple[str, dict[str, Any]]
Way = tuple[Callable[[Page], Act | None], int, str]
MODES = ("everybody", "gm", "blind", "me")
LINES = (
    "We go in by the roof.",
    "/me waits",
    "/w Ines behind you",
    "/gmr 2d6 # luck",
    "/br 1d10",
    "/sr d20+2",
    "/r 3d6",
    "//not a word",
)


class Monkey:
    """One seat's hands. It knows what its page shows, and the ids of characters that it may use."""

    def __init__(self, seat: dict[str, Any], table: dict[str, Any], known: set[str], dice: random.Random) -> None:
        self.seat = seat
        self.dice = dice
        self.heroes = [one["character"] for one in table["seats"] if one["character"]]
        self.cast = table["seats"][0].get("cast", [])
        self.players = [one["id"] for one in table["seats"] if one["character"]]
        self.sheets = [one["lines"] for one in table["seats"] if "lines" in one]
        ways = [*self.anybody(), *(self.gm() if seat["role"] == "gm" else self.player())]
        self._ways = [(way, weight) for way, weight, needs in ways if needs in known]

    def next(self, page: Page) -> Act | None:
        """An act and its form, or None where there is nothing to do it with. A GM does not leave the table paused."""
        if self.seat["role"] == "gm" and page.root.xpath("//*[@id='panel-pause']//form") and self.dice.random() < 0.5:
            return self.go_on(page)
        way: Callable[[Page], Act | None] = self.dice.choices(*zip(*self._ways, strict=True))[0]
        return way(page)

    def gm(self) -> list[Way]:
        return [
            (self.scene, 4, "open-scene"), (self.close_scene, 1, "close-scene"), (self.go_on, 2, "go-on"),
            (self.hide, 4, "hide"), (self.condition, 3, "condition-add"), (self.call_off, 1, "call-off"),
            (self.undo_any, 6, "undo"), (self.away, 2, "character-present"),
        ]  # fmt: skip

    def player(self) -> list[Way]:
        return [(self.pause, 1, "pause"), (self.undo_newest, 4, "undo")]

    def anybody(self) -> list[Way]:
        return [
            (self.say, 10, "say"), (self.roll, 5, "roll"), (self.answer, 14, "answer-undo"), (self.reveal, 3, "reveal"),
        ]  # fmt: skip

    # whose, and which card

    def mine(self) -> str:
        own: str = self.seat["character"] or self.dice.choice(self.heroes + self.cast)
        return own

    def card(self, page: Page) -> str:
        ids = page.root.xpath("//*[@id='log-cards']/li/@id")[-20:]
        return str(self.dice.choice(ids)).removeprefix("card-") if ids else ""

    def pressed(self, page: Page, panel: str) -> Act | None:
        """One of the buttons in the panels whose name begins so."""
        forms = page.root.xpath(f"//*[starts-with(@id, 'panel-{panel}')]//form[@hx-post]")
        if not forms:
            return None
        form = self.dice.choice(forms)
        data = {one.get("name"): one.get("value", "") for one in form.xpath(".//input[@type='hidden'][@name]")}
        if buttons := form.xpath(".//button[@name]"):
            chosen = self.dice.choice(buttons)
            data[chosen.get("name")] = chosen.get("value", "")
        return str(form.get("hx-post")).rpartition("act/")[2].partition("?")[0], data

    def offered(self, page: Page, act: str) -> bool:
        """Whether the page leads to that act now."""
        return bool(page.root.xpath(f"//*[contains(@href, 'act/{act}') or contains(@hx-post, 'act/{act}')]"))

    # what anybody does

    def say(self, page: Page) -> Act:
        return "say", {"text": self.dice.choice(LINES)}

    def roll(self, page: Page) -> Act:
        return "roll", {"formula": self.dice.choice(["2d6+3", "d20", "4d6"]), "mode": self.dice.choice(MODES)}

    def answer(self, page: Page) -> Act | None:
        """One of the buttons under what is asked of this seat."""
        return self.pressed(page, "asks")

    def reveal(self, page: Page) -> Act:
        return "reveal", {"event": self.card(page)}

    # what players do

    def pause(self, page: Page) -> Act:
        return "pause", {}

    def undo_newest(self, page: Page) -> Act:
        return "undo", {"event": ""}

    # what the GM does

    def undo_any(self, page: Page) -> Act:
        later = {"with_later": "on"} if self.dice.random() < 0.3 else {}
        return "undo", {"event": self.card(page) if self.dice.random() < 0.5 else "", **later}

    def scene(self, page: Page) -> Act:
        return "open-scene", {"title": f"Scene {self.dice.randrange(999)}", "text": "Rain on the quay."}

    def close_scene(self, page: Page) -> Act:
        return "close-scene", {}

    def go_on(self, page: Page) -> Act:
        return "go-on", {}

    def hide(self, page: Page) -> Act:
        return "hide", {"event": self.card(page)}

    def condition(self, page: Page) -> Act:
        return "condition-add", {"character": self.mine(), "name": "Dazed", "modifier": "-2", "tone": "bad"}

    def call_off(self, page: Page) -> Act:
        return "call-off", {}

    def away(self, page: Page) -> Act:
        data = {"present": "on"} if self.dice.random() < 0.6 else {}
        return "character-present", {"character": self.mine(), **data}
