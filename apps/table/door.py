"""The door: the one view through which every act goes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.core.exceptions import ValidationError
from django.forms import Field
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods

from apps.rules.dice import Dice, system_dice
from apps.rules.refusal import Refused
from apps.table import effort, exchanges, log, panels
from apps.table.acts import Act, ActForm, find, preparation
from apps.table.desk import Desk
from apps.table.desk import writing as database
from apps.table.desk.asking import receipt_of
from apps.table.devices import device_hash, own_secret
from apps.table.forbidden import Forbidden
from apps.table.hold import at_the_desk, hold, kept_still
from apps.table.hosting import refuse_put_away
from apps.table.ids import new_token
from apps.table.live import presence
from apps.table.models import Ask, Event, Receipt, Seat, SeatDevice
from apps.table.turn import Turn
from apps.table.viewer import Viewer, laid_open

NONCE = re.compile(r"[A-Za-z0-9_-]{8,40}")
PLACE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}")
OF_NO_FIELD = {"nonce", "look", "csrfmiddlewaretoken", "pressed_in", "opened_in"}
"""What pages send along with the fields of a form."""

dice: Dice = system_dice


@dataclass
class Outcome:
    """What came of a submit: its events and the rows that it changed, or the form with what is wrong with it.

    Of a submit that is answered again only the first event is known.
    """

    viewer: Viewer
    act: Act
    form: ActForm
    event: Event | None = None
    events: tuple[Event, ...] = ()
    changed: frozenset[tuple[str, int]] = frozenset()
    refused: bool = False


class _Refusal(Exception):  # noqa: N818
    def __init__(self, form: ActForm) -> None:
        self.form = form


@require_http_methods(["GET", "POST"])
def door(request: HttpRequest, table: str, seat: str, act: str) -> HttpResponse:
    """GET draws the act's form with the exact odds so far; POST does it."""
    device = device_hash(request)
    try:
        if request.method == "GET" or "look" in request.POST:
            with at_the_desk(table) as desk:
                query = request.GET if request.method == "GET" else request.POST
                return show(request, viewer_at(desk, seat, device), act, query)
        return _post(request, table, seat, act, device)
    except Forbidden as no:
        return forbidden(request, str(no))


def _post(request: HttpRequest, table: str, seat: str, act: str, device: str) -> HttpResponse:
    """The act and its answer, with nothing in between: what is answered is how the act left the table."""
    nonce = request.headers.get("X-Nonce") or request.POST.get("nonce", "")
    files = _files(request, table, seat, act, device, nonce)
    secret = own_secret(request)
    with kept_still(table):
        done = perform(table, seat, act, request.POST, files, nonce, device=device, secret=secret)
        return answer(request, done)


def _files(request: HttpRequest, table: str, seat: str, act: str, device: str, nonce: str) -> Any:
    """Pictures and documents are decoded before the hold, for somebody who may do the act by now, which is asked again
    inside it. What was done already is not decoded again."""
    prepare = preparation(act)
    if prepare is None:
        return request.FILES
    with at_the_desk(table) as desk:
        viewer = viewer_at(desk, seat, device)
        found = find(act, viewer)
        if _earlier(viewer, found, nonce) is not None:
            return request.FILES
        _admit(viewer, found)
    with effort.of(viewer.seat):
        return prepare(request.POST, request.FILES)


def viewer_at(desk: Desk, seat_id: str, device: str | None, secret: str = "") -> Viewer:
    """The seat that this device holds at that table, and which is there, then. Refuses strangers and the removed
    with 404, and everybody while the table is put away.

    `device` is the hash of the browser's token; None trusts the caller (the demonstration's script). `secret` is what
    an act without a name may know the same browser by.
    """
    seat = desk.one(Seat, public_id=seat_id)
    if seat is None or seat.removed_at is not None:
        raise Http404
    if device is not None and desk.one(SeatDevice, seat=seat, token_hash=device) is None:
        raise Http404
    refuse_put_away(desk.table)
    if device is not None:
        presence.visit(desk.key, seat.pk)
    return Viewer(desk.table, seat, device=device, secret=secret)


def perform(
    table_id: str,
    seat_id: str,
    name: str,
    data: Mapping[str, Any],
    files: Any = None,
    nonce: str = "",
    *,
    device: str | None = None,
    secret: str = "",
    dice: Dice | None = None,
) -> Outcome:
    """Does an act: hold, nonce, seat, form, act, commit, bell; returns what came of it. `device` and `secret` as in
    `viewer_at`."""
    try:
        with hold(table_id) as desk:
            return _held(viewer_at(desk, seat_id, device, secret), name, data, files, nonce, dice)
    except _Refusal as refusal:
        form = refusal.form
        return Outcome(form.viewer, find(name, form.viewer), form, refused=True)


