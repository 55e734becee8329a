"""The law of the live channel, looked for through a whole evening: what was sent is what a fresh page shows.

After each act every page was sent what the act brought. Compared with a fresh one are then the page of whoever acted
and those of some others by turns (of one more quiet tap two pages), one page that was away and comes back, on its
socket or by asking for the news; and at the end of the evening every page, as the server gives it. A page that was not
sent what it should have been stays wrong, so that what one turn does not look at another one finds.

Each act that no evening before this one plays is taken back once, and then the taking back is; both times pages are
compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import cycle
from typing import Any

import lxml.html

from apps.characters.models import Character
from apps.table import log
from apps.table.models import Change
from tests.acts_of_an_evening import Evening, Step, said
from tests.evenings import EVENINGS, own_acts, prepared
from tests.live_client import Page, Reload
from tests.open_table import Fresh, Open, OpenTable

ALWAYS = ("gm", "ines", "marek", "watcher")
BY_TURNS = ("second", "eyes")
"""One of these sits at every second evening: a GM without the sheet that the first one has laid open, and a GM who
looks as Marek does."""
TAKEN_BACK = (("gm", "ines"), ("gm", "watcher"))
DONE_AGAIN = (("gm", "marek"), BY_TURNS)


def broken_by(tonight: Evening, which: str) -> str:
    """Plays an evening before open pages. Where it differs, all of it in short and the first in full."""
    first, own = prepared(which)
    for step in first:
        tonight.do(step)
    watch = Watch(tonight, (*ALWAYS, BY_TURNS[list(EVENINGS).index(which) % 2]), own_acts(which))
    watch.lay_open()
    for step in own:
        watch.plays(step)
    watch.ends()
    return told(watch.wrong)


class Watch:
    """Compares pages with what a fresh one shows, and notes what differs under the act's name."""

    def __init__(self, tonight: Evening, names: tuple[str, ...], unmet: set[str]) -> None:
        """`unmet` are the acts that are to be taken back."""
        self.tonight = tonight
        self.unmet = unmet
        people = tonight.people
        pages = {name: Open(people[name]) for name in names if name != "eyes"}
        if "eyes" in names:
            pages["eyes"] = Open(people["gm"], through=people["marek"])
        self.table = OpenTable(tonight.table, **pages)
        self.wrong: list[str] = []
        self.turn = 0
        self.tapped: set[str] = set()
        self.turns = cycle(names)

    def lay_open(self) -> None:
        """As soon as there is somebody whom no player plays, the GM has that sheet laid open."""
        page = self.table.pages["gm"]
        if page.opened:
            return
        cast = Character.objects.filter(table=self.tonight.table, seat=None, hidden=False).order_by("pk").first()
        if cast is not None:
            page.opened = page.person.opened = {"sheet": cast.public_id}
            page.load()
            self.table.join("gm")

    def plays(self, step: Step) -> None:
        who, way = self.next_away()
        away = lxml.html.tostring(self.table.pages[who].page.root, encoding="unicode")
        self.heard(step.who, self.tonight.do(step))
        if not self.told_anew(step):
            self.compare(str(step), dict.fromkeys([step.who, next(self.turns)]))
            return
        acted = [step.who] if step.who in self.table.pages else []
        shown = self.compare(str(step), dict.fromkeys([*acted, who, next(self.turns), next(self.turns)]))
        if who in shown:
            self.compare_returned(f"{step}, {who} back by {way}", who, way, Page(away), shown[who])
        if step.act in self.unmet and undoable(self.tonight):
            self.unmet.remove(step.act)
            self.takes_back(step)
        self.lay_open()

    def told_anew(self, step: Step) -> bool:
        """False for one more of the same quiet taps, after which two pages are enough."""
        again = step.act in self.tapped
        if newest_turn(self.tonight) is None:
            self.tapped.add(step.act)
        return not again

    def next_away(self) -> tuple[str, str]:
        """Who is away during the next act, and how they return."""
        names = list(self.table.living)
        return names[self.turn % len(names)], ("socket", "news")[self.turn // len(names) % 2]

    def takes_back(self, step: Step) -> None:
        for word, names in (("taken back", TAKEN_BACK), ("done again", DONE_AGAIN)):
            event = newest_turn(self.tonight)
            answer = self.tonight.people["gm"].post("undo", event=event.public_id)
            assert answer.status_code == 200, f"{step} {word}: {said(answer)}"
            self.heard("gm", answer)
            self.compare(f"{step} {word}", names[len(self.unmet) % 2])

    def ends(self) -> None:
        for who, one in self.table.living.items():
            self.note(f"the page of {who} at the end", one.page.same_as(one.fresh()))
            assert not [text for text in one.sent if re.search("csrf|name=.nonce", text, re.IGNORECASE)], who

    def heard(self, who: str, answer: Any) -> None:
        """What answers the post and what the socket brings reach the page of whoever acts, in either order."""
        self.turn += 1
        page = self.table.living.get(who)
        before = len(page.sent) if page else 0
        if self.turn % 2:
            self.table.settle()
        if page and not page.over:
            newer = set(re.findall(r' id="((?:panel|card)-[^"]+)"', "".join(page.sent[before:])))
            page.answered(answer.content.decode(), newer)
        if not self.turn % 2:
            self.table.settle()

    def compare(self, name: str, whose: Iterable[str]) -> dict[str, Fresh]:
        living = {who: self.table.living[who] for who in whose if who in self.table.living}
        shown = {who: self.table.drawings.fresh(one) for who, one in living.items()}
        for who, one in living.items():
            self.note(f"{name}, {who}", shown[who].differs(one.page))
        return shown

    def compare_returned(self, where: str, who: str, way: str, page: Page, shown: Fresh) -> None:
        """A page that was away comes back on its socket, or has none and asks for the news."""
        if way == "socket":
            self.table.come_back({who: page})
            self.note(where, shown.differs(page))
            return
        with suppress(Reload):
            self.table.pages[who].asks_for_news(page)
            self.note(where, shown.differs(page))

    def note(self, where: str, differences: list[str]) -> None:
        self.wrong += [f"{where}: {one}" for one in differences]


def undoable(tonight: Evening) -> bool:
    """Whether the newest commit was an act that a GM can take back and hears of."""
    event = newest_turn(tonight)
    return event is not None and not event.lasting and event.kind != "undo" and hears(tonight, event)


def newest_turn(tonight: Evening) -> Any:
    """The main event of the newest commit; None where it was a quiet one."""
    return Change.objects.filter(table=tonight.table).select_related("event").latest("version").event


def hears(tonight: Evening, event: Any) -> bool:
    return log.told(tonight.people["gm"].viewer, event) is not None


def told(wrong: list[str]) -> str:
    short = "\n".join(dict.fromkeys(one.partition("\n")[0] for one in wrong))
    return short and f"{short}\n\n" + "\n\n".join(wrong[:6])
