"""A table with its pages open, without sockets: what the hub would draw for each is drawn and put into the page.

Beside the pages that live through everything there are, after each act, pages that were away while it was done: one
comes back on its socket, one asks for the news.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.table import log, panels
from apps.table.desk import Desk
from apps.table.ids import token_hash
from apps.table.live.drawing import Drawn, Work, draw
from apps.table.live.screens import Screen
from apps.table.models import Seat, Table
from apps.table.viewer import Viewer
from tests.desks import at_desk
from tests.live_client import Page, Reload, as_html, drop, in_a_holder, plain_text
from tests.people import Person


@dataclass
class Open:
    """One page: whose, what it has laid open, through whose eyes; with what it was sent since it was last looked at."""

    person: Person
    opened: dict[str, str] = field(default_factory=dict)
    through: Person | None = None
    page: Page = field(init=False)
    screen: Screen = field(init=False)
    sent: list[str] = field(default_factory=list)
    over: str = ""

    def __post_init__(self) -> None:
        self.load()

    @property
    def looks_as(self) -> str:
        return self.through.seat.public_id if self.through and self.through.seat else ""

    def load(self) -> None:
        """Opens the page anew, as after a reload."""
        self.page = self.fresh()
        self.screen = self.hello(self.page)

    def html(self) -> str:
        if self.through:
            return self.person.at_address(f"as/{self.looks_as}/").content.decode()
        return self.person.page(**self.opened)

    def fresh(self) -> Page:
        return Page(self.html())

    def hello(self, page: Page) -> Screen:
        assert self.person.seat is not None
        return Screen(
            self.person.seat.pk, token_hash(self.person.token), page.cursor, dict(self.opened), self.looks_as
        )  # fmt: skip

    def answered(self, html: str, newer: set[str]) -> None:
        """The answer to this page's own post. What the socket brought since then is newer and stays (live.js)."""
        holder = in_a_holder(html)
        for piece in holder.xpath(".//*[@hx-swap-oob][@id]"):
            if piece.get("id") in newer:
                drop(piece)
        self.page.apply(as_html(holder))

    def take(self, text: str) -> None:
        self.sent.append(text)
        self.page.apply(text)

    def asks_for_news(self, page: Page) -> None:
        """A page that has no socket."""
        query = {"since": page.cursor, **self.opened, **({"as": self.looks_as} if self.through else {})}
        answer = self.person.at_address("news", **query)
        assert answer.status_code == 200
        page.apply(answer.content.decode())

    def viewer(self) -> Viewer:
        found = self.person.viewer
        if self.through:
            assert self.through.seat is not None
            found = found.through(Seat.objects.get(pk=self.through.seat.pk))
        found.open = dict(self.opened)
        return found


class Listener(Open):
    """A page of which only counts what it is sent."""

    def load(self) -> None:
        self.page = Page("<html></html>")
        self.screen = self.hello(self.page)

    def take(self, text: str) -> None:
        self.sent.append(text)


@dataclass(frozen=True)
class Fresh:
    """What a page that is loaded anew shows: its panels by id, and the log's last page."""

    panels: dict[str, str]
    cards: list[tuple[str, str]]
    whole_log: bool

    def differs(self, page: Page) -> list[str]:
        """How a page differs from it; empty is the law."""
        held = page.panels
        wrong = [
            f"{name}:\n  live:  {held.get(name)}\n  fresh: {self.panels.get(name)}"
            for name in sorted(held.keys() | self.panels.keys())
            if held.get(name) != self.panels.get(name)
        ]
        cards = page.cards if self.whole_log else page.cards[-len(self.cards) :]
        if [name for name, _ in cards] != [name for name, _ in self.cards]:
            wrong.append(f"cards:\n  live:  {[name for name, _ in cards]}\n  fresh: {[name for name, _ in self.cards]}")
            return wrong
        pairs = zip(cards, self.cards, strict=True)
        return wrong + [f"{one[0]}:\n  live:  {one[1]}\n  fresh: {two[1]}" for one, two in pairs if one != two]


def shown_by(desk: Desk, one: Open) -> Fresh:
    """What this page would show if it were loaded now from a process with that desk."""
    viewer = at_desk(desk, one.viewer())
    drawn = {panel.name: panels.drawn(panel, viewer).text for panel in panels.panels_of(viewer)}
    texts = {f"panel-{name}": plain_text(str(text)) for name, text in drawn.items()}
    cards = log.page(viewer)
    rows = [(f"card-{card.event.public_id}", plain_text(str(log.draw_card(card, viewer)))) for card in cards]
    return Fresh(texts, rows, len(cards) < log.PAGE)


class OpenTable:
    """All pages of a table; `settle` sends each what the acts since brought for it, as the hub does in one pass."""

    def __init__(self, table: Table, **pages: Open) -> None:
        self.table = table
        self.pages = pages
        self.version: int | None = None
        self.seen = 0
        self.atoms: dict = {}  # type: ignore[type-arg]
        self.join(*pages)
        self.quiet()

    def join(self, *names: str) -> None:
        """These pages say hello."""
        self._note(draw(self._work(newcomers=[self.pages[name].screen for name in names])))

    @property
    def living(self) -> dict[str, Open]:
        return {name: one for name, one in self.pages.items() if not one.over}

    def come_back(self, away: Mapping[str, Page]) -> None:
        """These pages, which had no socket for a while, say hello again with their cursors."""
        screens = {name: self.pages[name].hello(page) for name, page in away.items()}
        parcels = draw(Work(self.table.pk, newcomers=list(screens.values()))).parcels
        for (name, page), parcel in zip(away.items(), parcels, strict=True):
            try:
                page.apply(parcel.text)
            except Reload:
                page.loads(self.pages[name].html())

    def _work(self, **about: list[Screen]) -> Work:
        return Work(self.table.pk, self.version, self.seen, atoms=self.atoms, **about)

    def settle(self) -> None:
        self._note(draw(self._work(members=[one.screen for one in self.pages.values() if not one.over])))

    def quiet(self) -> None:
        for one in self.pages.values():
            one.sent.clear()

    def _note(self, drawn: Drawn) -> None:
        self.version, self.seen = drawn.version, drawn.seen
        by_screen = {id(one.screen): one for one in self.pages.values()}
        newcomers = []
        for parcel in drawn.parcels:
            one = by_screen[id(parcel.screen)]
            if parcel.over == "left":
                one.over = "left"
                continue
            try:
                if parcel.text:
                    one.take(parcel.text)
            except Reload:
                one.load()
                newcomers.append(one.screen)
                continue
            screen = parcel.screen
            screen.last, screen.sent, screen.role = parcel.last, dict(parcel.sent), parcel.role
        if newcomers:
            self._note(draw(self._work(newcomers=newcomers)))
