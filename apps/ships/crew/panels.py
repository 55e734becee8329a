"""Panels about Crew's ships and vehicles: those of the crew and those that one is aboard, every one for the GM."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import knows_of, played_by
from apps.characters.crew.access import crews_ships
from apps.characters.panels import has_begun
from apps.ships.access import is_ashore, ships_of
from apps.ships.crew.access import posts_left_by, ships_edited_by, ships_to_board, ships_used_by
from apps.ships.crew.sheet import ShipSheet, ship_sheet_of
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@panel("crew-ship", template="ships/crew/panels/ship.html", slot="stage", order=45, game="crew", roles={"player"})
def ship(viewer: Viewer) -> Context:
    """The crew's ships and those that this seat's characters are aboard; the others that it may board by a tap."""
    used = ships_used_by(viewer)
    others = [one for one in ships_to_board(viewer) if one.present and one not in used] if played_by(viewer) else []
    return {"ships": [drawn(viewer, ship_sheet_of(one)) for one in used], "others": others, "may_make": viewer.may_act}


@panel("crew-board", template="ships/crew/panels/board.html", slot="stage", order=9, game="crew", roles={"player"})
def board_call(viewer: Viewer) -> Context:
    """The crew's ships, for a player nobody of whose crewmembers is aboard anything, before the evening has begun:
    later a pool says it where its dice would lie."""
    ships = crews_ships(viewer) if not has_begun(viewer) and is_ashore(viewer) and viewer.may_act else []
    return {"ships": [drawn(viewer, ship_sheet_of(one)) for one in ships if one.present]}


@panel(
    "crew-ships", template="ships/crew/panels/ships.html", slot="stage", order=26, game="crew", per="role", roles={"gm"}
)
def ships(viewer: Viewer) -> Context:
    """Every ship and vehicle."""
    return {"ships": [drawn(viewer, ship_sheet_of(one)) for one in ships_of(viewer.desk)]}


def drawn(viewer: Viewer, sheet: ShipSheet) -> Context:
    """A ship as this seat may see it: of those aboard only whom this seat knows."""
    leave, aboard = posts_left_by(viewer), [post.person for post in sheet.aboard]
    mine = [] if viewer.is_gm else played_by(viewer)
    return {
        "sheet": sheet,
        "by_hand": not viewer.watching and sheet.character in ships_edited_by(viewer),
        "aboard": [(post, post in leave) for post in sheet.aboard if knows_of(viewer, post.person)],
        "may_board": viewer.is_gm or any(one not in aboard for one in mine),
        "boards": mine[0] if len(mine) == 1 and mine[0] not in aboard else None,
        "rolls": "" if viewer.watching else next((one.public_id for one in mine if one in aboard), ""),
        "of": f"{sheet.id}:",
    }
