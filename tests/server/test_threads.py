"""Pages answered in threads: what a reader gets, and what a reader who leaves holds."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from channels.testing import HttpCommunicator

from apps.server.threads import PIECE, Threaded

pytestmark = pytest.mark.asyncio

MOST = 100


class _Pages:
    """A WSGI application that answers with these pieces and notes what it was given."""

    def __init__(self, *pieces: bytes, broken: bool = False) -> None:
        self.pieces = pieces
        self.broken = broken
        self.body = b""
        self.closed = threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> "_Pages":
        self.body = environ["wsgi.input"].read()
        start_response("207 Multi", [("X-Name", "Ines")])
        return self

    def __iter__(self) -> Iterator[bytes]:
        yield from self.pieces
        if self.broken:
            raise LookupError("in the middle")

    def close(self) -> None:
        assert not self.closed.is_set(), "it is closed once"
        self.closed.set()


def _asked(application: Any, body: bytes = b"") -> HttpCommunicator:
    return HttpCommunicator(Threaded(application, 1, MOST), "POST", "/somewhere", body)


async def test_an_answer_is_what_the_pages_gave() -> None:
    pages = _Pages(b"Good ", b"evening")
    answer = await _asked(pages, b"text=Ahoy").get_response()
    assert (answer["status"], answer["headers"], answer["body"]) == (207, [(b"x-name", b"Ines")], b"Good evening")
    assert pages.body == b"text=Ahoy"
    assert pages.closed.is_set()


async def test_a_body_in_pieces_is_read_whole() -> None:
    pages = _Pages(b"")
    sent: list[Any] = []
    coming = iter([(b"text=", True), (b"Ahoy", False)])

    async def receive() -> dict[str, Any]:
        body, more = next(coming)
        return {"type": "http.request", "body": body, "more_body": more}

    async def send(message: Any) -> None:
        sent.append(message)

    await Threaded(pages, 1, MOST)(_asked(pages).scope, receive, send)
    assert pages.body == b"text=Ahoy"
    assert [one["type"] for one in sent] == ["http.response.start", "http.response.body"]


async def test_no_more_of_a_body_is_held_than_may_be() -> None:
    pages = _Pages(b"")
    left = iter([True] * 30 + [False])

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"x" * 7, "more_body": next(left)}

    async def send(message: Any) -> None:
        pass

    await Threaded(pages, 1, MOST)(_asked(pages).scope, receive, send)
    assert pages.body == b"x" * MOST


async def test_a_long_answer_is_sent_in_pieces() -> None:
    pages = _Pages(*[b"x" * (PIECE // 2)] * 5)
    request = _asked(pages)
    await request.send_input({"type": "http.request", "body": b""})
    assert (await request.receive_output())["type"] == "http.response.start"
    lengths = []
    more = True
    while more:
        message = await request.receive_output()
        lengths.append(len(message["body"]))
        more = message.get("more_body", False)
    assert lengths == [PIECE, PIECE, PIECE // 2]
    assert pages.closed.is_set()


async def test_whoever_left_before_the_body_was_there_is_not_answered() -> None:
    pages = _Pages(b"")

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        raise AssertionError(message)

    with pytest.raises(ConnectionResetError):
        await Threaded(pages, 1, MOST)(_asked(pages).scope, receive, send)
    assert not pages.closed.is_set()


async def test_a_reader_who_leaves_frees_the_thread() -> None:
    pages = _Pages(*[b"x" * PIECE] * 200)
    threaded = Threaded(pages, 1, MOST)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def gone(message: Any) -> None:
        raise ConnectionResetError

    scope = _asked(pages).scope
    with pytest.raises(ConnectionResetError):
        await asyncio.wait_for(threaded(scope, receive, gone), 10)
    await asyncio.to_thread(pages.closed.wait, 10)
    assert pages.closed.is_set()
    threaded.application = _Pages(b"the next one")
    answer = await HttpCommunicator(threaded, "GET", "/").get_response(timeout=10)
    assert answer["body"] == b"the next one"


async def test_pages_that_break_are_closed() -> None:
    pages = _Pages(b"x", broken=True)
    with pytest.raises(LookupError):
        await _asked(pages).get_response()
    assert pages.closed.is_set()


async def test_a_stopped_loop_holds_no_thread() -> None:
    """The loop stops while a page is being made: its thread comes to the end all the same."""
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def slow(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        begun.set()
        go_on.wait(10)
        start_response("200 OK", [])
        ended.set()
        return [b"late"]

    threaded = Threaded(slow, 1, MOST)

    def serve() -> None:
        with pytest.raises(TimeoutError):
            asyncio.run(_cut_short(HttpCommunicator(threaded, "GET", "/"), begun))

    await asyncio.to_thread(serve)
    go_on.set()
    assert await asyncio.to_thread(ended.wait, 10)
    await asyncio.to_thread(threaded.pool.shutdown)


async def _cut_short(request: HttpCommunicator, begun: threading.Event) -> None:
    async with asyncio.timeout(0.2):
        await request.get_response(timeout=20)
