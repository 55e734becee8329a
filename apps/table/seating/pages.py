"""The pages about seats: the invite and its code, who sits here, and one's own other device.

They post to themselves and hand what was posted to the door, so that they work without JavaScript and come back here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.table import door
from apps.table.devices import device_hash
from apps.table.doors import codes, opening
from apps.table.doors.polled import is_polled, says_once_that_it_is_gone
from apps.table.doors.sitting import gms_of, waiting_at
from apps.table.forbidden import Forbidden
from apps.table.hold import at_the_desk, kept_still
from apps.table.ids import new_token
from apps.table.models import Seat, SeatDevice, Telling
from apps.table.seating.panels import people_of
from apps.table.viewer import Viewer

LOOK_OR_DO = ["GET", "HEAD", "POST"]
OF_INVITE = {"renew-invite", "waiting-room", "gm-link", "admit", "turn-away"}
OF_SEATS = {
    "admit", "turn-away", "remove-seat", "show-link", "renew-link", "make-gm", "let-play", "step-down", "give-seat",
}  # fmt: skip
OF_DEVICE = {"renew-link", "rename-seat", "leave"}
LINK_IN_SIGHT = timedelta(minutes=15)


Page = Callable[[HttpRequest, str, str], HttpResponse]


def at_the_table(page: Page) -> Page:
    """A page that is done and drawn with nobody else's act in between."""

    @wraps(page)
    def done(request: HttpRequest, table: str, seat: str) -> HttpResponse:
        with kept_still(table):
            return page(request, table, seat)

    return done


@never_cache
@require_http_methods(LOOK_OR_DO)
@says_once_that_it_is_gone
@at_the_table
def invite(request: HttpRequest, table: str, seat: str) -> HttpResponse:
    """For a GM: the invite as a code and an address, who knocks meanwhile (asked for again every two seconds), and the
    link for another GM."""
    viewer = _gm(request, table, seat)
    problem = _do(request, viewer, OF_INVITE)
    if request.method == "POST" and not problem:
        return redirect("invite", table=table, seat=seat)
    found = viewer.table
    context = {**_context(viewer, problem), "knocks": waiting_at(viewer.desk)}
    if is_polled(request):
        return render(request, "table/seating/invite_door.html", context)
    context |= {
        **link(request, opening.invite_path(found)),
        "gm_link": link(request, opening.gm_path(found)) if found.gm_invite else None,
    }
    return render(request, "table/seating/invite.html", context, status=422 if problem else 200)


@never_cache
@require_http_methods(["GET", "HEAD"])
@at_the_table
def invite_code(request: HttpRequest, table: str, seat: str) -> HttpResponse:
    """For a GM: the invite's code alone, as a picture for the table's page. Where its address would lead other machines
    to themselves, the picture says so."""
    viewer = _gm(request, table, seat)
    kind = "image/svg+xml"
    if codes.here_only(request):
        return render(request, "table/seating/here-only.svg", content_type=kind)
    return HttpResponse(codes.picture(codes.full(request, opening.invite_path(viewer.table))), content_type=kind)


@never_cache
@require_http_methods(LOOK_OR_DO)
@at_the_table
def seats(request: HttpRequest, table: str, seat: str) -> HttpResponse:
    """For a GM: everybody who sits here, and what can be done about each seat."""
    viewer = _gm(request, table, seat)
    problem = _do(request, viewer, OF_SEATS)
    if request.method == "POST" and not problem:
        return _after(request, table, seat)
    context = {
        **_context(viewer, problem),
        "people": people_of(viewer.desk),
        "knocks": waiting_at(viewer.desk),
        "several_gms": len(gms_of(viewer.desk)) > 1,
    }
    return render(request, "table/seating/seats.html", context, status=422 if problem else 200)


def _after(request: HttpRequest, table: str, seat: str) -> HttpResponse:
    if request.POST.get("act") == "show-link":
        page = redirect("device", table=table, seat=seat)
        page["Location"] += f"?seat={request.POST.get('seat', '')}"
        return page
    try:
        still = _viewer(request, table, seat).is_gm
    except Http404:
        still = False
    return redirect("seats" if still else "table", table=table, seat=seat)


@never_cache
@require_http_methods(LOOK_OR_DO)
@at_the_table
def device(request: HttpRequest, table: str, seat: str) -> HttpResponse:
    """One's own seat: its private link for another device, its name, its colour. A GM sees another seat's link here
    for a while after asking for it, which the seat was told."""
    viewer = _viewer(request, table, seat)
    problem = _do(request, viewer, OF_DEVICE)
    if request.method == "POST" and not problem:
        return redirect("start") if request.POST.get("act") == "leave" else redirect("device", table=table, seat=seat)
    meant = _meant(viewer, request.GET.get("seat", ""))
    path = f"/seat/{meant.public_id}/{meant.link_token}"
    context = {
        **_context(viewer, problem),
        **link(request, path),
        "meant": meant,
        "own": meant.pk == viewer.seat.pk,
        "devices": len(viewer.desk.all(SeatDevice, seat=meant)),
        "typed": request.POST.get("name", ""),
    }
    return render(request, "table/seating/device.html", context, status=422 if problem else 200)


def _meant(viewer: Viewer, public_id: str) -> Seat:
    """The seat whose link is to be shown. Refuses another's with 404, unless this GM has just asked for it."""
    if public_id in ("", viewer.seat.public_id):
        return viewer.seat
    asked = Telling.objects.filter(
        table=viewer.table,
        event__kind="link-shown",
        event__seat=viewer.seat,
        facts__seat=public_id,
        event__at__gte=timezone.now() - LINK_IN_SIGHT,
    )
    found = viewer.desk.one(Seat, public_id=public_id)
    if not viewer.is_gm or found is None or found.removed_at is not None or not asked.exists():
        raise Http404
    return found


# what the pages share


def link(request: HttpRequest, path: str) -> dict[str, Any]:
    """An address to be handed on, and its code."""
    address = codes.full(request, path)
    return {"address": address, "code": codes.qr(address), "here_only": codes.here_only(request)}


def _viewer(request: HttpRequest, table: str, seat: str) -> Viewer:
    """The viewer of this request's seat. Refuses strangers with 404. At the table's desk (`at_the_table`)."""
    with at_the_desk(table) as desk:
        return door.viewer_at(desk, seat, device_hash(request))


def _gm(request: HttpRequest, table: str, seat: str) -> Viewer:
    viewer = _viewer(request, table, seat)
    if not viewer.is_gm:
        raise Http404
    return viewer


def _context(viewer: Viewer, problem: str) -> dict[str, Any]:
    return {"viewer": viewer, "table": viewer.table, "game": viewer.game, "problem": problem, "nonce": new_token()}


def _do(request: HttpRequest, viewer: Viewer, acts: set[str]) -> str:
    """Hands a post to the door as this browser's own act; returns why it was refused, or nothing."""
    if request.method != "POST":
        return ""
    name = request.POST.get("act", "")
    if name not in acts:
        raise Http404
    nonce = request.POST.get("nonce", "")
    try:
        outcome = door.perform(
            viewer.table.public_id,
            viewer.seat.public_id,
            name,
            request.POST,
            request.FILES,
            nonce,
            device=device_hash(request),
        )
    except Forbidden as no:
        return str(no)
    return _why(outcome) if outcome.refused else ""


def _why(outcome: door.Outcome) -> str:
    return " ".join(str(text) for texts in outcome.form.errors.values() for text in texts)
