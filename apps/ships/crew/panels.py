"""Panels about Crew's ships and vehicles: those of the crew and those that one is aboard, every one for the GM."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import known_to, played_by
from apps.characters.models import SHIP
from apps.ships.crew.access import posts_left_by, ships_edited_by, ships_to_board, ships_used_by
from apps.ships.crew.sheet import ShipSheet, ships_drawn
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
WATCHES = ("characters", "cast", "seats", "ships", "spans")


@panel("crew-ship", template="ships/crew/panels/ship.html", slot="stage", order=45, game="crew", watches=WATCHES,
       roles={"player"})  # fmt: skip
def ship(viewer: Viewer) -> Context:
    """The crew's ships and those that this seat's characters are aboard; the others that it may board by a tap."""
    used = list(ships_used_by(viewer).values_list("pk", flat=True))
    others = list(ships_to_board(viewer).exclude(pk__in=used).filter(present=True)) if played_by(viewer) else []
    return {"ships": [drawn(viewer, one) for one in ships_drawn(viewer, used)], "others": others}


@panel("crew-ships", template="ships/crew/panels/ships.html", slot="stage", order=26, game="crew", per="role",
       watches=WATCHES, roles={"gm"})  # fmt: skip
def ships(viewer: Viewer) -> Context:
    """Every ship and vehicle."""
    keys = viewer.table.characters.filter(sheet=SHIP).order_by("pk").values_list("pk", flat=True)
    return {"ships": [drawn(viewer, one) for one in ships_drawn(viewer, keys)]}


def drawn(viewer: Viewer, sheet: ShipSheet) -> Context:
    """A ship as this seat may see it: of those aboard only whom this seat knows."""
    known = set(known_to(viewer).values_list("pk", flat=True))
    leave = set(posts_left_by(viewer).filter(ship=sheet.character).values_list("public_id", flat=True))
    mine = set() if viewer.is_gm else set(played_by(viewer).values_list("pk", flat=True))
    aboard = {post.person_id for post in sheet.aboard}
    return {
        "sheet": sheet,
        "by_hand": not viewer.watching and ships_edited_by(viewer).filter(pk=sheet.character.pk).exists(),
        "aboard": [(post, post.public_id in leave) for post in sheet.aboard if post.person_id in known],
        "may_board": viewer.is_gm or bool(mine - aboard),
    }  # fmt: skip
