"""The pages behind every link: opening a table, a GM's link, an invite, the wait at the door, a seat's private link.

Looking at any of them spends nothing; only the POST of its one button does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.rules.refusal import Refused
from apps.table import desk as desks
from apps.table import games, ids
from apps.table.desk import Desk, GoneError
from apps.table.devices import device_hash, remember, seat_device, seats_of_device, token_of
from apps.table.doors import knocks, limits, lost, opening, sitting
from apps.table.doors.forms import GMForm, OpenForm, SitDownForm
from apps.table.doors.polled import is_polled, look_again, says_once_that_it_is_gone
from apps.table.hold import at_the_desk, hold, writing
from apps.table.hosting import refuse_put_away
from apps.table.live.presence import state
from apps.table.models import Knock, Role, Seat, Table
from apps.table.seating.pages import link
from apps.table.viewer import seated

Page = Callable[..., HttpResponse]
LOOK_OR_DO = ["GET", "HEAD", "POST"]
DEAD = "This link does not work: it was renewed or used since, or it was mistyped. Ask whoever sent it for a new one."

GONE = "Nobody waits here any more. The invite was renewed meanwhile, or the seat was given up. Ask for a new link."


class DeadLink(Exception):  # noqa: N818 - reads as what happened
    """The link's secret fits nothing."""


def behind_a_link(page: Page) -> Page:
    """A page that needs the secret in its address. A right one always opens, however many wrong ones came from the same
    network: it has 128 bits, and nobody finds it by trying. Wrong ones are counted, so that whoever tries is told."""

    @wraps(page)
    def guarded(request: HttpRequest, **found: str) -> HttpResponse:
        try:
            return page(request, **found)
        except DeadLink:
            return _dead_link(request)

    answered: Page = never_cache(require_http_methods(LOOK_OR_DO)(guarded))
    return answered


def _dead_link(request: HttpRequest) -> HttpResponse:
    if limits.reached(request, limits.WRONG_LINKS):
        return refused(request, limits.SLOW_DOWN, 429)
    limits.count(request, limits.WRONG_LINKS)
    return refused(request, DEAD, 404)


def refused(request: HttpRequest, why: str, status: int) -> HttpResponse:
    title = "Not now" if status == HTTPStatus.TOO_MANY_REQUESTS else "Not here"
    return render(request, "table/doors/refused.html", {"title": title, "why": why}, status=status)


def seat_url(seat: Seat) -> str:
    return f"/t/{seat.table.public_id}/s/{seat.public_id}/"


def to_the_seat(request: HttpRequest, seat: Seat, token: str) -> HttpResponse:
    response = HttpResponseRedirect(seat_url(seat))
    remember(response, request, token)
    return response


# opening


@never_cache
@login_required
@require_http_methods(LOOK_OR_DO)
def open_table(request: HttpRequest) -> HttpResponse:
    """The host opens a table, and leads it or makes a link for whoever does."""
    form = OpenForm(request.POST) if request.method == "POST" else OpenForm(initial=_offered(request))
    if form.is_bound and form.is_valid():
        return _opened(request, form.cleaned_data)
    return render(request, "table/doors/open.html", {"form": form}, status=422 if form.is_bound else 200)


def _offered(request: HttpRequest) -> dict[str, str]:
    """The game that the address names, and the host's own name."""
    game = request.GET.get("game", "")
    asked = {"game": game} if game in {one.key for one in games.games()} else {}
    return {**asked, "name": request.user.get_username()}


def _opened(request: HttpRequest, given: dict[str, Any]) -> HttpResponse:
    token = token_of(request)
    with writing():
        table = opening.open_table(given["title"], given["game"], given["switches"])
        with hold(table.public_id) as desk:
            if given["lead"] == "link":
                opening.make_gm_link(desk)
                return redirect("gm-link", table=table.public_id)
            seat = sitting.sit_down(desk, given["name"], Role.GM, "", ids.token_hash(token))
    return to_the_seat(request, seat, token)


