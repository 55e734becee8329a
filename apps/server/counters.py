"""Counters and marks that several processes share through Redis; while it is away, each process keeps its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

PATIENCE = 1  # seconds


def _or_here(name: str) -> Callable[..., Any]:
    def method(self: RedisOrHere, *given: Any) -> Any:
        try:
            return getattr(super(RedisOrHere, self), name)(*given)
        except RedisError:
            return getattr(self.here, name)(*given)

    return method


class RedisOrHere(RedisCacheClient):
    """Redis as long as it answers."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, **options)
        self.here = LocMemCache("while-redis-is-away", {})

    get, set, add, touch, incr, delete = map(_or_here, ("get", "set", "add", "touch", "incr", "delete"))


class Counters(RedisCache):
    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = RedisOrHere
