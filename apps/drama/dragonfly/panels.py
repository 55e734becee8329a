"""The newest lines of the ledger, as far as a seat hears of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from apps.characters.points import newest_moves
from apps.table.panels import panel
from apps.table.viewer import Viewer

NEWEST = 5


@panel("points", template="drama/dragonfly/panels/points.html", slot="stage", order=70, game="dragonfly")
def points(viewer: Viewer) -> Mapping[str, Any]:
    """Who got or spent how many, why and when."""
    return {"moves": list(islice(newest_moves(viewer), NEWEST)), "game": viewer.game}
