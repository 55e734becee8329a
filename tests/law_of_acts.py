"""The law of the live channel, looked for through a whole evening: what was sent is what a fresh page shows.

After each act every page was sent what the act brought. Compared with a fresh one are then the page of whoever acted
and those of some others by turns (of one more quiet tap two pages), one page that was away and comes back, on its
socket or by asking for the news; and at the end of the evening every page, as the server gives it. A page that was not
sent what it should have been stays wrong, so that what one turn does not look at another one finds. The fresh page is
drawn by another desk, loaded from the database a moment ago, with nothing kept but texts whose every row came out of it
as before (tests/anew.py), and at the end with nothing at all; the desk of this process, and that of another one that
reads only what commits name, must be as it is, row for row.

Each act that no evening before this one plays is first done twice in vain: it is refused when it has made its changes,
and it breaks when it has written its commit; both times desk and rows must be as if nothing had been done. When it was
done it is taken back once, and then the taking back is; both times pages are compared.

What each act asks the database is counted: nothing but this keeps an act from asking more and more. A panel asks
nothing, but for an event of long ago that a line of the ledger tells of, once.
SAME_AGAIN=1 with -s prints which panels were drawn again after which act, and came out as they were.
"""

from __future__ import annotations

import logging
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import cycle
from statistics import median
from typing import Any

from apps.characters.models import Character
from apps.rules.refusal import Refused
from apps.table import acts, log, panels
from apps.table.desk import Desk, opened
from apps.table.models import Change
from apps.table.turn import Turn
from apps.table.viewer import Viewer
from tests.acts_of_an_evening import Evening, Given, Step, said
from tests.anew import Anew
from tests.desks import differences, fresh_desk, reading
from tests.evenings import EVENINGS, own_acts, prepared
from tests.live_client import Page, Reload
from tests.open_table import Fresh, Open, OpenTable, shown_by

ALWAYS = ("gm", "ines", "marek", "watcher")
BY_TURNS = ("second", "eyes")
"""One of these sits at every second evening: a GM without the sheet that the first one has laid open, and a GM who
looks as Marek does."""
TAKEN_BACK = (("gm", "ines"), ("gm", "watcher"))
DONE_AGAIN = (("gm", "marek"), BY_TURNS)
MOST_QUESTIONS = 15
QUESTIONS_OF_MOST_ACTS = 5
"""Reading questions of one act to the database, its answer drawn: of any, and at the median of an evening."""


def broken_by(tonight: Evening, which: str) -> str:
    """Plays an evening before open pages. Where it differs, all of it in short and the first in full."""
    first, own = prepared(which)
    tonight.goes_by(first)
    watch = Watch(tonight, (*ALWAYS, BY_TURNS[list(EVENINGS).index(which) % 2]), own_acts(which))
    watch.lay_open()
    with same_again(opened(tonight.table.pk)) as drawn_again:
        for step in own:
            drawn_again.act = step.act
            watch.plays(step)
    watch.ends()
    drawn_again.tell()
    return told(watch.wrong + drawn_again.asked + too_curious(tonight))


