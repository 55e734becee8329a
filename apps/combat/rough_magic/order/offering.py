"""A turn comes: what ends with its beginning ends, and is there again where the turn is held instead
(rough_magic.delaying)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from apps.characters.models import Character, Condition
from apps.characters.rough_magic import states
from apps.characters.rough_magic.sheet import RoughSheet
from apps.combat.models import Combatant, Slot
from apps.combat.rough_magic.order import turns_of
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.states import conditions
from apps.table.sure import sure
from apps.table.turn import Turn

OFFER = "offer"
"""The kind of a slot that says what the beginning of a turn has ended."""


def comes(turn: Turn, one: Combatant) -> list[str]:
    """A turn begins: nothing of it is used, and states that end with it are over; returns those."""
    turns_of.begins(turn, one)
    forget(turn, one)
    held = states.states_of(one.character)
    over = ended_by_a_turn(held, turn.options)
    ended = [_facts(each) for each in held if each.name in over]
    if ended:
        number = sure(one.fight.turn).number
        turn.create(Slot, combatant=one, span=one.fight.turn, kind=OFFER, number=number, facts={"ended": ended})
    return states.happened(turn, one.character, "own turn starts")


def without_ended(sheet: RoughSheet, options: Options) -> RoughSheet:
    """Somebody as they are once their turn has begun."""
    over = ended_by_a_turn(sheet.states, options)
    return replace(sheet, states=tuple(one for one in sheet.states if one.name not in over))


def ended_by_a_turn(held: Iterable[Condition], options: Options) -> tuple[str, ...]:
    """The names of those states that the beginning of a turn ends."""
    return conditions(states=[one.name for one in held], event="own turn starts", options=options).ended


def _facts(state: Condition) -> dict[str, Any]:
    by = state.by.public_id if state.by else ""
    return {"name": state.name, "by": by, "note": state.note, "amount": state.amount}


def is_put_off(turn: Turn, one: Combatant) -> None:
    """The turn has not begun after all: what it ended goes on until it is used."""
    for slot in one.desk.all(Slot, combatant=one, kind=OFFER):
        for state in slot.facts["ended"]:
            _again(turn, one.character, state)
    forget(turn, one)


def _again(turn: Turn, character: Character, state: Mapping[str, Any]) -> None:
    by = turn.desk.one(Character, public_id=state["by"]) if state["by"] else None
    states.begin(turn, character, state["name"], by=by, note=state["note"], amount=state["amount"])


def is_over(turn: Turn, one: Combatant) -> list[str]:
    """A turn has been taken: being surprised is over. What a turn's beginning ends was begun in this one, and stays
    till the next (rough_magic.surprise, rough_magic.gait)."""
    names = [each.name for each in states.states_of(one.character)]
    begun = conditions(states=names, event="own turn starts", options=turn.options).ended
    left = [name for name in names if name not in begun]
    return states.end(turn, one.character, *conditions(states=left, event="own turn taken", options=turn.options).ended)


def forget(turn: Turn, one: Combatant) -> None:
    """What was noted at the beginning of a turn is of no more use."""
    for slot in one.desk.all(Slot, combatant=one, kind=OFFER):
        turn.delete(slot)
