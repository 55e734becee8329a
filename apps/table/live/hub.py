"""The hub: the open pages of this process, one feed per table. Everything here runs on the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from apps.table.models import SeatDevice, Table

from . import drawing, reading
from .screens import DELETED, LEFT, MOST_OF_A_SEAT, PUT_AWAY, RESYNC, Connection, Screen

LINGER = 1.0  # seconds: a page that is loaded again has not left

ENDS = {"left": LEFT, "put-away": PUT_AWAY, "deleted": DELETED}
"""The code with which a socket is closed for good, by what its parcel says."""

logger = logging.getLogger(__name__)


class Feed:
    """One table's open pages. One pass at a time: what comes meanwhile is drawn together in the next one."""

    def __init__(self, table_key: int, seats_changed: Callable[[], None]) -> None:
        self.table_key = table_key
        self.members: set[Connection] = set()
        self.newcomers: list[Connection] = []
        self._seats_changed = seats_changed
        self._drawn: int | None = None
        self._top = 0
        self._seen = 0
        self._asked = False
        self._atoms: drawing.Atoms = {}
        self._runner: asyncio.Task[None] | None = None

    @property
    def empty(self) -> bool:
        return not (self.members or self.newcomers or self.busy)

    @property
    def busy(self) -> bool:
        """Whether something is being drawn, or is about to be."""
        return self._runner is not None

    @property
    def connections(self) -> list[Connection]:
        return [*self.members, *self.newcomers]

    @property
    def seats(self) -> set[int]:
        """The seats that are here. Looking through somebody's eyes makes the GM present who looks, and nobody else."""
        return {one.screen.seat_key for one in self.members}

    def join(self, connection: Connection) -> None:
        """Takes a page in, or anew after a second hello: it is sent all panels and the cards since its cursor."""
        self.leave(connection)
        self.newcomers.append(connection)
        self._go()

    def leave(self, connection: Connection) -> None:
        self.members.discard(connection)
        if connection in self.newcomers:
            self.newcomers.remove(connection)

    def wake(self, version: int | None = None) -> None:
        """There is something new: a version, or what is no commit, such as who is here."""
        self._top = max(self._top, version or 0)
        self._asked |= version is None
        self._go()

    def stop(self) -> None:
        if self._runner is not None:
            self._runner.cancel()

    def _go(self) -> None:
        if self._runner is None and self._behind:
            self._runner = asyncio.get_running_loop().create_task(self._run())

    @property
    def _behind(self) -> bool:
        if self.newcomers:
            return True
        return bool(self.members) and (self._top > (self._drawn or 0) or self._asked)

    async def _run(self) -> None:
        try:
            while self._behind:
                await self._pass()
        except Exception:
            logger.exception("a pass over table %s failed; the heartbeat tries again", self.table_key)
        finally:
            self._runner = None

    async def _pass(self) -> None:
        members, newcomers = list(self.members), self.newcomers
        asked, self.newcomers, self._asked = self._asked, [], False
        screens = {one.screen: one for one in [*members, *newcomers]}
        work = drawing.Work(
            self.table_key,
            self._drawn,
            self._seen,
            [one.screen for one in members],
            [one.screen for one in newcomers],
            self._atoms,
        )
        taken_in = {one.screen for one in newcomers}
        try:
            drawn = await reading.read(drawing.draw, work)
        except BaseException:
            self._asked |= asked
            self.newcomers = [one for one in newcomers if not one.over and one not in self.newcomers] + self.newcomers
            raise
        self._drawn, self._seen = drawn.version, drawn.seen
        for parcel in drawn.parcels:
            self._deliver(parcel, screens[parcel.screen], parcel.screen in taken_in)
        if taken_in:
            self._seats_changed()

    def _deliver(self, parcel: drawing.Parcel, connection: Connection, newcomer: bool) -> None:
        if connection.over or connection.screen is not parcel.screen or connection in self.newcomers:
            return  # it left meanwhile, or has said hello again
        if parcel.over in ENDS:
            self.leave(connection)
            connection.end(ENDS[parcel.over])
            return
        if parcel.over:
            self.leave(connection)
        else:
            self._note(parcel)
            if newcomer:
                self.members.add(connection)
        if parcel.text:
            connection.push(parcel.text)
            if connection.over:
                self.leave(connection)

    @staticmethod
    def _note(parcel: drawing.Parcel) -> None:
        screen: Screen = parcel.screen
        screen.last, screen.sent, screen.role = parcel.last, dict(parcel.sent), parcel.role


class Hub:
    """All feeds of this process. `seats_changed` is called when somebody came or left."""

    def __init__(self, seats_changed: Callable[[], None]) -> None:
        self.feeds: dict[int, Feed] = {}
        self._sockets: Counter[int] = Counter()
        self._seats_changed = seats_changed

    def opens(self, seat_key: int) -> bool:
        """Whether one more socket of this seat may be open in this process; then it is counted until it `closed`."""
        if self._sockets[seat_key] >= MOST_OF_A_SEAT:
            return False
        self._sockets[seat_key] += 1
        return True

    def closed(self, seat_key: int) -> None:
        self._sockets -= Counter({seat_key: 1})

    def join(self, table_key: int, connection: Connection) -> None:
        if table_key not in self.feeds:
            self.feeds[table_key] = Feed(table_key, self._seats_changed)
        self.feeds[table_key].join(connection)

    def leave(self, table_key: int, connection: Connection) -> None:
        connection.over = True
        feed = self.feeds.get(table_key)
        if feed is None:
            return
        feed.leave(connection)
        asyncio.get_running_loop().call_later(LINGER, self._left, table_key)

    def _left(self, table_key: int) -> None:
        feed = self.feeds.get(table_key)
        if feed is not None and feed.empty:
            del self.feeds[table_key]
        self._seats_changed()

    def wake(self, table_key: int, version: int | None = None) -> None:
        if feed := self.feeds.get(table_key):
            feed.wake(version)

    def seats(self) -> dict[int, set[int]]:
        """The seats that have a page open here, by table."""
        return {key: seats for key, feed in self.feeds.items() if (seats := feed.seats)}

    async def catch_up(self) -> None:
        """Wakes what fell behind, whatever was lost on the way, and closes pages whose device lost its seat, or whose
        table was deleted."""
        feeds = dict(self.feeds)
        if not feeds:
            return
        asked = {key: feed.connections for key, feed in feeds.items()}  # not those that join while it is read
        devices = {one.screen.device for connections in asked.values() for one in connections}
        versions, held = await reading.read(_standing, list(feeds), devices)
        for key, feed in feeds.items():
            for one in asked[key]:
                if (one.screen.seat_key, one.screen.device) not in held:
                    feed.leave(one)
                    one.end(LEFT if key in versions else DELETED)
            feed.wake(versions.get(key, 0))

    def stop(self) -> None:
        for feed in self.feeds.values():
            feed.stop()
            for one in feed.connections:
                one.end(RESYNC)
        self.feeds.clear()


def _standing(tables: list[int], devices: set[str]) -> tuple[dict[int, int], set[tuple[int, str]]]:
    """The versions of these tables, and which seats these devices hold."""
    versions = dict(Table.objects.filter(pk__in=tables).values_list("pk", "version"))
    held = SeatDevice.objects.filter(token_hash__in=devices, seat__removed_at=None, seat__table__in=tables)
    return versions, set(held.values_list("seat_id", "token_hash"))
