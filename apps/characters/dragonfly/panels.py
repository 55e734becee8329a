"""Panels about Dragonfly's characters: one's own sheet, party and cast for the GM, who is here for all."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from apps.characters.access import people
from apps.characters.dragonfly.badges import badges_of
from apps.characters.dragonfly.sheet import DragonflySheet, Number, sheet_of, sheets_of
from apps.characters.models import Character
from apps.characters.panels import opened_of_mine, sheet_panel
from apps.rules.dragonfly import odds
from apps.rules.odds import percent
from apps.table.live import presence
from apps.table.panels import panel
from apps.table.viewer import Viewer
from apps.table.voices import standing, told_to

Context = Mapping[str, Any]
MARKS = (10, 5)


@sheet_panel("sheet", "dragonfly")
def sheet(viewer: Viewer) -> Context:
    """The sheet that this seat has open: a player's own, for a GM the one that the address names."""
    character, mine = opened_of_mine(viewer)
    if character is None:
        return {"sheet": None, "mine": mine}
    found = sheet_of(character)
    return {"sheet": found, "mine": mine, "marks": MARKS, "warning": warning(found), **_roll_bar(viewer, found)}


def warning(found: DragonflySheet) -> str:
    """What Life Points mean now, in one line."""
    left = found.life_points
    if left >= 10:
        return "At 10 or less an injury counts, below 5 for more."
    if left >= 5:
        return "Below 10: the injury counts."
    return "Below 5: the injury counts for more." if left > 0 else "0 or less: down unless a test says otherwise."


def _roll_bar(viewer: Viewer, found: DragonflySheet) -> Context:
    """The numbers that are chosen at first: the best Attribute and the best skill, with their exact odds."""
    if not found.is_full:
        return {}
    attribute, skill = _best(found.attributes), _best(found.skills)
    chance = odds.check_odds(attribute=attribute.value, skill=skill.value if skill.value else 0)
    numbers = ",".join(f"{one.key}{one.value}" for one in (*found.attributes, *found.skills))
    return {
        "attribute": attribute,
        "skill": skill if skill.value else None,
        "chance": percent(chance.chance),
        "heard": told_to(standing(viewer), viewer.game.gm),
        "stamp": f"{zlib.crc32(f'{found.id}{numbers}'.encode()):08x}",
    }


def _best(numbers: tuple[Number, ...]) -> Number:
    return max(numbers, key=lambda one: one.value)


@panel(
    "party",
    template="characters/dragonfly/panels/party.html",
    slot="stage",
    order=22,
    game="dragonfly",
    per="role",
    roles={"gm"},
)
def party(viewer: Viewer) -> Context:
    """Every player's character at a glance, each track with its plus and minus."""
    viewer.desk.read("presence")
    cast = people(one for one in viewer.desk.all(Character) if one.seat_id)
    return {"rows": [_party_row(viewer, one) for one in cast], "marks": MARKS}


def _party_row(viewer: Viewer, one: Character) -> Context:
    state = presence.state(viewer.desk.key, one.seat_id or 0)
    return {"sheet": sheet_of(one), "badges": badges_of(one), "state": state}


@panel(
    "cast",
    template="characters/dragonfly/panels/cast.html",
    slot="stage",
    order=24,
    game="dragonfly",
    per="role",
    roles={"gm"},
)
def cast(viewer: Viewer) -> Context:
    """The GM's own characters, a row each."""
    return {"sheets": sheets_of(people(viewer.desk.all(Character, seat=None)))}


@panel(
    "here",
    template="characters/dragonfly/panels/here.html",
    slot="stage",
    order=20,
    game="dragonfly",
    per="role",
    roles={"player", "spectator"},
)
def here(viewer: Viewer) -> Context:
    """Who is in the scene, as everybody may know it: exact Life Points for players' characters, a word for others."""
    cast = people(viewer.desk.all(Character, hidden=False, present=True))
    return {"rows": [{"sheet": one, "badges": badges_of(one.character)} for one in sheets_of(cast)]}
