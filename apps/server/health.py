"""Whether the parts that every act needs answer: the database and the channel layer."""

import asyncio
import logging
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import Error, connection
from django.http import HttpRequest

PATIENCE = 3  # seconds

log = logging.getLogger(__name__)


def report(request: HttpRequest) -> dict[str, str]:
    """{"database": "ok" | "failed", "channels": "ok" | "failed"}; why something failed stands in the server's log."""
    checks: dict[str, Callable[[], None]] = {
        "database": _database,
        "channels": lambda: _channels(getattr(request, "environ", {}).get("asgi.scope", {}).get("loop")),
    }
    return {name: _tried(name, check) for name, check in checks.items()}


def _tried(name: str, check: Callable[[], None]) -> str:
    try:
        check()
    except (Error, OSError, RuntimeError, TimeoutError, ValueError, TypeError):
        log.exception("health: %s", name)
        return "failed"
    return "ok"


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations")
        cursor.fetchone()


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
