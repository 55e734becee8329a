"""Dragon's fights on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.combat.dragon.cutting_in import panel as panel_of_cutting_in  # noqa: F401
from apps.combat.dragon.fight import shown
from apps.combat.dragon.harm import fallen as fallen
from apps.combat.dragon.phases import showing as showing
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]


@panel("dragon-turn", template="combat/dragon/panels/turn.html", slot="stage", order=11, game="dragon", per="role")
def the_turn(viewer: Viewer) -> Context:
    """The head of the fight, and who is in before the rounds begin."""
    return shown.turn_panel(viewer)


@panel(
    "dragon-my-pick",
    template="combat/dragon/panels/my_pick.html",
    slot="stage",
    order=10,
    game="dragon",
    roles={"player", "gm"},
)
def my_pick(viewer: Viewer) -> Context:
    """One's own pick, as long as it can be changed."""
    return shown.my_pick(viewer)
