"""Places in the order of play: given as people notice each other, and kept round after round
(rough_magic.awareness-order)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import stored
from apps.combat.rough_magic.order.forms import Group
from apps.rules.rough_magic.combat.order import awareness_order
from apps.table.turn import Turn


def seat_in_order(turn: Turn, fight: Fight, groups: Sequence[Group]) -> None:
    """Gives those who come into a fight that begins their places, a group the same one."""
    noticed = awareness_order(noticed=[one.public_id for one in groups]).order
    by_lead = {one.public_id: one for one in groups}
    for place, lead in enumerate(noticed, 1):
        for member in by_lead[lead].members:
            if one := tracking.combatant_of(fight, member):
                turn.change(one, place=place)


def of_place(one: Combatant) -> list[Combatant]:
    """All who share the place of this one, in the order in which they act."""
    return [each for each in stored.ordered(one.fight) if each.place == one.place]


def share(turn: Turn, one: Combatant, mate: Combatant) -> None:
    """They act in the same place from now on, one after the other; in this round only if it has not gone by."""
    gone = all(each.state == "acted" for each in of_place(mate))
    turn.change(one, place=mate.place, state="acted" if gone else one.state)


def come_in(turn: Turn, fight: Fight, members: Iterable[Combatant], before: Combatant | None = None) -> None:
    """They take a place in the order, the same one for all: behind everybody, or before somebody; in this round they
    act only if that place has not gone by (rough_magic.round)."""
    at = tracking.make_place(turn, fight, before)
    gone = before is not None and before.state != "waiting"
    gone = gone or fight.phase == stored.SURROUNDINGS
    for one in members:
        turn.change(one, place=at, state="acted" if gone else "waiting")
