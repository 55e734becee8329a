"""Panels about Crew's characters: one's own sheet, party and cast for the GM, who is here for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import known_to, people
from apps.characters.crew.holding import is_crewmember
from apps.characters.crew.sheet import CrewSheet, sheet_of, sheets_of
from apps.characters.models import Character
from apps.characters.panels import opened_of_mine, sheet_panel
from apps.table.live import presence
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@sheet_panel("crew-sheet", "crew")
def sheet(viewer: Viewer) -> Context:
    """The sheet that this seat has open: a player's own, for a GM the one that the address names."""
    character, mine = opened_of_mine(viewer)
    found = sheet_of(character) if character else None
    by_hand = viewer.acts_as_gm
    return {"sheet": found, "mine": mine, "by_hand": by_hand, "shared": _sharers(viewer, found)}


def _sharers(viewer: Viewer, found: CrewSheet | None) -> list[tuple[str, str]]:
    """Public ids and names of those with whom its Assets are shared, as far as this seat knows them."""
    ids = {other for one in found.assets for other in one.shared} if found else set()
    return [(one.public_id, one.name) for one in known_to(viewer) if one.public_id in ids] if ids else []


@panel(
    "crew-party",
    template="characters/crew/panels/party.html",
    slot="stage",
    order=22,
    game="crew",
    per="role",
    roles={"gm"},
)
def party(viewer: Viewer) -> Context:
    """Every crewmember at a glance: plot points with plus and minus, Complications, hero dice, who is Taken Out."""
    found = sheets_of(one for one in _people(viewer) if _is_party(one))
    return {"rows": [{"sheet": one, "state": _state(viewer, one)} for one in found]}


def _people(viewer: Viewer) -> list[Character]:
    return people(viewer.desk.all(Character))


def _is_party(one: Character) -> bool:
    """Whom the party panel shows: the crew, and whoever else somebody plays."""
    return is_crewmember(one) or one.seat_id is not None


def _state(viewer: Viewer, found: CrewSheet) -> str:
    viewer.desk.read("presence")
    return presence.state(viewer.table.pk, found.character.seat_id) if found.character.seat_id else ""


@panel(
    "crew-cast",
    template="characters/crew/panels/cast.html",
    slot="stage",
    order=24,
    game="crew",
    per="role",
    roles={"gm"},
)
def cast(viewer: Viewer) -> Context:
    """The GMCs, a row each with their die."""
    return {"sheets": sheets_of(one for one in _people(viewer) if not _is_party(one))}


@panel(
    "crew-here",
    template="characters/crew/panels/here.html",
    slot="stage",
    order=20,
    game="crew",
    per="role",
    roles={"player", "spectator"},
)
def here(viewer: Viewer) -> Context:
    """Who is in the scene, with all that is open to everybody (crew.visibility)."""
    present = sheets_of(one for one in _people(viewer) if one.present and not one.hidden)
    return {"rows": [{"sheet": one} for one in present]}
