"""Connections with limits: slow ones, large ones and many, each as bytes that come at their time."""

from __future__ import annotations

import asyncio
from typing import Any

import daphne.server
import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from apps.server import lines
from config import asgi

ACT = "/t/xTABLE/s/xSEAT/act"
CLOSED = Failure(ConnectionDone())


class Wire(StringTransport):  # type: ignore[misc]  # Twisted has no types for us
    """The other end of a connection: what was answered, and whether it was closed."""

    closed = half_closed = False
    protocol: Any = None

    def loseConnection(self) -> None:
        self.closed = True

    abortConnection = loseConnection  # noqa: N815

    def loseWriteConnection(self) -> None:
        self.half_closed = True

    @property
    def status(self) -> int:
        return int(self.value().split(b" ", 2)[1]) if self.value() else 0


class Server:
    """Of Daphne's what a connection asks for; it notes what was handed on, and answers nothing."""

    proxy_forwarded_address_header = None
    root_path = ""
    request_buffer_size = 8192
    server_name = ""

    def __init__(self) -> None:
        self.handed_on: list[dict[str, Any]] = []
        self.ws_factory = WebSocketFactory(self)

    def protocol_connected(self, protocol: Any) -> None: ...

    protocol_disconnected = protocol_connected

    def log_action(self, *about: Any) -> None: ...

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        self.handed_on.append(scope)
        return asyncio.Queue()


class House:
    """A factory with a clock of its own; `call` opens a connection from an address and says something."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.server = Server()
        self.factory = lines.GuardedFactory(self.server)
        self.factory.reactor = self.clock

    def call(self, text: str = "", address: str = "192.168.1.9") -> tuple[Any, Wire]:
        wire = Wire(peerAddress=IPv4Address("TCP", address, 5000))
        line = self.factory.buildProtocol(wire.getPeer())
        line.makeConnection(wire)
        line.dataReceived(text.encode())
        return line, wire

    def trickle(self, line: Any, seconds: int, text: bytes) -> None:
        for _ in range(seconds):
            self.clock.advance(1)
            line.dataReceived(text)


@pytest.fixture
def house() -> House:
    return House()


def request(path: str = "/host/sign-in", *headers: str, method: str = "POST") -> str:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""])


def chunk(size: int) -> bytes:
    return b"%x\r\n%s\r\n" % (size, b"x" * size)


def test_daphne_uses_them() -> None:
    assert callable(asgi.application)
    assert daphne.server.HTTPFactory is lines.GuardedFactory
    assert daphne.server.Server.handle_reply is lines._at_their_pace


def test_a_request_is_handed_on_whole(house: House) -> None:
    line, wire = house.call(request("/host/sign-in", "Content-Length: 4"))
    assert not house.server.handed_on
    line.dataReceived(b"Ahoy")
    assert [scope["path"] for scope in house.server.handed_on] == ["/host/sign-in"]
    house.clock.advance(500)
    assert (wire.value(), wire.closed) == (b"", False)  # however long the answer takes


@pytest.mark.parametrize(
    ("path", "length", "taken"),
    [
        ("/host/sign-in", 256 * 1024, True),
        ("/host/sign-in", 256 * 1024 + 1, False),
        ("/host/sign-in", 5 * 1024**3, False),
        (f"{ACT}/say", 2 * 1024**2, True),
        (f"{ACT}/say", 3 * 1024**2, False),
        (f"{ACT}/portrait", 12 * 1024**2, True),
        (f"{ACT}/portrait?x=1", 12 * 1024**2 + 1, False),
        ("/host/bring", 12 * 1024**2, True),
        (f"{ACT}/crew.import", 12 * 1024**2, True),
    ],
)
def test_a_body_is_refused_by_what_it_announces(house: House, path: str, length: int, taken: bool) -> None:
    _, wire = house.call(request(path, f"Content-Length: {length}", "Expect: 100-continue"))
    assert wire.status == (100 if taken else 413)
    assert wire.half_closed is not taken
    assert not house.server.handed_on


def test_a_body_without_an_end_is_refused_as_it_comes(house: House) -> None:
    line, wire = house.call(request("/host/sign-in", "Transfer-Encoding: chunked"))
    sent = 0
    while not wire.value():
        line.dataReceived(chunk(50_000))
        sent += 50_000
    assert wire.status == 413
    assert sent == 300_000
    line.dataReceived(chunk(50_000) + b"0\r\n\r\n")
    assert not house.server.handed_on
    assert line.taken == house.factory.everybody.held == 0
    house.clock.advance(lines.FAREWELL)
    assert wire.closed


@pytest.mark.parametrize("beginning", ["", "POST /host/sign-in HTTP/1.1\r\nX-Name: "])
def test_a_head_that_trickles_is_refused(house: House, beginning: str) -> None:
    line, wire = house.call(beginning)
    house.trickle(line, lines.HEAD, b"x")
    house.clock.advance(1)
    assert (wire.status, wire.half_closed) == (408, True)


def test_a_body_that_trickles_is_refused(house: House) -> None:
    line, wire = house.call(request("/host/sign-in", "Content-Length: 200000"))
    house.trickle(line, lines.BODY, b"x")
    house.clock.advance(1)
    assert (wire.status, wire.half_closed) == (408, True)


def test_a_long_body_on_a_slow_line_comes_through(house: House) -> None:
    line, wire = house.call(request(f"{ACT}/portrait", f"Content-Length: {120 * 2 * lines.SLOWEST}"))
    house.trickle(line, 120, b"x" * 2 * lines.SLOWEST)
    assert (wire.status, len(house.server.handed_on)) == (0, 1)


def test_whoever_waits_longest_makes_room_for_whoever_comes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else from behind the same router is answered, and whoever is being answered is left alone."""
    monkeypatch.setattr(lines, "MOST_WAITING", 10)
    _, answered = house.call(request("/", method="GET"))
    slow = []
    for _ in range(15):
        house.clock.advance(0.1)
        slow.append(house.call("GET / HT")[1])
    _, elsewhere = house.call("GET / HT", "192.168.1.10")
    _, friend = house.call(request("/", method="GET"))
    assert len(house.server.handed_on) == 2
    house.clock.pump([0.1] * 10 * 2 * lines.JUST_COME)
    assert [wire.closed for wire in slow] == 5 * [True] + 10 * [False]
    assert [wire.closed for wire in (answered, elsewhere, friend)] == 3 * [False]


