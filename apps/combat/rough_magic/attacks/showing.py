"""Hits that wait for their answer, for those who may leap in, and the GM's guards in one row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import played_by
from apps.combat.rough_magic.attacks import for_all, leaping
from apps.combat.rough_magic.attacks.landing import counted
from apps.combat.rough_magic.attacks.strike import KINDS, OPEN, clash_of, open_attacks
from apps.table import exchanges
from apps.table.models import Exchange
from apps.table.panels import panel
from apps.table.viewer import Viewer

TOLD = ("by", "who", "weapon", "margin")
TEMPLATE = "combat/rough_magic/panels/hits.html"


@panel("rough_magic-hits-gm", template=TEMPLATE, slot="stage", order=13, game="rough_magic", roles={"gm"})
@panel("rough_magic-hits", template=TEMPLATE, slot="stage", order=11, game="rough_magic", roles={"player"})
def hits(viewer: Viewer) -> Mapping[str, Any]:
    """Each open hit with those of one's own who may leap in; for the GM the guards who wait, in one row."""
    kinds = KINDS if viewer.is_gm else (OPEN,)
    rows = [_row(viewer, one) for one in open_attacks(viewer.desk) if one.kind in kinds]
    guards = [clash.target.name for _, clash in for_all.waiting(viewer.desk)] if viewer.is_gm else []
    return {"rows": [one for one in rows if one], "guards": ", ".join(guards)}


def _row(viewer: Viewer, exchange: Exchange) -> dict[str, Any] | None:
    clash = clash_of(viewer.desk, exchanges.state_of(exchange))
    asked = exchanges.asks_of(exchange)
    if clash is None or not asked:
        return None
    own = played_by(viewer)
    offers = [one for one in leaping.who_may(viewer, exchange, clash) if one.character in own]
    if not offers:
        return None
    facts = asked[0].facts
    names = ", ".join(one.character.name for one in offers)
    levels = [leaping.levels_for(exchange, clash, one.character) for one in offers]
    open_ = facts["margin"] is not None
    tiles = [_tile(one, n if open_ else None) for one, n in zip(offers, levels, strict=True)]
    return {"id": exchange.public_id, "offers": tiles, "names": names} | {name: facts[name] for name in TOLD}


def _tile(offer: leaping.Offer, levels: int | None) -> tuple[leaping.Offer, int | None, bool]:
    """With how many levels it costs, as far as that is told, and whether it defeats outright."""
    return offer, levels, bool(levels) and counted(offer.character, levels or 0) is None
