"""Every page there is, as somebody comes to it: a name, and how to get there with the demonstrations' seats in hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from apps.table import acts
from apps.table.acts import Act
from apps.table.shared.answers import AnswerForm
from tests.browser.screens import Screen

Way = Callable[[Screen], Any]


def forms_of(game: str) -> list[Act]:
    """An act for each template that draws a form of that game, or of every game (""): answers need an open question,
    and are looked at by the evenings."""
    drawn = {one.template: one for one in acts.acts() if one.game == game and not issubclass(one.form, AnswerForm)}
    return list(drawn.values())


class Ways:
    """The addresses of one game's demonstration. `HERO` is the character that Ines plays; `ANSWER` is the act that
    answers what `ASKED` is asked at its end. The forms that are not named are looked at as they come first."""

    GAME = ""
    HERO = ""
    ANSWER = ""
    ASKED = "Ines"
    GMS_PAGES: tuple[str, ...] = ()
    GMS_ACTS: tuple[str, ...] = ()
    PLAYERS_ACTS: tuple[str, ...] = ()

    def __init__(self, seats: dict[str, str]) -> None:
        self.seats = seats
        self.watcher = next(name for name in seats if name not in ("Robin", "Ines", "Marek", "Noor"))

    def __iter__(self) -> Iterator[tuple[str, Way]]:
        for name, seat in (("player", "Ines"), ("GM", "Robin"), ("spectator", self.watcher)):
            yield f"the table as {name}", self._at(self.seats[seat], live=True)
        yield "the table as a GM sees it as Ines", self._as_ines
        yield "the phone's sheet", self._at(self.seats["Ines"] + "#sheet", live=True)
        yield "the phone's log", self._at(self.seats["Ines"] + "#log", live=True)
        yield "the phone's Act tab", self._at(self.seats["Ines"] + "#act", live=True)
        yield "the GM with a sheet open", self._gms_sheet
        yield "an empty table", self._empty_table
        yield "an empty table as somebody new", self._somebody_new
        yield "a GM who waits for characters", self._gm_waits

    def below(self) -> Iterator[tuple[str, Way]]:
        """The pages below the table: forms, lists, a sheet on paper."""
        for page in self.GMS_PAGES:
            yield f"the GM's {page}", self._at(self.seats["Robin"] + page)
        for_gm, for_players = self._other_forms()
        for act in (*self.GMS_ACTS, *for_gm):
            yield f"the GM's {act}", self._at(f"{self.seats['Robin']}act/{act}")
        yield "a sheet on paper", self._of_the_hero("print?character=")
        for act in (*self.PLAYERS_ACTS, *for_players):
            yield f"a player's {act}", self._of_the_hero(f"act/{act}{'&' if '?' in act else '?'}character=")
        if self.ANSWER:
            yield "an answer", self._answer

    def _other_forms(self) -> tuple[list[str], list[str]]:
        """The acts that draw a form like no other and are not named above: those of GMs alone, and everybody's."""
        named = {one.partition("?")[0] for one in (*self.GMS_ACTS, *self.PLAYERS_ACTS)}
        drawn = {one.template for one in acts.acts() if one.name in named}
        left = [one for one in forms_of(self.GAME) if one.template not in drawn]
        return [one.name for one in left if one.who is acts.gms], [one.name for one in left if one.who is not acts.gms]

    def _at(self, address: str, live: bool = False) -> Way:
        def way(screen: Screen) -> None:
            screen.page.goto("about:blank")  # the same address with another tab is another visit
            screen.go(address)
            if live:
                screen.live()

        return way

    def _empty_table(self, screen: Screen) -> None:
        screen.go(f"/open/?game={self.GAME}")
        screen.page.get_by_label("What is the table called?").fill("Nobody yet")
        screen.press("Open the table")
        self.seats["the new GM"] = screen.sit().url

    def _somebody_new(self, screen: Screen) -> None:
        screen.go(self.seats["the new GM"] + "invite").press("Let everybody in at once")
        screen.go(screen.page.locator("#invite-address").inner_text().strip())
        screen.page.get_by_text("Sit down as somebody else").click()
        screen.page.get_by_label("What shall we call you?").fill("June")
        screen.press("Sit down")
        screen.sit()

    def _gm_waits(self, screen: Screen) -> None:
        screen.go(self.seats["the new GM"]).live()

    def _as_ines(self, screen: Screen) -> None:
        ines = self.seats["Ines"].rstrip("/").rpartition("/")[2]
        screen.go(f"{self.seats['Robin']}as/{ines}/").live()

    def _gms_sheet(self, screen: Screen) -> None:
        screen.go(self.seats["Robin"])
        screen.page.locator(".party").get_by_role("link", name=self.HERO, exact=True).first.click()
        screen.page.wait_for_url("**sheet=**")
        screen.live()

    def _of_the_hero(self, address: str) -> Way:
        def way(screen: Screen) -> None:
            screen.go(self.seats["Ines"] + address + self.hero(screen))

        return way

    def hero(self, screen: Screen) -> str:
        """Her public id, as her sheet has it."""
        if not hasattr(self, "_hero"):
            page = screen.context.request.get(self.seats["Ines"]).text().partition('id="sheet"')[2]
            found = re.search(r'(?:name="character" value="|character=)(x\w{12})"', page)
            assert found
            self._hero = found[1]
        return self._hero

    def _answer(self, screen: Screen) -> None:
        seat = self.seats[self.ASKED]
        found = re.search(r'data-ask="(\w+)"', screen.context.request.get(seat).text())
        assert found, f"{self.ASKED} is asked for nothing"
        screen.go(f"{seat}act/{self.ANSWER}?ask={found[1]}")


