"""How often one network address may try a door."""

from django.core.cache import cache
from django.http import HttpRequest

WINDOW = 600  # seconds


def address(request: HttpRequest) -> str:
    """The address that the request came from; behind a trusted proxy the server has already replaced it."""
    return str(request.META.get("REMOTE_ADDR", ""))


def too_many(request: HttpRequest, door: str, most: int) -> bool:
    """True where this address has failed at `door` at least `most` times within the window."""
    return int(cache.get(_key(request, door), 0)) >= most


def count(request: HttpRequest, door: str) -> None:
    """Notes one failure; the window starts with the first."""
    key = _key(request, door)
    if not cache.add(key, 1, WINDOW):
        try:
            cache.incr(key)
        except ValueError:  # it ran out in between
            cache.add(key, 1, WINDOW)


def _key(request: HttpRequest, door: str) -> str:
    return f"limit:{door}:{address(request)}"