def too_curious(tonight: Evening) -> list[str]:
    """Acts that ask the database too much; all questions of the one that asks most."""
    counted = sorted(((len(asked), name, asked) for name, asked in tonight.asked), reverse=True)
    wrong = [
        "\n".join([f"{name} asks {count} questions", *asked])
        for count, name, asked in counted
        if count > MOST_QUESTIONS
    ]
    if (middle := median(count for count, _, _ in counted)) > QUESTIONS_OF_MOST_ACTS:
        most = ", ".join(f"{name} {count}" for count, name, _ in counted[: len(counted) // 2])
        wrong.append(f"half of all acts ask {middle} questions or more: {most}")
    return wrong


OF_LONG_AGO = re.compile(
    r'FROM "table_(event" WHERE \("table_event"\."id|telling" WHERE \("table_telling"\."event_id)" = '
)


class Broken(Exception):  # noqa: N818 - reads as what happened
    """Something went wrong in the middle of an act."""


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """That act is refused when it has made all its changes."""
    right = acts._acts[name]

    def run(turn: Turn, form: Any) -> None:
        right.run(turn, form)
        raise Refused("too-late", "This comes too late.")

    acts._acts[name] = replace(right, run=run)
    try:
        yield
    finally:
        acts._acts[name] = right


@contextmanager
def breaking() -> Iterator[None]:
    """All acts break when their commit is written, and before it is done."""
    right = Turn.finish

    def finish(turn: Turn) -> None:
        right(turn)
        raise Broken

    Turn.finish = finish  # type: ignore[assignment, method-assign]
    logging.disable()
    try:
        with suppress(Broken):
            yield
    finally:
        logging.disable(logging.NOTSET)
        Turn.finish = right  # type: ignore[method-assign]


class DrawnAgain:
    """Counts the panels that are drawn anew at one desk, and those of them that come out as they were. None may ask the
    database: all that it shows lies on the desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.act = ""
        self.texts: dict[Any, str] = {}
        self.all: Counter[str] = Counter()
        self.same: Counter[tuple[str, str]] = Counter()
        self.asked: list[str] = []

    def note(self, one: panels.Panel, viewer: Viewer, text: str, asked: list[str]) -> None:
        wrong = [question for question in asked if not OF_LONG_AGO.search(question)]
        self.asked += [f"{self.act}: the panel {one.name} asks\n{question}" for question in wrong]
        key = one.name, one.group(viewer), viewer.watching
        if viewer.desk is self.desk and self.act:
            self.all[self.act] += 1
            self.same[self.act, one.name] += self.texts.get(key) == text
        self.texts[key] = text

    def tell(self) -> None:
        for act, count in self.all.most_common() if os.environ.get("SAME_AGAIN") else ():
            same = {name: times for (of, name), times in self.same.items() if of == act and times}
            print(f"{act}: {count} panels drawn, as they were {sum(same.values())} {same or ''}")


@contextmanager
def same_again(desk: Desk) -> Iterator[DrawnAgain]:
    noted, right = DrawnAgain(desk), panels._drawn

    def drawn(one: panels.Panel, viewer: Viewer) -> panels.Drawn:
        with reading() as asked:
            found = right(one, viewer)
        noted.note(one, viewer, found.text, asked)
        return found

    panels._drawn = drawn
    try:
        yield noted
    finally:
        panels._drawn = right


class Watch:
    """Compares pages with what a fresh one shows, and notes what differs under the act's name."""

    def __init__(self, tonight: Evening, names: tuple[str, ...], unmet: set[str]) -> None:
        """`unmet` are the acts that are to be done in vain, and to be taken back."""
        self.tonight = tonight
        self.unmet = unmet
        self.not_in_vain = set(unmet)
        people = tonight.people
        pages = {name: Open(people[name]) for name in names if name != "eyes"}
        if "eyes" in names:
            pages["eyes"] = Open(people["gm"], through=people["marek"])
        self.table = OpenTable(tonight.table, **pages)
        self.elsewhere = fresh_desk(tonight.table)
        self.anew = Anew(tonight.table)
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
        away = self.table.pages[who].page.copied()
        data = self.tonight.prepare(step)
        if step.act in self.not_in_vain:
            self.not_in_vain.remove(step.act)
            self.in_vain(step, data)
        self.heard(step.who, self.tonight.do(step, data))
        if not self.told_anew(step):
            self.compare(str(step), dict.fromkeys([step.who, next(self.turns)]))
            return
        acted = [step.who] if step.who in self.table.pages else []
        shown = self.compare(str(step), dict.fromkeys([*acted, who, next(self.turns), next(self.turns)]))
        if who in shown:
            self.compare_returned(f"{step}, {who} back by {way}", who, way, away, shown[who])
        if step.act in self.unmet and undoable(self.tonight):
            self.unmet.remove(step.act)
            self.takes_back(step)
        self.lay_open()

    def in_vain(self, step: Step, data: Given) -> None:
        """The act is refused, and fails; what it had changed by then is gone."""
        before = opened(self.tonight.table.pk).version
        with refusing(step.act):
            answer = self.tonight.attempt(step, data)
        assert answer.status_code == 422, f"{step} refused: {answer.status_code} {said(answer)}"
        self.nothing_stays(f"{step} refused", before)
        with breaking():
            answer = self.tonight.attempt(step, data)
            self.note(f"{step} broken", [f"{answer.status_code} {said(answer)}"])
        self.nothing_stays(f"{step} broken", before)

    def nothing_stays(self, name: str, version: int | None) -> None:
        desk = fresh_desk(self.tonight.table)
        self.note(f"{name}, the version", [] if desk.version == version else [f"{version} and {desk.version}"])
        self.note(f"{name}, the desk", differences(opened(desk.key), desk))

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
        desk = fresh_desk(self.tonight.table)
        for who, one in self.table.living.items():
            self.note(f"the page of {who} at the end", one.page.same_as(one.fresh()))
            self.note(f"the page of {who} at the end, nothing kept", shown_by(desk, one).differs(one.page))
            assert not [text for text in one.sent if re.search("csrfmiddlewaretoken|X-CSRFToken|name=.nonce", text)], (
                who
            )

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
        desk = self.anew.desk()
        self.note(f"{name}, the desk", differences(opened(desk.key), desk))
        self.note(f"{name}, another process", differences(self.other(), desk))
        shown = {who: shown_by(desk, one) for who, one in living.items()}
        for who, one in living.items():
            self.note(f"{name}, {who}", shown[who].differs(one.page))
        return shown

    def other(self) -> Desk:
        """The desk of another process, which reads again only what the commits name."""
        self.elsewhere.refresh()
        return self.elsewhere

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
