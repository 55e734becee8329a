import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from channels.testing import HttpCommunicator
from django.test import Client
from pytest_django.fixtures import Settings

from apps.table import live
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
@pytest.mark.parametrize(("length", "status"), [(12 * 1024**2, 204), (12 * 1024**2 + 1, 413)])
async def test_the_limit_of_a_body(noting: _Noting, length: int, status: int) -> None:
    headers = [(b"content-length", str(length).encode())]
    request = HttpCommunicator(asgi.application, "POST", "/", headers=headers)
    assert (await request.get_response())["status"] == status


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
