"""Ganging up (dragonfly.ganging-up): who has set upon whom in close combat in the Turn that runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.plans import AT
from apps.combat.dragonfly.fighters.standing import plan_of
from apps.combat.dragonfly.fighters.states import state_of
from apps.combat.models import Combatant, Declaration, Fight, Tally
from apps.rules.dragonfly.combat import attacks, turns
from apps.table.keys import NewKey, keys_elsewhere
from apps.table.turn import Turn

UPON = "upon-"


def note(turn: Turn, attacker: Combatant, target: Combatant) -> None:
    """This attacker has set upon this target in close combat."""
    span = attacker.fight.turn
    if span is not None and not tracking.tallies_of(attacker, span).get(f"{UPON}{target.pk}"):
        tracking.set_tally(turn, attacker, span, f"{UPON}{target.pk}", 1)


def aims(fight: Fight, hidden: bool = False) -> set[tuple[int, int]]:
    """Each (attacker, target) of the Turn, by their keys: what was declared openly, and what was done.

    Hidden attackers are left out, so that no number tells of them, unless what is asked is about one of them.
    """
    rows = [row for row in fight.desk.all(Tally, span=fight.turn) if row.key.startswith(UPON) and row.value > 0]
    found = {(row.combatant_id, int(row.key.removeprefix(UPON))) for row in rows} | _declared(fight)
    unknown = {one.pk for one in tracking.combatants_of(fight) if one.character.hidden}
    return found if hidden else {aim for aim in found if aim[0] not in unknown}


def _declared(fight: Fight) -> set[tuple[int, int]]:
    keys = {one.public_id: one.pk for one in tracking.combatants_of(fight)}
    rows = [row for row in fight.desk.all(Declaration, turn=fight.turn, shown=True) if _will_attack(row)]
    named = ((row.combatant_id, keys.get(row.plan.get(AT, ""))) for row in rows)
    return {(attacker, target) for attacker, target in named if target is not None}


def _will_attack(declared: Declaration) -> bool:
    """Whether an attack is part of what was declared, in this Turn and by somebody who can still make it."""
    if declared.verdict == "no" or moves.goes_on(declared):
        return False
    able = state_of(declared.combatant.character).can_act
    return able and turns.allowed("attack", plan_of(declared)) > 0


def attackers_upon(target: Combatant, attacker: Combatant) -> int:
    """How many have set upon the target, this attacker among them."""
    found = {(attacker.pk, target.pk)} | aims(target.fight, attacker.character.hidden)
    return len(attacks.gangs(found).get(target.pk, frozenset({attacker.pk})))


def gang_of(defender: Combatant, attacker: Combatant) -> int:
    """How many have set upon the attacker, if the defender is one of them: what helps the defense."""
    gang = attacks.gangs(aims(attacker.fight, defender.character.hidden)).get(attacker.pk, frozenset())
    return len(gang) if defender.pk in gang else 1


@keys_elsewhere("combat.tally")
def _in_tally(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    if fields.get("key", "").startswith(UPON):
        fields["key"] = f"{UPON}{new('combat.combatant', int(fields['key'].removeprefix(UPON)))}"
