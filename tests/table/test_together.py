"""At the same moment: eight people at one point, a seat that goes while its act waits, one submit eight times."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse

from apps.characters.models import Character, Move, Track
from apps.table import door
from apps.table.desk import Desk
from apps.table.hold import hold, kept_still
from apps.table.ids import token_hash
from apps.table.live import drawing
from apps.table.live.hub import Hub
from apps.table.live.screens import Connection, Screen
from apps.table.models import Event, Receipt, Seat, Table
from tests.people import Person, newest_event, sit_down, state_of_play

EIGHT = 8

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Committed, so that other threads see it."""
    from tests.people import open_a_table

    return open_a_table()


def at_once(*acts: Callable[[], HttpResponse]) -> list[HttpResponse]:
    """Does these acts at the same moment, each in a thread with a connection of its own."""
    start, answers = threading.Barrier(len(acts)), [HttpResponse(status=500)] * len(acts)

    def one(place: int) -> None:
        start.wait(10)
        try:
            answers[place] = acts[place]()
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


def hero_with_points(gm: Person, ines: Person, points: int) -> Character:
    ines.does("dragonfly.make", name="Shannon Reyes", role="cast-member", life_points=40)
    hero = Character.objects.get(name="Shannon Reyes")
    gm.does("dragonfly.adjust", character=hero.public_id, track="drama-points", set=points)
    assert points_of(hero) == points
    return hero


def points_of(hero: Character) -> int:
    return Track.objects.get(character=hero, key="drama-points").value


def test_eight_people_spend_the_same_last_point_and_one_pays(table: Table, gm: Person, ines: Person) -> None:
    hero = hero_with_points(gm, ines, 1)
    people = [sit_down(table, f"Director {number}", "gm") for number in range(EIGHT)]
    before, moves, events = Table.objects.get().version, Move.objects.count(), Event.objects.count()
    answers = at_once(
        *(lambda one=one: one.post("dragonfly.spend", character=hero.public_id, points=1) for one in people)
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [422] * (EIGHT - 1)
    assert all("none is left" in one.content.decode() for one in answers if one.status_code == 422)
    assert points_of(hero) == 0
    assert Table.objects.get().version == before + 1
    assert (Move.objects.count(), Event.objects.count()) == (moves + 1, events + 1)


def test_eight_people_spend_three_points_and_three_pay(table: Table, gm: Person, ines: Person) -> None:
    hero = hero_with_points(gm, ines, 3)
    people = [ines, *(sit_down(table, f"Director {number}", "gm") for number in range(EIGHT - 1))]
    answers = at_once(
        *(lambda one=one: one.post("dragonfly.spend", character=hero.public_id, points=1) for one in people)
    )
    assert sorted(answer.status_code for answer in answers) == [200] * 3 + [422] * (EIGHT - 3)
    assert points_of(hero) == 0


def test_the_same_submit_eight_times_at_once_is_one_event(table: Table, gm: Person, ines: Person) -> None:
    before = Event.objects.count()
    answers = at_once(*(lambda: ines.post("say", nonce="0123456789abcdef", text="Once.") for _ in range(EIGHT)))
    assert [answer.status_code for answer in answers] == [200] * EIGHT
    assert Event.objects.count() == before + 1
    assert Receipt.objects.count() == 1
    card = f"card-{newest_event(table).public_id}"
    assert all(card in answer.content.decode() for answer in answers)


def test_eight_acts_at_once_have_versions_without_gaps(table: Table, gm: Person, ines: Person) -> None:
    people = [sit_down(table, f"Player {number}") for number in range(EIGHT)]
    answers = at_once(*(lambda one=one: one.post("say", text="All at once.") for one in people))
    assert [answer.status_code for answer in answers] == [200] * EIGHT
    assert list(table.changes.order_by("version").values_list("version", flat=True)) == list(range(1, EIGHT + 1))
    assert Table.objects.get().version == EIGHT


# a seat that is removed while its act waits


@contextmanager
def waiting_for_the_hold(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[], HttpResponse]
) -> Iterator[list[HttpResponse]]:
    """Inside, this thread has the hold and `act` waits for it in another one; its answer is there afterwards."""
    came, answers = threading.Event(), list[HttpResponse]()

    @contextmanager
    def noted(table_id: str) -> Iterator[Desk]:
        if threading.current_thread() is waiting:
            came.set()
        with kept_still(table_id) as desk:
            yield desk

    def acting() -> None:
        try:
            answers.append(act())
        finally:
            connection.close()

    monkeypatch.setattr(door, "kept_still", noted)
    waiting = threading.Thread(target=acting)
    with hold(Table.objects.get().public_id):
        waiting.start()
        assert came.wait(10)
        time.sleep(0.1)
        assert not answers, "the act did not wait"
        yield answers
    waiting.join(30)


