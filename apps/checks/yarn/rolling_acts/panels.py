"""Yarn's ways to roll, on the stage, and everything else that can be done there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel(
    "yarn-rolls",
    template="checks/yarn/rolling_acts/panels/rolls.html",
    slot="stage",
    order=75,
    per="role",
    roles={"gm", "player"},
    game="yarn",
)
def rolls(viewer: Viewer) -> Mapping[str, Any]:
    """Links to a trait's roll, to free dice, and to everything else."""
    return {"game": viewer.game}
