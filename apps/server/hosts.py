"""Which Host headers are answered, and which pages may open a socket.

The addresses that a home network gives out are not known in advance, so IP literals are admitted (DNS rebinding needs a
name), and with them localhost, *.local and the names of FIRESIDE_NAMES.
"""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings

DEFAULT_PORTS = {"http": 80, "https": 443}


def allowed(host: str) -> bool:
    """True where a request with this Host header (`name`, `name:port`, `[::1]:port`) is answered."""
    name = _parts(f"//{host}")[0]
    if not name:
        return False
    return _is_ip(name) or name == "localhost" or name.endswith(".local") or name in settings.ENVIRONMENT.names


def same_origin(origin: str, host: str) -> bool:
    """True where a page of `origin` (Origin header) may open a socket at `host` (Host header): same name and port."""
    scheme = urlsplit(origin).scheme if _is_url(origin) else ""
    if scheme not in DEFAULT_PORTS:
        return False
    default = DEFAULT_PORTS[scheme]
    name, port = _parts(origin)
    host_name, host_port = _parts(f"//{host}")
    return bool(name) and (name, port or default) == (host_name, host_port or default)


def _is_url(text: str) -> bool:
    try:
        return bool(urlsplit(text).netloc)
    except ValueError:
        return False


def _parts(url: str) -> tuple[str, int | None]:
    """Name (lower case, without brackets and final dot) and port of an address; ("", None) where it is malformed."""
    try:
        parts = urlsplit(url)
        if parts.username is not None or parts.path or parts.query or parts.fragment:
            return "", None
        return (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return "", None


def _is_ip(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
