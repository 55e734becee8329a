"""What has become of somebody who was struck down: states that outlast a fight, each a track of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from apps.characters import rows
from apps.characters.access import watchers_of
from apps.characters.fallen import says_who_is_dead
from apps.characters.models import Character, Track
from apps.table.turn import Turn

DOWN = "down"
"""The track of how somebody lies there, 0 while they stand; a fight's turn reads and writes it as well."""
STANDS, FALLEN, UNCONSCIOUS, DYING, DEAD = range(5)
GAP, ROUNDS, TURNS = "gap", "rounds-left", "turns-left"
"""Tracks: of the Death Check, and of the GM's countdown, which is one more than is left while there is one."""
Badge = tuple[str, str]


@dataclass(frozen=True)
class State:
    """`life` is STANDS, FALLEN, UNCONSCIOUS after a Death Check, DYING or DEAD. `gap` is by how much the check of
    somebody dying fell short; `rounds` or `turns` are left of a countdown, None without one (dragon.dying).
    """

    life: int = STANDS
    gap: int = 0
    rounds: int | None = None
    turns: int | None = None

    @property
    def down(self) -> bool:
        return self.life > STANDS

    @property
    def dying(self) -> bool:
        return self.life == DYING

    @property
    def dead(self) -> bool:
        return self.life == DEAD

    @property
    def countdown(self) -> str:
        """What is left of it in words; empty where the GM has set none."""
        for number, unit in ((self.rounds, "round"), (self.turns, "turn")):
            if number is not None:
                return f"{number} {unit}{'' if number == 1 else 's'}" if number else "time is up"
        return ""


def state_of(character: Character) -> State:
    """The character's state as it is now: one read before a change does not know of it."""
    return character.desk.memo_of(character, "dragon state", lambda: _state(character))


@says_who_is_dead("dragon")
def is_dead(character: Character) -> bool:
    """Whether the GM has said that they died of it (dragon.dying)."""
    return state_of(character).dead


def _state(character: Character) -> State:
    values = {row.key: row.value for row in character.desk.all(Track, character=character)}
    rounds, turns = (values[key] - 1 if values.get(key) else None for key in (ROUNDS, TURNS))
    return State(values.get(DOWN, STANDS), values.get(GAP, 0), rounds, turns)


def set_state(turn: Turn, character: Character, state: State) -> None:
    """Writes what is not so yet. Inside the hold."""
    counted = {ROUNDS: state.rounds, TURNS: state.turns}
    values = {DOWN: state.life, GAP: state.gap}
    values |= {key: 0 if left is None else left + 1 for key, left in counted.items()}
    for key, value in values.items():
        if value or turn.desk.one(Track, character=character, key=key) is not None:
            rows.set_track(turn, character, key, value)


def count_down(turn: Turn, cast: Iterable[Character], unit: str) -> None:
    """A round, or a turn, has passed for those who are dying: nobody dies of it by themselves (dragon.dying)."""
    for character in cast:
        state = state_of(character)
        if left := getattr(state, unit):
            set_state(turn, character, replace(state, **{unit: left - 1}))


# in words


def badges_of(character: Character, reads: bool = False) -> list[Badge]:
    """Words and tones ("warn", "bad") beside a name. How it stands with somebody whose numbers are the GM's is told to
    those alone who read the sheet, as are gap and countdown (dragon.visibility, dragon.dying): they say `reads`."""
    state = state_of(character)
    if state.dead:
        return [("Dead", "bad")]
    if not state.down:
        return []
    if not (reads or watchers_of(character).public):
        return [("Down", "bad")]
    return _life(state, reads)


def _life(state: State, reads: bool) -> list[Badge]:
    if state.dying:
        short = f", check short by {state.gap}" if reads and state.gap else ""
        found: list[Badge] = [(f"Dying{short}", "bad")]
        return [*found, (state.countdown.capitalize(), "warn")] if reads and state.countdown else found
    return [("Unconscious" if state.life == UNCONSCIOUS else "Down", "bad")]