@never_cache
@login_required
@require_http_methods(LOOK_OR_DO)
def gm_link(request: HttpRequest, table: str) -> HttpResponse:
    """To the host: the link for whoever is to lead the table, made anew while nobody does; and a link to the seat of a
    GM who has lost every other way to it. That one is shown once, when it is made: the table's log says so."""
    if request.method == "POST":
        with hold(table) as desk:
            if sitting.gms_of(desk):
                return _lost_link(request, desk)
            opening.make_gm_link(desk)
        return redirect("gm-link", table=table)
    with at_the_desk(table) as desk:
        found = desk.table
        context: dict[str, Any] = {"table": found, "game": games.game_of(found), "gms": sitting.gms_of(desk)}
        if found.gm_invite and not context["gms"]:
            context |= link(request, opening.gm_path(found))
        return render(request, "table/doors/gm_link.html", context)


def _lost_link(request: HttpRequest, desk: Desk) -> HttpResponse:
    seat = lost.gm_named(desk, request.POST.get("seat", ""))
    if seat is None:
        return redirect("gm-link", table=desk.table.public_id)
    lost.make_link(desk, seat)
    context = {"table": desk.table, "game": games.game_of(desk.table), "seat": seat}
    return render(request, "table/doors/gm_link.html", context | link(request, lost.path(seat)))


@behind_a_link
def lost_seat(request: HttpRequest, table: str, seat: str, token: str) -> HttpResponse:
    """The one-use link to a GM's own seat: its POST takes the seat to this device, and away from all others."""
    with _desk_behind(table) as desk:
        found = lost.gm_named(desk, seat)
        if found is None or not lost.fits(found, token):
            raise DeadLink
        refuse_put_away(desk.table)
        if request.method == "POST":
            return _found_again(request, desk, seat, token)
        context = {"seat": found, "game": games.game_of(desk.table), "alone": True}
        return render(request, "table/doors/seat_link.html", context)


def _found_again(request: HttpRequest, desk: Desk, seat: str, token: str) -> HttpResponse:
    mine = token_of(request)
    with hold(desk.key):
        found = lost.gm_named(desk, seat)
        if found is None or not lost.fits(found, token):
            raise DeadLink
        lost.sit_down_again(found, ids.token_hash(mine))
        return to_the_seat(request, found, mine)


@behind_a_link
def become_gm(request: HttpRequest, table: str, token: str) -> HttpResponse:
    """The one-use link for a GM: its POST takes the seat on this device."""
    with _desk_behind(table) as desk:
        _check(opening.gm_link_fits, desk, token)
        form = GMForm(desk=desk)
        if request.method == "POST":
            with hold(table):
                _check(opening.gm_link_fits, desk, token)
                form = GMForm(request.POST, desk=desk)
                if form.is_valid():
                    return _took_the_lead(request, desk, form.cleaned_data["name"])
        context = {"form": form, "table": desk.table, "game": games.game_of(desk.table)}
        return render(request, "table/doors/become_gm.html", context, status=422 if form.is_bound else 200)


def _took_the_lead(request: HttpRequest, desk: Desk, name: str) -> HttpResponse:
    token = token_of(request)
    opening.spend_gm_link(desk)
    seat = sitting.sit_down(desk, name, Role.GM, "", ids.token_hash(token))
    return to_the_seat(request, seat, token)


@contextmanager
def _desk_behind(table: str) -> Iterator[Desk]:
    """The desk of the table that a link names. A link to none is as dead as one that was renewed."""
    try:
        with desks.at(table) as desk:
            yield desk
    except GoneError as gone:
        raise DeadLink from gone


def _check(fits: Callable[[Table, str], bool], desk: Desk, token: str) -> None:
    if not fits(desk.table, token):
        raise DeadLink
    refuse_put_away(desk.table)


# sitting down


def invite_fits(table: Table, token: str) -> bool:
    return ids.same(table.invite_token, token)


@behind_a_link
def join(request: HttpRequest, table: str, token: str) -> HttpResponse:
    """The invite: a name, a colour, and Ask to sit down."""
    with _desk_behind(table) as desk:
        _check(invite_fits, desk, token)
        waiting = knocks.of_device(desk, device_hash(request))
        if waiting and request.method != "POST":
            return redirect("knock", knock=waiting.public_id)
        if request.method != "POST":
            return _join_page(request, desk, SitDownForm(desk=desk))
        if limits.reached(request, limits.KNOCKS):
            return refused(request, limits.SLOW_DOWN, 429)
        return _asked_in(request, desk, token)


