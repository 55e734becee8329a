"""Ganging up (yarn.ganging-up): who has set upon whom hand to hand in this round, and which of them have a bonus die.

Whoever is set upon says which, when the GM declares the attackers; else those who join after the free places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.characters.yarn.sheet import whole_sheet
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.yarn.rounds import stored
from apps.rules.yarn.combat.fighting import ganging_up
from apps.table.keys import NewKey, keys_elsewhere
from apps.table.sure import sure
from apps.table.turn import Turn

UPON = "set-upon-"
"""Before the key of whom somebody has set upon; the value is when they joined, counted from 1. No tally of another game
begins so: a file that is brought has the keys of all of them rewritten."""
FREE = "free-"
"""Before the key of an attacker whom the one that is set upon has said to have no bonus die."""
CHOSEN = "gang-chosen"


def attackers_on(target: Combatant) -> list[Combatant]:
    """Those who have set upon somebody in this round, in the order in which they joined."""
    key = f"{UPON}{target.pk}"
    joined = [(stored.used(one).get(key, 0), one) for one in stored.everybody(target.fight)]
    return [one for place, one in sorted(joined, key=lambda pair: pair[0]) if place]


def note(turn: Turn, attacker: Combatant, target: Combatant) -> None:
    """This one is among those who have set upon that one."""
    key = f"{UPON}{target.pk}"
    if not stored.used(attacker).get(key):
        stored.note(turn, attacker, key, len(attackers_on(target)) + 1)


def fighting_dice(target: Combatant) -> int:
    """So many attackers somebody can meet as usual: the score, whatever hinders them."""
    return whole_sheet(target.character).fights_with


def beyond(target: Combatant, attackers: Sequence[Combatant]) -> int:
    """How many of them have a bonus die."""
    return ganging_up(pairs=[[fighting_dice(target), len(attackers)]]).bonus_attackers[0]


def with_bonus(target: Combatant, attackers: Sequence[Combatant]) -> list[Combatant]:
    """Which of them: as was chosen, else those who came last."""
    free = [one for one in attackers if stored.used(target).get(f"{FREE}{one.pk}")]
    if stored.used(target).get(CHOSEN):
        return [one for one in attackers if one not in free]
    names = {one.public_id: one for one in attackers}
    found = ganging_up(fighting=fighting_dice(target), attackers=list(names))
    return [names[key] for key, bonus in found.bonus.items() if bonus]


def has_bonus(attacker: Combatant, target: Combatant) -> bool:
    """Whether this attacker has a bonus die against that one, counted as if they had joined now. Those who hide are
    left out, so that no number tells of them, unless it is about one of them."""
    hides = attacker.character.hidden
    there = [one for one in attackers_on(target) if hides or not one.character.hidden]
    return attacker in with_bonus(target, there if attacker in there else [*there, attacker])


def choose(turn: Turn, target: Combatant, attackers: Sequence[Combatant], bonus: Sequence[Combatant]) -> None:
    """The one who is set upon has said who has it; whoever joins later has it too."""
    stored.note(turn, target, CHOSEN)
    for one in attackers:
        stored.note(turn, target, f"{FREE}{one.pk}", int(one not in bonus))


def is_open(target: Combatant) -> bool:
    """Whether it is still to be said; until then the attacks of those who may have a bonus die wait."""
    return bool(tracking.tallies_of(target, sure(target.fight.turn)).get(CHOSEN) == 0)


@keys_elsewhere("combat.tally")
def _in_tally(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    for prefix in (UPON, FREE):
        if fields.get("key", "").startswith(prefix):
            fields["key"] = f"{prefix}{new('combat.combatant', int(fields['key'].removeprefix(prefix)))}"
