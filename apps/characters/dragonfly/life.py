"""Life Points in play: harm, healing, and numbers set by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from apps.characters import rows
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of, track_of
from apps.characters.models import Character
from apps.rules.dragonfly import characters as rules
from apps.table.turn import Turn

MOST_DAMAGE = 9999
DEAD = "state-dead"
"""The track on which fights note that a character has died."""
BEGUN, PARTS = "healing-begun", 2
"""The track that keeps what days of rest have left over for the next ones (dragonfly.natural-healing), in halves."""
Listener = Callable[[Turn, Character, "Change"], None]
_listeners: list[Listener] = []


def follows_harm(listener: Listener) -> Listener:
    """Registers what follows from a change of Life Points; it is called once the act has told its event."""
    _listeners.append(listener)
    return listener


def is_dead(character: Character) -> bool:
    track = track_of(character, DEAD)
    return track is not None and track.value > 0


@dataclass(frozen=True)
class Change:
    """Life Points and both kinds of damage, before and after."""

    life_points: tuple[int, int]
    ordinary: tuple[int, int]
    fire: tuple[int, int]
    maximum: int

    def facts(self) -> dict[str, Any]:
        return {
            "life_points": list(self.life_points),
            "ordinary": list(self.ordinary),
            "fire": list(self.fire),
            "maximum": self.maximum,
        }


def set_damage(turn: Turn, character: Character, ordinary: int, fire: int) -> Change:
    """Writes both kinds of damage. Refuses numbers under 0 and absurd ones."""
    before = sheet_of(character)
    for value in (ordinary, fire):
        if not 0 <= value <= MOST_DAMAGE:
            turn.refuse("damage-range", f"Damage is from 0 to {MOST_DAMAGE}, and this would be {value}.")
    rows.set_track(turn, character, "ordinary-damage", ordinary)
    rows.set_track(turn, character, "fire-damage", fire)
    if ordinary + fire > before.damage:
        begin_healing(turn, character, Fraction(0))
    after = sheet_of(character)
    change = Change(
        (before.life_points, after.life_points),
        (before.ordinary_damage, ordinary),
        (before.fire_damage, fire),
        after.max_life_points,
    )
    for listener in _listeners:
        turn.later(partial(listener, turn, character, change))
    return change


def healing_begun(character: Character) -> Fraction:
    """What days of rest have left over for the next ones; harm takes it away."""
    held = track_of(character, BEGUN)
    return Fraction(held.value if held else 0, PARTS)


def begin_healing(turn: Turn, character: Character, points: Fraction) -> None:
    """Keeps what days of rest have left over."""
    if points != healing_begun(character):
        rows.set_track(turn, character, BEGUN, int(points * PARTS))


def heal(turn: Turn, character: Character, points: int) -> Change:
    """Ordinary damage first, then fire (dragonfly.doctor-healing); never over the maximum (dragonfly.life-points)."""
    sheet = sheet_of(character)
    left = rules.heal(points=points, ordinary_damage=sheet.ordinary_damage, fire_damage=sheet.fire_damage)
    return set_damage(turn, character, left.ordinary_left, left.fire_left)


def change_life_points(turn: Turn, character: Character, by: int) -> Change:
    """Harm where `by` is under 0, healing where it is over. Refuses to heal whoever is unhurt."""
    sheet = sheet_of(character)
    if by < 0:
        return set_damage(turn, character, sheet.ordinary_damage - by, sheet.fire_damage)
    if by > sheet.damage:
        turn.refuse("over-maximum", over_maximum(sheet), "by")
    return heal(turn, character, by)


def set_life_points(turn: Turn, character: Character, to: int) -> Change:
    """Sets current Life Points by hand: the difference is ordinary harm or healing."""
    sheet = sheet_of(character)
    if to > sheet.max_life_points:
        turn.refuse("over-maximum", over_maximum(sheet), "set")
    return change_life_points(turn, character, to - sheet.life_points)


def over_maximum(sheet: DragonflySheet) -> str:
    return f"{sheet.name} has {sheet.life_points} of {sheet.max_life_points}. Healing does not go over the maximum."
