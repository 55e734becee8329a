"""The live channel under strain: slow pages, broken layers, lost bells, and who is here."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from channels.layers import get_channel_layer

from apps.table import bell, live, panels
from apps.table.live import drawing, presence, relay
from apps.table.live.screens import MOST_UNSENT, RESYNC, Connection, Screen
from tests.live_client import Page, Reload, drained
from tests.people import Person

from .conftest import OpenPage, scene, until

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


async def test_a_page_that_does_not_keep_up_is_closed_to_catch_up_later() -> None:
    connection = Connection(Screen(1, "device", ""))
    for number in range(MOST_UNSENT):
        connection.push(f"<p>{number}</p>")
    assert not connection.over
    connection.push("<p>one too many</p>")
    assert connection.over
    assert connection.waiting.get_nowait() == RESYNC
    assert connection.waiting.empty()


async def test_a_stalled_page_holds_nobody_up(
    gm: Person, ines: Person, marek: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from apps.table.live.consumer import LiveConsumer

    stalled, brisk = await opened(ines), await opened(marek)
    await stalled.drain()
    real = LiveConsumer.send

    async def slowly(self: Any, text_data: str | None = None, **more: Any) -> None:
        if self.seat_key == ines.seat.pk:  # type: ignore[union-attr]
            await asyncio.sleep(60)
        await real(self, text_data=text_data, **more)

    monkeypatch.setattr(LiveConsumer, "send", slowly)
    for number in range(3):
        scene(gm, f"Scene {number}")
        assert await brisk.next(1) is not None
    assert await stalled.next(0.1) is None


async def test_a_bell_that_was_lost_is_made_good_by_the_heartbeat(
    gm: Person, ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm.page()  # whose presence is no news, then
    page = await opened(ines)
    await page.drain()
    monkeypatch.setattr(bell, "ring", lambda table_key, version: None)
    scene(gm, "Unheard")
    assert await page.drain() == []
    await live.running().beat()
    await page.drain()
    assert page.page.same_as(Page(ines.page())) == []


async def test_heartbeats_that_fail_say_so_once(
    alive: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = iter([LookupError, LookupError, LookupError, None, LookupError, asyncio.CancelledError])

    async def beat(self: relay.Relay) -> None:
        if (answer := next(answers)) is not None:
            raise answer

    monkeypatch.setattr(relay, "HEARTBEAT", 0)
    monkeypatch.setattr(relay.Relay, "beat", beat)
    with pytest.raises(asyncio.CancelledError):
        await live.running()._beat_always()
    assert [one.getMessage() for one in caplog.records] == ["a heartbeat failed; the next ones try again"] * 2


async def test_a_bell_of_another_process_is_heard_through_the_layer(
    gm: Person, ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await opened(ines)
    await page.drain()
    await until(lambda: live.running().subscribed)
    monkeypatch.setattr(bell, "ring", lambda table_key, version: None)
    scene(gm, "From elsewhere")
    gm.table.refresh_from_db()
    bell_of_another = {"type": "bell", "table": gm.table.pk, "version": gm.table.version, "from": "another"}
    await get_channel_layer().group_send(relay.GROUP, bell_of_another)
    assert "From elsewhere" in str(await page.next(1))


async def test_a_broken_layer_fails_no_act_and_delays_none(
    gm: Person, ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await opened(ines)
    await page.drain()

    async def dead(*args: Any) -> None:
        await asyncio.sleep(0.05)
        raise ConnectionError("no Redis")

    monkeypatch.setattr(get_channel_layer(), "group_send", dead)
    started = time.monotonic()
    scene(gm, "All the same")
    assert time.monotonic() - started < 1
    assert "All the same" in str(await page.next(1)), "this process hears its own bell without the layer"


async def test_a_subscription_that_broke_is_made_again(
    gm: Person, ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm.page()  # whose presence is no news, then
    page = await opened(ines)
    await page.drain()
    monkeypatch.setattr(bell, "ring", lambda table_key, version: None)
    scene(gm, "While it was deaf")
    ear = live.running()._ear
    assert ear is not None
    ear.cancel()
    assert "While it was deaf" in str(await page.next(3)), "after each new subscription it looks what it missed"
    assert live.running()._ear is not ear


async def test_a_subscription_that_hears_not_even_itself_is_made_again(alive: None) -> None:
    await until(lambda: live.running().subscribed)
    ear = live.running()._ear
    await get_channel_layer().flush()  # its channel is in no group any more
    for _ in range(relay.DEAF_AFTER + 1):
        await live.running().beat()
    await until(lambda: live.running()._ear is not ear and live.running().subscribed)
    for _ in range(relay.DEAF_AFTER * 2):
        await live.running().beat()
        await until(lambda: live.running()._beats_unheard == 0)


async def test_a_panel_that_cannot_be_drawn_stops_nothing_else(
    gm: Person, ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await opened(ines)
    await page.drain()
    real = panels.draw

    def breaks(one: panels.Panel, viewer: Any) -> Any:
        if one.name == "scene":
            raise ValueError("a mistake in a template")
        return real(one, viewer)

    monkeypatch.setattr(panels, "draw", breaks)
    scene(gm, "Anyway")
    frame = str(await page.next(1))
    assert "card-" in frame
    assert 'id="panel-scene"' not in frame


async def test_a_mistake_for_one_seat_costs_that_screen_alone(
    gm: Person, ines: Person, marek: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers, his = await opened(ines), await opened(marek)
    await drained(hers, his)
    real = drawing._Cards.pieces
    assert ines.seat is not None
    key = ines.seat.pk

    def breaks(cards: Any, viewer: Any, new: Any, since: int) -> Any:
        if viewer.seat.pk == key:
            raise ValueError("a mistake of ours")
        return real(cards, viewer, new, since)

    monkeypatch.setattr(drawing._Cards, "pieces", breaks)
    scene(gm, "For the others")
    assert "For the others" in str(await his.next(1))
    with pytest.raises(Reload):
        await hers.next(1)


async def test_a_pass_that_fails_is_made_again(
    gm: Person, ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    page = await opened(ines)
    await page.drain()
    real, failures = drawing.draw, [OperationalError("gone"), OperationalError("gone"), OperationalError("gone")]

    def fails(work: drawing.Work) -> drawing.Drawn:
        if failures:
            raise failures.pop()
        return real(work)

    monkeypatch.setattr(drawing, "draw", fails)
    scene(gm, "After the storm")
    assert await page.next(0.3) is None
    await live.running().beat()
    assert "After the storm" in str(await page.next(1))


async def test_a_feed_without_pages_is_dropped(ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    from apps.table.live import hub

    monkeypatch.setattr(hub, "LINGER", 0.05)
    page = await opened(ines)
    assert list(live.running().hub.feeds) == [ines.table.pk]
    await page.wire.close()
    await until(lambda: live.running().hub.feeds == {})


# who is here


def word(person: Person) -> str:
    assert person.seat is not None
    return presence.state(person.table.pk, person.seat.pk)


async def test_the_words_for_who_is_here(
    ines: Person, marek: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from apps.table.live import hub

    monkeypatch.setattr(hub, "LINGER", 0.05)
    assert word(ines) == "gone"
    page = await opened(ines)
    assert (word(ines), word(marek)) == ("here", "gone")
    second = await opened(ines)
    await page.wire.close()
    await asyncio.sleep(0.15)
    assert word(ines) == "here", "one of two pages is still open"
    await second.wire.close()
    await until(lambda: word(ines) == "reconnecting")
    presence.tick()
    assert word(ines) == "reconnecting"
    monkeypatch.setattr(presence, "GRACE", 0.0)
    assert presence.tick() == {ines.table.pk}
    assert word(ines) == "gone"


async def test_looking_through_somebodys_eyes_one_is_here_and_they_are_not(
    gm: Person, ines: Person, opened: OpenPage
) -> None:
    await opened(gm, looks_at=ines)
    assert (word(gm), word(ines)) == ("here", "gone")


async def test_who_has_no_line_is_here_for_a_while_after_each_request(
    ines: Person, marek: Person, watcher: Person, alive: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ines.page()
    marek.does("pause")
    await visits_are_noted(ines, marek)
    assert (word(ines), word(marek), word(watcher)) == ("here", "here", "gone")
    await minutes_pass(14, monkeypatch)
    assert (word(ines), word(marek)) == ("here", "here")
    await minutes_pass(16, monkeypatch)
    assert (word(ines), word(marek)) == ("gone", "gone"), "a visit that is over is nobody who reconnects"


async def test_whoever_asks_for_a_page_is_here_on_it_at_once(ines: Person, alive: None) -> None:
    """The live channel hears of it a moment later; who has no line would read the page for a long time."""
    ines.page()
    assert word(ines) == "here"
    assert not presence.visitors(), "the live channel has not heard of it"
    await visits_are_noted(ines)
    assert word(ines) == "here"


async def visits_are_noted(*people: Person) -> None:
    """By the live channel."""
    keys = {one.seat.pk for one in people if one.seat}
    await until(lambda: keys <= presence.visitors().get(people[0].table.pk, set()))


async def minutes_pass(minutes: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many after those visits that were just made."""
    now = time.monotonic() + minutes * 60
    with monkeypatch.context() as clock:
        clock.setattr(presence, "time", SimpleNamespace(monotonic=lambda: now))
        await live.running().beat()


