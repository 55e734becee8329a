"""The log: pages, search, filters and exports of what this seat may see."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from bs4 import BeautifulSoup

from apps.table import log
from apps.table.desk.registry import opened
from apps.table.models import Event, Telling


@pytest.fixture
def many(table, gm, ines):
    """120 scenes told to everybody, every tenth to the GMs alone."""
    for number in range(120):
        event = Event.objects.create(table=table, kind="scene-closed", seat=gm.seat)
        secret = number % 10 == 0
        facts = {"title": f"Deck {number}", "ended": []}
        Telling.objects.create(event=event, table=table, audience="gms" if secret else "everybody", facts=facts)


def test_the_page_shows_the_last_cards_only(many, ines):
    cards = ines.soup().select("#log-cards > li[id^=card-]")
    assert len(cards) == log.PAGE
    assert "Deck 119" in cards[-1].text


def test_older_cards_come_on_demand_without_a_gap(many, ines):
    seen: list[int] = []
    page = ines.soup()
    while True:
        numbers = [int(one.text.split("Deck ")[1].split("”")[0]) for one in page.select("li[id^=card-]")]
        seen = numbers + seen
        older = page.select_one("#older a")
        if older is None:
            break
        answer = ines.client.get(ines.url + older["href"], headers={"HX-Request": "true"})
        page = BeautifulSoup(answer.content, "lxml")
    assert seen == [number for number in range(120) if number % 10]


def test_the_whole_log_opens_at_its_newest_card(many, ines):
    """By an anchor, so without a script too; older cards go on where one has read to."""
    assert ines.soup().select_one('#panel-menu a[href="log#newest"]')
    page = BeautifulSoup(ines.at_address("log").content, "lxml")
    assert page.select("#log-found ~ #newest")
    leads = {one.get_text(strip=True): str(one["href"]) for one in page.select("#main a")}
    assert leads["To the newest"] == "#newest"
    assert leads["Older cards"].endswith("#newest")
    assert page.select(leads["To the search"])


def test_words_are_found_in_what_is_told(many, ines, gm):
    assert "Deck 57" in ines.at_address("log", q="deck 57").content.decode()
    assert "Deck 58" not in ines.at_address("log", q="deck 57").content.decode()
    assert "Deck 50" in gm.at_address("log", q="deck 50").content.decode()


def test_a_search_for_a_secret_is_like_a_search_for_nothing(many, ines):
    found = [
        re.sub(r'"X-CSRFToken": "\w+"', "", ines.at_address("log", q=words).content.decode()).replace(words, "-")
        for words in ("deck 50", "deck 999")
    ]
    assert found[0] == found[1]


def test_it_is_filtered_by_seat_and_by_kind(many, gm, ines):
    gm.does("open-scene", title="Somewhere else")
    found = ines.at_address("log", seat=gm.seat.public_id, group="table").content.decode()
    assert "Somewhere else" in found
    assert "Somewhere else" not in ines.at_address("log", seat=ines.seat.public_id).content.decode()
    assert "Somewhere else" not in ines.at_address("log", group="rolls").content.decode()


def test_the_exports_hold_what_this_seat_may_see(many, gm, ines):
    mine = json.loads(ines.at_address("export-log", **{"as": "json"}).content)
    theirs = json.loads(gm.at_address("export-log", **{"as": "json"}).content)
    assert len(mine["events"]) == 108
    assert len(theirs["events"]) == 120
    text = ines.at_address("export-log", **{"as": "md"}).content.decode()
    assert text.count("closes the scene") == 108
    assert "Deck 50" not in text
    assert text.startswith("# The Kestrel’s Wake")


def test_the_whole_log_says_of_which_day_a_card_is(many, ines):
    """A week lies between two evenings, and a card names the time alone."""
    first, second = datetime(2026, 11, 21, 20, tzinfo=UTC), datetime(2026, 11, 28, 19, tzinfo=UTC)
    Event.objects.update(at=second)
    Event.objects.filter(pk__lt=Event.objects.order_by("-pk")[9].pk).update(at=first)
    found = BeautifulSoup(ines.at_address("log").content, "lxml").select("#log-found > li:not(:first-child)")
    days = [(number, one.get_text()) for number, one in enumerate(found) if "day" in one["class"]]
    assert days == [(0, "Saturday 21 November 2026"), (len(found) - 10, "Saturday 28 November 2026")]


def test_markdown_signs_are_only_text(gm, ines):
    gm.does("open-scene", title="*bold* [link](http://x) <b>")
    text = ines.at_address("export-log").content.decode()
    assert "\\*bold\\* \\[link\\](http://x) \\<b\\>" in text


def test_a_hostile_page_mark_shows_the_newest(many, ines):
    answer = ines.at_address("log", before="x' OR 1=1 --")
    assert answer.status_code == 200
    assert "Deck 119" in answer.content.decode()


def test_a_stranger_reads_no_log(many, ines, stranger):
    stranger.at(ines)
    for address in ("", "log", "export-log", "book", "switches"):
        assert stranger.at_address(address).status_code == 404


@pytest.mark.parametrize("address", ["export-log?as=md", "export-log?as=json", "log?q=lantern"])
def test_acts_go_on_while_the_whole_log_is_read(gm, ines, monkeypatch, address):
    ines.does("say", text="The lantern is out.")
    free = []
    real = log.Told._sentence

    def noted(told):
        free.append(_is_free(opened(gm.table.pk).lock))
        return real(told)

    monkeypatch.setattr(log.Told, "_sentence", noted)
    path, _, query = address.partition("?")
    answer = ines.client.get(f"{ines.url}{path}?{query}")
    assert "lantern" in answer.content.decode()
    assert free
    assert all(free)


def _is_free(lock):
    """Whether another thread could take it now."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(lambda: lock.acquire(blocking=False) and not lock.release()).result()
