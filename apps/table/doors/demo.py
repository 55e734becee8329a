"""The demonstration's page: for each game its links, and one button that sets that table anew."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.table import demonstration, games
from apps.table.doors import limits
from apps.table.doors.pages import LOOK_OR_DO, refused
from apps.table.models import Seat, Table

HERE_ONLY = (
    "Nobody has claimed this server yet. Until then the demonstration opens on the server’s own machine alone: "
    "there, open Fireside as localhost."
)
BY_THE_HOST = "No demonstration is set up. The host of this server can do that."
NO_SUCH_GAME = "No demonstration of such a game is shown here."
RESETS = limits.Limit("demonstration", 10)


@never_cache
@require_http_methods(LOOK_OR_DO)
def demo(request: HttpRequest) -> HttpResponse:
    """Before the server is claimed for this machine alone. Later anybody may use what the host has set up."""
    at_home = from_this_machine(request) or request.user.is_authenticated
    if not at_home and not User.objects.filter(is_active=True).exists():
        return refused(request, HERE_ONLY, 403)
    shown = [one for one in map(_shown, demonstration.shown()) if at_home or one.table]
    if not shown:
        return refused(request, BY_THE_HOST, 404)
    return _set_up(request, shown) if request.method == "POST" else _page(request, shown)


@dataclass(frozen=True)
class Shown:
    """A game with its demonstration, which may not be set up yet, and its seats: the link, and who is played."""

    game: games.Game
    table: Table | None
    links: list[tuple[Seat, str, str]]


def _shown(game: games.Game) -> Shown:
    table = demonstration.table(game.key)
    seats = demonstration.seats_of(table) if table else []
    parts = demonstration.script_of(game.key).parts
    return Shown(game, table, [(seat, path_of(seat), parts.get(seat.name, "")) for seat in seats])


def from_this_machine(request: HttpRequest) -> bool:
    """True where nobody stands between: a proxy that is not trusted hides who asks."""
    if "X-Forwarded-For" in request.headers and not settings.ENVIRONMENT.trust_proxy:
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    meant = getattr(address, "ipv4_mapped", None) or address
    return bool(meant.is_loopback)


def _set_up(request: HttpRequest, shown: list[Shown]) -> HttpResponse:
    """Sets one game's table anew; the others stay as they are."""
    game = request.POST.get("game")
    if game not in [one.game.key for one in shown]:
        return refused(request, NO_SUCH_GAME, 404)
    if limits.reached(request, RESETS):
        return refused(request, limits.SLOW_DOWN, 429)
    limits.count(request, RESETS)
    demonstration.set_up(game)
    return redirect("demo")


def _page(request: HttpRequest, shown: list[Shown]) -> HttpResponse:
    return render(request, "table/doors/demo.html", {"shown": shown})


def path_of(seat: Seat) -> str:
    """The seat's private link, to which the button posts at once."""
    return f"/seat/{seat.public_id}/{seat.link_token}"
