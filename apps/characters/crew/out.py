"""Who is Taken Out (crew.taken-out): by a lost high stakes roll, or by a Complication at d12+."""

from __future__ import annotations

from apps.characters.conditions import ends_by_rule
from apps.characters.crew.holding import held
from apps.characters.models import Character, Condition
from apps.rules.crew.steps import BEYOND
from apps.table.turn import Turn

NAME = "Taken Out"
ends_by_rule(NAME)


def by_stakes(character: Character) -> Condition | None:
    """The condition of whoever lost a high stakes roll."""
    return character.desk.one(Condition, character=character, name=NAME)


def by_complication(character: Character) -> bool:
    return any(one.amount == BEYOND for one in held(character, "complication"))


def is_out(character: Character) -> bool:
    """Both causes have to end before somebody is back."""
    return by_stakes(character) is not None or by_complication(character)


def take_out(turn: Turn, character: Character) -> None:
    """Out until the conflict is over; the end of the scene ends it too."""
    if by_stakes(character) is None:
        turn.create(
            Condition,
            character=character,
            name=NAME,
            tone="bad",
            note="Until the conflict is over",
            ends_with=turn.span("scene"),
        )


def bring_back(turn: Turn, character: Character) -> bool:
    """Ends what a lost high stakes roll did; returns whether there was anything to end."""
    found = by_stakes(character)
    if found is not None:
        turn.delete(found)
    return found is not None
