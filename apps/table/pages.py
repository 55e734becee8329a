"""The table's pages: the table itself, looking through a player's eyes, the log, and the text of a rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET

from apps.rules import registry
from apps.table import at_once, exchanges, guide, kinds, log, panels
from apps.table.desk import Desk
from apps.table.devices import device_hash, renew
from apps.table.door import forbidden, viewer_at
from apps.table.ears import Ears
from apps.table.hearing import hearers
from apps.table.hold import at_the_desk
from apps.table.models import Seat
from apps.table.switches import offered, values_of
from apps.table.templatetags import kit
from apps.table.viewer import Viewer, laid_open
from apps.table.viewer import seated as everybody

Page = Callable[..., HttpResponseBase]


def at_a_seat(page: Page) -> Page:
    """A page below a seat: it is given the viewer of this request's seat, with what the address lays open, and what
    else the address names; it is drawn between two acts. Refuses strangers with 404."""

    @wraps(page)
    def drawn(request: HttpRequest, table: str, seat: str, **named: str) -> HttpResponseBase:
        with at_the_desk(table) as desk:
            return page(request, _viewer(request, desk, seat), **named)

    return drawn


def _viewer(request: HttpRequest, desk: Desk, seat: str) -> Viewer:
    viewer = viewer_at(desk, seat, device_hash(request))
    viewer.open = laid_open(request.GET)
    return viewer


@require_GET
@at_a_seat
def table_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The table as this seat sees it. The cursor is read first, the content after."""
    response = at_once.page(request, "table/page.html", page_context(viewer, request.GET.get("seen")))
    response["Cache-Control"] = "no-store"
    renew(response, request)
    return response


@require_GET
@at_a_seat
def view_as(request: HttpRequest, viewer: Viewer, eyes: str) -> HttpResponse:
    """A GM looks through the eyes of that player's seat: read-only, less what is that seat's alone."""
    viewer = looking_through(viewer, eyes)
    response = render(request, "table/page.html", page_context(viewer))
    response["Cache-Control"] = "no-store"
    return response


@csrf_exempt  # nothing is done, and the reason is to be read
def act_through_other_eyes(request: HttpRequest, table: str, seat: str, eyes: str, act: str) -> HttpResponse:
    """No act is done from a page that is seen through somebody's eyes."""
    return forbidden(request, "You look through somebody else’s eyes: nothing that you press here counts.")


@require_GET
def page_through_other_eyes(request: HttpRequest, table: str, seat: str, eyes: str, page: str) -> HttpResponse:
    """The pages that such a page leads to are the GM's own."""
    query = request.META["QUERY_STRING"]
    return redirect(reverse("table", args=[table, seat]) + page + (query and f"?{query}"))


def looking_through(viewer: Viewer, seat_id: str) -> Viewer:
    """The viewer of another seat at the same table, for a GM. Refuses everybody else with 404."""
    other = viewer.desk.one(Seat, public_id=seat_id)
    if not viewer.is_gm or other is None or other.is_gm or other.removed_at is not None:
        raise Http404
    return viewer.through(other)


def page_context(viewer: Viewer, seen: str | None = None) -> dict[str, Any]:
    """With what came since the card that was the newest one when a page without scripts was looked at last (`seen`)."""
    cards = log.page(viewer)
    return {
        "viewer": viewer,
        "table": viewer.table,
        "game": viewer.game,
        "cards": drawn(viewer, cards),
        "more": len(cards) == log.PAGE and cards[0].event.public_id,
        "slots": panels.slots(viewer),
        "newest": cards[-1].event.public_id if cards else "",
        "since": None if seen is None else _since(viewer, cards, seen),
    }


AT_A_LOOK = 5
"""So many cards are named where the page says what came since."""


@dataclass(frozen=True)
class Since:
    """What came since somebody looked last: the newest cards that still count, how many before them, and whether
    something waits for an answer of theirs."""

    newest: list[log.Told]
    before: int
    asked: bool


