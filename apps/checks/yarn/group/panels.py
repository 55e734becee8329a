"""Efforts that wait for people, on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.yarn.group.efforts import seen
from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel("yarn-effort", template="checks/yarn/group/panels/effort.html", slot="stage", order=13, game="yarn")
def effort(viewer: Viewer) -> Mapping[str, Any]:
    """Who has taken part; the way is for the GM, who settles it without the rest."""
    return {"efforts": seen(viewer), "leads": viewer.acts_as_gm}
