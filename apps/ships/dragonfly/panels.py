"""Panels about Dragonfly's ships: the encounter that runs, the ship that one is aboard, every ship for the GM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import knows_of, sheet_open_to
from apps.characters.models import Character
from apps.characters.panels import has_begun
from apps.checks.dragonfly.fury import raging_in
from apps.rules.dragonfly.lists import BEYOND, COVERS, POSTS
from apps.rules.dragonfly.ships.dogfight import STEPS
from apps.ships import board
from apps.ships.access import is_ashore, posts_run_by, ships_of, ships_open_to, ships_run_by, ships_to_board
from apps.ships.dragonfly import dogfight, plot
from apps.ships.dragonfly.crew import pilot_of
from apps.ships.dragonfly.deeds import at_hand, deeds_of, due_of
from apps.ships.dragonfly.manning import wanting
from apps.ships.dragonfly.scope import Pair, Scope
from apps.ships.dragonfly.sheet import Mate, ShipSheet, ship_sheet_of, vacant_posts
from apps.ships.models import Encounter, Vessel
from apps.table import log
from apps.table.models import Event
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
MOST_BOXES = 12


@panel("ship", template="ships/dragonfly/panels/ship.html", slot="stage", order=45, game="dragonfly", roles={"player"})
def ship(viewer: Viewer) -> Context:
    """The ships that this seat runs or is aboard, and those that take it aboard."""
    sheets = [ship_sheet_of(one, viewer.options) for one in ships_open_to(viewer)]
    aboard = {one.ship.pk for one in sheets}
    hidden = aboard | board.ships_unseen_by(viewer)
    others = [one for one in ships_to_board(viewer) if one.pk not in hidden]
    return {"ships": [drawn(viewer, one) for one in sheets], "others": others}


@panel("post-call", template="ships/dragonfly/panels/post_call.html", slot="stage", order=9, game="dragonfly",
       roles={"player"})  # fmt: skip
def post_call(viewer: Viewer) -> Context:
    """The ships that still need somebody, for a player nobody of whose characters has a post: before the evening has
    begun, and while ships meet."""
    unseen, due = board.ships_unseen_by(viewer), not has_begun(viewer) or board.encounter_of(viewer.table) is not None
    ships = ships_to_board(viewer) if due and is_ashore(viewer) and viewer.may_act else []
    calls = [(one, vacant_posts(viewer, one)) for one in ships if one.present and one.pk not in unseen]
    return {"calls": [(ship, vacant) for ship, vacant in calls if vacant]}


@panel(
    "ships",
    template="ships/dragonfly/panels/ships.html",
    slot="stage",
    order=26,
    game="dragonfly",
    per="role",
    roles={"gm"},
)
def ships(viewer: Viewer) -> Context:
    """Every ship."""
    return {"ships": [_manned(viewer, one) for one in ships_of(viewer.desk)]}


def _manned(viewer: Viewer, ship: Character) -> Context:
    """A ship, and whether a ready crew would find a post aboard."""
    return {**drawn(viewer, ship_sheet_of(ship, viewer.options)), "wanting": bool(wanting(viewer, ship))}


def drawn(viewer: Viewer, sheet: ShipSheet) -> Context:
    """A ship as this seat may see it: of its crew only those of whom this seat knows."""
    clears = {one.public_id for one in posts_run_by(viewer)}
    known = [one for one in sheet.crew if knows_of(viewer, one.person)]
    return {
        "sheet": sheet,
        "boxes": boxes(sheet),
        "may_edit": sheet.ship in ships_run_by(viewer),
        "posts": [
            {"post": post, "mates": [_mate(viewer, one, clears) for one in known if one.post.id == post.id]}
            for post in POSTS
        ],
    }


def _mate(viewer: Viewer, mate: Mate, clears: set[str]) -> Context:
    open_ = bool(mate.person.seat_id) or sheet_open_to(viewer, mate.person)
    return {"mate": mate, "bonus": mate.bonus if open_ else None, "clears": mate.id in clears}


def boxes(sheet: ShipSheet) -> list[bool]:
    """A box for each hit that the ship takes before trouble, or before debris once there is; none if too many."""
    most = sheet.size if sheet.hits <= sheet.size else sheet.most_hits
    return [place <= sheet.hits for place in range(1, most + 1)] if most <= MOST_BOXES else []


# the encounter


SHORT = {"choose": "Engage", "maneuver": "Position", "fire": "Open fire", "run": "Run or hide"}
WAITS = {
    "choose": "Still to choose",
    "maneuver": "Still to maneuver",
    "fire": "Fires now",
    "run": "",
}
COVER_TITLES = {row.id: row.title.lower() for row in COVERS}
MOST_VIEWS = 6
STEP_KINDS = ("dragonfly.dogfight-step", "dragonfly.dogfight-started")


@panel("dogfight", template="ships/dragonfly/panels/dogfight.html", slot="stage", order=13, game="dragonfly")
def the_dogfight(viewer: Viewer) -> Context:
    """The encounter from the point of view of this seat's crew; a ship that is hidden from it is in no part of it."""
    running = board.encounter_of(viewer.table)
    if running is None or running.turn is None:
        return {"running": None}
    scope = Scope(viewer, running)
    views = _views(scope)
    found: dict[str, Any] = {
        "running": running,
        "turn": running.turn,
        "steps": _steps(scope),
        "out": scope.out,
        "waits": WAITS[scope.step],
        "waiting": scope.waits_for() if WAITS[scope.step] else [],
        "presence": scope.presence,
        "view": views[0] if views else None,
        "other_views": views[1:],
        "pairs": [_pair(scope, one) for one in scope.pairs],
        "vessels": [_vessel(scope, one) for one in _cards(scope)],
        "fire_order": _order(scope),
    }
    return found | _for_the_gm(scope) if viewer.is_gm else found