def _since(viewer: Viewer, cards: list[log.Told], seen: str) -> Since:
    ids = [one.event.public_id for one in cards]
    came = cards[ids.index(seen) + 1 :] if seen in ids else cards
    standing = [one for one in came if one.event.undone_by_id is None]
    asked = any(one.answer is None for one in exchanges.open_asks(viewer))
    return Since(standing[: -AT_A_LOOK - 1 : -1], len(standing[:-AT_A_LOOK]), asked)


def drawn(viewer: Viewer, cards: list[log.Told]) -> list[Any]:
    return [log.draw_card(one, viewer) for one in cards]


# the log

AT_ONCE = 200
"""So many cards are read at once when words are looked for."""

GROUPS = [
    ("rolls", "Rolls"),
    ("talk", "Talk"),
    ("points", "Points"),
    ("sheets", "Sheets"),
    ("table", "Table"),
]


@require_GET
def log_page(request: HttpRequest, table: str, seat: str) -> HttpResponse:
    """The log, searched and filtered, a page at a time; with htmx only the older cards."""
    with at_the_desk(table) as desk:
        asked = _asked_of_the_log(_viewer(request, desk, seat), request.GET)
    cards, oldest = search(asked)  # it may read the whole log: acts go on meanwhile
    with at_the_desk(table) as desk:
        return _log_drawn(request, _viewer(request, desk, seat), cards, oldest)


def _log_drawn(request: HttpRequest, viewer: Viewer, cards: list[log.Told], oldest: str) -> HttpResponse:
    texts = drawn(viewer, cards)
    context = {
        "viewer": viewer,
        "game": viewer.game,
        "cards": texts,
        "dated": zip(cards, texts, strict=True),
        "more": oldest,
        "groups": GROUPS,
        "seats": everybody(viewer.desk),
        "asked": request.GET,
    }
    older = getattr(request, "htmx", False) and "before" in request.GET
    if older:
        return render(request, "table/log_older.html", context)
    return at_once.page(request, "table/log.html", context)


@dataclass(frozen=True)
class AskedOfTheLog:
    """Which cards somebody looks for: before an event, of these kinds, of a seat, with all of these words."""

    ears: Ears
    before: int | None
    kinds: list[str] | None
    seat_key: int | None
    words: list[str]


def _asked_of_the_log(viewer: Viewer, query: Any) -> AskedOfTheLog:
    seat = viewer.desk.one(Seat, public_id=query.get("seat", ""))
    return AskedOfTheLog(
        viewer.ears,
        _key_of(viewer, query.get("before", "")),
        kinds.names_of_group(query["group"]) if query.get("group") else None,
        seat.pk if seat else None,
        query.get("q", "").casefold().split(),
    )


def search(asked: AskedOfTheLog) -> tuple[list[log.Told], str]:
    """The cards that fit, oldest first, and the public id of the oldest if there are more."""
    before = asked.before
    found: list[log.Told] = []
    while len(found) < log.PAGE:
        size = AT_ONCE if asked.words else log.PAGE
        batch = log.older_page(asked.ears, before, size, asked.kinds, asked.seat_key)
        if not batch:
            return found, ""
        before = batch[0].event.pk
        found = [one for one in batch if _fits(one, asked.words)] + found
    found = found[-log.PAGE :]
    return found, found[0].event.public_id


def _fits(one: log.Told, words: list[str]) -> bool:
    if not words:
        return True
    text = f"{one.event.seat.name if one.event.seat else ''} {one.text}".casefold()
    return all(word in text for word in words)


def _key_of(viewer: Viewer, public_id: str) -> int | None:
    told = log.find(viewer, public_id) if public_id else None
    return told.event.pk if told else None


@require_GET
def export(request: HttpRequest, table: str, seat: str) -> HttpResponse:
    """All that this seat may see of the log, as Markdown or JSON. Acts go on while it is written."""
    with at_the_desk(table) as desk:
        viewer = _viewer(request, desk, seat)
        name, gm, ears = viewer.table.name, viewer.game.gm, viewer.ears
    cards = log.told_since(ears)
    as_json = request.GET.get("as") == "json"
    text = (exported_json if as_json else exported_markdown)(name, gm, cards)
    kind, ending = ("application/json", "json") if as_json else ("text/markdown", "md")
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="log.{ending}"'
    return response


