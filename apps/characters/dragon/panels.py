"""Panels about Dragon's characters: one's own sheet, party and cast for the GM, who is here for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import is_party, people
from apps.characters.dragon.sheet import sheet_of, sheets_of
from apps.characters.models import Character
from apps.characters.panels import opened_of_mine, sheet_panel
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@sheet_panel("dragon-sheet", "dragon")
def sheet(viewer: Viewer) -> Context:
    """The sheet that this seat has open: a player's own, for a GM the one that the address names."""
    character, mine = opened_of_mine(viewer)
    return {"sheet": sheet_of(character) if character else None, "mine": mine, "by_hand": viewer.acts_as_gm}


@panel(
    "dragon-party",
    template="characters/dragon/panels/party.html",
    slot="stage",
    order=22,
    game="dragon",
    per="role",
    roles={"gm"},
)
def party(viewer: Viewer) -> Context:
    """Every hero at a glance: hit points and the damage taken."""
    return {"sheets": sheets_of(one for one in people(viewer.desk.all(Character)) if is_party(one))}


@panel(
    "dragon-cast",
    template="characters/dragon/panels/cast.html",
    slot="stage",
    order=24,
    game="dragon",
    per="role",
    roles={"gm"},
)
def cast(viewer: Viewer) -> Context:
    """Allies and enemies, a row each."""
    return {"sheets": sheets_of(one for one in people(viewer.desk.all(Character)) if not is_party(one))}


@panel(
    "dragon-here",
    template="characters/dragon/panels/here.html",
    slot="stage",
    order=20,
    game="dragon",
    per="role",
    roles={"player", "spectator"},
)
def here(viewer: Viewer) -> Context:
    """Who is in the scene: of an enemy no number, and no hit points of anybody (dragon.visibility)."""
    present = sheets_of(one for one in people(viewer.desk.all(Character)) if one.present and not one.hidden)
    return {"rows": [{"sheet": one} for one in present]}
