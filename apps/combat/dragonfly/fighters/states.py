"""What harm and fear have done to a character: states that outlast a fight. Kept as tracks and one text of its own."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from apps.characters import rows
from apps.characters.fallen import says_who_is_dead
from apps.characters.models import Character, Track, Trait
from apps.table.turn import Turn

PANIC = "panic"
NONE = "none"


@dataclass(frozen=True)
class State:
    """`survival_tests` counts those made while dying, `turns_since_test` the Turns ended since the last one; `blaze` is
    the fire damage of the fire that burns or burnt last; `panic` is "none" or the id of a row of the Panic Table,
    `panic_modifier` what counted on the first Fear Test, `panic_retests` how many were made since, `panic_veiled` that
    only the GM knows that modifier."""

    unconscious: int = 0
    knocked_out: int = 0
    dead: int = 0
    stable: int = 0
    survival_tests: int = 0
    turns_since_test: int = 0
    on_fire: int = 0
    blaze: int = 0
    scarred: int = 0
    panic_modifier: int = 0
    panic_retests: int = 0
    panic_veiled: int = 0
    panic: str = NONE

    @property
    def can_act(self) -> bool:
        return not (self.dead or self.unconscious or self.knocked_out)


_TRACKS = {field.name: "state-" + field.name.replace("_", "-") for field in fields(State) if field.name != PANIC}


def state_of(character: Character) -> State:
    """The character's state as it is now: one read before a change does not know of it."""
    return character.desk.memo_of(character, "state", lambda: _state(character))


@says_who_is_dead("dragonfly")
def is_dead(character: Character) -> bool:
    """Whether a Survival Test or the Director has said so (dragonfly.survival-test)."""
    return bool(state_of(character).dead)


def _state(character: Character) -> State:
    desk = character.desk
    values = {row.key: row.value for row in desk.all(Track, character=character)}
    panic = desk.one(Trait, character=character, key=PANIC)
    return State(**{name: values.get(key, 0) for name, key in _TRACKS.items()}, panic=panic.text if panic else NONE)


def set_state(turn: Turn, character: Character, **changed: Any) -> State:
    """Writes these fields of the state; returns the whole. Inside the hold."""
    for name, value in changed.items():
        if name == PANIC:
            rows.set_trait(turn, character, PANIC, "" if value == NONE else value)
        elif value or turn.desk.one(Track, character=character, key=_TRACKS[name]) is not None:
            rows.set_track(turn, character, _TRACKS[name], int(value))
    return state_of(character)
