"""Whether the parts that every act needs do what they should: the database, the channel layer, the disk."""

import asyncio
import errno
import logging
import shutil
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat

from config import troubles
from config.troubles import Met, Trouble

PATIENCE = 3  # seconds
WRITING = {
    "sqlite": ("PRAGMA busy_timeout = 3000", "PRAGMA user_version = 0", "PRAGMA busy_timeout = 20000"),
    "postgresql": ("SELECT pg_current_xact_id()",),
}
"""The least that a database can write. Nobody reads it."""
LEAST_FREE = 16 * 1024**2
LITTLE_FREE = 512 * 1024**2
NO_CHANNELS = (
    "Redis does not answer. Play goes on: each process of the server tells its own pages at once and those of the "
    "others some seconds late. See whether it runs, and whether REDIS_URL is right."
)
NEARLY_FULL = "The disk of {data} is nearly full: {free} are free. Make room on it: when full, nothing more is kept."

log = logging.getLogger(__name__)
_damage: list[Trouble] = []  # until the next start, which looks for itself


def report(request: HttpRequest) -> dict[str, str]:
    """Each of "database", "channels" and "disk" is "ok" or "failed"; why it failed stands in the server's log."""
    return {name: "failed" if wrong else "ok" for name, wrong in _examined(_loop_of(request)).items()}


def findings(request: HttpRequest | None = None) -> list[str]:
    """What is wrong now, in words for whoever runs the server, and what helps; empty where all is well.
    A full disk is met by database and disk alike, and told once: as the disk tells it, which names the folder."""
    found = [words for words in _examined(_loop_of(request)).values() if words]
    full = [words for words in found if words.startswith(troubles.FULL.happened)]
    return [words for words in found if words not in full[:-1]] if full else [*found, *_nearly_full()]


def note(trouble: Trouble) -> None:
    """Something came upon this. A damaged place in a database is met by whoever needs just that."""
    if trouble.code == troubles.DAMAGED.code:
        _damage[:] = [trouble]


def _loop_of(request: HttpRequest | None) -> asyncio.AbstractEventLoop | None:
    loop: asyncio.AbstractEventLoop | None = getattr(request, "environ", {}).get("asgi.scope", {}).get("loop")
    return loop


def _examined(loop: asyncio.AbstractEventLoop | None) -> dict[str, str]:
    """What is wrong with each part; empty where nothing is."""
    return {
        "database": _tried("database", _database),
        "channels": NO_CHANNELS if _tried("channels", lambda: _channels(loop)) else "",
        "disk": _tried("disk", _disk),
    }


def _tried(name: str, check: Callable[[], None]) -> str:
    """Whatever a driver or a layer may raise, it tells that the part does not work."""
    try:
        check()
    except Exception as wrong:
        log.error("health: %s: %r", name, wrong)
        return troubles.told(wrong)
    return ""


def _database() -> None:
    """Reads and writes: a database on a full disk can still be read."""
    if _damage:
        raise Met(_damage[0])
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations")
        cursor.fetchone()
        for statement in WRITING[connection.vendor]:
            cursor.execute(statement)


def _disk() -> None:
    """That of the data folder, where pictures and copies go; SQLite's database as well."""
    if free_bytes() < LEAST_FREE:
        raise OSError(errno.ENOSPC, f"{free_bytes() // 1024**2} MB are free", str(settings.DATA))


def free_bytes() -> int:
    return shutil.disk_usage(settings.DATA).free


def _nearly_full() -> list[str]:
    free = free_bytes()
    return [NEARLY_FULL.format(data=settings.DATA, free=filesizeformat(free))] if free < LITTLE_FREE else []


def _channels(loop: asyncio.AbstractEventLoop | None) -> None:
    """On the server's own loop where there is one: the in-memory layer's queues belong to it."""
    if loop:
        asyncio.run_coroutine_threadsafe(_there_and_back(), loop).result(PATIENCE + 1)
    else:
        async_to_sync(_there_and_back)()


async def _there_and_back() -> None:
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("no channel layer")
    async with asyncio.timeout(PATIENCE):
        channel = await layer.new_channel("health")
        await layer.send(channel, {"type": "health"})
        await layer.receive(channel)
