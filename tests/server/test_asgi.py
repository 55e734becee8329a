import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
from channels.testing import HttpCommunicator, WebsocketCommunicator
from django.test import Client
from pytest_django.fixtures import Settings

from apps.server import bodies
from apps.table import live
from apps.table.live.screens import RESYNC
from config import asgi


@pytest_asyncio.fixture(autouse=True, loop_scope="function")
async def _live_channel_ends() -> AsyncIterator[None]:
    """The first connection starts it on the test's loop, which can be closed only after it was stopped."""
    yield
    await live.stopped()


class _Noting:
    """Stands in for the pages and keeps the scope that they were given."""

    scope: dict[str, Any]

    async def __call__(self, scope: dict[str, Any], receive: asgi.Receive, send: asgi.Send) -> None:
        self.scope = scope
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def noting(monkeypatch: pytest.MonkeyPatch) -> _Noting:
    noting = _Noting()
    monkeypatch.setattr(asgi, "pages", noting)
    return noting


@pytest.mark.asyncio
async def test_a_client_of_ipv4_is_written_as_such(noting: _Noting) -> None:
    request = HttpCommunicator(asgi.application, "GET", "/")
    request.scope["client"] = ["::ffff:192.168.1.9", 5000]
    await request.get_response()
    assert noting.scope["client"] == ["192.168.1.9", 5000]
    assert noting.scope["loop"] is asyncio.get_running_loop()


@pytest.mark.asyncio
async def test_an_underscore_does_not_pass_for_a_dash(settings: Settings) -> None:
    settings.USE_X_FORWARDED_HOST = True
    statuses = []
    for name in (b"x_forwarded_host", b"x-forwarded-host"):
        headers = [(b"host", b"localhost"), (name, b"evil.example")]
        request = HttpCommunicator(asgi.application, "GET", "/nothing-here", headers=headers)
        statuses.append((await request.get_response(timeout=10))["status"])
    assert statuses == [404, 400]


@pytest.mark.asyncio
@pytest.mark.parametrize(("length", "status"), [(256 * 1024, 204), (256 * 1024 + 1, 413)])
async def test_the_limit_of_a_body(noting: _Noting, length: int, status: int) -> None:
    headers = [(b"content-length", str(length).encode())]
    request = HttpCommunicator(asgi.application, "POST", "/", headers=headers)
    assert (await request.get_response())["status"] == status


@pytest.mark.asyncio
async def test_whoever_comes_while_the_server_ends_is_sent_to_the_next_one(
    noting: _Noting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi.ending, "asked", True)
    answer = await HttpCommunicator(asgi.application, "POST", "/t/x/s/y/act/say").get_response()
    assert (answer["status"], dict(answer["headers"])[b"retry-after"]) == (503, b"1")
    assert b"Try again in a moment" in answer["body"]
    socket = WebsocketCommunicator(asgi.application, "/t/x/s/y/live")
    assert await socket.connect() == (True, None)
    assert (await socket.receive_output())["code"] == RESYNC


@pytest.mark.asyncio
async def test_a_body_that_says_no_length_is_counted() -> None:
    request = HttpCommunicator(asgi.application, "POST", "/", b"x" * (256 * 1024 + 1))
    answer = await request.get_response()
    assert (answer["status"], b"256 kB" in answer["body"]) == (413, True)


@pytest.mark.asyncio
async def test_while_files_are_read_others_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "_files", asyncio.Semaphore(bodies.FILES_AT_A_TIME))
    reading, go_on = 0, asyncio.Event()

    async def pages(scope: dict[str, Any], receive: asgi.Receive, send: asgi.Send) -> None:
        nonlocal reading
        if scope["method"] == "POST":
            reading += 1
            await go_on.wait()
        await _Noting()(scope, receive, send)

    monkeypatch.setattr(asgi, "pages", pages)
    act = "/t/xTABLE/s/xSEAT/act/portrait"
    files = [asyncio.create_task(HttpCommunicator(asgi.application, "POST", act).get_response()) for _ in range(4)]
    answers = [await HttpCommunicator(asgi.application, "GET", path).get_response() for path in ("/", act)]
    assert ([one["status"] for one in answers], reading) == ([204, 204], 2)
    go_on.set()
    assert [one["status"] for one in await asyncio.gather(*files)] == 4 * [204]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("told", "trusted", "client"),
    [
        ("127.0.0.1, 203.0.113.7", True, "203.0.113.7"),
        ("203.0.113.7:5000", True, "203.0.113.7"),
        ("10.0.0.1,[2001:db8::7]:5000", True, "2001:db8::7"),
        ("203.0.113.7, unknown", True, "10.1.1.1"),
        ("", True, "10.1.1.1"),
        ("203.0.113.7", False, "10.1.1.1"),
    ],
)
async def test_of_what_a_proxy_tells_the_last_address_counts(
    noting: _Noting, settings: Settings, told: str, trusted: bool, client: str
) -> None:
    """What stands before it, the browser may have written."""
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, trust_proxy=trusted)
    request = HttpCommunicator(asgi.application, "GET", "/", headers=[(b"x-forwarded-for", told.encode())])
    request.scope["client"] = ["10.1.1.1", 5000]
    await request.get_response()
    assert noting.scope["client"][0] == client


@pytest.mark.django_db
def test_an_unknown_address_gets_a_page_of_ours(client: Client) -> None:
    answer = client.get("/nothing-here")
    assert answer.status_code == 404
    assert b"nothing at this address" in answer.content


def test_a_broken_page_asks_nothing_of_the_database(client: Client) -> None:
    """`start` needs the database, which this test may not use: it fails, and the page that says so does not."""
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert b"Something broke" in answer.content
