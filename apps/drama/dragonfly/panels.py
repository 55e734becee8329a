"""The newest lines of the ledger, as far as a seat hears of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from apps.characters.access import played_by
from apps.characters.dragonfly.points import drama_points_of
from apps.characters.points import newest_moves
from apps.table.panels import panel
from apps.table.viewer import Viewer

NEWEST = 5


@panel("points", template="drama/dragonfly/panels/points.html", slot="stage", order=70, game="dragonfly")
def points(viewer: Viewer) -> Mapping[str, Any]:
    """What a player's own people hold; who got or spent how many, why and when. A GM has those on the cards above."""
    mine = played_by(viewer) if viewer.role == "player" else []
    return {
        "held": [(one.name, drama_points_of(one)) for one in mine],
        "moves": list(islice(newest_moves(viewer), NEWEST)),
        "game": viewer.game,
    }
