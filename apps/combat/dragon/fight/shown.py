"""What the stage shows of a turn that begins: who is in, one's own pick, and what the questions need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.combat import gathering, tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight import offered, picks
from apps.combat.dragon.fight.groups import Kind, kinds_among
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat.parts import ROUNDS, Moment
from apps.rules.dragon.lists import primary_of
from apps.table.models import Ask
from apps.table.sure import sure
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
BEFORE = {picks.PICKS: "Picking speeds", picks.DICE: "Speed dice"}

# the questions


def pick_context(viewer: Viewer, ask: Ask) -> Context:
    """The five stats with their odds; what was picked before is in no question."""
    one = viewer.desk.find(Combatant, ask.exchange.state["combatant"])
    if one is None:
        return {"asked": ask.facts}
    tiles = offered.tiles_of(one)
    return {
        "asked": ask.facts,
        "tiles": tiles,
        "sorts": offered.sorts_of(tiles),
        "usual": picks.usual(one),
        "fallen": bool(ask.thrown),
        "begun": offered.begun_for(one),
    }


def gm_context(viewer: Viewer, ask: Ask) -> Context:
    """Whom the GM moves, each kind once, with what is usual."""
    fight = tracking.fight_of(viewer.table)
    kinds = kinds_among(picks.of_the_gm(fight)) if fight else []
    return {"asked": ask.facts, "kinds": [{"name": one.title, "usual": _usual(one)} for one in kinds]}


def _usual(kind: Kind) -> str:
    usual = picks.usual(kind.lead)
    return next(one.told for one in offered.tiles_of(kind.lead) if one.id == usual)


def turn_context(viewer: Viewer, ask: Ask) -> Context:
    """The rounds that stand there at first."""
    one = viewer.desk.find(Combatant, next(iter(ask.exchange.state["combatants"]), 0))
    phases = picks.phases_of(one) if one else ()
    return {"asked": ask.facts, "phases": phases, "rounds": range(1, ROUNDS + 1)}


# panels


def turn_panel(viewer: Viewer) -> Context:
    """The head of the fight, and, until the rounds begin, who is in."""
    fight = tracking.fight_of(viewer.table)
    if fight is None or fight.turn is None:
        return {"fight": None}
    return {
        "fight": fight,
        "turn": fight.turn,
        "under_way": spending.under_way(fight),
        "announced": announced(fight),
        "ready": ", ".join(_ready(fight)),
        "comes_in": viewer.is_gm and bool(gathering.others(viewer)),
    }


def announced(fight: Fight) -> str:
    """Where the turn is, as it is called out: Bad Guys in 3."""
    if spending.under_way(fight):
        return Moment(stored.round_of(fight).number, stored.part_of(fight)).announced
    return BEFORE.get(fight.phase, "")


def _ready(fight: Fight) -> list[str]:
    """Who is in already, as far as everybody knows; the GM as one person."""
    if fight.phase != picks.PICKS:
        return []
    found = []
    for one in picks.of_this_turn(fight, picks.OPEN, picks.OF_GM)[::-1]:
        for ask in fight.desk.all(Ask, exchange=one):
            if ask.closed_at is not None:
                found.append(f"{ask.facts['who'] if one.kind == picks.OPEN else 'GM'} is in")
    return found


def my_pick(viewer: Viewer) -> Context:
    """What this seat has picked and may still change; whoever looks through its eyes does not see it."""
    fight = tracking.fight_of(viewer.table)
    if fight is None or fight.phase != picks.PICKS or viewer.watching:
        return {"rows": []}
    return {"rows": [row for one in picks.of_this_turn(fight, *picks.KINDS) for row in _mine(viewer, fight, one)]}


def _mine(viewer: Viewer, fight: Fight, exchange: Any) -> list[dict[str, Any]]:
    asks = [one for one in fight.desk.all(Ask, exchange=exchange) if (one.audience, one.subject) in viewer.atoms]
    answered = [one for one in asks if one.closed_at is not None and exchange.closed_at is None]
    return [_picked(fight, one) for one in answered]


def _picked(fight: Fight, ask: Ask) -> dict[str, Any]:
    state, number = ask.exchange.state, ask.facts["turn"]
    if "combatant" in state:
        one = fight.desk.get(Combatant, state["combatant"])
        told = primary_of(sure(picks.pick_of(one)).plan["speed"]).title
        return {"who": ask.facts["who"], "turn": number, "told": told, "ask": ask.public_id}
    kinds = kinds_among(picks.of_the_gm(fight))
    told = ", ".join(f"{one.name} {_speed(one)}" for one in kinds)
    return {"who": "Yours", "turn": number, "told": told or "nobody", "ask": ask.public_id}


def _speed(kind: Kind) -> str:
    held = picks.pick_of(kind.lead)
    return primary_of(held.plan["speed"]).title if held else ""
