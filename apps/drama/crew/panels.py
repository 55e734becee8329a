"""Panels of Crew's drama: whose plot points, what is in play on the sheets and in the place, and the Episode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from apps.characters.access import all_known_to
from apps.characters.crew import assets, places, points
from apps.characters.crew.access import crews_ships
from apps.characters.crew.holding import held
from apps.characters.models import PLACE, SHIP, Character, Entry
from apps.characters.points import ledger
from apps.drama.crew import recovery
from apps.drama.crew.forms import CREWMEMBER, own_crew, players_crew
from apps.drama.crew.nominations import open_nominations
from apps.rules.crew.steps import BEYOND, sides, written
from apps.table.models import Table
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
NEWEST = 4
IN_PLAY = ("asset", "complication", "trait")


def own_of(viewer: Viewer) -> list[Character]:
    """The crewmembers that this seat plays; nobody's for a GM and for whoever only looks."""
    if viewer.is_gm or viewer.is_spectator:
        return []
    return list(own_crew(viewer))


def open_episode(table: Table) -> Any:
    return table.spans.filter(kind="episode", closed_at=None).order_by("pk").last()


# plot points


@panel("crew-points", template="drama/crew/panels/points.html", slot="stage", order=26, game="crew",
       watches=["points", "characters", "cast", "seats", "asks", "switches", "tellings"])  # fmt: skip
def crew_points(viewer: Viewer) -> Context:
    """Every crewmember's plot points as coins, the bank, open nominations, and the newest moves."""
    own = own_of(viewer)
    cast = players_crew(viewer.table)
    if not viewer.is_gm:
        cast = cast.filter(hidden=False) | players_crew(viewer.table).filter(pk__in=[one.pk for one in own])
    rows = [{"character": one, "points": points.held(one), "mine": one in own} for one in cast]
    return {
        "rows": rows, "bank": points.bank_of(viewer.table), "own": own, "acts": _may_act(viewer),
        "nominating": viewer.options.award_nominations, "nominations": _nominations(viewer, own),
        "moves": list(ledger(viewer)[:NEWEST]),
    }  # fmt: skip


def _may_act(viewer: Viewer) -> bool:
    return not viewer.is_spectator and not viewer.watching


def _nominations(viewer: Viewer, own: list[Character]) -> list[dict[str, Any]]:
    """Those that wait for the GM, each with whether this seat may second it."""
    names = dict(all_known_to(viewer).values_list("public_id", "name"))
    found = []
    for exchange, state in open_nominations(viewer.table):
        free = [one for one in own if one.public_id not in {state.by, state.character, *state.seconds}]
        mine = any(one.public_id == state.character for one in own)
        found.append({"id": exchange.public_id, "who": names.get(state.character, "Somebody"), "why": state.why,
                      "by": names.get(state.by, "Somebody"), "count": state.count,
                      "seconder": free[0] if free and not mine and _may_act(viewer) else None})  # fmt: skip
    return found


# what is in play


@dataclass(frozen=True)
class InPlay:
    """An Asset, a Complication or a Trait with its die; `lasts` and `uses` say until when and who may use it, and the
    rest what this seat may do with it."""

    id: str
    kind: str
    name: str
    size: int
    lasts: str = ""
    uses: str = ""
    keep: bool = False
    share: bool = False
    gone: bool = False
    steps: bool = False
    changes: bool = False
    hidden: bool = False
    treats: bool = False

    @property
    def sides(self) -> int:
        return sides(self.size)

    @property
    def die(self) -> str:
        return written(self.size)

    @property
    def takes_out(self) -> bool:
        return self.kind == "complication" and self.size == BEYOND


@dataclass
class Bearer:
    """Somebody, a ship or the place, and what is in play on it."""

    character: Character
    things: list[InPlay] = field(default_factory=list)

    @property
    def is_place(self) -> bool:
        return self.character.sheet == PLACE


