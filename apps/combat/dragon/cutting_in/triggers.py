"""Kept phases that wait for a trigger (dragon.conditional-hold): whose has come, what it breaks into, and what has to
wait until it is settled."""

from __future__ import annotations

from dataclasses import dataclass

from apps.combat.dragon import turns as stored
from apps.combat.dragon.cutting_in import questions
from apps.combat.dragon.cutting_in.questions import BREAK_IN, CLAIM, Facts, both
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant, CombatantKey, Fight
from apps.rules.dragon.combat.turns import Kept
from apps.rules.dragon.visibility import TRIGGER, visibility
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.models import Event, Exchange
from apps.table.turn import Turn
from apps.table.viewer import Viewer

CLAIMS, BREAK_INS = both(CLAIM), both(BREAK_IN)
ATTACKS = both("dragon.attack")
"""What can be broken into; attacks are made in a folder that knows this one."""


@dataclass(frozen=True)
class Come:
    """Whose trigger has come, and by what, in their words."""

    combatant: CombatantKey
    event: str


def held_for_one(combatant: Combatant) -> Kept | None:
    """The phase that they keep for a trigger, if they do and a turn is under way."""
    if not spending.under_way(combatant.fight):
        return None
    kept = stored.fighter_of(combatant).kept
    return kept if kept and kept.trigger else None


def is_read_by_all(fight: Fight) -> bool:
    """Whether everybody may know what is waited for (switch hold-trigger-secret)."""
    return visibility(viewer="player", item=TRIGGER, options=spending.options_of(fight)).shown


# what is open


def open_for(combatant: Combatant, *kinds: str) -> Exchange | None:
    """The claim or the breaking in of this fighter that is open."""
    return next(iter(exchanges.about(combatant.desk, *kinds, combatant=combatant.pk)), None)


def is_breaking_in(combatant: Combatant) -> bool:
    """Whether their act comes before what it interrupts: it is paid with the hold, in any part of the round."""
    return open_for(combatant, *BREAK_INS) is not None


def interrupted_by(combatant: Combatant) -> Exchange | None:
    """The attack that waits until they have broken in; what they do now is opened inside it."""
    found = open_for(combatant, *BREAK_INS)
    return found.inside if found else None


def to_interrupt(viewer: Viewer) -> Exchange | None:
    """The newest open attack of which this seat knows."""
    found = exchanges.open_exchanges(viewer.desk, *ATTACKS)
    return next((one for one in reversed(found) if _is_known(viewer, one)), None)


def _is_known(viewer: Viewer, attack: Exchange) -> bool:
    asked = any((one.audience, one.subject) in viewer.atoms for one in exchanges.asks_of(attack))
    return viewer.is_gm or attack.kind == ATTACKS[0] or asked


def why_wait(attack: Exchange) -> Refused | None:
    """Why an attack cannot go on: somebody is about to break in. None if it can; nobody waits for the hidden."""
    if not any(one.kind in (CLAIM, BREAK_IN) for one in exchanges.inside_of(attack)):
        return None
    return Refused("interrupted", "Somebody breaks in with what they held: that is settled before this goes on.", "ask")


# how it goes on


def open_inside(
    turn: Turn, kind: str, combatant: Combatant, event: str, by: Event, inside: Exchange | None
) -> Exchange:
    """A claim, or the breaking in: of somebody hidden in secret."""
    name = both(kind)[combatant.character.hidden]
    return exchanges.open_exchange(turn, name, Come(combatant.pk, event), by, inside)


def carried_out(turn: Turn, combatant: Combatant, by: Event) -> None:
    """The held act is done, or will not be: whatever it interrupted goes on."""
    found = open_for(combatant, *BREAK_INS)
    if found is None:
        return
    for one in exchanges.asks_of(found):
        exchanges.close_ask(turn, one, by)
    exchanges.close(turn, found)


# telling


def tell(turn: Turn, kind: str, combatant: Combatant, full: Facts, less: Facts) -> Event:
    """All of it to the GMs and the owner; `less` to everybody else, and nothing of the hidden."""
    if combatant.character.hidden:
        return questions.tell(turn, kind, combatant.character, full, None)
    known = full if is_read_by_all(combatant.fight) else less
    return questions.tell(turn, kind, combatant.character, full, known)