def _held(viewer: Viewer, name: str, data: Mapping[str, Any], files: Any, nonce: str, dice: Dice | None) -> Outcome:
    act = find(name, viewer)
    earlier = _earlier(viewer, act, nonce)
    form = act.form(data, files, viewer=viewer)
    if earlier is not None:
        return Outcome(viewer, act, form, viewer.desk.get(Event, earlier[0]) if earlier[0] else None)
    _admit(viewer, act)
    return _carry_out(viewer, act, form, nonce, dice)


def _earlier(viewer: Viewer, act: Act, nonce: str) -> tuple[int | None] | None:
    return receipt_of(viewer.seat.pk, act.name, nonce) if NONCE.fullmatch(nonce) else None


def _admit(viewer: Viewer, act: Act) -> None:
    no = act.who(viewer)
    if no:
        raise Forbidden(no)
    if viewer.table.stopped and not (act.paused or act.quiet or viewer.is_gm):
        raise Forbidden(f"The table is paused. The {viewer.game.gm} goes on when everybody is ready.")


def _carry_out(viewer: Viewer, act: Act, form: ActForm, nonce: str, dice_: Dice | None) -> Outcome:
    if not form.is_valid():
        raise _Refusal(form)
    turn = Turn(viewer, act.name, dice_ or dice, quiet=act.quiet, lasting=act.lasting, nameless=act.nameless)
    try:
        act.run(turn, form)
    except Refused as no:
        form.add_error(no.field if no.field in form.fields else None, ValidationError(no.text, no.code))
        raise _Refusal(form) from no
    turn.finish()
    event = turn.events[0] if turn.events else None
    if NONCE.fullmatch(nonce) and not act.nameless:
        database.insert(Receipt(seat=viewer.seat, act=act.name, nonce=nonce, event=event))
    changed = frozenset((one.model, one.row) for one in turn.effects)
    return Outcome(viewer, act, form, event, tuple(turn.events), changed)


# drawing


def show(request: HttpRequest, viewer: Viewer, name: str, so_far: Mapping[str, Any]) -> HttpResponse:
    """The act's form, pre-filled with what is known so far, and what can be worked out from it.

    Without JavaScript a form asks for this with a button of its own, by POST: what was typed belongs in no address.
    """
    act = find(name, viewer)
    if no := act.who(viewer):
        raise Forbidden(no)
    form = started(act, viewer, so_far)
    return _page(request, viewer, act, form)


def started(act: Act, viewer: Viewer, query: Mapping[str, Any]) -> ActForm:
    """The form as a GET shows it: the query's values where it has any, the form's own starting values elsewhere."""
    fields = act.form.base_fields  # those too that a form shows only for some choices
    if not query.keys() <= fields.keys() | OF_NO_FIELD:
        so_far = {**dict(query.items()), **_all_given(query, fields)}
        fields = {**fields, **act.form(initial=so_far, viewer=viewer).fields}
    return act.form(initial=_all_given(query, fields), viewer=viewer)


def _all_given(query: Mapping[str, Any], fields: Mapping[str, Field]) -> dict[str, Any]:
    return {name: _given(query, name, field.widget) for name, field in fields.items() if name in query}


def _given(query: Mapping[str, Any], name: str, widget: Any) -> Any:
    many = getattr(widget, "allow_multiple_selected", False)
    return query.getlist(name) if many and hasattr(query, "getlist") else query[name]


def _page(request: HttpRequest, viewer: Viewer, act: Act, form: ActForm, status: int = 200) -> HttpResponse:
    whole = not getattr(request, "htmx", False)
    opened_in = _place(request, "opened_in")
    context = {"viewer": viewer, "act": act, "form": form, "whole_page": whole, "nonce": new_token()}
    context |= {"opened_in": opened_in, "leaves_to": _left_for(viewer, act, opened_in) if whole else "#table"}
    context |= previewed(viewer, act, form)
    template = "table/act_page.html" if whole else "table/act_pane.html"
    return render(request, template, context, status=status)


