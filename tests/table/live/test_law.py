"""What the sockets were sent equals what a fresh page shows; nobody is sent what is not theirs, nor what they have."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from apps.table import bell, live, log
from apps.table.models import Event
from tests.live_client import LivePage, Page, Reload, drained
from tests.people import Person, newest_event

from .conftest import OpenPage, scene, socket_of

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


async def lawful(*pages: tuple[LivePage, Person]) -> None:
    """Every page, when the table is quiet, is as one that is loaded anew."""
    for _ in range(10):
        await drained(*(page for page, _ in pages))
        wrong = [one for page, person in pages for one in page.page.same_as(Page(person.page(**page.opened)))]
        if not wrong:
            break
    assert wrong == []


async def test_every_seat_sees_what_happens(
    gm: Person, ines: Person, marek: Person, watcher: Person, opened: OpenPage
) -> None:
    people = [gm, ines, marek, watcher]
    open_pages = [(await opened(one), one) for one in people]
    await lawful(*open_pages)
    gm.post("open-session", title="The first")
    scene(gm, "A quay in the rain")
    ines.post("pause")
    gm.post("go-on")
    await lawful(*open_pages)
    for page, _ in open_pages:
        assert "A quay in the rain" in page.page.panels["panel-scene"]
        assert len(page.page.cards) == 4


async def test_taking_back_hiding_and_revealing_change_cards_that_are_there(
    gm: Person, ines: Person, opened: OpenPage, toys: None
) -> None:
    scene(gm, "Before")
    open_pages = [(await opened(one), one) for one in (gm, ines)]
    scene(gm, "The wrong place")
    await lawful(*open_pages)
    wrong = newest_event(gm.table)
    assert gm.post("undo", event=wrong.public_id).status_code == 200
    await lawful(*open_pages)
    assert "undone" in dict(open_pages[1][0].page.cards)[f"card-{wrong.public_id}"]
    first = Event.objects.order_by("pk")[0]
    assert gm.post("hide", event=first.public_id).status_code == 200
    await lawful(*open_pages)
    assert f"card-{first.public_id}" not in dict(open_pages[1][0].page.cards)
    assert f"card-{first.public_id}" in dict(open_pages[0][0].page.cards)


async def test_a_card_that_is_revealed_stands_where_it_belongs(
    gm: Person, ines: Person, opened: OpenPage, toys: None
) -> None:
    scene(gm, "One")
    gm.post("toy-secret")
    secret = newest_event(gm.table)
    scene(gm, "Two")
    page = await opened(ines)
    assert [name for name, _ in page.page.cards].count(f"card-{secret.public_id}") == 0
    assert gm.post("reveal", event=secret.public_id).status_code == 200
    await lawful((page, ines))
    assert [name for name, _ in page.page.cards][1] == f"card-{secret.public_id}"


async def test_the_very_first_card_can_be_revealed(gm: Person, ines: Person, opened: OpenPage, toys: None) -> None:
    gm.post("toy-secret")
    secret = newest_event(gm.table)
    scene(gm, "One")
    page = await opened(ines)
    gm.post("reveal", event=secret.public_id)
    await lawful((page, ines))
    assert page.page.cards[0][0] == f"card-{secret.public_id}"


async def test_a_secret_sends_no_frame_to_anybody_else(
    gm: Person, ines: Person, marek: Person, watcher: Person, opened: OpenPage, toys: None
) -> None:
    gms, others = await opened(gm), [await opened(one) for one in (ines, marek, watcher)]
    await drained(gms, *others)
    assert gm.post("toy-secret").status_code == 200
    assert [len(frames) for frames in await drained(gms, *others)] == [1, 0, 0, 0]
    assert ines.post("toy-own").status_code == 200
    assert [len(frames) for frames in await drained(gms, *others)] == [0, 1, 0, 0]


async def test_each_message_is_one_and_begins_as_html_does(gm: Person, ines: Person, opened: OpenPage) -> None:
    page = await opened(ines)
    await page.drain()
    page.frames.clear()
    scene(gm, "Somewhere")
    await page.drain()
    assert len(page.frames) == 1
    assert page.frames[0].startswith("<")
    assert "panel-scene" in page.frames[0]
    assert "card-" in page.frames[0]


async def test_a_text_that_is_the_same_is_not_sent(gm: Person, ines: Person, opened: OpenPage) -> None:
    from apps.table.changing import Changing
    from apps.table.hold import hold

    page = await opened(ines)
    await page.drain()
    with hold(ines.table.public_id) as desk:
        change = Changing(desk)
        change.keep(desk.table, name="Another name")
        change.committed()
        change.keep(desk.table, name=ines.table.name)
        change.committed()
    assert await page.drain() == []


async def test_whoever_acts_is_told_by_the_line_alone(gm: Person, opened: OpenPage) -> None:
    """The answer to an act from a page with a line carries nothing that is sent anyway; without one it carries all."""
    page = await opened(gm)
    await page.drain()
    page.frames.clear()
    gm.has_a_line = True
    answer = gm.post("pause").content.decode()
    assert "panel-" not in answer
    assert 'id="card-' not in answer
    await lawful((page, gm))
    assert any('id="panel-pause"' in frame for frame in page.frames)
    gm.has_a_line = False
    answer = gm.post("go-on").content.decode()
    assert 'id="panel-pause"' in answer
    assert 'id="card-' in answer


async def test_a_burst_is_drawn_once(
    gm: Person, ines: Person, opened: OpenPage, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await opened(ines)
    await page.drain()
    rung: list[int] = []
    monkeypatch.setattr(bell, "ring", lambda table_key, version: rung.append(version))
    for number in range(10):
        scene(gm, f"Scene {number}")
    drawn.clear()
    page.frames.clear()
    for version in rung:
        live.running().ring(gm.table.pk, version)
    await lawful((page, ines))
    assert len(page.frames) == 1
    assert len(page.page.cards) == 10
    assert drawn.count("scene") == 1


async def test_seats_with_equal_rights_share_one_text(
    gm: Person, sit: Any, opened: OpenPage, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [await opened(sit(f"Player {number}")) for number in range(6)]
    await drained(*players)
    cards: list[int] = []
    real = log._drawn

    def noted(one: log.Told, viewer: Any, buttons: str) -> Any:
        cards.append(one.event.pk)
        return real(one, viewer, buttons)

    monkeypatch.setattr(log, "_drawn", noted)
    drawn.clear()
    gm.has_a_line = True
    scene(gm, "Together")
    assert [len(frames) for frames in await drained(*players)] == [1] * 6
    assert drawn.count("scene") == 1
    assert len(cards) == 1


# coming back


async def test_coming_back_brings_what_was_missed(gm: Person, ines: Person, opened: OpenPage) -> None:
    scene(gm, "One")
    page = await opened(ines)
    await page.wire.close()
    scene(gm, "Two")
    gm.post("undo", event=Event.objects.order_by("pk")[0].public_id)
    gm.post("hide", event=newest_event(gm.table).public_id)
    scene(gm, "Three")
    await page.join(await socket_of(ines))
    await lawful((page, ines))
    assert len(page.frames[-1]) > 100
    await page.wire.close()


async def test_what_was_taken_back_while_away_is_shown_so_though_the_taking_back_was_hidden(
    gm: Person, ines: Person, opened: OpenPage
) -> None:
    assert gm.post("say", text="On the quay").status_code == 200
    page = await opened(ines)
    said = newest_event(gm.table)
    await page.wire.close()
    assert gm.post("undo", event=said.public_id).status_code == 200
    assert gm.post("hide", event=newest_event(gm.table).public_id).status_code == 200
    await page.join(await socket_of(ines))
    await lawful((page, ines))
    assert "undone" in dict(page.page.cards)[f"card-{said.public_id}"]


@pytest.mark.parametrize("away", [False, True])
async def test_what_stands_again_is_shown_so_though_the_taking_back_was_hidden(
    gm: Person, ines: Person, opened: OpenPage, toys: None, away: bool
) -> None:
    """And once: what only the GM hears later brings it no second time."""
    assert gm.post("say", text="On the quay").status_code == 200
    page = await opened(ines)
    said = newest_event(gm.table)
    assert gm.post("undo", event=said.public_id).status_code == 200
    taken_back = newest_event(gm.table)
    assert gm.post("hide", event=taken_back.public_id).status_code == 200
    await lawful((page, ines))
    if away:
        await page.wire.close()
    assert gm.post("undo", event=taken_back.public_id).status_code == 200
    if away:
        await page.join(await socket_of(ines))
    await lawful((page, ines))
    assert "undone" not in dict(page.page.cards)[f"card-{said.public_id}"]
    assert gm.post("toy-secret").status_code == 200
    assert await drained(page) == [[]]


async def test_a_card_hidden_while_away_is_gone(gm: Person, ines: Person, opened: OpenPage) -> None:
    scene(gm, "The traitor’s den")
    scene(gm, "Elsewhere")
    page = await opened(ines)
    hidden = Event.objects.order_by("pk")[0]
    await page.wire.close()
    gm.post("hide", event=hidden.public_id)
    await page.join(await socket_of(ines))
    assert f"card-{hidden.public_id}" not in dict(page.page.cards)
    await lawful((page, ines))
    await page.wire.close()


async def test_cards_that_are_there_are_not_put_in_again(gm: Person, ines: Person, opened: OpenPage) -> None:
    scene(gm, "One")
    scene(gm, "Two")
    page = await opened(ines, since=Event.objects.order_by("pk")[0].public_id)
    assert sum("Two" in frame for frame in page.frames) == 1
    assert len(page.page.cards) == 2
    await lawful((page, ines))


async def test_cards_of_an_answer_take_their_place_when_the_line_brings_them(
    gm: Person, ines: Person, opened: OpenPage
) -> None:
    page = await opened(ines)
    await page.drain()
    scene(gm, "First")
    answer = ines.post("pause").content.decode()
    page.page.apply(answer[answer.index("<hx-partial") :])
    assert len(page.page.cards) == 1
    await lawful((page, ines))
    assert len(page.page.cards) == 2


@pytest.mark.parametrize("cursor", ["xnobodyknows", "hidden"])
async def test_a_cursor_that_this_seat_cannot_have_asks_for_a_fresh_page(
    gm: Person, ines: Person, opened: OpenPage, toys: None, cursor: str
) -> None:
    scene(gm, "One")
    gm.post("toy-secret")
    if cursor == "hidden":
        cursor = newest_event(gm.table).public_id
    with pytest.raises(Reload):
        await opened(ines, since=cursor)


async def test_far_behind_asks_for_a_fresh_page(gm: Person, ines: Person, opened: OpenPage) -> None:
    first = _many_cards(gm, log.FAR_BEHIND + 2)
    with pytest.raises(Reload):
        await opened(ines, since=first[0])
    page = await opened(ines, since=first[1])
    assert page.frames[0].count("<hx-partial") == log.FAR_BEHIND


def _many_cards(gm: Person, count: int) -> list[str]:
    from apps.table.models import Telling

    events = [Event.objects.create(table=gm.table, kind="go-on", seat=gm.seat) for _ in range(count)]
    for event in events:
        Telling.objects.create(event=event, table=gm.table, audience="everybody", facts={})
    return [event.public_id for event in events]


async def test_a_second_hello_on_the_same_socket_brings_everything_anew(ines: Person, opened: OpenPage) -> None:
    page = await opened(ines)
    await page.drain()
    page.frames.clear()
    await page.hello()
    await page.drain()
    assert len(page.frames) == 1
    assert page.frames[0].count("hx-swap-oob") == len(page.page.panels)


async def test_many_joining_at_once_are_all_served(gm: Person, sit: Any, alive: None) -> None:
    people = [sit(f"Player {number}") for number in range(8)]
    pages = [LivePage(one.page()) for one in people]
    wires = [await socket_of(one) for one in people]
    await asyncio.gather(*(page.join(wire) for page, wire in zip(pages, wires, strict=True)))
    scene(gm, "All here")
    await lawful(*zip(pages, people, strict=True))
    for wire in wires:
        await wire.close()


# a GM looking through somebody's eyes


async def test_looking_through_somebodys_eyes_shows_what_they_see_and_no_more(
    gm: Person, ines: Person, opened: OpenPage, toys: None
) -> None:
    page = await opened(gm, looks_at=ines)
    await page.drain()
    page.frames.clear()
    ines.post("toy-own")
    gm.post("toy-secret")
    assert await page.drain() == []
    scene(gm, "Open to all")
    await page.drain()
    fresh = Page(gm.at_address(f"as/{ines.seat.public_id}/").content.decode())  # type: ignore[union-attr]
    assert page.page.same_as(fresh) == []
    assert len(page.page.cards) == 1


async def test_only_a_gm_may_look_and_only_through_others(
    gm: Person, ines: Person, marek: Person, opened: OpenPage
) -> None:
    for who, whom in ((ines, marek), (gm, gm)):
        wire = await socket_of(who)
        page = LivePage(who.page(), looks_as=whom.seat.public_id)  # type: ignore[union-attr]
        with pytest.raises(Reload):
            await page.join(wire)
        await wire.close()


# without a socket


async def test_a_page_without_a_socket_asks_for_the_same(
    gm: Person, ines: Person, stranger: Person, toys: None
) -> None:
    scene(gm, "One")
    page = Page(ines.page())
    scene(gm, "Two")
    gm.post("toy-secret")
    gm.post("undo", event=Event.objects.order_by("pk")[0].public_id)
    answer = ines.at_address("news", since=page.cursor)
    assert answer["Cache-Control"] == "no-store"
    assert "kraken" not in answer.content.decode()
    page.apply(answer.content.decode())
    assert page.same_as(Page(ines.page())) == []
    assert stranger.at(ines).at_address("news").status_code == 404
    with pytest.raises(Reload):
        page.apply(ines.at_address("news", since="xnobodyknows").content.decode())
