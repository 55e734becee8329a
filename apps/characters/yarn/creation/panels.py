"""Panels: where the making of the cast stands, the map of relationships, and the pitch of the series."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import played_by
from apps.characters.models import Character
from apps.characters.panels import leads
from apps.characters.yarn.approving import missing
from apps.characters.yarn.creation import drawing
from apps.characters.yarn.creation.pitching import series_of
from apps.characters.yarn.creation.steps import (
    DESIRES,
    IN_ORDER,
    NAMES,
    NEW_ROUND,
    OWN,
    PLAY,
    POLES,
    WANTS,
    Creation,
    asked_now,
    creation_now,
    finished_in,
    order_now,
)
from apps.characters.yarn.creation.tying import may_object, newest_ties, open_ties
from apps.characters.yarn.people import Participant, main_of, mains, players
from apps.characters.yarn.sheet import RECURRING, YarnSheet, sheet_of
from apps.characters.yarn.ties import relation_between
from apps.rules.yarn.cast import relationship_map
from apps.table.desk import Desk
from apps.table.exchanges import asks_of
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
STEPS = {
    "Names": (NAMES,), "Desires": (DESIRES,), "Poles": (POLES,), "Wants": (NEW_ROUND, WANTS), "Own steps": (OWN,),
    "Play": (PLAY,),
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """Somebody's place in the order: `state` is done, now or then; `lacks` what their sheet still misses, `ask` the
    public id of what they are asked.
    """

    who: Participant
    main: Character | None
    state: str
    lacks: tuple[str, ...] = ()
    ask: str = ""


@panel("yarn-creation", template="characters/yarn/creation/panels/creation.html", slot="stage", order=3, game="yarn")
def creation(viewer: Viewer) -> Context:
    """The steps, whose word it is, what is open between two, and the map as it grows; without a cast in the making,
    nothing.
    """
    desk = viewer.desk
    now = creation_now(desk)
    if now is None:
        return {}
    exchange, state = now
    open_asks = {one.facts["key"]: one.public_id for one in asks_of(exchange)}
    asked = {one.key: open_asks.get(one.key, "") for one in asked_now(desk, exchange, state)}
    done = {*state.done, *(finished_in(desk, exchange, state) if state.step == OWN else ())}
    newest = newest_ties(desk)
    return {
        "state": state,
        "steps": _steps(state),
        "rows": [_row(desk, one, asked, done, state) for one in order_now(desk, IN_ORDER.get(state.step, "names"))],
        "newest": newest[0] if newest else None,
        "may_object": _open_to_words(viewer, newest[0]) if newest and viewer.may_act else [],
        "shuffles": state.step in (NEW_ROUND, PLAY),
        "open_ties": open_ties(desk),
        "by_hand": viewer.acts_as_gm,
        "map": mapped(viewer),
    }


def _open_to_words(viewer: Viewer, newest: Character) -> list[tuple[Character, str]]:
    """To whom the newest is tied so that this seat may object, with the words."""
    found = [(one, relation_between(newest, one)) for one in may_object(viewer)]
    return [(one, tie.text) for one, tie in found if tie is not None]


def _steps(state: Creation) -> list[dict[str, str]]:
    names = list(STEPS)
    now = next(n for n, title in enumerate(names) if state.step in STEPS[title])
    words = [f"Wants, round {state.round}" if title == "Wants" and state.round > 1 else title for title in names]
    return [
        {"title": title, "state": "done" if n < now else "now" if n == now else ""} for n, title in enumerate(words)
    ]


def _row(desk: Desk, who: Participant, asked: dict[str, str], done: set[str], state: Creation) -> Row:
    main = main_of(who, desk)
    word = "done" if who.key in done else "now" if who.key in asked else "then"
    lacks = tuple(missing(sheet_of(main))) if main is not None and state.step == OWN else ()
    return Row(who, main, word, lacks, asked.get(who.key, ""))


# the map


@dataclass(frozen=True)
class Node:
    """Somebody on the map; `apart` are those who are not main characters."""

    spot: drawing.Spot
    sheet: YarnSheet
    own: bool
    apart: bool

    @property
    def look(self) -> str:
        """The classes of it."""
        seat = self.sheet.character.seat
        marks = {"me": self.own, "apart": self.apart, f"s-{seat.colour}" if seat is not None else "": seat is not None}
        return " ".join(name for name, so in marks.items() if so)


@leads("yarn")
def _made_together(viewer: Viewer) -> bool:
    """While the cast is made, that says whose word it is; whoever comes after the names chooses for themselves."""
    now = creation_now(viewer.desk)
    if now is None or now[1].resting:
        return False
    return viewer.is_gm or now[1].step == NAMES or bool(played_by(viewer))


@panel("yarn-map", template="characters/yarn/creation/panels/map.html", slot="stage", order=25, game="yarn")
def relationships(viewer: Viewer) -> Context:
    """The map and its list; while a cast is made they stand with that."""
    return {"map": mapped(viewer)} if creation_now(viewer.desk) is None else {}


def mapped(viewer: Viewer) -> Context:
    """The map around one's own character, or of the whole cast, and the same as a list (yarn.relationship-map)."""
    desk = viewer.desk
    cast = on_the_map(desk)
    own = next((one for one in cast if one.seat_id == viewer.seat.pk and one.role != RECURRING), None)
    ids = [one.public_id for one in cast]
    at = drawing.spots(ids, [one.name for one in cast], own.public_id if own else "")
    sheets = {one.public_id: sheet_of(one) for one in cast}
    ties = _ties(cast, own)
    fraught = {one.id: fraught_of(one) for one in sheets.values()}
    return {
        "nodes": [Node(at[one.public_id], sheets[one.public_id], one == own, one.role == RECURRING) for one in cast],
        "lines": [
            (line, bool({a, b} & ({own.public_id} if own else {a, b})) and (b in fraught[a] or a in fraught[b]))
            for line, (a, b, _) in zip(drawing.lines(ties, at), ties, strict=True)
        ],
        "own": sheets[own.public_id] if own else None,
        "sheets": sorted((sheets[one.public_id] for one in mains(desk)), key=lambda one: one.character != own),
        "known": set(ids),
        "view": drawing.view(at.values()),
    }


