"""What a seat's own fighters hold for a trigger, and the phase that they may offer the other side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.cutting_in import offering, triggers
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.refusal import Refused
from apps.table.panels import panel
from apps.table.viewer import Viewer

CLAIMED = "The {gm} is asked whether it has come."
BREAKS_IN = "It has come: the held act is asked for."


TEMPLATE = "combat/dragon/panels/cutting.html"


@panel("dragon-triggers", template=TEMPLATE, slot="stage", order=14, game="dragon", roles={"gm"})
@panel("dragon-cutting", template=TEMPLATE, slot="stage", order=10, game="dragon", roles={"player"})
def cutting(viewer: Viewer) -> Mapping[str, Any]:
    """For each hold with a trigger what is waited for, and the button to claim it; a player's own come first, because a
    trigger comes in a moment."""
    fight = tracking.fight_of(viewer.table)
    if fight is None or not spending.under_way(fight):
        return {"rows": [], "offers": []}
    own = [one for one in stored.fighters_of(fight) if _is_own(viewer, one.character)]
    return {
        "rows": [found for one in own if (found := _row(viewer, one))],
        "offers": [] if viewer.is_gm else _who_may_offer(fight, own),
    }


def _is_own(viewer: Viewer, character: Character) -> bool:
    return viewer.is_gm or character.seat_id == viewer.seat.pk


def _row(viewer: Viewer, combatant: Combatant) -> dict[str, Any] | None:
    kept = triggers.held_for_one(combatant)
    if kept is None:
        return None
    price = spending.price_of(combatant, (), "trigger")
    return {
        "id": combatant.character.public_id,
        "name": combatant.character.name,
        "kept": kept,
        "open": _open(viewer, combatant),
        "why": price.text if isinstance(price, Refused) else "",
    }


def _open(viewer: Viewer, combatant: Combatant) -> str:
    if triggers.is_breaking_in(combatant):
        return BREAKS_IN
    return CLAIMED.format(gm=viewer.game.gm) if triggers.open_for(combatant, *triggers.CLAIMS) else ""


def _who_may_offer(fight: Fight, own: list[Combatant]) -> list[Character]:
    """Those of them who may offer a phase, where there is anybody to offer one to. Of whoever has still to act the card
    of their phase says so."""
    there = {one.side for one in stored.fighters_of(fight) if not one.character.hidden}
    acted = [one for one in own if one.public_id not in rules.due(stored.state_of(fight))]
    return [one.character for one in acted if there - {one.side} and offering.why_no_offer(one) is None]
