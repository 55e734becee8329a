"""The line below the log in which people talk and roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.modes import mode_choices
from apps.table.panels import panel
from apps.table.viewer import Viewer
from apps.table.voices import standing, told_to


@panel("say", template="checks/panels/say.html", slot="say", order=70, roles={"gm", "player"})
def say(viewer: Viewer) -> Mapping[str, Any]:
    """Draws nothing for a GM who looks through somebody's eyes."""
    mode = standing(viewer)
    modes = [(one, title, one == mode) for one, title in mode_choices(viewer, short=True)]
    return {"modes": modes, "kept_from": told_to(mode, viewer.game.gm), "quiet": viewer.watching}
