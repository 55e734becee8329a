"""How often one network address, or one seat, may try something."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest

WINDOW = 600  # seconds, from the first try
SLOW_DOWN = "Too many tries from this device. Wait ten minutes, then try again."


@dataclass(frozen=True)
class Limit:
    """At most `most` tries at `door` by the same one within the window."""

    door: str
    most: int


KNOCKS = Limit("knock", 30)
WRONG_LINKS = Limit("link", 20)


def reached(who: HttpRequest | str, limit: Limit) -> bool:
    return int(cache.get(_key(who, limit), 0)) >= limit.most


def count(who: HttpRequest | str, limit: Limit) -> None:
    """Notes one try."""
    key = _key(who, limit)
    if not cache.add(key, 1, WINDOW):
        try:
            cache.incr(key)
        except ValueError:  # the window closed in between
            cache.add(key, 1, WINDOW)


def _key(who: HttpRequest | str, limit: Limit) -> str:
    return f"door:{limit.door}:{who if isinstance(who, str) else network_of(who.META.get('REMOTE_ADDR', ''))}"


def network_of(address: str) -> str:
    """Whose address it is: a household has one of IPv4, and the first half of those of IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))
