"""The server's own pages: start, claim, host, health. Of a table they show its name, its size and its GM alone."""

from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from apps.server import backup, claims, copies, health, tables, tries
from apps.server.facts import facts
from apps.server.forms import ClaimForm, SignInForm
from apps.table import games, guide
from apps.table.devices import device_hash, seats_of_device
from apps.table.doors import limits
from apps.table.doors.limits import Limit
from apps.table.hosting import PUT_AWAY, PutAway
from config import troubles
from config.environment import typed
from config.version import LICENCE, VERSION

WRONG_LINKS = Limit("claim", 20)
WANTS_HTTPS = (
    "This server is set up for HTTPS alone (FIRESIDE_TRUST_PROXY), and this page came without: nobody can sign in or "
    "sit down here. Open it with https:// in front. Where that fails, the proxy has no certificate, or does not send "
    "X-Forwarded-Proto: docs/hosting.md has a block for it that works."
)
NOTHING_HERE = (
    "There is nothing at this address, or it is not for this device. If your seat at a table was here, ask whoever "
    "leads the table: Menu, Seats shows them a link for your other device, which opens it here."
)
SLOW_DOWN = "Too many tries from this device. Wait ten minutes."


@never_cache
@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """The tables in which this browser holds a seat; to the host all of them, and the games to open one with."""
    is_host = request.user.is_authenticated
    context = {
        "seats": [(seat, games.game_of(seat.table)) for seat in seats_of_device(request)],
        "tables": tables.lines(device_hash(request)) if is_host else [],
        "games": [games.game(key) for key in settings.GAMES] if is_host else [],
        "claimed": claims.host() is not None,
    }
    return render(request, "server/start.html", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Which Fireside this is, on what terms, where its source is, and which keys a table knows."""
    told = {"version": VERSION, "licence": LICENCE, "source": settings.ENVIRONMENT.source, "keys": guide.KEYS}
    return render(request, "server/about.html", told)


@require_safe
def licence(request: HttpRequest) -> FileResponse:
    return FileResponse((settings.BASE_DIR / "LICENSE").open("rb"), content_type="text/plain; charset=utf-8")


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind a one-time link. Looking at it spends nothing; its POST makes the sender the host."""
    if _cookies_get_lost(request):
        return _refused(request, WANTS_HTTPS, 403)
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
    return tries.know_again(redirect("host"), request, user)


def _dead_link(request: HttpRequest) -> HttpResponse:
    if limits.reached(request, WRONG_LINKS):
        return _refused(request, SLOW_DOWN, 429)
    limits.count(request, WRONG_LINKS)
    why = "This link does not work any more: it was used, or the server has been started since, or it was mistyped."
    help_text = f"On the server's machine, in Fireside's folder, this makes a new one: {typed('host')}"
    return _refused(request, f"{why} {help_text}", 404)


def _refused(request: HttpRequest, why: str, status: int) -> HttpResponse:
    return render(request, "server/refused.html", {"why": why}, status=status)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    if _cookies_get_lost(request):
        return _refused(request, WANTS_HTTPS, 403)
    form = SignInForm(request.POST or None)
    if request.method == "POST" and tries.used_up(request):
        return _refused(request, SLOW_DOWN, 429)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        user = authenticate(request, username=given["name"], password=given["password"])
        if isinstance(user, User):
            login(request, user)
            return tries.know_again(redirect("host"), request, user)
        tries.count(request)
        form.add_error("password", "Name or password is wrong.")
    status = 422 if form.is_bound else 200
    context = {"form": form, "claimed": claims.host() is not None, "command": typed("host")}
    return render(request, "server/sign-in.html", context, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("start")


@never_cache
@login_required
@require_GET
def host_page(request: HttpRequest) -> HttpResponse:
    return _host_page(request)


def _host_page(
    request: HttpRequest, problem: str = "", bring: tables.BringForm | None = None, status: int = 200
) -> HttpResponse:
    found = tables.lines(device_hash(request))
    put_away = sum(table.put_away for table in found)
    context = {
        "facts": facts(),
        "findings": health.findings(request),
        "problem": problem,
        "tables": found,
        "bring": bring or tables.BringForm(),
        "open": len(found) - put_away,
        "put_away": put_away,
    }
    return render(request, "server/host.html", context, status=status)


@login_required
@require_POST
def copy_now(request: HttpRequest) -> HttpResponse:
    try:
        backup.copy_everything()
    except (backup.CannotCopy, OSError) as why:
        return _host_page(request, f"No copy was made. {troubles.told(why)}", status=503)
    return redirect(reverse("host") + "#copies")


@login_required
@require_POST
def bring_table(request: HttpRequest) -> HttpResponse:
    """A table comes from its file; the host hands its GM the link to their seat next."""
    form = tables.BringForm(request.POST, request.FILES)
    if not form.is_valid():
        return _host_page(request, bring=form, status=422)
    return redirect("gm-link", table=form.brought)


@never_cache
@login_required
@require_safe
def fetch_copy(request: HttpRequest, name: str) -> HttpResponseBase:
    """A copy as a file, to be kept on another machine. It holds all there is: whispers, links, the key."""
    copy = copies.named(name)
    if copy is None:
        return _host_page(request, f"There is no copy {name} any more. What there is stands below.", status=404)
    response = FileResponse(copy.path.open("rb"), as_attachment=True, filename=copy.name)
    response["Content-Encoding"] = "identity"  # packed already: it keeps its length, by which a browser shows progress
    return response


@never_cache  # a browser keeps what is gone, unasked
def not_here(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing is told to strangers; to whoever has a seat or a link, that the table is put away."""
    if isinstance(exception, PutAway):
        return _refused(request, PUT_AWAY, 410)
    return _refused(request, NOTHING_HERE, 404)


def too_much(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that cannot be read: more fields or longer texts than any page of ours sends."""
    return _refused(request, "That is more than a form may bring. Nothing was changed.", 400)


def not_from_here(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its proof that it came from a page of ours."""
    if _cookies_get_lost(request):
        return _refused(request, WANTS_HTTPS, 403)
    why = "This form was not sent from a page that is open on this device. Nothing was changed."
    return _refused(request, f"{why} Go back, reload the page and send it again.", 403)


def _cookies_get_lost(request: HttpRequest) -> bool:
    """They are for HTTPS alone, and this came without: no browser would send them back."""
    return settings.SESSION_COOKIE_SECURE and not request.is_secure()


def broken(request: HttpRequest) -> HttpResponse:
    """Asks nothing of the database: it may be what broke."""
    return render(request, "server/broken.html", status=500)


@never_cache
@require_GET
def healthz(request: HttpRequest) -> JsonResponse:
    parts = health.report(request)
    return JsonResponse(parts, status=200 if set(parts.values()) == {"ok"} else 503)