@dataclass(frozen=True)
class Reach:
    """What a seat may do with what is in play: whose hands, whose ships, which names stand for which ids."""

    is_gm: bool
    own: list[Character]
    ships: set[int]
    names: dict[str, str]
    tended: set[str] = field(default_factory=set)

    def holds(self, entry: Entry) -> bool:
        """Whether the Asset is in this seat's hands: borne or created by its own, or anything for a GM."""
        own = {one.public_id for one in self.own}
        return self.is_gm or entry.character.public_id in own or entry.facts.get("creator") in own

    def uses(self, entry: Entry) -> bool:
        if self.is_gm:
            return True
        if entry.character.sheet == SHIP and entry.character_id not in self.ships:
            return False
        return any(assets.may_use(one, entry) for one in self.own)


@panel("crew-scene", template="drama/crew/panels/scene.html", slot="stage", order=34, game="crew",
       watches=["characters", "cast", "seats", "spans"])  # fmt: skip
def crew_scene(viewer: Viewer) -> Context:
    """Assets, Complications and Traits in play: whose, until when, and what may be done with each."""
    reach = Reach(viewer.is_gm and not viewer.watching, [] if viewer.watching else own_of(viewer),
                  set(crews_ships(viewer).values_list("pk", flat=True)),
                  dict(all_known_to(viewer).values_list("public_id", "name")),
                  recovery.tended(viewer.table))  # fmt: skip
    bearers = [one for one in _bearers(viewer, reach) if one.things]
    place = places.place_of(viewer.table)
    return {"bearers": bearers, "acts": _may_act(viewer), "own": reach.own, "place": place}


def _bearers(viewer: Viewer, reach: Reach) -> list[Bearer]:
    known = all_known_to(viewer).filter(present=True)
    found = {one.pk: Bearer(one) for one in _in_order(known)}
    rows = Entry.objects.filter(character__in=found, kind__in=IN_PLAY).select_related("character").order_by("pk")
    for entry in rows:
        if viewer.is_gm or not places.is_hidden(entry):
            found[entry.character_id].things.append(in_play(entry, reach))
    for one in found.values():
        one.things.sort(key=lambda thing: IN_PLAY.index(thing.kind))
    return list(found.values())


def _in_order(cast: QuerySet[Character]) -> Iterable[Character]:
    """Crewmembers, then ships, then everybody else, and the place."""
    return sorted(cast, key=lambda one: (one.sheet == PLACE, one.role != CREWMEMBER and one.sheet != SHIP,
                                         one.sheet == SHIP, one.pk))  # fmt: skip


def in_play(entry: Entry, reach: Reach) -> InPlay:
    """One of them as the panel shows it to a seat that reaches so far."""
    size, name = entry.amount or 6, entry.name
    if entry.kind == "asset":
        for_scene = entry.facts.get("lasts") != "episode"
        shared = [reach.names[one] for one in entry.facts.get("shared", []) if one in reach.names]
        holds = reach.holds(entry)
        return InPlay(
            entry.public_id, "asset", name, size, "this scene" if for_scene else "the Episode", ", ".join(shared),
            keep=for_scene and reach.uses(entry), share=holds and entry.character.sheet != SHIP, gone=holds,
        )  # fmt: skip
    if entry.kind == "complication":
        treats = bool(reach.own) and entry.public_id not in reach.tended
        return InPlay(entry.public_id, "complication", name, size, steps=_may_step(entry, reach), treats=treats)
    return InPlay(entry.public_id, "trait", name, size, changes=reach.is_gm, hidden=places.is_hidden(entry))


def _may_step(entry: Entry, reach: Reach) -> bool:
    return reach.is_gm or (bool(reach.own) and entry.character_id in reach.ships)


# the Episode


@panel("crew-episode", template="drama/crew/panels/episode.html", slot="stage", order=31, game="crew",
       watches=["spans", "characters", "cast", "seats", "switches"])  # fmt: skip
def crew_episode(viewer: Viewer) -> Context:
    """The Episode that is open, and the past ones that may be called back, ticked where one was."""
    cast = own_of(viewer) or list(players_crew(viewer.table).filter(hidden=False))
    rows = [{"character": one, "episodes": held(one, "episode")} for one in cast]
    return {
        "episode": open_episode(viewer.table), "rows": [row for row in rows if row["episodes"]],
        "free": viewer.options.callback_limit == "free", "acts": _may_act(viewer),
    }  # fmt: skip