def test_many_may_come_at_the_same_moment(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they ask is read before anybody is too slow."""
    monkeypatch.setattr(lines, "MOST_WAITING", 10)
    crowd = [house.call() for _ in range(50)]
    assert not any(wire.closed for _, wire in crowd)
    for line, _ in crowd[:20]:
        line.dataReceived(request("/", method="GET").encode())
    house.clock.pump([0.1] * 10 * 2 * lines.JUST_COME)
    assert [wire.closed for _, wire in crowd] == 20 * [False] + 20 * [True] + 10 * [False]


def test_bodies_that_are_not_answered_yet_have_a_limit_together(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that has waited longest goes; where all are there, the newest is refused."""
    monkeypatch.setattr(lines, "MOST_HELD", 300_000)
    head = request(f"{ACT}/portrait", "Content-Length: 200000")
    slow, gone = house.call(head)
    slow.dataReceived(b"x" * 150_000)
    whole, kept = house.call(head)
    whole.dataReceived(b"x" * 200_000)
    assert (gone.closed, kept.closed, len(house.server.handed_on)) == (True, False, 1)
    late, refused = house.call(head)
    late.dataReceived(b"x" * 150_000)
    assert (refused.status, len(house.server.handed_on)) == (503, 1)


@pytest.mark.asyncio
async def test_an_answer_waits_for_its_reader(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    line, wire = house.call(request("/", method="GET"))
    await asyncio.wait_for(line.was_taken(), 1)
    line.pauseProducing()
    waiting = asyncio.create_task(line.was_taken())
    await asyncio.sleep(0)
    assert not waiting.done()
    line.resumeProducing()
    await asyncio.wait_for(waiting, 1)
    assert not wire.closed
    monkeypatch.setattr(lines, "UNREAD", 0.01)
    line.pauseProducing()
    await asyncio.wait_for(line.was_taken(), 1)
    assert wire.closed


# sockets

UPGRADE = request(
    "/t/xTABLE/s/xSEAT/live",
    *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
    method="GET",
)


@pytest.fixture
def crowded(house: House) -> list[Any]:
    """As many sockets as are made at the same moment; of each its connection."""
    return [house.call(UPGRADE)[0] for _ in range(lines.AT_THE_DOOR)]


def test_of_many_sockets_at_once_a_few_are_made_and_the_others_wait(house: House, crowded: list[Any]) -> None:
    _, waiting = house.call(UPGRADE)
    assert len(house.server.handed_on) == lines.AT_THE_DOOR
    house.call(request(method="GET"))
    assert [scope["type"] for scope in house.server.handed_on[lines.AT_THE_DOOR :]] == ["http"]  # a page waits for none
    crowded[0].transport.protocol.serverAccept()
    assert len(house.server.handed_on) == lines.AT_THE_DOOR + 2
    assert (waiting.value(), waiting.closed) == (b"", False)


@pytest.mark.parametrize("how", ["serverReject", "connectionLost"])
def test_a_socket_that_goes_makes_room_once(house: House, crowded: list[Any], how: str) -> None:
    for _ in range(3):
        house.call(UPGRADE)
    socket = crowded[0].transport.protocol
    getattr(socket, how)(*([CLOSED] if how == "connectionLost" else []))
    socket.connectionLost(CLOSED)
    assert len(house.server.handed_on) == lines.AT_THE_DOOR + 1


def test_whoever_left_while_waiting_is_passed_over(house: House, crowded: list[Any]) -> None:
    line, _ = house.call(UPGRADE)
    house.call(UPGRADE.replace("xSEAT", "xOTHER"))
    line.connectionLost(CLOSED)
    crowded[0].transport.protocol.serverAccept()
    assert [scope["path"] for scope in house.server.handed_on[lines.AT_THE_DOOR :]] == ["/t/xTABLE/s/xOTHER/live"]


def test_a_bad_handshake_keeps_no_place(house: House) -> None:
    for _ in range(lines.AT_THE_DOOR):
        assert house.call(UPGRADE.replace("13", "1\x0b3"))[1].status == 400
    house.call(UPGRADE)
    assert len(house.server.handed_on) == 1
