"""The server's own pages: start, claim, host, health. Of a table they show its name, its size and its GM alone."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from apps.server import backup, claims, copies, health
from apps.server.facts import facts
from apps.server.forms import ClaimForm, SignInForm
from apps.table import games
from apps.table.devices import seats_of_device
from apps.table.doors import limits
from apps.table.doors.limits import Limit
from apps.table.models import Table

WRONG_LINKS = Limit("claim", 20)
WRONG_PASSWORDS = Limit("password", 10)
SLOW_DOWN = "Too many tries from this device. Wait ten minutes."


@never_cache
@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """The tables in which this browser holds a seat; to the host all of them, and the games to open one with."""
    is_host = request.user.is_authenticated
    context = {
        "seats": [(seat, games.game_of(seat.table)) for seat in seats_of_device(request)],
        "tables": _tables() if is_host else [],
        "games": [games.game(key) for key in settings.GAMES] if is_host else [],
        "claimed": claims.host() is not None,
    }
    return render(request, "server/start.html", context)


@dataclass(frozen=True)
class TableLine:
    """All that the host may know of a table. `sitting` counts its seats, `gms` names who leads it."""

    name: str
    game: games.Game
    sitting: int
    gms: tuple[str, ...]
    put_away: bool


def _tables() -> list[TableLine]:
    """Every table of this server, those put away last, the newest first."""
    tables = Table.objects.order_by("-opened_at").prefetch_related("seats")
    return sorted(map(_table_line, tables), key=lambda line: line.put_away)


def _table_line(table: Table) -> TableLine:
    sitting = [seat for seat in table.seats.all() if seat.removed_at is None]
    leading = tuple(seat.name for seat in sitting if seat.is_gm)
    return TableLine(table.name, games.game_of(table), len(sitting), leading, table.put_away_at is not None)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind a one-time link. Looking at it spends nothing; its POST makes the sender the host."""
    if limits.reached(request, WRONG_LINKS):
        return _refused(request, SLOW_DOWN, 429)
    if not claims.alive(token):
        return _dead_link(request)
    form = ClaimForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _claimed(request, token, form.cleaned_data)
    status = 422 if form.is_bound else 200
    return render(request, "server/claim.html", {"form": form, "host": claims.host()}, status=status)


def _claimed(request: HttpRequest, token: str, given: dict[str, Any]) -> HttpResponse:
    user = claims.spend(token, given["name"], given["password"])
    if isinstance(user, claims.Spent):
        return _dead_link(request)
    login(request, user)
    return redirect("host")


def _dead_link(request: HttpRequest) -> HttpResponse:
    limits.count(request, WRONG_LINKS)
    why = "This link does not work any more: it was used, or the server has been started since, or it was mistyped."
    help_text = "On the server's machine, this makes a new one: python manage.py host"
    return _refused(request, f"{why} {help_text}", 404)


def _refused(request: HttpRequest, why: str, status: int) -> HttpResponse:
    return render(request, "server/refused.html", {"why": why}, status=status)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    form = SignInForm(request.POST or None)
    if request.method == "POST" and limits.reached(request, WRONG_PASSWORDS):
        return _refused(request, SLOW_DOWN, 429)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        user = authenticate(request, username=given["name"], password=given["password"])
        if user:
            login(request, user)
            return redirect("host")
        limits.count(request, WRONG_PASSWORDS)
        form.add_error("password", "Name or password is wrong.")
    status = 422 if form.is_bound else 200
    return render(request, "server/sign-in.html", {"form": form, "claimed": claims.host() is not None}, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("start")


@never_cache
@login_required
@require_GET
def host_page(request: HttpRequest) -> HttpResponse:
    return _host_page(request)


def _host_page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    tables = _tables()
    put_away = sum(table.put_away for table in tables)
    counts = {"open": len(tables) - put_away, "put_away": put_away}
    context = {"facts": facts(), "problem": problem, "tables": tables, **counts}
    return render(request, "server/host.html", context, status=status)


@login_required
@require_POST
def copy_now(request: HttpRequest) -> HttpResponse:
    try:
        backup.copy_everything()
    except (backup.CannotCopy, OSError) as why:
        return _host_page(request, f"No copy was made. {why}", 503)
    return redirect(reverse("host") + "#copies")


@never_cache
@login_required
@require_safe
def fetch_copy(request: HttpRequest, name: str) -> FileResponse:
    """A copy as a file, to be kept on another machine. It holds all there is: whispers, links, the key."""
    copy = copies.named(name)
    if copy is None:
        raise Http404
    response = FileResponse(copy.path.open("rb"), as_attachment=True, filename=copy.name)
    response["Content-Encoding"] = "identity"  # packed already: it keeps its length, by which a browser shows progress
    return response


def not_here(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _refused(request, "There is nothing at this address, or it is not for this device.", 404)


def too_much(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that cannot be read: more fields or longer texts than any page of ours sends."""
    return _refused(request, "That is more than a form may bring. Nothing was changed.", 400)


def not_from_here(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its proof that it came from a page of ours."""
    why = "This form was not sent from a page that is open on this device. Nothing was changed."
    return _refused(request, f"{why} Go back, reload the page and send it again.", 403)


def broken(request: HttpRequest) -> HttpResponse:
    """Asks nothing of the database: it may be what broke."""
    return render(request, "server/broken.html", status=500)


@never_cache
@require_GET
def healthz(request: HttpRequest) -> JsonResponse:
    parts = health.report(request)
    return JsonResponse(parts, status=200 if set(parts.values()) == {"ok"} else 503)
