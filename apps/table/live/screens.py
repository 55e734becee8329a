"""An open page of a table, as the live channel knows it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

LEFT = 4401
PUT_AWAY = 4402
DELETED = 4410
BAD_HELLO = 4400
RESYNC = 4001
TOO_MANY = 4429
MOST_OF_A_SEAT = 12
"""So many pages of one seat have a line at the same time; others ask for what is new."""
MOST_UNSENT = 256


@dataclass(eq=False)
class Screen:
    """Whose page it is, and what it was sent last.

    `since` is the last card that the page has (public id; empty for none). `looks_as` is the seat through whose eyes a
    GM looks. `last` is the key of the newest event that it was told of, `sent` a hash of each panel's text.
    """

    seat_key: int
    device: str
    since: str
    open: Mapping[str, str] = field(default_factory=dict)
    looks_as: str = ""
    role: str = ""
    last: int = 0
    sent: dict[str, int] = field(default_factory=dict)


class Connection:
    """A socket's side of a screen: texts wait here in order until the socket takes them; then a code closes it.

    One that does not keep up is closed with RESYNC and catches up by its cursor; nobody waits for it.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.over = False
        self.waiting: asyncio.Queue[str | int] = asyncio.Queue()

    def push(self, text: str) -> None:
        if self.over:
            return
        if self.waiting.qsize() >= MOST_UNSENT:
            self.end(RESYNC)
        else:
            self.waiting.put_nowait(text)

    def end(self, code: int) -> None:
        """Closes the socket at once: what still waits is not sent."""
        if self.over:
            return
        self.over = True
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(code)