class Doors:
    """What is there before any table."""

    def __iter__(self) -> Iterator[tuple[str, Way]]:
        for name, address in {
            "start": "/", "host": "/host/", "open a table": "/open/", "demo": "/demo", "sign in": "/host/sign-in",
            "about": "/about", "a dead link": "/claim/no-such-link", "a page that is not there": "/nowhere",
        }.items():  # fmt: skip
            yield name, partial(Screen.go, address=address)
        for page in ("", "delete"):
            yield f"a table of the host’s: {page}", partial(_of_a_table, page=page)
        yield "a link for a GM", _gm_link


def _of_a_table(screen: Screen, page: str) -> None:
    found = re.search(r"/host/tables/\w+/", screen.context.request.get("/host/").text())
    assert found
    screen.go(found[0] + page)


def _gm_link(screen: Screen) -> None:
    _of_a_table(screen, "")
    screen.page.get_by_role("link", name="A link for the").click()
    screen.page.get_by_role("button", name="A link to the seat of").first.wait_for()


class Dragonfly(Ways):
    GAME = "dragonfly"
    HERO = "Shannon Reyes"
    ANSWER = "dragonfly.answer-check"
    GMS_PAGES = (
        "invite", "seats", "device", "log", "book", "book?q=dice", "how", "rule?id=dragonfly.success-levels",
        "switches", "points",
    )  # fmt: skip
    GMS_ACTS = (
        "dragonfly.ask-check", "dragonfly.check?mode=gm", "dragonfly.award", "dragonfly.make?sheet=full",
        "take-ready", "dragonfly.quick-cast", "dragonfly.rest", "dragonfly.treat", "switches", "undo", "open-scene",
        "open-session", "close-scene", "note", "call-off", "add-line", "step-back",
    )  # fmt: skip
    PLAYERS_ACTS = (
        "dragonfly.check", "dragonfly.resist", "dragonfly.edit", "dragonfly.spend", "dragonfly.plot-twist",
        "dragonfly.im-ok", "dragonfly.adjust?track=life-points", "dragonfly.maneuver-add", "dragonfly.import",
        "condition-add", "condition-remove", "portrait", "roll", "say", "delete-character", "recolour", "undo",
        "move-token", "withdraw-line",
    )  # fmt: skip

    def __iter__(self) -> Iterator[tuple[str, Way]]:
        yield from super().__iter__()
        yield "a check over the stage", self._in_the_pane

    def below(self) -> Iterator[tuple[str, Way]]:
        yield from super().below()
        yield "a player's device", self._at(self.seats["Ines"] + "device")

    def _in_the_pane(self, screen: Screen) -> None:
        screen.go(self.seats["Ines"]).live()
        screen.page.get_by_role("link", name="Roll a check").click()
        screen.page.locator("#act-form").wait_for()


