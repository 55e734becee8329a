"""Rough Magic's fights on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.combat import tracking
from apps.combat.models import Fight
from apps.combat.rough_magic.attacks import showing as showing
from apps.combat.rough_magic.order.cards import cards_of, fight_now
from apps.combat.rough_magic.order.showing import Order, head
from apps.combat.rough_magic.order.surprised import surprised_of
from apps.table import log
from apps.table.models import Event
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
STEP_WORDS = ("fight-started", "order-set", "turn-came", "held", "broke-in", "forced")
STEPS = tuple(f"rough_magic.{word}" for word in STEP_WORDS)
"""What "Undo this step" takes back."""


@panel(
    "rough_magic-order",
    template="combat/rough_magic/panels/order.html",
    slot="stage",
    order=12,
    game="rough_magic",
    per="role",
)
def the_order(viewer: Viewer) -> Context:
    """Everybody in their order: who acts, who breaks in, what is held, owed and forced; the surroundings last."""
    fight = fight_now(viewer)
    if fight is None:
        return {"fight": None}
    order = Order(viewer, fight)
    found = {"fight": fight, "order": order}
    return found | {"head": head(order), "back": newest_step(viewer, fight)} if viewer.is_gm else found


def newest_step(viewer: Viewer, fight: Fight) -> Event | None:
    """The newest step of this fight that stands. It is kept by the fight's own rows: no step is told or taken back
    without a change of these."""
    return fight.desk.memo_of(fight, "rough newest step", lambda: _newest_step(viewer, fight))


def _newest_step(viewer: Viewer, fight: Fight) -> Event | None:
    for one in tracking.combatants_of(fight):
        tracking.tallies_of(one, fight.turn)
    return log.newest_standing(viewer, STEPS, fight.span.opened_at)


@panel(
    "rough_magic-turn",
    template="combat/rough_magic/panels/turn.html",
    slot="stage",
    order=10,
    game="rough_magic",
    roles={"player", "gm"},
)
def my_turn(viewer: Viewer) -> Context:
    """What one may do now: in the own turn, with a turn that is held, out of turn; and whether one is surprised."""
    fight = fight_now(viewer)
    if fight is None:
        return {"cards": []}
    return {"cards": cards_of(viewer, fight), "surprised": surprised_of(viewer, fight)}
