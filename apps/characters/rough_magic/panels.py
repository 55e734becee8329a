"""Panels about Rough Magic's characters: one's own sheet, party and cast for the GM, who and what is here for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import is_party, people
from apps.characters.models import THING, Character
from apps.characters.panels import opened_of_mine, sheet_panel
from apps.characters.rough_magic.sheet import sheet_of, sheets_of
from apps.characters.rough_magic.shown import shown, whole
from apps.characters.rough_magic.told import words_shown
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@sheet_panel("rough_magic-sheet", "rough_magic")
def sheet(viewer: Viewer) -> Context:
    """The sheet that this seat has open: a player's own, for a GM the one that the address names."""
    character, mine = opened_of_mine(viewer)
    if character is None:
        return {"mine": mine}
    found = sheet_of(character)
    return {"sheet": found, "shown": whole(found, viewer), "mine": mine, "by_hand": viewer.acts_as_gm}


@panel(
    "rough_magic-party",
    template="characters/rough_magic/panels/party.html",
    slot="stage",
    order=22,
    game="rough_magic",
    per="role",
    roles={"gm"},
)
def party(viewer: Viewer) -> Context:
    """Every hero at a glance: endurance and states."""
    heroes = sheets_of(one for one in people(viewer.desk.all(Character)) if is_party(one))
    return {"rows": shown(heroes, viewer, reads=True)}


@panel(
    "rough_magic-cast",
    template="characters/rough_magic/panels/cast.html",
    slot="stage",
    order=24,
    game="rough_magic",
    per="role",
    roles={"gm"},
)
def cast(viewer: Viewer) -> Context:
    """Allies and enemies, a row each, and what can be broken."""
    others = sheets_of(one for one in people(viewer.desk.all(Character)) if not is_party(one))
    things = sheets_of(viewer.desk.all(Character, sheet=THING))
    return {"rows": shown(others, viewer, reads=True), "things": shown(things, viewer, reads=True)}


@panel(
    "rough_magic-here",
    template="characters/rough_magic/panels/here.html",
    slot="stage",
    order=20,
    game="rough_magic",
    per="role",
    roles={"player", "spectator"},
)
def here(viewer: Viewer) -> Context:
    """Who and what is in the scene: of the GM's no number, and their level in a word (rough_magic.visibility)."""
    open_ones = [one for one in viewer.desk.all(Character) if one.present and not one.hidden]
    return {
        "rows": shown(sheets_of(people(open_ones)), viewer, reads=False),
        "things": shown(sheets_of(one for one in open_ones if one.sheet == THING), viewer, reads=False),
        "words": words_shown(viewer.options),
    }
