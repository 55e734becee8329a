"""Rough Magic's ways to roll, on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.rough_magic.together import panels as panels
from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel(
    "rough_magic-rolls",
    template="checks/rough_magic/panels/rolls.html",
    slot="stage",
    order=75,
    per="role",
    roles={"gm", "player"},
    game="rough_magic",
)
def rolls(viewer: Viewer) -> Mapping[str, Any]:
    """Links to a roll with all that bears on it, to free dice, and to everything else."""
    return {"game": viewer.game}
