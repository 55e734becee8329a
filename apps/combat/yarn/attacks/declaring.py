"""An attack is declared: its target is asked, or it is settled at once where there is nothing to choose."""

from __future__ import annotations

from dataclasses import replace

from apps.characters.yarn.circumstances import helpless
from apps.checks.versus import whom_to_ask
from apps.combat import gaps
from apps.combat.models import Combatant
from apps.combat.yarn.attacks import gangs, judging, settling, throwing
from apps.combat.yarn.attacks.strike import (
    OPEN,
    SECRET,
    Clash,
    Met,
    Strike,
    asked_about,
    attack_pool,
    clash_of,
    met_by_itself,
)
from apps.combat.yarn.attacks.told import band_of
from apps.combat.yarn.rounds import stored
from apps.rules.refusal import Refused
from apps.rules.yarn.pool import ready
from apps.table import exchanges
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def why_out(viewer: Viewer, one: Combatant) -> Refused | None:
    """Why somebody is in no state to attack; who is helpless or down does so by the GM's word alone."""
    if viewer.is_gm:
        return None
    if by := helpless(one.character):
        return Refused("helpless", f"{one.character.name} cannot attack: {by.source}.", "character")
    return stored.why_down(one)


def why_not(viewer: Viewer, one: Combatant) -> Refused | None:
    """Why somebody cannot attack now."""
    if no := why_out(viewer, one):
        return no
    if stored.used(one).get(stored.DESPERATE):
        return Refused("gave-up", f"{one.character.name} has given up the attack of this round.", "character")
    return stored.why_no_act(viewer, one)


def declare(turn: Turn, one: Combatant, strike: Strike, *, unaware: bool = False) -> None:
    """Tells of the attack and asks each of its targets; an `unaware` one is not asked, and has no dice, unless they
    react all the same; nor is somebody helpless. Inside the hold, after the action was paid for. Refuses an attack
    without dice."""
    strike = replace(strike, unaware=unaware)
    clashes = [sure(clash_of(turn.desk, strike, aim)) for aim in strike.aims]
    stored.add(turn, one, stored.ATTACKS)
    if not strike.ranged:
        gangs.note(turn, one, clashes[0].target)
    for clash in clashes:
        ready(attack_pool(clash).pool)
        _note_distance(turn, clash)
    stored.lock(turn, one, strike.trait, "attack")
    event = _tell(turn, clashes, strike)
    _ask_all(turn, clashes, strike, event)


def _note_distance(turn: Turn, clash: Clash) -> None:
    metres = clash.aim.metres
    if metres is not None and metres == int(metres):
        gaps.note(turn, clash.attacker, clash.target, int(metres))


def _ask_all(turn: Turn, clashes: list[Clash], strike: Strike, event: Event) -> None:
    """Whoever has thrown a defence against this attacker already may have it kept (the switch defence-rolls)."""
    waits = []
    for place, clash in enumerate(clashes):
        if met := met_by_itself(clash):
            throwing.meet(turn, clash, met, None)
        elif not strike.unaware and settling.kept_total(clash.attacker, clash.target) is not None:
            throwing.meet(turn, clash, Met(), None)
        else:
            waits.append((place, clash))
    if not waits:
        return
    hidden = any(clash.attacker.character.hidden or clash.target.character.hidden for _, clash in waits)
    exchange = exchanges.open_exchange(turn, SECRET if hidden else OPEN, strike, event)
    for place, clash in waits:
        exchanges.ask(turn, exchange, whom_to_ask(clash.target.character), asked_about(place, clash))


def _tell(turn: Turn, clashes: list[Clash], strike: Strike) -> Event:
    """That somebody attacks, to those who may know of both."""
    attacker, targets = clashes[0].attacker.character, [one.target.character for one in clashes]
    facts = {
        "attacker": attacker.name,
        "targets": [one.name for one in targets],
        "weapon": strike.called,
        "what": strike.what,
        "effect": strike.effect,
        "granted": judging.titles(strike),
        "metres": [clash.aim.metres for clash in clashes],
        "band": [band_of(clash) for clash in clashes],
        "tactic": strike.tactic if strike.tactic != "none" else "",
        "shot": strike.shot,
    }
    hidden = attacker.hidden or any(one.hidden for one in targets)
    return turn.tell("yarn.attacked", facts, to=GMS if hidden else EVERYBODY)
