"""Pools on the stage while they are put together: with tiles for whoever builds, in everybody's sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.crew.pool_views import views_for
from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel("crew-pool", template="checks/crew/panels/pool.html", slot="stage", order=11, game="crew")
def crew_pool(viewer: Viewer) -> Mapping[str, Any]:
    """Every pool that this seat sees grow; the ones that it builds come first, with the dice to tap and the odds."""
    views = views_for(viewer)
    mine = [one for one in views if one.mine]
    return {"mine": mine, "others": [one for one in views if not one.mine], "gm": viewer.game.gm}
