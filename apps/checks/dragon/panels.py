"""Dragon's ways to roll, on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel(
    "dragon-rolls",
    template="checks/dragon/panels/rolls.html",
    slot="stage",
    order=75,
    per="role",
    roles={"gm", "player"},
    game="dragon",
)
def rolls(viewer: Viewer) -> Mapping[str, Any]:
    """Links to a roll with all its options, to free dice, and to everything else."""
    return {"game": viewer.game}
