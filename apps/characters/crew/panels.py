"""Panels about Crew's characters: one's own sheet, party and cast for the GM, who is here for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from apps.characters.access import known_to, people, played_by, sheet_open_to
from apps.characters.crew.sheet import CrewSheet, sheets_drawn
from apps.characters.models import Character
from apps.table.live import presence
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
CREWMEMBERS = Q(role="crewmember") | Q(seat__isnull=False)
"""Whom the party panel shows: the crew, and whoever else somebody plays."""


@panel("crew-sheet", template="characters/crew/panels/sheet.html", slot="sheet", order=40, game="crew",
       watches=["mine", "cast", "seats", "spans"], roles={"player", "gm"})  # fmt: skip
def sheet(viewer: Viewer) -> Context:
    """The sheet that this seat has open: a player's own, for a GM the one that the address names."""
    mine = list(played_by(viewer).filter(seat=viewer.seat)) if not viewer.is_gm else []
    character = _open(viewer, mine)
    found = next(iter(sheets_drawn(viewer, [character.pk] if character else [])), None)
    by_hand = viewer.is_gm and not viewer.watching
    return {"sheet": found, "mine": mine, "by_hand": by_hand, "shared": _sharers(viewer, found)}


def _open(viewer: Viewer, mine: list[Character]) -> Character | None:
    asked = viewer.open.get("sheet", "")
    if viewer.is_gm:
        return known_to(viewer).filter(public_id=asked).first() if asked else None
    found = next((one for one in mine if one.public_id == asked), None) or (mine[0] if mine else None)
    return found if found is not None and sheet_open_to(viewer, found) else None


def _sharers(viewer: Viewer, found: CrewSheet | None) -> list[tuple[str, str]]:
    """Public ids and names of those with whom its Assets are shared, as far as this seat knows them."""
    ids = {other for one in found.assets for other in one.shared} if found else set()
    return list(known_to(viewer).filter(public_id__in=ids).values_list("public_id", "name")) if ids else []


@panel("crew-party", template="characters/crew/panels/party.html", slot="stage", order=22, game="crew", per="role",
       watches=["characters", "cast", "seats", "presence", "spans"], roles={"gm"})  # fmt: skip
def party(viewer: Viewer) -> Context:
    """Every crewmember at a glance: plot points with plus and minus, Complications, hero dice, who is Taken Out."""
    cast = people(viewer.table.characters.filter(CREWMEMBERS)).order_by("pk")
    return {"rows": [{"sheet": one, "state": _state(viewer, one)} for one in _sheets(viewer, cast)]}


def _sheets(viewer: Viewer, cast: QuerySet[Character]) -> list[CrewSheet]:
    return sheets_drawn(viewer, cast.values_list("pk", flat=True))


def _state(viewer: Viewer, found: CrewSheet) -> str:
    return presence.state(viewer.table.pk, found.character.seat_id) if found.character.seat_id else ""


@panel("crew-cast", template="characters/crew/panels/cast.html", slot="stage", order=24, game="crew", per="role",
       watches=["characters", "cast", "spans"], roles={"gm"})  # fmt: skip
def cast(viewer: Viewer) -> Context:
    """The GMCs, a row each with their die."""
    return {"sheets": _sheets(viewer, people(viewer.table.characters.exclude(CREWMEMBERS)).order_by("pk"))}


@panel("crew-here", template="characters/crew/panels/here.html", slot="stage", order=50, game="crew", per="role",
       watches=["characters", "cast", "seats", "spans"], roles={"player", "spectator"})  # fmt: skip
def here(viewer: Viewer) -> Context:
    """Who is in the scene, with all that is open to everybody (crew.visibility)."""
    seen = people(viewer.table.characters.filter(hidden=False, present=True)).order_by("pk")
    return {"sheets": _sheets(viewer, seen)}
