"""Who may open a socket, and what it must say first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from apps.table import bell, hosting, live
from apps.table.carrying import removing
from apps.table.devices import COOKIE
from apps.table.ids import new_token
from apps.table.live.screens import MOST_OF_A_SEAT
from apps.table.models import SeatDevice
from tests.live_client import InProcess
from tests.people import Person, open_a_table, sit_down

from .conftest import OpenPage, socket_of

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
HELLO = json.dumps({"since": "", "open": {}})


@pytest.mark.parametrize(
    ("host", "origin", "welcome"),
    [
        ("192.168.0.7:8000", "http://192.168.0.7:8000", True),
        ("fire.local", "http://fire.local", True),
        ("[::1]:8000", "http://[::1]:8000", True),
        ("192.168.0.7:8000", "http://192.168.0.7:9000", False),
        ("192.168.0.7:8000", "http://evil.example", False),
        ("192.168.0.7:8000", "null", False),
        ("192.168.0.7:8000", None, False),
        ("evil.example", "http://evil.example", False),
    ],
)
async def test_a_page_of_another_origin_opens_no_socket(
    ines: Person, alive: None, host: str, origin: str | None, welcome: bool
) -> None:
    wire = await socket_of(ines, host=host, origin=origin)
    if welcome:
        await wire.send(HELLO)
        assert "panel-" in str(await wire.receive(3))
        await wire.close()
    else:
        assert await wire.receive(1) == 4403


async def test_strangers_hear_nothing(ines: Person, alive: None) -> None:
    for cookies in ({}, {COOKIE: new_token()}):
        wire = await InProcess(f"{ines.url}live", cookies).open()
        assert await wire.receive(1) == 4401


async def test_a_seat_of_this_table_is_none_of_another(ines: Person, alive: None) -> None:
    other = sit_down(open_a_table("Another"), "Ines")
    assert other.seat is not None
    wire = await InProcess(f"/t/{other.table.public_id}/s/{ines.seat.public_id}/live", {COOKIE: ines.token}).open()  # type: ignore[union-attr]
    assert await wire.receive(1) == 4401


async def test_unknown_tables_and_addresses_are_closed(ines: Person, alive: None) -> None:
    wire = await InProcess(f"/t/nowhere/s/{ines.seat.public_id}/live", {COOKIE: ines.token}).open()  # type: ignore[union-attr]
    assert await wire.receive(1) == 4401
    wire = await InProcess("/nothing/here", {COOKIE: ines.token}).open()
    assert await wire.receive(1) == 4404


@pytest.mark.parametrize(
    "hello",
    [" ", "roll", "[]", '"x"', '{"since": 4}', '{"since": "x", "act": "pause"}', '{"open": []}',
     '{"open": {"sheet": 1}}', '{"since": "' + "x" * 30 + '"}', '{"as": null}', '{"since": ""' + " " * 5000 + '}',
     "[" * 4000],
)  # fmt: skip
async def test_anything_but_a_hello_closes_the_socket(ines: Person, alive: None, hello: str) -> None:
    wire = await socket_of(ines)
    await wire.send(hello)
    assert await wire.receive(1) == 4400


async def test_a_page_that_says_nothing_is_closed(ines: Person, alive: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from apps.table.live import consumer

    monkeypatch.setattr(consumer, "PATIENCE", 0.1)
    wire = await socket_of(ines)
    assert await wire.receive(2) == 4400


async def test_a_removed_seat_is_closed_by_the_act_that_removes_it(
    table: Any, gm: Person, ines: Person, opened: OpenPage
) -> None:
    from django.db import transaction
    from django.utils import timezone

    from apps.table.changing import Changing
    from apps.table.hold import hold

    page = await opened(ines)
    staying = await opened(gm)
    with hold(table.public_id) as desk:
        change = Changing(desk)
        assert ines.seat is not None
        change.keep(ines.seat, removed_at=timezone.now())
        change.committed()
        assert transaction.get_connection().in_atomic_block
    assert await page.next(2) == 4401
    assert staying.code is None
    wire = await socket_of(ines)
    assert await wire.receive(1) == 4401


async def test_a_device_signed_out_without_an_act_is_closed_by_the_heartbeat(ines: Person, opened: OpenPage) -> None:
    page = await opened(ines)
    await live.running().hub.catch_up()
    assert await page.next(0.1) is None
    SeatDevice.objects.filter(seat=ines.seat).delete()
    await live.running().hub.catch_up()
    assert await page.next(1) == 4401


async def test_a_device_signed_out_is_sent_nothing_even_before_that(gm: Person, ines: Person, opened: OpenPage) -> None:
    page = await opened(ines)
    SeatDevice.objects.filter(seat=ines.seat).delete()
    gm.post("open-scene", title="Secret passage", text="")
    assert await page.next(2) == 4401
    assert not any("Secret passage" in frame for frame in page.frames)


async def test_a_role_that_changed_asks_for_the_other_page(gm: Person, ines: Person, opened: OpenPage) -> None:
    from tests.live_client import Reload

    page = await opened(ines)
    ines.seat.role = "gm"  # type: ignore[union-attr]
    ines.seat.save(update_fields=["role"])  # type: ignore[union-attr]
    gm.post("open-scene", title="Onwards", text="")
    with pytest.raises(Reload):
        await page.next(2)


async def test_open_pages_are_told_that_their_table_is_put_away(ines: Person, opened: OpenPage) -> None:
    page = await opened(ines)
    hosting.put_away(ines.table.public_id)
    assert await page.next(2) == 4402
    wire = await socket_of(ines)
    assert await wire.receive(1) == 4402


async def test_open_pages_are_told_that_their_table_was_deleted(ines: Person, gm: Person, opened: OpenPage) -> None:
    pages = [await opened(ines), await opened(gm)]
    removing.remove(ines.table.public_id)
    assert [await page.next(2) for page in pages] == [4410, 4410]
    wire = await socket_of(ines)
    assert await wire.receive(1) == 4401


async def test_the_heartbeat_finds_a_table_that_another_process_has_deleted(
    ines: Person, opened: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await opened(ines)
    monkeypatch.setattr(bell, "ring", lambda table, version: None)
    removing.remove(ines.table.public_id)
    await live.running().hub.catch_up()
    assert await page.next(1) == 4410


async def test_a_seat_has_so_many_sockets_and_no_more(ines: Person, marek: Person, alive: None) -> None:
    """Those that are open stay; what one closes another may open; other seats are not concerned."""
    wires = [await socket_of(ines) for _ in range(MOST_OF_A_SEAT)]
    await wires[-1].send(HELLO)
    assert "panel-" in str(await wires[-1].receive(3))
    assert await (await socket_of(ines)).receive(1) == 4429
    for person in (ines, marek):
        await wires.pop(0).close()
        wire = await socket_of(person)
        await wire.send(HELLO)
        assert "panel-" in str(await wire.receive(3))
        wires.append(wire)
    for wire in wires:
        await wire.close()
