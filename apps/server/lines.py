"""Daphne's connections with limits: how long a request may take to come, how much it may bring, how many may wait.

Nobody who waits is in the way of somebody new. Where too many connections of one network have no whole request yet, the
one that has waited longest is closed: a thousand slow ones of a prankster go, and a quick one from behind the same
router is answered at once.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from weakref import WeakValueDictionary

import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.web.http import HTTPChannel

from apps.server import bodies
from apps.table.doors.limits import network_of

HEAD = 20  # seconds for the whole head of a request
BODY = 20  # seconds for a body, and one more for each
SLOWEST = 16 * 1024  # bytes of it
MOST_WAITING = 200  # connections of one network without a whole request,
MOST_WAITING_OF_ALL = 2000  # and of all networks
JUST_COME = 2  # seconds in which nobody is too slow, however many come at once
MOST_HELD = 96 * 1024**2  # bytes of bodies from one network, until they are answered
MOST_HELD_OF_ALL = 256 * 1024**2
AT_THE_DOOR = 32  # sockets whose seat is being looked for; a whole one takes three times the memory of its request
UNREAD = 60  # seconds in which nothing of an answer is taken
FAREWELL = 10  # seconds in which whoever was refused may go on sending, to be able to read why

TOO_SLOW = "This took too long to arrive. Try again.\n"
TOO_MUCH_AT_ONCE = "Too much is being sent from your network at the moment. Try again in a minute.\n"


def guard() -> None:
    """Lets Daphne answer by these connections, if it is the server here."""
    daphne.server.HTTPFactory = GuardedFactory
    WebSocketFactory.protocol = GuardedSocket
    daphne.server.Server.handle_reply = _at_their_pace
    _more_files()


_at_once = daphne.server.Server.handle_reply


async def _at_their_pace(server: Any, protocol: Any, message: Any) -> None:
    """A piece of an answer is made when the one before was taken: what nobody has read fills no memory."""
    await _at_once(server, protocol, message)
    if isinstance(channel := getattr(protocol, "channel", None), GuardedChannel):
        await channel.was_taken()


def _more_files() -> None:
    """As many open files, and so connections, as this process may have. Some systems begin with a few."""
    if sys.platform == "win32":
        return
    import resource

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < most or most == resource.RLIM_INFINITY:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536) if most > 0 else 65_536, most))


class Crowd:
    """The connections of one network, or all: those that wait, the longest first, and the bytes that were taken in."""

    def __init__(self, most_waiting: int, most_held: int) -> None:
        self.most_waiting = most_waiting
        self.most_held = most_held
        self.waiting: dict[GuardedChannel, None] = {}
        self.held = 0
        self.thinning = False

    def wait(self, line: GuardedChannel) -> None:
        self.waiting[line] = None
        line.waits_since = line.now
        self._thin_out_later(line)

    def _thin_out_later(self, line: GuardedChannel) -> None:
        """From a timer: by then whatever has arrived was read, even while a thousand come at the same moment."""
        if len(self.waiting) > self.most_waiting and not self.thinning:
            self.thinning = True
            line.callLater(JUST_COME, self._thin_out, line)

    def _thin_out(self, line: GuardedChannel) -> None:
        self.thinning = False
        for one in list(self.waiting)[: max(0, len(self.waiting) - self.most_waiting)]:
            if one.now - one.waits_since >= JUST_COME:
                one.leave()
        self._thin_out_later(line)

    def go_on(self, line: GuardedChannel) -> None:
        self.waiting.pop(line, None)

    def make_room(self, but: GuardedChannel) -> bool:
        """Whether what is held is not too much, once those that have waited longest with a part of a body are gone."""
        slow = [one for one in self.waiting if one.taken and one is not but] if self.held > self.most_held else []
        for one in slow:
            one.leave()
            if self.held <= self.most_held:
                break
        return self.held <= self.most_held


class Threshold:
    """Where sockets are made, a few at a time: of a thousand that come at once the others wait as mere requests."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.inside = 0
        self.waiting: deque[GuardedRequest] = deque()

    def comes(self, request: GuardedRequest) -> None:
        self.waiting.append(request)
        self._let_in()

    def goes(self) -> None:
        self.inside -= 1
        self._let_in()

    def _let_in(self) -> None:
        while self.waiting and self.inside < self.most:
            request = self.waiting.popleft()
            if request.channel is not None:  # else it has left by itself
                self.inside += 1
                request.turn_into_a_socket(self)


