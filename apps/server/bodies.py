"""How much a request may bring. It is refused by what it announces, or as soon as more has come."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any

from django.conf import settings

from apps.table.acts import preparation

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

FILES_AT_A_TIME = 2
"""So many threads read what people send; the others answer meanwhile."""
_files = asyncio.Semaphore(FILES_AT_A_TIME)
BRING_A_TABLE = "/host/bring"
ACT = re.compile(r"/t/[^/]+/s/[^/]+/act/([^/]+)")


class TooLarge(Exception):  # noqa: N818 - reads as what is the case
    """More has come than may."""


def most(path: str) -> int:
    """Bytes: a file for the acts that take one, a long form for the others, a short one for every other page."""
    act = ACT.fullmatch(path)
    if path == BRING_A_TABLE:
        return int(settings.BODY_WITH_FILE)
    if act is None:
        return int(settings.BODY_ELSEWHERE)
    return int(settings.BODY_WITH_FILE if preparation(act[1]) else settings.BODY_OF_ACT)


def words(path: str) -> str:
    """What whoever sends too much is told."""
    size = most(path)
    shown = f"{size // 1024**2} MB" if size >= 1024**2 else f"{size // 1024} kB"
    return f"That is too large: here a request may bring {shown} at most. Nothing was changed.\n"


def limited(application: Application) -> Application:
    """The application behind this limit, under any server. Daphne's own connections refuse earlier (`lines`)."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        left = most(scope["path"])

        async def counted() -> Any:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise TooLarge
            return message

        try:
            if _announced(scope) > left:
                raise TooLarge
            async with _files if _brings_a_file(scope) else nullcontext():
                await application(scope, counted, send)
        except TooLarge:
            await _refuse(scope["path"], send)

    return guarded


def _brings_a_file(scope: Scope) -> bool:
    return bool(scope["method"] == "POST" and most(scope["path"]) == settings.BODY_WITH_FILE)


def _announced(scope: Scope) -> int:
    text = dict(scope["headers"]).get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0


async def _refuse(path: str, send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": words(path).encode()})
