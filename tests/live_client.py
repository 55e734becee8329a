"""A page that lives as a browser's does: loaded as HTML, then changed by what its socket is sent.

The law of the live channel is that such a page, when the table is quiet, equals one that is loaded anew.
"""

from __future__ import annotations

import asyncio
import copy
import json
import re
from functools import lru_cache
from typing import Any, Protocol

from lxml import etree

from tests.wording import as_drawn

PATIENCE = 10.0  # seconds
RELOAD = 'id="reload-please"'
PARSER = etree.HTMLParser()  # that of lxml.html asks Python anew what each element is
PRESENCE = ".//*[contains(concat(' ', @class, ' '), ' here ') or contains(concat(' ', @class, ' '), ' presence ')]"


class Reload(Exception):  # noqa: N818
    """The server asked for a fresh page."""


class Page:
    """A table's page as one seat has it open."""

    def __init__(self, html: str) -> None:
        self.loads(html)

    def loads(self, html: str) -> None:
        self._holds(etree.fromstring(as_drawn(html), PARSER))
        self._texts: dict[str, str] = {}

    def _holds(self, root: Any) -> None:
        self.root = root
        self._named: dict[str, Any] = {}
        self._enters(root)

    def copied(self) -> Page:
        """The page as it is now, whatever becomes of this one."""
        found = copy.copy(self)
        found._holds(copy.deepcopy(self.root))
        found._texts = dict(self._texts)
        return found

    # reading

    def by_id(self, name: str) -> Any:
        """From what has entered the page: to look through all of it each time is a fifth of what the law costs."""
        found = self._named.get(name)
        return found if found is not None and self.root in found.iterancestors() else None

    def _enters(self, element: Any) -> None:
        self._named |= {one.get("id"): one for one in reversed(element.xpath("descendant-or-self::*[@id]"))}

    def _changes(self, *where: Any) -> None:
        """What these, and all around them, show has to be read again."""
        for one in where:
            for element in (one, *one.iterancestors()):
                self._texts.pop(element.get("id"), None)

    def _text(self, element: Any) -> str:
        """As `plain`, of a panel or a card."""
        name = element.get("id")
        if name not in self._texts:
            self._texts[name] = plain(element)
        return self._texts[name]

    @property
    def panels(self) -> dict[str, str]:
        there = {name: self.by_id(name) for name in self._named if name.startswith("panel-")}
        return {name: self._text(one) for name, one in there.items() if one is not None}

    @property
    def cards(self) -> list[tuple[str, str]]:
        """The log as it stands: each card's id and text, in order."""
        return [(one.get("id"), self._text(one)) for one in self._card_elements()]

    def _card_elements(self) -> list[Any]:
        log = self.by_id("log-cards")
        return [] if log is None else list(log.xpath("li[starts-with(@id, 'card-')]"))

    @property
    def cursor(self) -> str:
        """The public id of the last card."""
        cards = self._card_elements()
        return str(cards[-1].get("id")).removeprefix("card-") if cards else ""

    @property
    def whole_log(self) -> bool:
        return self.by_id("older") is None

    def same_as(self, fresh: Page, apart: tuple[str, ...] = ()) -> list[str]:
        """What differs from a page loaded anew: panels by id, the log's last page, presence apart. Empty is the law."""
        mine, theirs = self.panels, fresh.panels
        wrong = [
            f"{name}:\n  live:  {mine.get(name)}\n  fresh: {theirs.get(name)}"
            for name in sorted(mine.keys() | theirs.keys())
            if name not in apart and mine.get(name) != theirs.get(name)
        ]
        expected = fresh.cards
        held = self.cards if fresh.whole_log else self.cards[len(self.cards) - len(expected) :]
        if held != expected:
            wrong.append(_difference(held, expected))
        return wrong

    # changing, as htmx and live.js do

    def apply(self, frame: str) -> None:
        if RELOAD in frame:
            raise Reload
        holder = in_a_holder(frame)
        for piece in holder.xpath(".//*[@hx-swap-oob][not(ancestor::hx-partial)]"):
            self._out_of_band(piece)
        for partial in holder.xpath(".//hx-partial"):
            self._partial(partial)

    def _out_of_band(self, piece: Any) -> None:
        style = piece.attrib.pop("hx-swap-oob")
        target = self.by_id(piece.get("id"))
        if target is None:
            return
        self._changes(target)
        if style == "outerMorph":
            piece.tail = target.tail
            target.getparent().replace(target, piece)
            self._enters(piece)
        elif style == "delete":
            drop(target)
        else:
            raise AssertionError(f"the page knows no swap {style}")

    def _partial(self, partial: Any) -> None:
        target = self.by_id(partial.get("hx-target").removeprefix("#"))
        swap = partial.get("hx-swap")
        for card in list(partial):
            present = self.by_id(card.get("id"))
            card.tail = None
            if present is not None:
                if swap == "beforeend":
                    self._changes(present)
                    present.getparent().append(present)
            elif target is not None:
                self._changes(card, target)
                _put(card, target, swap)
                self._enters(card)


def _put(card: Any, target: Any, swap: str) -> None:
    if swap == "beforeend":
        target.append(card)
    elif swap == "afterbegin":
        target.insert(0, card)
    elif swap == "afterend":
        target.addnext(card)
    else:
        raise AssertionError(f"the page knows no swap {swap}")


def in_a_holder(html: str) -> Any:
    """Pieces of a page, as children of an element of their own."""
    return etree.fromstring(f"<div>{html}</div>", PARSER).find("body/div")