def test_a_seat_removed_while_its_act_waits_is_refused(
    table: Table, gm: Person, ines: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ines.seat is not None
    with waiting_for_the_hold(monkeypatch, lambda: ines.post("say", text="Too late.")) as answers:
        gm.does("remove-seat", seat=ines.seat.public_id)
        after = state_of_play(table)
    assert [answer.status_code for answer in answers] == [404]
    assert state_of_play(table) == after
    assert Seat.objects.get(pk=ines.seat.pk).removed_at is not None


def test_the_last_point_taken_back_while_a_spend_waits(
    table: Table, gm: Person, ines: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    hero = hero_with_points(gm, ines, 1)
    spend = lambda: ines.post("dragonfly.spend", character=hero.public_id, points=1)  # noqa: E731
    with waiting_for_the_hold(monkeypatch, spend) as answers:
        gm.does("dragonfly.take-back", character=hero.public_id, points=1)
        after = state_of_play(table)
    assert [answer.status_code for answer in answers] == [422]
    assert state_of_play(table) == after


# pages that come and change at the same moment


@pytest.mark.asyncio
async def test_a_page_that_joins_while_the_heartbeat_reads_stays(
    table: Table, gm: Person, ines: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub(lambda: None)
    pages = [Connection(Screen(one.seat.pk, token_hash(one.token), "")) for one in (gm, ines) if one.seat]
    monkeypatch.setattr("apps.table.live.hub.Feed._go", lambda feed: None)
    hub.join(table.pk, pages[0])

    async def read_slowly(function: Any, *args: Any) -> Any:
        hub.join(table.pk, pages[1])
        return {}, {(pages[0].screen.seat_key, pages[0].screen.device)}

    monkeypatch.setattr("apps.table.live.hub.reading.read", read_slowly)
    await hub.catch_up()
    assert [page.over for page in pages] == [False, False]


def test_a_card_that_came_with_an_answer_and_was_taken_back_meanwhile_is_drawn_again(
    table: Table, gm: Person, ines: Person
) -> None:
    assert ines.seat is not None
    ines.does("say", text="Before")
    cursor = newest_event(table).public_id
    ines.does("say", text="From the answer")
    card = newest_event(table)
    gm.does("undo", event=card.public_id)
    screen = Screen(ines.seat.pk, token_hash(ines.token), cursor)
    parcel = drawing.draw(drawing.Work(table.pk, newcomers=[screen])).parcels[0]
    again = parcel.text.partition(f'hx-swap-oob="outerMorph" id="card-{card.public_id}"')[2]
    assert "taken back by Director" in again


def test_a_card_that_was_revealed_meanwhile_is_put_in_though_the_card_that_told_so_was_hidden(
    table: Table, gm: Person, ines: Person, dice: Callable[..., None]
) -> None:
    assert ines.seat is not None
    gm.does("say", text="Before")
    dice(4)
    gm.does("roll", formula="1d6", mode="gm")
    card = newest_event(table)
    gm.does("say", text="The last that she saw")
    cursor = newest_event(table).public_id
    gm.does("reveal", event=card.public_id)
    gm.does("hide", event=newest_event(table).public_id)
    screen = Screen(ines.seat.pk, token_hash(ines.token), cursor)
    parcel = drawing.draw(drawing.Work(table.pk, newcomers=[screen])).parcels[0]
    assert f'id="card-{card.public_id}"' in parcel.text