def _for_the_gm(scope: Scope) -> dict[str, Any]:
    return {
        "next": dogfight.next_words(scope.encounter),
        "stamp": dogfight.whereabouts(scope.encounter),
        "back": newest_step(scope.viewer, scope.encounter),
        "hidden": scope.hidden,
        "unflown": [one.ship for one in scope.sailing if pilot_of(one) is None],
    }


def newest_step(viewer: Viewer, encounter: Encounter) -> Event | None:
    """The newest step of this encounter that stands: what "Undo this step" takes back.

    It is kept by the encounter's row, which changes with each step and with each that is taken back.
    """
    return viewer.desk.memo_of(encounter, "newest step", lambda: _newest_step(viewer, encounter))


def _newest_step(viewer: Viewer, encounter: Encounter) -> Event | None:
    return log.newest_standing(viewer, STEP_KINDS, encounter.span.opened_at)


def _steps(scope: Scope) -> list[dict[str, str]]:
    at = STEPS.index(scope.step)
    return [
        {"title": SHORT[word], "state": "done" if n < at else "now" if n == at else ""} for n, word in enumerate(STEPS)
    ]


def _order(scope: Scope) -> list[dict[str, Any]]:
    now = scope.waits_for()
    return [
        {"vessel": one, "state": "now" if one in now else "done" if scope.has_fired(one) else ""}
        for one in scope.order()
    ]


# pairs of ships


@dataclass(frozen=True)
class PairRow:
    """A pair as the list tells it: who has position in words, and their tone."""

    pair: Pair
    words: str
    tone: str
    levels: int | None
    nearer: bool
    farther: bool

    @property
    def is_open(self) -> bool:
        """Whether nobody has position in it, and nobody hides."""
        return not self.words and not self.pair.hidden


def _pair(scope: Scope, pair: Pair) -> PairRow:
    words, tone = _position(scope, pair)
    moves = scope.viewer.acts_as_gm
    levels = pair.levels if pair.behind else None
    return PairRow(pair, words, tone, levels, moves and pair.range != "visual", moves and pair.range != BEYOND)


def _position(scope: Scope, pair: Pair) -> tuple[str, str]:
    """Who is behind whom, as this seat says it."""
    if pair.behind is None or pair.ahead is None:
        return "", ""
    if scope.mine(pair.behind):
        return f"you on {pair.ahead.ship.name}", "good"
    if scope.mine(pair.ahead):
        return f"{pair.behind.ship.name} on you", "bad"
    return f"{pair.behind.ship.name} on {pair.ahead.ship.name}", "good" if pair.behind.ship.seat_id else "bad"


# the drawing


@dataclass(frozen=True)
class Drawn:
    """A ship in the drawing."""

    vessel: Vessel
    spot: plot.Spot
    name: str
    under: str
    ours: bool
    hides: bool


def _views(scope: Scope) -> list[dict[str, Any]]:
    """The drawing from the ship in the middle; a GM may open those from the others."""
    if scope.middle is None:
        return []
    others = [one for one in scope.sailing if one != scope.middle] if scope.viewer.is_gm else scope.own
    centres = [scope.middle, *(one for one in others if one != scope.middle and one.state == "in")]
    return [_view(scope, one) for one in centres[:MOST_VIEWS]]