class GuardedRequest(WebRequest):  # type: ignore[misc]  # Daphne has no types
    """Takes in no more of a body than it may bring, and leaves it to Django to read it: Twisted would take forms and
    files apart as well, on the event loop, for nobody. Becomes a socket when there is time for it."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about, parsePOSTFormSubmission=False)

    def handleContentChunk(self, data: bytes) -> None:
        if self.channel.takes(len(data)):
            super().handleContentChunk(data)

    def process(self) -> None:
        if self.requestHeaders.hasHeader(b"Upgrade"):
            self.channel.factory.threshold.comes(self)
        else:
            super().process()

    def turn_into_a_socket(self, threshold: Threshold) -> None:
        transport = self.transport
        super().process()
        if isinstance(transport.protocol, GuardedSocket):
            transport.protocol.threshold = threshold
        else:  # it was a bad request, or meant something else
            threshold.goes()


class GuardedSocket(WebSocketProtocol):  # type: ignore[misc]
    """Stands on the threshold until it is known whose it is, or is gone."""

    threshold: Threshold | None = None

    def serverAccept(self, subprotocol: str | None = None) -> None:
        super().serverAccept(subprotocol)
        self._go()

    def serverReject(self) -> None:
        super().serverReject()
        self._go()

    def connectionLost(self, reason: Any) -> None:
        super().connectionLost(reason)
        self._go()

    def _go(self) -> None:
        threshold, self.threshold = self.threshold, None
        if threshold is not None:
            threshold.goes()


class GuardedChannel(HTTPChannel):  # type: ignore[misc]  # Twisted has none either
    """A connection that waits for a whole request, is answered, and waits again; as a socket it is none of ours."""

    crowds: tuple[Crowd, ...] = ()
    taken = 0
    refused = False
    waits_since = 0.0
    due: Any = None

    def connectionMade(self) -> None:
        self.flowing = asyncio.Event()
        self.flowing.set()
        super().connectionMade()
        self.crowds = self.factory.crowds_of(getattr(self.transport.getPeer(), "host", ""))
        self._wait()

    def connectionLost(self, reason: Any) -> None:
        self._be_over()
        self.flowing.set()
        super().connectionLost(reason)

    @property
    def now(self) -> float:
        return float(self.factory.reactor.seconds())

    # a request comes

    def dataReceived(self, data: bytes) -> None:
        if self.refused:
            return
        if self.due is None and not self._handlingRequest:
            self._must_end_in(HEAD, self._too_slow)
        super().dataReceived(data)

    def lineReceived(self, line: bytes) -> None:
        if not self.refused:
            super().lineReceived(line)

    def rawDataReceived(self, data: bytes) -> None:
        if not self.refused:
            super().rawDataReceived(data)

    def allHeadersReceived(self) -> None:
        self.path = self._path.partition(b"?")[0].decode("latin1")
        self.most = bodies.most(self.path)
        if (self.length or 0) > self.most:
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, bodies.words(self.path))
            return
        self.began = self.now
        self._must_end_in(BODY, self._look_at_the_body)
        super().allHeadersReceived()

    def takes(self, count: int) -> bool:
        """Whether so many bytes more may be taken in. Refuses the request where not."""
        if self.refused:
            return False
        self._hold(count)
        if self.taken > self.most:
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, bodies.words(self.path))
        elif not all(crowd.make_room(self) for crowd in self.crowds):
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MUCH_AT_ONCE)
        return not self.refused

    def allContentReceived(self) -> None:
        if self.refused:
            return
        self._must_end_in(0)
        self._go_on()
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:
        self._hold(-self.taken)
        self._wait()
        super().requestDone(request)

    # an answer goes

    def pauseProducing(self) -> None:
        self.flowing.clear()
        super().pauseProducing()

    def resumeProducing(self) -> None:
        self.flowing.set()
        super().resumeProducing()

    async def was_taken(self) -> None:
        """Waits until more can be sent. Whoever takes nothing for long is left."""
        try:
            async with asyncio.timeout(UNREAD):
                await self.flowing.wait()
        except TimeoutError:
            self.transport.abortConnection()

    # limits

    def _wait(self) -> None:
        for crowd in self.crowds:
            crowd.wait(self)

    def _go_on(self) -> None:
        for crowd in self.crowds:
            crowd.go_on(self)

    def _hold(self, count: int) -> None:
        self.taken += count
        for crowd in self.crowds:
            crowd.held += count

    def _must_end_in(self, seconds: float, otherwise: Any = None) -> None:
        if self.due is not None and self.due.active():
            self.due.cancel()
        self.due = self.callLater(seconds, otherwise) if otherwise else None

    def _look_at_the_body(self) -> None:
        left = BODY + self.taken / SLOWEST - (self.now - self.began)
        if left > 0:
            self._must_end_in(left, self._look_at_the_body)
        else:
            self._too_slow()

    def _too_slow(self) -> None:
        self.refuse(HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW)

    # ending

    def refuse(self, status: HTTPStatus, text: str) -> None:
        """Says why, and lets whoever is still sending read it; what they send is thrown away."""
        self.refused = True
        self._be_over()
        self.setTimeout(None)
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        self.transport.write(f"{head}Content-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}".encode())
        self.transport.loseWriteConnection()
        self._must_end_in(FAREWELL, self.transport.abortConnection)
        self._wait()

    def leave(self) -> None:
        """Makes room for somebody else."""
        self._be_over()
        self.transport.abortConnection()

    def _be_over(self) -> None:
        self._must_end_in(0)
        self._go_on()
        self._hold(-self.taken)


class GuardedFactory(HTTPFactory):  # type: ignore[misc]
    protocol = GuardedChannel

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.everybody = Crowd(MOST_WAITING_OF_ALL, MOST_HELD_OF_ALL)
        self.networks: WeakValueDictionary[str, Crowd] = WeakValueDictionary()
        self.threshold = Threshold(AT_THE_DOOR)

    def buildProtocol(self, addr: Any) -> Any:
        line = super().buildProtocol(addr)
        line.requestFactory = GuardedRequest
        return line

    def crowds_of(self, address: str) -> tuple[Crowd, Crowd]:
        """That of everybody, and that of the network of this address."""
        network = network_of(address.removeprefix("::ffff:"))
        crowd = self.networks.get(network)
        if crowd is None:
            crowd = self.networks[network] = Crowd(MOST_WAITING, MOST_HELD)
        return self.everybody, crowd
