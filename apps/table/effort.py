"""How much one seat may keep the server at work with what it sends: pictures and documents, which take long to read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

from apps.table.doors import limits
from apps.table.forbidden import Forbidden
from apps.table.models import Seat

LONGEST = 60  # seconds after which one that was never finished is forgotten
UPLOADS = limits.Limit("upload", 120)
BUSY = "What this seat sent last is still being read. Wait a moment, then send this one."
ENOUGH = f"That were {UPLOADS.most} files within ten minutes. Wait a while, then send the next."


@contextmanager
def of(seat: Seat) -> Iterator[None]:
    """One file of a seat at a time, and so many within ten minutes. Refuses with Forbidden."""
    if limits.reached(seat.public_id, UPLOADS):
        raise Forbidden(ENOUGH)
    mine = f"upload:{seat.public_id}"
    if not cache.add(mine, 1, LONGEST):
        raise Forbidden(BUSY)
    limits.count(seat.public_id, UPLOADS)
    try:
        yield
    finally:
        cache.delete(mine)
