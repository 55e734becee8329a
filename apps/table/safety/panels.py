"""What everybody sees of a pause and of a step back, and the table's lines and veils."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.table.panels import panel
from apps.table.viewer import Viewer

from .boundaries import lists

Context = Mapping[str, Any]


@panel("pause", template="table/safety/pause.html", slot="pause", order=5, per="role")
def pause(viewer: Viewer) -> Context:
    """Covers the stage while the table has stopped; empty otherwise."""
    return {"table": viewer.table, "game": viewer.game}


@panel("lines", template="table/safety/lines.html", slot="stage", order=93, per="role")
def lines_and_veils(viewer: Viewer) -> Context:
    """What everybody agreed on, a tap away and the same for everybody."""
    return {"lists": lists(viewer.desk)}
