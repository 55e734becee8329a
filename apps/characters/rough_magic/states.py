"""States that last: who brought them about, what they do, and which event of play ends them (rough_magic.conditions).

A state is a condition whose name is one of the list. Exhausted and defeated are not kept: the levels lost tell them.
"""

from __future__ import annotations

from collections.abc import Collection

from apps.characters.conditions import ends_by_rule
from apps.characters.models import Character, Condition
from apps.rules.rough_magic.lists import STATES, Event
from apps.rules.rough_magic.states import KNOWN, conditions
from apps.table.models import Span
from apps.table.turn import Turn

HELPS = ("blocking", "dodging", "cover", "boosted", "power stunt", "holding a turn")

for _state in STATES:
    ends_by_rule(_state.title)


def states_of(character: Character) -> list[Condition]:
    """The states of the list that somebody is in."""
    return [one for one in character.desk.all(Condition, character=character) if one.name in KNOWN]


def is_in(character: Character, name: str, note: str | None = None) -> bool:
    """Whether somebody is in that state; with a `note` in one about just that."""
    return any(one.name == name and note in (None, one.note) for one in states_of(character))


def begin(
    turn: Turn,
    character: Character,
    name: str,
    *,
    by: Character | None = None,
    note: str = "",
    amount: int | None = None,
    until: str = "",
    ends_with: Span | None = None,
) -> Condition:
    """Puts somebody into a state; one that they are in by the same source begins anew. Refuses a name of no state.

    `until` is a moment of `lasting`, `ends_with` a stretch of play; without either the rules' events alone end it.
    """
    for one in states_of(character):
        if (one.name, one.by, one.note, one.until) == (name, by, note, until):
            turn.change(one, amount=amount)
            return one
    tone = "good" if name in HELPS else "warn"
    return turn.create(
        Condition,
        character=character,
        name=KNOWN[name].title,
        tone=tone,
        note=note,
        by=by,
        amount=amount,
        until=until,
        ends_with=ends_with,
    )


def end(turn: Turn, character: Character, *names: str) -> list[str]:
    """Takes somebody out of these states, whoever brought them about; returns those that they were in."""
    found = [one for one in states_of(character) if one.name in names]
    for one in found:
        turn.delete(one)
    return [one.name for one in found]


def happened(turn: Turn, character: Character, event: Event, but: Collection[Condition] = ()) -> list[str]:
    """Ends what this event ends of somebody, by the table's switches, `but` not these; returns what has ended."""
    held = [one for one in states_of(character) if one not in but]
    over = conditions(states=[one.name for one in held], event=event, options=turn.options).ended
    found = [one for one in held if one.name in over]
    for one in found:
        turn.delete(one)
    return [one.name for one in found]
