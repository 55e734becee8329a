"""Work in common, on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.rough_magic.together import card
from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel(
    "rough_magic-works",
    template="checks/rough_magic/together/panels/works.html",
    slot="stage",
    order=14,
    game="rough_magic",
)
def works(viewer: Viewer) -> Mapping[str, Any]:
    """Long work, races and joint tasks that go on."""
    return card.drawn(viewer)
