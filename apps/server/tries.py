"""How often a password may be tried.

People choose passwords, so guessing has to be slow: after ten wrong ones from one network within ten minutes no more
are looked at. That alone would let a prankster behind the same router keep the host out. So a browser in which the host
has signed in before is known again, and has ten tries of its own, whatever others in its network did: its cookie is
signed and dies with the password. In a browser that never was signed in the host waits until the prankster has had
enough, or makes a link on the server's machine (`manage.py host`): links are never held up.
"""

from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse

from apps.server import claims
from apps.table.devices import A_YEAR
from apps.table.doors import limits
from apps.table.doors.limits import Limit
from apps.table.ids import new_token, token_hash

WRONG_PASSWORDS = Limit("password", 10)
COOKIE = "fireside-host"


def used_up(request: HttpRequest) -> bool:
    return limits.reached(_who(request), WRONG_PASSWORDS)


def count(request: HttpRequest) -> None:
    """Notes a wrong password."""
    limits.count(_who(request), WRONG_PASSWORDS)


def know_again(response: HttpResponse, request: HttpRequest, host: User) -> HttpResponse:
    """Lets this browser be known as one in which the host has signed in."""
    token = _signer(host).sign(new_token())
    secure = request.is_secure()
    response.set_cookie(COOKIE, token, A_YEAR, path="/host/", httponly=True, samesite="Lax", secure=secure)
    return response


def _who(request: HttpRequest) -> HttpRequest | str:
    """A browser that is known, by a name of its own; else the request, for its network."""
    host, token = claims.host(), request.COOKIES.get(COOKIE)
    if host is None or not token:
        return request
    try:
        return token_hash(_signer(host).unsign(token))
    except BadSignature:
        return request


def _signer(host: User) -> Signer:
    return Signer(salt=f"known browser {host.get_session_auth_hash()}")
