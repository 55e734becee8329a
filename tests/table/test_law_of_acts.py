"""The law of the live channel, for every act and every seat: what was sent equals what a fresh page shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import lxml.html
import pytest

from apps.rules.dice import ScriptedDice
from apps.table import acts, door, log
from apps.table.models import Change
from tests.acts_of_an_evening import Evening, evening, said
from tests.evenings import EVENINGS, all_steps, prepared
from tests.live_client import Page, Reload
from tests.open_table import Fresh, Open, OpenTable, fresh

OF_THIS_TABLE = {"", "dragonfly"}


def test_every_act_is_in_the_evening() -> None:
    missing = {one.name for one in acts.acts() if one.game in OF_THIS_TABLE} - {one.act for one in all_steps()}
    assert not missing


@pytest.fixture
def tonight(db: None, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Evening:
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(door, "dice", ScriptedDice([]))
    return evening()


class Watch:
    """Compares pages with what a fresh one shows, and notes what differs under the act's name."""

    def __init__(self, tonight: Evening, *names: str) -> None:
        """Of two GMs the first has a sheet laid open; "eyes" is the page of a GM who looks as a player does."""
        self.tonight = tonight
        people = tonight.people
        pages = {name: Open(people[name]) for name in names if name != "eyes"}
        if "eyes" in names:
            pages["eyes"] = Open(people["gm"], through=people["marek"])
        self.table = OpenTable(tonight.table, **pages)
        self.wrong: list[str] = []
        self.turn = 0

    def lay_open(self, who: str, name: str) -> None:
        page = self.table.pages[who]
        page.opened = page.person.opened = {"sheet": self.tonight.character(name)}
        page.load()
        self.table.join(who)

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

    def compare(self, name: str, away: Mapping[str, str] | None = None) -> None:
        living = self.table.living
        shown = dict(zip(living, fresh(living.values()), strict=True))
        for who, one in living.items():
            self.note(f"{name}, {who}", shown[who].differs(one.page))
        if away:
            self.compare_returned(name, {who: html for who, html in away.items() if who in living}, shown)

    def compare_returned(self, name: str, away: Mapping[str, str], shown: Mapping[str, Fresh]) -> None:
        """Pages that were away come back on their sockets and one asks for the news, each time others."""
        names = [list(away)[(self.turn + place) % len(away)] for place in range(3)]
        pages = {who: Page(away[who]) for who in names[:2]}
        self.table.come_back(pages)
        for who, page in pages.items():
            self.note(f"{name}, {who} back again", shown[who].differs(page))
        who = names[2]
        page = Page(away[who])
        with suppress(Reload):
            self.table.pages[who].asks_for_news(page)
            self.note(f"{name}, {who} by news", shown[who].differs(page))

    def note(self, where: str, differences: list[str]) -> None:
        self.wrong += [f"{where}: {one}" for one in differences]


EVERYBODY = ("gm", "second", "ines", "marek", "watcher", "eyes")


def as_html(table: OpenTable) -> dict[str, str]:
    """Each page as it stands: what a browser keeps that loses its line now."""
    return {who: lxml.html.tostring(one.page.root, encoding="unicode") for who, one in table.living.items()}


@pytest.mark.slow
@pytest.mark.parametrize("which", EVENINGS)
def test_what_was_sent_is_what_a_fresh_page_shows(tonight: Evening, which: str) -> None:
    """After each act, for each seat: the page that was sent it, the one that was away, the one without a socket."""
    first, own = prepared(which)
    for step in first:
        tonight.do(step)
    watch = Watch(tonight, *EVERYBODY)
    if first:
        watch.lay_open("gm", "Dockhand 1")
    for step in own:
        away = as_html(watch.table)
        watch.heard(step.who, tonight.do(step))
        watch.compare(str(step), away)
        if step.act == "dragonfly.quick-cast" and not watch.table.pages["gm"].opened:
            watch.lay_open("gm", "Dockhand 1")
    for who, one in watch.table.living.items():
        watch.note(f"the page of {who} at the end", one.page.same_as(one.fresh()))
        assert not [text for text in one.sent if re.search("csrf|name=.nonce", text, re.IGNORECASE)], who
    assert not watch.wrong, told(watch.wrong)


@pytest.mark.slow
@pytest.mark.parametrize("which", EVENINGS)
def test_what_is_taken_back_and_done_again_is_on_every_page(tonight: Evening, which: str) -> None:
    """Each act that can be taken back is, and then the taking back is: with each the pages are as fresh ones."""
    first, own = prepared(which)
    for step in first:
        tonight.do(step)
    watch = Watch(tonight, "gm", "ines", "watcher")
    for step in own:
        watch.heard(step.who, tonight.do(step))
        if not undoable(tonight):
            continue
        for word in ("taken back", "done again"):
            event = newest_turn(tonight)
            answer = tonight.people["gm"].post("undo", event=event.public_id)
            assert answer.status_code == 200, f"{step} {word}: {said(answer)}"
            watch.heard("gm", answer)
            watch.compare(f"{step} {word}")
    assert not watch.wrong, told(watch.wrong)


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
    """Where it differs, all of it in short and the first in full."""
    return "\n".join(dict.fromkeys(one.partition("\n")[0] for one in wrong)) + "\n\n" + "\n\n".join(wrong[:6])
