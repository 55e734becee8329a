"""A fight in one roll on the stage: the players' open sum; the GM's way through it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.yarn.sheet import sheet_of
from apps.combat import gathering, tracking
from apps.combat.yarn.gestalt import rolling, summing
from apps.combat.yarn.rounds import stored
from apps.table.acts import offers
from apps.table.panels import panel
from apps.table.viewer import Viewer


@panel(
    "yarn-gestalt",
    template="combat/yarn/gestalt/panels/gestalt.html",
    slot="stage",
    order=12,
    game="yarn",
    per="role",
)
def the_fight(viewer: Viewer) -> Mapping[str, Any]:
    """Who has rolled what, and the sum; of the GM's side nothing but who is in it."""
    fight = summing.gestalt_of(tracking.fight_of(viewer.table))
    if fight is None:
        return {"fight": None}
    cast = stored.everybody(fight)
    shown = cast if viewer.is_gm else gathering.seen(cast)
    rows = [{"sheet": sheet_of(one.character), "total": rolling.total_of(one)} for one in shown]
    totals = [total for _, total in rolling.totals_of(fight)]
    found: dict[str, Any] = {"fight": fight, "rows": rows, "sum": sum(totals), "rolled": bool(totals)}
    return found | _for_the_gm(fight) if viewer.is_gm else found


def _for_the_gm(fight: Any) -> dict[str, Any]:
    return {"summed": summing.summed(fight) is not None, "deals": offers("yarn", "deal-harm")}