def _left_for(viewer: Viewer, act: Act, opened_in: str) -> str:
    """Where whoever leaves the form's own page goes on: with what it is about, else where they opened it."""
    part = act.seen_at(viewer) or opened_in
    return viewer.url + (part and f"#{part}")


def previewed(viewer: Viewer, act: Act, form: ActForm) -> Mapping[str, Any]:
    """What the act's preview makes of the form's present values; nothing while they do not make sense."""
    if act.preview is None:
        return {}
    trial = act.form(_present(form), viewer=viewer)
    if not trial.is_valid():
        return {}
    try:
        return act.preview(viewer, trial)
    except Refused as no:
        return {"refused_now": no.text}


def _present(form: ActForm) -> dict[str, Any]:
    present = {}
    for name in form.fields:
        value = form[name].value()
        if value is not None and value is not False:
            present[name] = value
    return present


def answer(request: HttpRequest, outcome: Outcome) -> HttpResponse:
    """After a submit: the fresh form, the act's cards and the mover's touched panels; a redirect without JavaScript,
    and where something else lies open from now on."""
    viewer, act = outcome.viewer, outcome.act
    if outcome.refused:
        return _page(request, viewer, act, outcome.form, status=422)
    elsewhere = _elsewhere(outcome)
    if not getattr(request, "htmx", False):
        return HttpResponseRedirect(elsewhere or viewer.url + _where_told(outcome, _place(request, "pressed_in")))
    if elsewhere:
        return HttpResponse(headers={"HX-Redirect": elsewhere})
    cards = log.told_by_act(viewer, outcome.event, outcome.events) if outcome.event else []
    parts = [] if request.headers.get("X-Live") else _all_parts(request, outcome, cards)
    told = next((one for one in cards if one.event == outcome.event), None)
    context = {"viewer": viewer, "act": act, "event": outcome.event, "told": told, "cards": cards, "parts": parts}
    context |= {"seen_at": act.seen_at(viewer)}
    return render(request, "table/answer.html", context)


def _place(request: HttpRequest, named: str) -> str:
    """Where on the page it was pressed (`pressed_in`), where one goes on there, or opened (`opened_in`)."""
    place = request.POST.get(named, "") or request.GET.get(named, "")
    return place if PLACE.fullmatch(place) else ""


def _where_told(outcome: Outcome, pressed_in: str) -> str:
    """What it asks of whoever did it, else where one goes on with it or sees what was made, else the card that tells of
    it: in the log itself much may have come since."""
    asked = _asked_by(outcome)
    if asked and outcome.event:
        return f"#ask-{asked.public_id}"
    part = pressed_in or outcome.act.seen_at(outcome.viewer)
    if part or not outcome.event:
        return part and f"#{part}"
    if outcome.act.leads_to and not outcome.viewer.is_gm:
        return f"#{outcome.act.leads_to}"
    return f"#card-{outcome.event.public_id}" if log.told(outcome.viewer, outcome.event) else "#log"


def _asked_by(outcome: Outcome) -> Ask | None:
    """The newest question that the act has put to whoever did it, or put anew."""
    unanswered = [one for one in exchanges.open_asks(outcome.viewer) if one.answer is None]
    put = [one for one in unanswered if _rows_of(one) & outcome.changed]
    return put[-1] if put else None


def _rows_of(ask: Ask) -> set[tuple[str, int]]:
    """The rows whose change asks something: its own, and what it belongs to."""
    return {(one._meta.label_lower, one.pk) for one in (ask, ask.exchange)}


def _elsewhere(outcome: Outcome) -> str:
    """The page with what the act laid open, where that is something else than before."""
    viewer, act = outcome.viewer, outcome.act
    told = log.told(viewer, outcome.event) if outcome.event else None
    open_ = act.lays_open(viewer, told.facts) if told else {}
    return f"{viewer.url}?{urlencode(open_)}#{act.leads_to}" if open_ else ""


def _all_parts(request: HttpRequest, outcome: Outcome, cards: list[log.Told]) -> list[SafeString]:
    """For a page without a live line: what the act changed of it. The page is as it was before the act."""
    viewer = outcome.viewer
    viewer.open = laid_open(QueryDict(urlsplit(request.headers.get("HX-Current-URL", "")).query))
    return panels.pieces(viewer, {})[0] + log.pieces(viewer, cards)


def forbidden(request: HttpRequest, text: str) -> HttpResponse:
    template = "table/forbidden_pane.html" if getattr(request, "htmx", False) else "table/forbidden.html"
    return render(request, template, {"text": text}, status=403)