def _view(scope: Scope, middle: Vessel) -> dict[str, Any]:
    pairs = [scope.pair(middle, one) for one in scope.sailing if one != middle]
    near = sorted((one for one in pairs if one.row), key=lambda one: one.row.order if one.row else 0)
    ships = list(_ships(scope, middle, near))
    return {
        "middle": middle,
        "name": plot.short(middle.ship.name),
        "box": plot.BOX,
        "rings": plot.rings(),
        "ships": ships,
        "lines": list(_lines(scope, middle, ships)),
        "told": _told(scope, middle, near),
        "floor": plot.FLOOR,
        "x": plot.MIDDLE,
    }


def _ships(scope: Scope, middle: Vessel, near: list[Pair]) -> Iterator[Drawn]:
    """Each of the others where it is drawn, and what stands below its name."""
    places = plot.spots([one.row.order for one in near if one.row])
    for pair, spot in zip(near, places, strict=True):
        other = pair.other if pair.one == middle else pair.one
        name, ours = plot.short(other.ship.name), bool(other.ship.seat_id)
        yield Drawn(other, spot, name, _under(scope, middle, pair), ours, _hides(pair, other))


def _hides(pair: Pair, vessel: Vessel) -> bool:
    """Whether it hides from the ship in the middle, for the GMs."""
    return any(one.hider == vessel for one in pair.hidden)


def _under(scope: Scope, middle: Vessel, pair: Pair) -> str:
    """The words below a ship's name in the drawing."""
    if pair.behind is None:
        return "hides" if _hides(pair, pair.other if pair.one == middle else pair.one) else ""
    whose = "you" if scope.mine(middle) else plot.short(middle.ship.name)
    if pair.behind != middle:
        return f"position on {whose}"
    return "you have position" if scope.mine(middle) else f"{whose} has position"


def _lines(scope: Scope, middle: Vessel, ships: list[Drawn]) -> Iterable[dict[str, Any]]:
    """A line from each ship that is in position to its target."""
    at = {one.vessel.pk: (one.spot.x, one.spot.y) for one in ships} | {middle.pk: (plot.MIDDLE, plot.FLOOR - 8)}
    seen = [one for one in scope.sailing if one.pk in at]
    for place, one in enumerate(seen):
        for other in seen[place + 1 :]:
            pair = scope.pair(one, other)
            if pair.behind and pair.ahead:
                gaps = [plot.GAP_AT_US if it == middle else plot.GAP_AT_THEM for it in (pair.behind, pair.ahead)]
                path = plot.line(at[pair.behind.pk], at[pair.ahead.pk], *gaps)
                yield {"path": path, "ours": bool(pair.behind.ship.seat_id)}


def _told(scope: Scope, middle: Vessel, pairs: list[Pair]) -> str:
    """The drawing in words."""
    words = [f"Seen from {middle.ship.name}."]
    for pair in pairs:
        other = pair.other if pair.one == middle else pair.one
        position = ""
        if pair.behind and pair.ahead:
            position = f", {pair.behind.ship.name} in firing position on {pair.ahead.ship.name}"
        words.append(f"{other.ship.name}: {pair.title.lower()} range{position}.")
    return " ".join(words)


# the ships as cards


def _cards(scope: Scope) -> list[Vessel]:
    """The ships of which this seat has a card: its own, for a GM all."""
    if scope.viewer.is_gm:
        return scope.sailing
    return scope.own


def _vessel(scope: Scope, vessel: Vessel) -> Context:
    """A ship with its crew, what its pilot chose, and the taps to every act."""
    sheet = scope.sheets[vessel.pk]
    aboard, deeds = drawn(scope.viewer, sheet), deeds_of(scope, vessel)
    return {
        **aboard,
        "vessel": vessel,
        "does": scope.does(vessel),
        "deeds": deeds,
        "at_hand": at_hand(scope, vessel, deeds),
        "due": due_of(scope, vessel),
        "raging": {one.pk for one in raging_in(vessel.encounter.span)},
        "crew": [(row["post"], one) for row in aboard["posts"] for one in row["mates"]],
        "total": vessel.piloting if scope.step in {"fire", "run"} else None,
        "hides": [(one, COVER_TITLES.get(one.cover, "")) for one in scope.hidden if one.hider == vessel],
    }