def drop(element: Any) -> None:
    """Takes an element away, and leaves the words after it."""
    parent, before = element.getparent(), element.getprevious()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def as_html(element: Any) -> str:
    return etree.tostring(element, method="html", encoding="unicode", with_tail=False)


def plain(element: Any) -> str:
    """The element's text for comparing: presence left out, spaces joined."""
    return plain_text(as_html(element))


@lru_cache(4096)
def plain_text(text: str) -> str:
    """As `plain`, from the text of one element."""
    (copied,) = in_a_holder(text.strip())
    for word in copied.xpath(PRESENCE):
        drop(word)
    text = as_html(copied)
    return re.sub(r"\s+", " ", re.sub(r"\s*(<[^>]+>)\s*", r"\1", text))


def _difference(held: list[tuple[str, str]], expected: list[tuple[str, str]]) -> str:
    if [name for name, _ in held] != [name for name, _ in expected]:
        return f"cards:\n  live:  {[name for name, _ in held]}\n  fresh: {[name for name, _ in expected]}"
    for one, other in zip(held, expected, strict=True):
        if one != other:
            return f"{one[0]}:\n  live:  {one[1]}\n  fresh: {other[1]}"
    raise AssertionError("no difference")


class Wire(Protocol):
    """A socket: in this process, or to a server."""

    async def send(self, text: str) -> None: ...

    async def receive(self, timeout: float) -> str | int | None:
        """The next frame; the code it was closed with; None when nothing comes in time."""

    async def close(self) -> None: ...


def _drawing() -> bool:
    """Whether a pass over some table is under way in this process."""
    from apps.table import live

    return any(feed.busy for feed in live.running().hub.feeds.values())


class InProcess:
    """A socket to the application in this process, without a server."""

    def __init__(
        self, path: str, cookies: dict[str, str], host: str = "testserver.local", origin: str | None = ""
    ) -> None:
        from channels.testing import WebsocketCommunicator

        from config.asgi import application

        headers = [(b"host", host.encode()), (b"cookie", "; ".join(f"{k}={v}" for k, v in cookies.items()).encode())]
        if origin is not None:
            headers.append((b"origin", (origin or f"http://{host}").encode()))
        self.socket = WebsocketCommunicator(application, path, headers)
        self.code: int | None = None

    async def open(self) -> InProcess:
        accepted, _ = await self.socket.connect()
        assert accepted, "a socket is accepted first, even where it is closed then"
        return self

    async def send(self, text: str) -> None:
        await self.socket.send_to(text_data=text)

    async def receive(self, timeout: float = 1) -> str | int | None:
        """Without the communicator's own receive, which ends the application when nothing comes.

        While the server still draws, more time is given: a slow machine is not a quiet table.
        """
        if self.code is not None:
            return self.code
        now = asyncio.get_running_loop().time
        begun = now()
        while self.socket.output_queue.empty():
            if now() - begun > timeout and (not _drawing() or now() - begun > timeout + PATIENCE):
                return None
            if self.socket.future.done() and self.socket.output_queue.empty():
                self.socket.future.result()
            await asyncio.sleep(0.002)
        message = self.socket.output_queue.get_nowait()
        if message["type"] == "websocket.close":
            self.code = message["code"]
            return self.code
        return str(message["text"])

    async def close(self) -> None:
        await self.socket.disconnect()


class ToServer:
    """A socket to a running server."""

    def __init__(self, url: str, cookies: dict[str, str]) -> None:
        self.url = url
        self.cookies = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.socket: Any = None

    async def open(self) -> ToServer:
        from websockets.asyncio.client import connect
        from websockets.typing import Origin

        origin = re.sub(r"^ws", "http", self.url).split("/t/")[0]
        self.socket = await connect(
            self.url,
            additional_headers={"Cookie": self.cookies},
            origin=Origin(origin),
            max_size=2**24,
            compression=None,
        )
        return self

    async def send(self, text: str) -> None:
        await self.socket.send(text)

    async def receive(self, timeout: float = 1) -> str | int | None:
        from websockets.exceptions import ConnectionClosed

        try:
            async with asyncio.timeout(timeout):
                return str(await self.socket.recv())
        except TimeoutError:
            return None
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    async def close(self) -> None:
        await self.socket.close()


class LivePage:
    """A page with its socket. `frames` are all that it was sent, in order."""

    def __init__(self, html: str, opened: dict[str, str] | None = None, looks_as: str = "") -> None:
        self.page = Page(html)
        self.opened = opened or {}
        self.looks_as = looks_as
        self.frames: list[str] = []
        self.code: int | None = None
        self.wire: Any = None

    async def join(self, wire: Wire, since: str | None = None) -> LivePage:
        """Says hello on an open socket and takes in the answer."""
        self.wire, self.code = wire, None
        await self.hello(since)
        await self.next()
        return self

    async def hello(self, since: str | None = None) -> None:
        cursor = self.page.cursor if since is None else since
        await self.wire.send(json.dumps({"since": cursor, "open": self.opened, "as": self.looks_as}))

    async def next(self, timeout: float = 3) -> str | int | None:
        """The next frame, applied to the page; the code when the socket was closed; None when nothing came."""
        got: str | int | None = await self.wire.receive(timeout)
        if isinstance(got, int):
            self.code = got
        elif got is not None:
            self.frames.append(got)
            self.page.apply(got)
        return got

    async def drain(self, quiet: float = 0.4) -> list[str]:
        """Applies frames until none comes for `quiet` seconds; returns them."""
        found = []
        while isinstance(got := await self.next(quiet), str):
            found.append(got)
        return found


async def drained(*pages: LivePage) -> list[list[str]]:
    """What each was sent until all are quiet. They are waited for together."""
    return await asyncio.gather(*(one.drain() for one in pages))