def _join_page(request: HttpRequest, desk: Desk, form: SitDownForm) -> HttpResponse:
    held = [seat for seat in seats_of_device(request) if seat.table_id == desk.key]
    context = {"form": form, "table": desk.table, "game": games.game_of(desk.table), "held": held, **_who_is_here(desk)}
    return render(request, "table/doors/join.html", context, status=422 if form.is_bound else 200)


def _who_is_here(desk: Desk) -> dict[str, Any]:
    """Whether the GM is here, and how many others are."""
    here = [seat for seat in seated(desk) if state(desk.key, seat.pk) == "here"]
    return {"gm_here": any(seat.is_gm for seat in here), "others": sum(not seat.is_gm for seat in here)}


def _asked_in(request: HttpRequest, desk: Desk, token: str) -> HttpResponse:
    """All of it inside the hold: the link still fits, the name is free, the door is not full."""
    mine = token_of(request)
    with hold(desk.key):
        _check(invite_fits, desk, token)
        form = SitDownForm(request.POST, desk=desk)
        if form.is_valid():
            try:
                return _let_or_wait(request, desk, form.cleaned_data, mine)
            except Refused as no:
                form.add_error(None, no.text)
        return _join_page(request, desk, form)


def _let_or_wait(request: HttpRequest, desk: Desk, given: dict[str, Any], token: str) -> HttpResponse:
    limits.count(request, limits.KNOCKS)
    hashed = ids.token_hash(token)
    if not desk.table.waiting_room:
        seat = sitting.sit_down(desk, given["name"], given["role"], given["colour"], hashed)
        return to_the_seat(request, seat, token)
    device = knocks.kind_of_device(request)
    made = knocks.knock(desk, given["name"], given["colour"], given["role"], hashed, device)
    response = redirect("knock", knock=made.public_id)
    remember(response, request, token)
    return response


@never_cache
@require_http_methods(["GET", "HEAD"])
@says_once_that_it_is_gone
def knock(request: HttpRequest, knock: str) -> HttpResponse:
    """The wait at the door. It asks again every two seconds, and leads to the seat when somebody opens."""
    found = _own_knock(request, knock)
    polled = is_polled(request)
    if found is None:
        return look_again() if polled else refused(request, GONE, 404)
    refuse_put_away(found.table)
    if found.seat is not None:
        return _led_to(seat_url(found.seat)) if polled else redirect(seat_url(found.seat))
    if polled:
        return look_again() if found.refused else HttpResponse(status=204)
    context = {"knock": found, "table": found.table, "game": games.game_of(found.table)}
    return render(request, "table/doors/knock.html", context)


def _own_knock(request: HttpRequest, public_id: str) -> Knock | None:
    """The knock, if this browser made it and the seat that came of it, if any, still stands."""
    made = Knock.objects.select_related("table", "seat", "seat__table")
    found = made.filter(public_id=public_id, token_hash=device_hash(request)).first()
    return None if found is None or (found.seat and found.seat.removed_at) else found


def _led_to(url: str) -> HttpResponse:
    return HttpResponse(headers={"HX-Redirect": url})


@require_POST
def leave_the_door(request: HttpRequest, knock: str) -> HttpResponse:
    """Whoever knocked takes it back."""
    found = _own_knock(request, knock)
    if found is not None:
        with hold(found.table_id) as desk:
            for still in [one for one in sitting.waiting_at(desk) if one.pk == found.pk]:
                knocks.take_back(still)
    return redirect("start")


# a seat's private link


@behind_a_link
def seat_link(request: HttpRequest, seat: str, token: str) -> HttpResponse:
    """A seat's private link: its button lets this browser hold the seat too."""
    found = Seat.objects.select_related("table").filter(public_id=seat, removed_at=None).first()
    if found is None or not ids.same(found.link_token, token):
        raise DeadLink
    refuse_put_away(found.table)
    if request.method == "POST":
        return _sat_here(request, found, token)
    return render(request, "table/doors/seat_link.html", {"seat": found, "game": games.game_of(found.table)})


def _sat_here(request: HttpRequest, seat: Seat, token: str) -> HttpResponse:
    mine = token_of(request)
    with hold(seat.table_id) as desk:
        seat = desk.own(seat)
        if seat.removed_at is not None or not ids.same(seat.link_token, token):
            raise DeadLink
        seat_device(seat, mine)
    return to_the_seat(request, seat, mine)
