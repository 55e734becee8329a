"""A table with its pages open, without sockets: what the hub would draw for each is drawn and put into the page.

Beside the pages that live through everything there are, after each act, pages that were away while it was done: one
comes back on its socket, one asks for the news.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import lxml.html
from django.db import connection

from apps.table import log, panels
from apps.table.ids import token_hash
from apps.table.live.drawing import Drawn, Work, draw
from apps.table.live.screens import Screen
from apps.table.models import Seat, Table
from apps.table.viewer import Viewer
from tests.live_client import Page, Reload, plain_text
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
            return self.person.at_address("as", seat=self.looks_as).content.decode()
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
        holder = lxml.html.fragment_fromstring(html, create_parent="div")
        for piece in holder.xpath(".//*[@hx-swap-oob][@id]"):
            if piece.get("id") in newer:
                piece.drop_tree()
        self.page.apply(lxml.html.tostring(holder, encoding="unicode"))

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


Question = tuple[Any, Any]


class Drawings:
    """Panels as a page shows them that is loaded now, drawn by the page's own functions, without the live channel;
    those that are drawn per role for one seat of the role.

    A panel is what its questions to the database make of it, asked by a viewer who has read nothing yet: where seat,
    table and the answers to all of them are as they were, its text is too, and it is not drawn again.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], tuple[str, list[tuple[Question, list[Any]]]]] = {}

    def of(self, panel: panels.Panel, viewer: Viewer) -> str:
        key = (panel.name, panel.group(viewer), viewer.watching, _standing(panel, viewer))
        text, answers = self._kept.get(key, ("", []))
        if not answers or any(_answer(question) != rows for question, rows in answers):
            asked: list[Question] = []
            with connection.execute_wrapper(_noting(asked)):
                text = plain_text(str(panels.draw(panel, replace(viewer))))
            self._kept[key] = (text, [(question, _answer(question)) for question in asked])
        return text

    def fresh(self, one: Open) -> Fresh:
        """What this page would show if it were loaded now."""
        viewer = one.viewer()
        texts = {f"panel-{panel.name}": self.of(panel, viewer) for panel in panels.panels_of(viewer)}
        cards = log.page(viewer)
        rows = [(f"card-{card.event.public_id}", plain_text(str(log.draw_card(card, viewer)))) for card in cards]
        return Fresh(texts, rows, len(cards) < log.PAGE)


def _standing(panel: panels.Panel, viewer: Viewer) -> str:
    """What a panel may show of the rows that its viewer comes with; the table's version tells only that it changed."""
    rows: list[Any] = [viewer.table] if panel.per == "role" else [viewer.table, viewer.seat]
    fields = [(field.attname, getattr(row, field.attname)) for row in rows for field in row._meta.concrete_fields]
    return repr([one for one in fields if one[0] != "version"])


def _noting(asked: list[Question]) -> Callable[..., Any]:
    def note(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    return note


def _answer(question: Question) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(*question)
        return list(cursor.fetchall())


class OpenTable:
    """All pages of a table; `settle` sends each what the acts since brought for it, as the hub does in one pass."""

    def __init__(self, table: Table, **pages: Open) -> None:
        self.table = table
        self.pages = pages
        self.version: int | None = None
        self.seen = 0
        self.atoms: dict = {}  # type: ignore[type-arg]
        self.drawings = Drawings()
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
                page.root = self.pages[name].fresh().root

    def _work(self, **about: list[Screen]) -> Work:
        return Work(self.table.pk, self.version, self.seen, atoms=self.atoms, **about)  # type: ignore[arg-type]

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