async def test_whoever_has_had_a_line_is_not_long_here_without_one(
    ines: Person, marek: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await opened(ines)
    await page.wire.close()
    await until(lambda: word(ines) == "reconnecting")
    ines.page()
    marek.page()
    await visits_are_noted(ines, marek)
    assert (word(ines), word(marek)) == ("here", "here")
    await minutes_pass(4, monkeypatch)
    assert (word(ines), word(marek)) == ("gone", "here")


async def test_a_stranger_s_request_makes_nobody_present(ines: Person, stranger: Person, alive: None) -> None:
    stranger.at(ines).page()
    await asyncio.sleep(0.05)
    assert word(ines) == "gone"


async def test_a_visit_is_told_to_the_other_processes_and_ends_with_a_line_there(ines: Person, alive: None) -> None:
    await until(lambda: live.running().subscribed)
    other = await get_channel_layer().new_channel("other")
    await get_channel_layer().group_add(relay.GROUP, other)
    ines.page()
    said: dict[str, Any] = {"type": ""}
    while said["type"] != "here" or not said["visitors"]:
        said = await asyncio.wait_for(get_channel_layer().receive(other), 5)
    key, seat = str(ines.table.pk), ines.seat.pk  # type: ignore[union-attr]
    assert (said["seats"], said["visitors"]) == ({}, {key: [seat]})
    here = {"type": "here", "seats": {key: [seat]}, "visitors": {}, "from": "another"}
    await get_channel_layer().group_send(relay.GROUP, here)
    await until(lambda: presence.visitors() == {})
    assert word(ines) == "here"


async def test_other_processes_count_until_they_fall_silent(
    ines: Person, alive: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = {"type": "here", "seats": {str(ines.table.pk): [ines.seat.pk]}, "visitors": {}, "from": "another"}  # type: ignore[union-attr]
    await until(lambda: live.running().subscribed)
    await get_channel_layer().group_send(relay.GROUP, here)
    await until(lambda: word(ines) == "here")
    monkeypatch.setattr(presence, "SILENCE", -1.0)
    assert presence.tick() == {ines.table.pk}
    assert word(ines) == "reconnecting"


async def test_a_change_of_presence_redraws_the_panels_that_watch_it(
    gm: Person, ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def noted(viewer: Any) -> dict[str, Any]:
        calls.append(viewer.role)
        viewer.desk.read("presence")
        return {}

    one = panels.Panel(name="who", template="table/safety/pause.html", context=noted, slot="stage", per="role")
    monkeypatch.setitem(panels._panels, "who", one)
    await opened(gm)
    await asyncio.sleep(0.05)
    calls.clear()
    await opened(ines)
    await until(lambda: "gm" in calls)
