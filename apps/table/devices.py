"""Which browser this is: one cookie for all the seats that a device holds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from apps.table.changing import Changing
from apps.table.ids import derived_token, new_token, token_hash
from apps.table.models import Knock, Seat, SeatDevice

COOKIE = "fireside"
A_YEAR = 365 * 24 * 3600


def device_hash(request: HttpRequest) -> str:
    """The hash of this browser's token; of nothing where it has none, which no row has."""
    return token_hash(request.COOKIES.get(COOKIE, "")) if request.COOKIES.get(COOKIE) else "none"


def own_secret(request: HttpRequest) -> str:
    """What this browser alone can say again: nothing that is stored leads to it. Empty where it has no token."""
    token = request.COOKIES.get(COOKIE, "")
    return derived_token("browser", token) if token else ""


def token_of(request: HttpRequest) -> str:
    """This browser's token, where it holds a seat by it or waits at a door; else a new one.

    One that was never given out here may have been put there by somebody else, who would sit in the same seat.
    """
    return request.COOKIES[COOKIE] if _given_out(device_hash(request)) else new_token()


def _given_out(device: str) -> bool:
    held = SeatDevice.objects.filter(token_hash=device, seat__removed_at=None)
    return held.exists() or Knock.objects.filter(token_hash=device, seat=None, refused=False).exists()


def renew(response: HttpResponse, request: HttpRequest) -> None:
    """Lets the browser keep its cookie for another year."""
    remember(response, request, request.COOKIES[COOKIE])


def remember(response: HttpResponse, request: HttpRequest, token: str) -> None:
    """Gives the browser its cookie for a year."""
    response.set_cookie(
        COOKIE, token, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure(), path="/"
    )


def seat_device(seat: Seat, token: str) -> None:
    """Lets the browser with this token hold the seat. Inside the hold."""
    if seat.desk.one(SeatDevice, seat=seat, token_hash=token_hash(token)) is None:
        door = Changing(seat.desk)
        door.add(SeatDevice, seat=seat, token_hash=token_hash(token))
        door.committed()


def seats_of_device(request: HttpRequest) -> list[Seat]:
    """The seats that this browser holds, newest table first."""
    held = Seat.objects.filter(devices__token_hash=device_hash(request), removed_at=None)
    return list(held.select_related("table").order_by("-table__opened_at"))