class Crew(Ways):
    GAME = "crew"
    HERO = "Wren"
    ANSWER = "crew.throw"
    GMS_PAGES = ("rule?id=crew.pool", "switches", "points", "how")
    GMS_ACTS = (
        "crew.contest", "crew.ask", "crew.award", "crew.make?sheet=crew", "crew.quick-gmc", "crew.make-ship",
        "crew.complication", "crew.open-conflict", "crew.timed", "crew.bank-spend", "crew.close-episode",
        "crew.place-trait", "crew.set-hero-die", "crew.vehicle-there",
    )  # fmt: skip
    PLAYERS_ACTS = (
        "crew.contest", "crew.edit", "crew.spend", "crew.asset", "crew.nominate", "crew.recover", "crew.trigger",
        "crew.make-ship", "crew.import",
    )  # fmt: skip


class Yarn(Ways):
    GAME = "yarn"
    HERO = "Maud Ferrin"
    ANSWER = "yarn.force"
    GMS_PAGES = ("rule?id=yarn.force", "switches", "points", "how", "book")
    GMS_ACTS = (
        "yarn.ask-check", "yarn.secret-roll", "yarn.make", "yarn.quick-cast", "yarn.make-place", "yarn.set-scene",
        "yarn.change-order", "yarn.set-hand", "yarn.time-passes", "yarn.days-pass", "yarn.recover",
        "yarn.award-dice", "yarn.begin-effort", "yarn.begin-fight", "yarn.begin-creation", "yarn.close-episode",
        "yarn.draw-order", "yarn.deal-harm",
    )  # fmt: skip
    PLAYERS_ACTS = (
        "yarn.check", "yarn.edit", "yarn.oppose", "yarn.call", "yarn.call-montage", "yarn.describe",
        "yarn.object-narration", "yarn.new-trait", "yarn.learn-power", "yarn.import",
    )  # fmt: skip


class Dragon(Ways):
    GAME = "dragon"
    HERO = "Ketta Vane"
    ANSWER = "dragon.answer-offer"
    ASKED = "Robin"
    GMS_PAGES = ("rule?id=dragon.speed-choice", "switches", "how")
    GMS_ACTS = ("dragon.make?role=enemy", "dragon.hurt", "dragon.attack", "dragon.strike-skill")
    PLAYERS_ACTS = ("dragon.check", "dragon.edit", "dragon.go", "dragon.attack", "dragon.import")


class RoughMagic(Ways):
    GAME = "rough_magic"
    HERO = "Ressa Tull"
    GMS_PAGES = ("rule?id=rough_magic.roll", "switches", "points", "how")
    GMS_ACTS = (
        "rough_magic.make?role=enemy", "rough_magic.make-thing", "rough_magic.hurt", "rough_magic.attack",
        "rough_magic.award",
    )  # fmt: skip
    PLAYERS_ACTS = ("rough_magic.check", "rough_magic.edit", "rough_magic.attack", "rough_magic.propose-point")


GAMES: dict[str, type[Ways]] = {
    "Dragonfly": Dragonfly, "Crew": Crew, "Dragon": Dragon, "Rough Magic": RoughMagic, "Yarn": Yarn,
}  # fmt: skip
