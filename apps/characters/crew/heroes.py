"""Big Damn Hero dice in store."""

from __future__ import annotations

from apps.characters.crew.holding import held
from apps.characters.models import Character, Entry
from apps.rules.crew.steps import written
from apps.table.turn import Turn


def store(character: Character) -> list[int]:
    """The sizes in store, in the order in which they were won."""
    return [one.amount or 4 for one in held(character, "hero-die")]


def put(turn: Turn, character: Character, size: int) -> None:
    """A die into store (crew.big-damn-hero-gain)."""
    turn.create(Entry, character=character, kind="hero-die", name=written(size), amount=size)


def take(turn: Turn, character: Character, size: int, field: str | None = "die") -> None:
    """A die of that size out of store. Refuses one that is not there."""
    found = next((one for one in held(character, "hero-die") if one.amount == size), None)
    if found is None:
        turn.refuse("no-such-die", f"{character.name} has no {written(size)} in store.", field)
    turn.delete(found)
