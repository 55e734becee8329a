"""Dragonfly's ways to roll, on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel(
    "rolls",
    template="checks/dragonfly/panels/rolls.html",
    slot="stage",
    order=75,
    per="role",
    roles={"gm", "player"},
    game="dragonfly",
)
def rolls(viewer: Viewer) -> Mapping[str, Any]:
    """Links to a check with all its options, a Resisted Action, free dice."""
    return {"freely": viewer.is_gm or viewer.options.players_may_roll_freely, "game": viewer.game}
