"""A fight in one roll on the stage: the players' open sum; the GM's way through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.characters.yarn.sheet import sheet_of
from apps.checks.yarn.group.efforts import TITLES
from apps.checks.yarn.group.settling import COMBINING, WORST, Lent
from apps.combat import gathering, tracking
from apps.combat.models import Combatant
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
    rows = [_row(one) for one in shown]
    side, way = rolling.side_of(fight), stored.way_of(fight)
    found: dict[str, Any] = {"fight": fight, "rows": rows, "rolled": bool(side), "way": way, "way_title": TITLES[way]}
    found["missing"] = [] if summing.summed(fight) else rolling.still_to_roll(fight)
    if side:
        found |= {"sum": _so_far(way, side)}
    return found | _for_the_gm(fight) if viewer.is_gm else found


def _row(one: Combatant) -> dict[str, Any]:
    lent = rolling.lent_of(one)
    return {
        "sheet": sheet_of(one.character),
        "total": rolling.total_of(one),
        "lent": lent["base"] if lent else None,
        "given": rolling.has_given(one),
    }


def _so_far(way: str, side: Sequence[Lent]) -> int:
    """What everybody may read of it: the sum, the lowest, or how many dice are lent; of either/or none of them."""
    if way == COMBINING:
        return sum(one.base for one in side)
    totals = [one.total or 0 for one in side]
    return min(totals) if way == WORST else sum(totals)


def _for_the_gm(fight: Any) -> dict[str, Any]:
    return {"summed": summing.summed(fight) is not None, "deals": offers("yarn", "deal-harm")}
