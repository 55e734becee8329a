"""Panels of every table: the scene, what is asked of me, what the table waits for, the GM's hand, the people's log."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.core.exceptions import ObjectDoesNotExist
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.table import acts, exchanges
from apps.table.games import Game
from apps.table.models import Ask, Note, Span
from apps.table.panels import panel
from apps.table.turn import open_spans
from apps.table.viewer import Viewer

from .acts import newest_undoable, points_after

logger = logging.getLogger(__name__)

Context = Mapping[str, Any]


class Key(NamedTuple):
    """One of the GM's hand: a game's act by its word, perhaps with a query, its icon and what it says."""

    act: str
    icon: str
    words: str


KEYS = (
    Key("ask-check", "ask", "Ask for a roll"),
    Key("check", "die", "Roll"),
    Key("check?mode=gm", "veil", "Secret roll"),
    Key("award", "star", "Points"),
    Key("quick-cast", "people", "Cast"),
)
"""The hand of a game that brings none of its own; of a game without one of these acts the key is left out."""


SPANS = ("open-session", "close-session", "open-scene", "close-scene")
"""What opens and closes an evening and its scenes; a game may do it its own way, under titles of its own."""


@panel("state", template="table/panels/state.html", slot="top", order=10, per="role")
def state(viewer: Viewer) -> Context:
    """The table's name, its session, and the button to pause it."""
    return {"table": viewer.table, "game": viewer.game, **open_spans(viewer.desk)}


@panel("scene", template="table/panels/scene.html", slot="stage", order=15, per="role")
def scene(viewer: Viewer) -> Context:
    """The scene that is open; a game may draw it its own way, in table/<game>/scene_now.html."""
    own = (f"table/{viewer.game.key}/scene_now.html", "table/panels/scene_now.html")
    now = open_spans(viewer.desk)
    plays = "session" in now or "scene" in now
    over = None if plays else max(viewer.desk.all(Span, kind="session"), key=_number, default=None)
    found = {"over": over, "to_open": "scene" in now and "session" not in now, "points": points_after(viewer.game.key)}
    return {"game": viewer.game, "own": own, "opens": acts.find("open-session", viewer).title, **found, **now}


def _number(span: Span) -> int:
    return span.number


@panel("asks", template="table/panels/asks.html", slot="asks", order=20, roles={"gm", "player"})
def asks(viewer: Viewer) -> Context:
    """What is asked of this seat, each with its answers and their exact odds."""
    if viewer.watching:
        return {"asks": [], "count": 0}
    found = exchanges.open_asks(viewer)
    return {"asks": [drawn_ask(viewer, one) for one in found], "count": sum(one.answer is None for one in found)}


def drawn_ask(viewer: Viewer, ask: Ask) -> SafeString:
    """The card; where what it asks about has gone, as by taking back much that is older, one that says so: an ask costs
    nobody the page."""
    kind = exchanges.kind_of(ask.exchange)
    try:
        return SafeString(render_to_string(kind.card, _ask_context(viewer, ask)))
    except (LookupError, ObjectDoesNotExist):
        logger.exception("the ask %s could not be drawn", ask)
        return SafeString(render_to_string("table/asks/gone.html", {"ask": ask, "viewer": viewer}))


def _ask_context(viewer: Viewer, ask: Ask) -> dict[str, Any]:
    kind = exchanges.kind_of(ask.exchange)
    return {
        "ask": ask,
        "exchange": ask.exchange,
        "state": exchanges.state_of(ask.exchange),
        "viewer": viewer,
        "game": viewer.game,
        "answer": kind.answered_with(ask),
        **kind.context(viewer, ask),
    }


@panel(
    "waiting",
    template="table/panels/waiting.html",
    slot="waiting",
    order=15,
    roles={"gm"},
)
def waiting(viewer: Viewer) -> Context:
    """For a GM: every ask that waits for somebody else, with Remind, Answer for and Call off; of a sealed one Close
    without it, because nobody answers that for them."""
    others = [one for one in exchanges.awaited(viewer) if not exchanges.is_asked(viewer, one)]
    rows = []
    for ask in others:
        kind = exchanges.kind_of(ask.exchange)
        context = {"ask": ask} if kind.bare_row else _ask_context(viewer, ask)
        told = SafeString(render_to_string(kind.row, context))
        rows.append({"ask": ask, "told": told, "answer": "" if kind.sealed else kind.answered_with(ask)})
    return {"rows": rows, "count": len(rows)}


@panel(
    "awaited", template="table/panels/awaited.html", slot="stage", order=90, roles={"player", "spectator"}, per="role"
)
def awaited(viewer: Viewer) -> Context:
    """For whom the table waits, as far as everybody may know."""
    found = [one for one in exchanges.awaited(viewer) if exchanges.kind_of(one.exchange).open]
    return {"asks": [one for one in found if one.audience != "gms"], "gm": any(one.audience == "gms" for one in found)}


@panel("view-as", template="table/panels/view_as.html", slot="view_as", order=2, roles={"gm"})
def view_as(viewer: Viewer) -> Context:
    """Through whose eyes this GM may look."""
    return {"others": viewer.others}


@panel("menu", template="table/panels/menu.html", slot="menu", order=3)
def menu(viewer: Viewer) -> Context:
    """The pages below the table, and for whoever leads it what can be opened and closed now."""
    titles = {name.replace("-", "_"): acts.find(name, viewer).title for name in SPANS}
    return {"titles": titles, **open_spans(viewer.desk)}


@panel("hand", template="table/panels/hand.html", slot="hand", order=80, roles={"gm"})
def hand(viewer: Viewer) -> Context:
    """The GM's hand; Undo says what it would take back. A game may bring keys of its own, in table/<game>/hand.html."""
    keys = viewer.desk.memo("keys of the hand", lambda: _keys(viewer.game))
    return {"newest": newest_undoable(viewer), "game": viewer.game, "keys": keys}


def _keys(game: Game) -> SafeString:
    own = f"table/{game.key}/hand.html"
    keys = [one for one in KEYS if acts.offers(game.key, one.act.partition("?")[0])]
    return render_to_string([own, "table/panels/hand_keys.html"], {"game": game, "keys": keys})


@panel("beginnings", template="table/panels/beginnings.html", slot="stage", order=23, per="role", roles={"gm"})
def beginnings(viewer: Viewer) -> Context:
    """What a GM may begin now: a fight, an encounter, a conflict."""
    return {"things": acts.beginnings(viewer)}


@panel("notes", template="table/panels/notes.html", slot="stage", order=95, roles={"gm", "player"})
def notes(viewer: Viewer) -> Context:
    """One's own; whoever looks through another's eyes sees none."""
    if viewer.watching:
        return {"text": ""}
    note = viewer.desk.one(Note, seat=viewer.seat)
    return {"text": note.text if note else ""}
