"""Who asks, where a proxy stands in front: what the proxy says, and never what the browser told the proxy."""

import ipaddress
from collections.abc import Iterable

Client = tuple[str, int]


def client(headers: Iterable[tuple[bytes, bytes]]) -> Client | None:
    """The last address in X-Forwarded-For: the one that the proxy itself has put there, before which a browser may
    write what it likes. None where there is none that can be read."""
    told = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    text = told.decode("latin1").rpartition(",")[2].strip()
    for candidate in (text, text.rpartition(":")[0]):  # some proxies add the port
        try:
            return str(ipaddress.ip_address(candidate.strip("[]"))), 0
        except ValueError:
            continue
    return None