def on_the_map(desk: Desk) -> list[Character]:
    """Main characters of players, and those recurring ones of whom all know and to whom somebody is tied."""
    cast = mains(desk)
    others = [one for one in desk.all(Character, role=RECURRING) if not one.hidden]
    return [*cast, *(one for one in others if any(relation_between(main, one) is not None for main in cast))]


def _ties(cast: list[Character], own: Character | None) -> list[tuple[str, str, str]]:
    """Each pair once, with its words: those among others first, so that one's own lie above them."""
    found = []
    for n, one in enumerate(cast):
        for other in cast[n + 1 :]:
            words = _words(*((other, one) if other == own else (one, other)))
            if words:
                found.append((one.public_id, other.public_id, words))
    return sorted(found, key=lambda tie: own is not None and own.public_id in tie[:2])


def _words(one: Character, other: Character) -> str:
    to, back = relation_between(one, other), relation_between(other, one)
    texts = dict.fromkeys(each.text for each in (to, back) if each is not None)
    return " / ".join(texts)


def fraught_of(sheet: YarnSheet) -> tuple[str, ...]:
    """The ids of whom they want something before all others: the marks on their map (yarn.fraught-relationships)."""
    marked = tuple(one.about_id for one in sheet.relations if one.fraught and one.about_id)
    pcs = [sheet.id, *dict.fromkeys(one.about_id for one in sheet.relations if one.about_id)]
    return relationship_map(own_pc=sheet.id, pcs=pcs, fraught=marked).marked if len(pcs) > 1 else ()


# the pitch


@panel(
    "yarn-pitch", template="characters/yarn/creation/panels/pitch.html", slot="stage", order=31, game="yarn", per="role"
)
def pitch(viewer: Viewer) -> Context:
    """What the series is about, with the way to the words of the game."""
    series = series_of(viewer.desk)
    return {
        "series": series,
        "pitch": series.pitch,
        "by_hand": viewer.acts_as_gm,
        "few": len(players(viewer.desk)) not in range(4, 8),
        "started": bool(series.texts),
    }
