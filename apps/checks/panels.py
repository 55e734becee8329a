"""The ways to roll, on the stage, and the line below the log in which people talk and roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks import freely
from apps.checks.modes import mode_choices
from apps.table import acts
from apps.table.panels import panel
from apps.table.viewer import Viewer
from apps.table.voices import standing, told_to


@panel("rolls", template="checks/panels/rolls.html", slot="stage", order=75, per="role", roles={"gm", "player"})
def rolls(viewer: Viewer) -> Mapping[str, Any]:
    """What is done most, a button each, and everything else that needs nothing to start from. Where players wait to be
    asked, what they begin is a wish to roll."""
    things = acts.menu(viewer)
    return {
        "at_hand": [one for one in things if one.at_hand],
        "others": [one for one in things if not one.at_hand],
        "wishes": freely.waits_to_be_asked(viewer),
    }


@panel("say", template="checks/panels/say.html", slot="say", order=70, roles={"gm", "player"})
def say(viewer: Viewer) -> Mapping[str, Any]:
    """Draws nothing for a GM who looks through somebody's eyes."""
    mode = standing(viewer)
    modes = [(one, title, one == mode) for one, title in mode_choices(viewer, short=True)]
    return {"modes": modes, "kept_from": told_to(mode, viewer.game.gm), "quiet": viewer.watching}
