"""Random names for everything that an address or a page mentions: they count nothing and cannot be guessed."""

import hashlib
import hmac
import secrets

from django.conf import settings


def public_id() -> str:
    """A random name of 72 bits, safe in addresses and as an element's id."""
    return "x" + secrets.token_urlsafe(9).replace("-", "z").replace("_", "q")


def new_token() -> str:
    """A secret of 128 bits for a cookie or a link."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def derived_token(*parts: object) -> str:
    """A link's secret of 128 bits, worked out anew from the server's key whenever the link is shown; never stored."""
    message = "\x1f".join(str(part) for part in parts).encode()
    digest = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).hexdigest()
    return digest[:32]


def same(one: str, other: str) -> bool:
    """Compares two secrets in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
