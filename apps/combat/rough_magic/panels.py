"""Rough Magic's fights on the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import known_to
from apps.combat import gathering, latecomers, sides, tracking
from apps.combat.rough_magic.attacks import showing as showing
from apps.combat.rough_magic.order.cards import cards_of, fight_now
from apps.combat.rough_magic.order.showing import Order, head
from apps.combat.rough_magic.order.surprised import surprised_of
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
    return found | _for_the_gm(viewer, order) if viewer.is_gm else found


def _for_the_gm(viewer: Viewer, order: Order) -> dict[str, Any]:
    """The next step and the way back; and where nobody stands against the players, who could come in."""
    alone = sides.is_nobody_across(tracking.combatants_of(order.fight))
    return {
        "head": head(order),
        "back": tracking.newest_step(viewer, order.fight, STEPS),
        "alone": alone,
        "comes_in": bool(gathering.others(viewer)),
        "foes": _foes_come_in(viewer) if alone else "",
    }


def _foes_come_in(viewer: Viewer) -> str:
    """The way in for those of the scene who would stand across; empty without any."""
    foes = [one for one in known_to(viewer) if one.present and sides.usual_side(one) == sides.OTHERS]
    return latecomers.bring_in("rough_magic", foes) if foes else ""


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
