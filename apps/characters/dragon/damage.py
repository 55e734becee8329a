"""Damage that is written on a sheet by hand, and what listens to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from apps.characters import rows
from apps.characters.dragon.sheet import DAMAGE, DragonSheet, sheet_of
from apps.characters.models import Character
from apps.table.templatetags.kit import minus
from apps.table.turn import Turn

Listener = Callable[[Turn, Character, int], None]
_listeners: list[Listener] = []


def how_hurt(sheet: DragonSheet) -> str:
    """What somebody has taken and has left, where there is a number of hit points."""
    taken = f"{sheet.taken} damage taken" if sheet.taken else "Unhurt"
    if sheet.left is None:
        return taken
    return f"{taken}, {minus(sheet.left)} of {sheet.maximum} hit points left"


def follows_damage(listener: Listener) -> Listener:
    """Registers what follows when damage was set by hand; it is called with what was taken before, once the act has
    told its event."""
    _listeners.append(listener)
    return listener


def set_damage(turn: Turn, character: Character, taken: int) -> None:
    """Writes the damage taken, whatever it was."""
    before = sheet_of(character).taken
    rows.set_track(turn, character, DAMAGE, taken)
    for listener in _listeners:
        turn.later(partial(listener, turn, character, before))