def exported_markdown(name: str, gm: str, cards: list[log.Told]) -> str:
    lines = [f"# {_plain(name)}", ""]
    day = None
    for one in cards:
        at = timezone.localtime(one.event.at)
        if at.date() != day:
            day = at.date()
            lines += [f"## {day.isoformat()}", ""]
        lines.append(f"- {at:%H:%M} {_who(one)}{_plain(one.text)}{_mark(one, gm)}")
    return "\n".join(lines) + "\n"


def _who(one: log.Told) -> str:
    return f"**{_plain(one.event.seat.name)}**: " if one.event.seat else ""


def _mark(one: log.Told, gm: str) -> str:
    """What stands behind a line: to whom it was told, if not to everybody, and that it does not count any more."""
    heard_by = hearers(one, gm)
    secret = f" (secret: {_plain(heard_by)})" if heard_by else ""
    return secret + (" (taken back)" if one.event.undone_by_id else "")


def _plain(text: str) -> str:
    """Text with Markdown's signs escaped."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|" else letter for letter in text)


def exported_json(name: str, gm: str, cards: list[log.Told]) -> str:
    rows = [
        {
            "id": one.event.public_id,
            "at": one.event.at.isoformat(),
            "kind": one.event.kind,
            "seat": one.event.seat.name if one.event.seat else None,
            "text": one.text,
            "facts": one.facts,
            "told_to": hearers(one, gm) or "everybody",
            "taken_back": one.event.undone_by_id is not None,
        }
        for one in cards
    ]
    log_as_told = {"format": "fireside-log", "version": 1, "table": name, "events": rows}
    return json.dumps(log_as_told, indent=1, sort_keys=True)  # PostgreSQL keeps no order of keys


# the book

LONGEST_SEARCH = 120


@require_GET
@at_a_seat
def switches_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What this table has chosen where the book leaves a choice. Everybody may read it."""
    held = values_of(viewer.desk)
    rows = [(one, _chosen(one, held.get(one.key, one.default))) for one in offered(viewer.game)]
    groups = guide.option_groups((value, one) for one, value in rows)
    return render(request, "table/switches.html", {"viewer": viewer, "game": viewer.game, "groups": groups})


def _chosen(one: registry.Switch, value: str) -> str:
    return next((choice.title for choice in one.choices if choice.value == value), value)


@require_GET
@at_a_seat
def rule_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What the book says of a rule; with htmx only the text, for the act's pane."""
    try:
        rule = registry.text(request.GET.get("id", ""))
    except LookupError as missing:
        raise Http404 from missing
    if rule.game != viewer.table.game or (rule.for_gm and not viewer.acts_as_gm):
        raise Http404
    template = "table/rule_pane.html" if getattr(request, "htmx", False) else "table/rule.html"
    return render(request, template, {"viewer": viewer, "game": viewer.game, "rule": rule})


@require_GET
@at_a_seat
def book_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The rules of this table's game: all of them, or those with the words that are looked for."""
    words, book = request.GET.get("q", "")[:LONGEST_SEARCH], viewer.game.book
    readable = book.rules_for(gm=viewer.acts_as_gm)
    context = {"viewer": viewer, "game": viewer.game, "book": book, "words": words, "count": len(readable)}
    rules = guide.rules_with(readable, words)
    headings = {"": rules} if words else guide.headings(rules)
    told = {one: [(rule, guide.passage(rule, words)) for rule in found] for one, found in headings.items()}
    return render(request, "table/book.html", context | {"rules": rules, "headings": told})


@require_GET
@at_a_seat
def how_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """First steps, keys, what can be typed, and what each sign means."""
    context = {
        "viewer": viewer,
        "game": viewer.game,
        "steps": guide.of_the_game(viewer, "how_steps"),
        "signs": guide.of_the_game(viewer, "how_signs"),
        "keys": guide.KEYS,
        "typed": guide.typed(viewer),
        "icons": kit.ICONS,
        "dice": kit.DICE_MEAN,
        "presence": kit.PRESENCE,
    }
    return render(request, "table/how.html", context)
