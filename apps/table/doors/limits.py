"""How often one network address may try a door of a table, or of the server."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest

WINDOW = 600  # seconds, from the first try
SLOW_DOWN = "Too many tries from this device. Wait ten minutes, then try again."


@dataclass(frozen=True)
class Limit:
    """At most `most` tries at `door` from one address within the window."""

    door: str
    most: int


KNOCKS = Limit("knock", 30)
WRONG_LINKS = Limit("link", 20)


def reached(request: HttpRequest, limit: Limit) -> bool:
    return int(cache.get(_key(request, limit), 0)) >= limit.most


def count(request: HttpRequest, limit: Limit) -> None:
    """Notes one try."""
    key = _key(request, limit)
    if not cache.add(key, 1, WINDOW):
        try:
            cache.incr(key)
        except ValueError:  # the window closed in between
            cache.add(key, 1, WINDOW)


def _key(request: HttpRequest, limit: Limit) -> str:
    return f"door:{limit.door}:{request.META.get('REMOTE_ADDR', '')}"
