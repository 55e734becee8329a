"""Panels about Dragonfly's characters: one's own sheet, party and cast for the GM, who is here for all."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from apps.characters.access import known_to, people, played_by, sheet_open_to
from apps.characters.dragonfly.sheet import DragonflySheet, Number, sheets_drawn
from apps.characters.models import Character
from apps.rules.dragonfly import odds
from apps.rules.odds import percent
from apps.table.live import presence
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
MARKS = (10, 5)


@panel("sheet", template="characters/dragonfly/panels/sheet.html", slot="sheet", order=40, game="dragonfly",
       watches=["mine", "cast", "seats"], roles={"player", "gm"})  # fmt: skip
def sheet(viewer: Viewer) -> Context:
    """The sheet that this seat has open: a player's own, for a GM the one that the address names."""
    mine = list(played_by(viewer).filter(seat=viewer.seat)) if not viewer.is_gm else []
    character = _open(viewer, mine)
    found = next(iter(sheets_drawn(viewer, [character.pk] if character else [])), None)
    if found is None:
        return {"sheet": None, "mine": mine}
    return {"sheet": found, "mine": mine, "marks": MARKS, "warning": warning(found), **_roll_bar(found)}


def _open(viewer: Viewer, mine: list[Character]) -> Character | None:
    asked = viewer.open.get("sheet", "")
    if viewer.is_gm:
        return known_to(viewer).filter(public_id=asked).first() if asked else None
    found = next((one for one in mine if one.public_id == asked), None) or (mine[0] if mine else None)
    return found if found is not None and sheet_open_to(viewer, found) else None


def warning(found: DragonflySheet) -> str:
    """What Life Points mean now, in one line."""
    left = found.life_points
    if left >= 10:
        return "At 10 or less an injury counts, below 5 for more."
    if left >= 5:
        return "Below 10: the injury counts."
    return "Below 5: the injury counts for more." if left > 0 else "0 or less: down unless a test says otherwise."


def _roll_bar(found: DragonflySheet) -> Context:
    """The numbers that are chosen at first: the best Attribute and the best skill, with their exact odds."""
    if not found.is_full:
        return {}
    attribute, skill = _best(found.attributes), _best(found.skills)
    chance = odds.check_odds(attribute=attribute.value, skill=skill.value if skill.value else 0)
    numbers = ",".join(f"{one.key}{one.value}" for one in (*found.attributes, *found.skills))
    return {
        "attribute": attribute, "skill": skill if skill.value else None, "chance": percent(chance.chance),
        "stamp": f"{zlib.crc32(f'{found.id}{numbers}'.encode()):08x}",
    }  # fmt: skip


def _best(numbers: tuple[Number, ...]) -> Number:
    return max(numbers, key=lambda one: one.value)


@panel("party", template="characters/dragonfly/panels/party.html", slot="stage", order=22, game="dragonfly", per="role",
       watches=["characters", "cast", "seats", "presence"], roles={"gm"})  # fmt: skip
def party(viewer: Viewer) -> Context:
    """Every player's character at a glance, each track with its plus and minus."""
    cast = people(viewer.table.characters.exclude(seat=None)).order_by("pk")
    return {"rows": [{"sheet": one, "state": _state(viewer, one)} for one in _sheets(viewer, cast)], "marks": MARKS}


def _sheets(viewer: Viewer, cast: QuerySet[Character]) -> list[DragonflySheet]:
    return sheets_drawn(viewer, cast.values_list("pk", flat=True))


def _state(viewer: Viewer, found: DragonflySheet) -> str:
    return presence.state(viewer.table.pk, found.character.seat_id or 0)


@panel("cast", template="characters/dragonfly/panels/cast.html", slot="stage", order=24, game="dragonfly", per="role",
       watches=["characters", "cast"], roles={"gm"})  # fmt: skip
def cast(viewer: Viewer) -> Context:
    """The GM's own characters, a row each."""
    return {"sheets": _sheets(viewer, people(viewer.table.characters.filter(seat=None)).order_by("pk"))}


@panel("here", template="characters/dragonfly/panels/here.html", slot="stage", order=50, game="dragonfly", per="role",
       watches=["characters", "cast", "seats"], roles={"player", "spectator"})  # fmt: skip
def here(viewer: Viewer) -> Context:
    """Who is in the scene, as everybody may know it: exact Life Points for players' characters, a word for others."""
    seen = people(viewer.table.characters.filter(hidden=False, present=True)).order_by("pk")
    return {"sheets": _sheets(viewer, seen)}
