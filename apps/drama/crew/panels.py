"""Panels of Crew's drama: whose plot points, what is in play on the sheets and in the place, and the Episode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from apps.characters.access import all_known_to
from apps.characters.crew import assets, places, points
from apps.characters.crew.access import crews_ships
from apps.characters.crew.holding import EntryKind, held
from apps.characters.models import PLACE, SHIP, Character, Entry
from apps.characters.panels import next_step
from apps.characters.points import newest_moves
from apps.drama.crew import recovery
from apps.drama.crew.forms import CREWMEMBER, own_crew, players_crew
from apps.drama.crew.nominations import open_nominations
from apps.rules.crew.steps import BEYOND, sides, written
from apps.table.panels import panel
from apps.table.turn import open_spans
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
NEWEST = 4
IN_PLAY: tuple[EntryKind, ...] = ("asset", "complication", "trait")


def own_of(viewer: Viewer) -> list[Character]:
    """The crewmembers that this seat plays; nobody's for a GM and for whoever only looks."""
    if viewer.is_gm or viewer.is_spectator:
        return []
    return own_crew(viewer)


def _names(viewer: Viewer) -> dict[str, str]:
    """Of everybody of whom this seat knows, by public id."""
    return {one.public_id: one.name for one in all_known_to(viewer)}


# plot points


@panel("crew-points", template="drama/crew/panels/points.html", slot="stage", order=26, game="crew")
def crew_points(viewer: Viewer) -> Context:
    """Every crewmember's plot points as coins, the bank, open nominations, and the newest moves."""
    own = own_of(viewer)
    cast = [one for one in players_crew(viewer.table) if viewer.is_gm or not one.hidden or one in own]
    nominates = viewer.may_act and not viewer.is_gm and bool(own) and viewer.options.award_nominations
    return {
        "rows": [_purse(one, one in own, nominates) for one in cast],
        "bank": points.bank_of(viewer.table),
        "own": own,
        "acts": viewer.may_act,
        "nominates": nominates,
        "nominations": _nominations(viewer, own),
        "moves": list(islice(newest_moves(viewer), NEWEST)),
    }


def _purse(one: Character, mine: bool, nominates: bool) -> dict[str, Any]:
    return {"character": one, "points": points.held(one), "mine": mine, "nominee": nominates and not mine}


def _nominations(viewer: Viewer, own: list[Character]) -> list[dict[str, Any]]:
    """Those that wait for the GM, each with whether this seat may second it."""
    names, found = _names(viewer), []
    for exchange, state in open_nominations(viewer.table):
        free = [one for one in own if one.public_id not in {state.by, state.character, *state.seconds}]
        mine = any(one.public_id == state.character for one in own)
        found.append(
            {
                "id": exchange.public_id,
                "who": names.get(state.character, "Somebody"),
                "why": state.why,
                "by": names.get(state.by, "Somebody"),
                "count": state.count,
                "seconder": free[0] if free and not mine and viewer.may_act else None,
            }
        )
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

    @property
    def words(self) -> str:
        """What it is, until when, and who may use it or know of it."""
        return " · ".join(
            [self._what, *([f"{self.uses} too"] if self.uses else []), *(["only you know"] * self.hidden)]
        )

    @property
    def _what(self) -> str:
        if self.kind == "asset":
            return f"Asset, {self.lasts}"
        if self.kind == "complication":
            return "Complication, Taken Out" if self.takes_out else "Complication"
        return "Trait of the place, this scene"

    @property
    def has_menu(self) -> bool:
        """Whether there is something to be done with an Asset."""
        return self.keep or self.gone


@dataclass(frozen=True)
class Bearer:
    """Somebody, a ship or the place, and what is in play on it."""

    character: Character
    things: list[InPlay]


@dataclass(frozen=True)
class Reach:
    """What a seat may do with what is in play: whose hands, whose ships, which names stand for which ids."""

    is_gm: bool
    own: list[Character]
    ships: set[int]
    names: dict[str, str]
    tended: set[str]

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


@panel("crew-scene", template="drama/crew/panels/scene.html", slot="stage", order=34, game="crew")
def crew_scene(viewer: Viewer) -> Context:
    """Assets, Complications and Traits in play: whose, until when, and what may be done with each."""
    reach = Reach(
        viewer.acts_as_gm,
        [] if viewer.watching else own_of(viewer),
        {one.pk for one in crews_ships(viewer)},
        _names(viewer),
        recovery.tended(viewer.table),
    )
    there = _in_order(one for one in all_known_to(viewer) if one.present)
    bearers = [Bearer(one, things) for one in there if (things := _things(viewer, one, reach))]
    place = places.place_of(viewer.table)
    return {"bearers": bearers, "acts": viewer.may_act, "own": reach.own, "place": place}


def _things(viewer: Viewer, bearer: Character, reach: Reach) -> list[InPlay]:
    """What is in play on it, as far as this seat knows."""
    found = [entry for kind in IN_PLAY for entry in held(bearer, kind)]
    return [in_play(entry, reach) for entry in found if viewer.is_gm or not places.is_hidden(entry)]


def _in_order(cast: Iterable[Character]) -> list[Character]:
    """Crewmembers, then ships, then everybody else, and the place."""
    return sorted(
        cast,
        key=lambda one: (one.sheet == PLACE, one.role != CREWMEMBER and one.sheet != SHIP, one.sheet == SHIP, one.pk),
    )


def in_play(entry: Entry, reach: Reach) -> InPlay:
    """One of them as the panel shows it to a seat that reaches so far."""
    size, name = entry.amount or 6, entry.name
    if entry.kind == "asset":
        for_scene = entry.facts.get("lasts") != "episode"
        shared = [reach.names[one] for one in entry.facts.get("shared", []) if one in reach.names]
        holds = reach.holds(entry)
        return InPlay(
            entry.public_id,
            "asset",
            name,
            size,
            "this scene" if for_scene else "the Episode",
            ", ".join(shared),
            keep=for_scene and reach.uses(entry),
            share=holds and entry.character.sheet != SHIP,
            gone=holds,
        )
    if entry.kind == "complication":
        treats = bool(reach.own) and entry.public_id not in reach.tended
        return InPlay(entry.public_id, "complication", name, size, steps=_may_step(entry, reach), treats=treats)
    return InPlay(entry.public_id, "trait", name, size, changes=reach.is_gm, hidden=places.is_hidden(entry))


def _may_step(entry: Entry, reach: Reach) -> bool:
    return reach.is_gm or (bool(reach.own) and entry.character_id in reach.ships)


# the Episode


@panel("crew-episode", template="drama/crew/panels/episode.html", slot="stage", order=16, game="crew")
def crew_episode(viewer: Viewer) -> Context:
    """The Episode that is open, and the past ones that may be called back, ticked where one was."""
    cast = own_of(viewer) or [one for one in players_crew(viewer.table) if not one.hidden]
    rows = [{"character": one, "episodes": held(one, "episode")} for one in cast]
    now = open_spans(viewer.desk)
    return {
        "episode": now.get("episode"),
        "scene": now.get("scene"),
        "led": bool(next_step(viewer)),
        "rows": [row for row in rows if row["episodes"]],
        "free": viewer.options.callback_limit == "free",
        "acts": viewer.may_act,
    }
