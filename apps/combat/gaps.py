"""How far apart two fighters are, where somebody typed it: kept until the fight is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.board.board import distance_between
from apps.characters.access import knows_of
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.models import Combatant, Tally
from apps.table.keys import NewKey, keys_elsewhere
from apps.table.turn import Turn
from apps.table.viewer import Viewer

GAP = "gap-"


def far_apart(viewer: Viewer, one: Character, other: Character) -> int | None:
    """How far apart two are, in the game's unit: by the board, else as it was typed last. None where this seat cannot
    tell; a number that somebody types counts before it."""
    by_board = distance_between(viewer, one, other)
    return typed_between(viewer, one, other) if by_board is None else by_board


def typed_between(viewer: Viewer, one: Character, other: Character) -> int | None:
    """The distance of two as it was typed last in the fight that runs."""
    fight = tracking.fight_of(viewer.table)
    if fight is None or not (knows_of(viewer, one) and knows_of(viewer, other)):
        return None
    found = tracking.combatant_of(fight, one), tracking.combatant_of(fight, other)
    row = _row(*found) if all(found) else None  # type: ignore[arg-type]
    return row.value if row else None


def note(turn: Turn, one: Combatant, other: Combatant, length: int) -> None:
    """This is how far apart they are now, from either side."""
    row = _row(one, other)
    if row is None:
        tracking.set_tally(turn, one, one.fight.span, f"{GAP}{other.pk}", length)
    else:
        turn.change(row, value=length)


def _row(one: Combatant, other: Combatant) -> Tally | None:
    """Whoever typed it first has it."""
    pairs = ((one, other), (other, one))
    rows = (a.desk.one(Tally, combatant=a, span=a.fight.span, key=f"{GAP}{b.pk}") for a, b in pairs)
    return next((row for row in rows if row), None)


@keys_elsewhere("combat.tally")
def _in_tally(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    if fields.get("key", "").startswith(GAP):
        fields["key"] = f"{GAP}{new('combat.combatant', int(fields['key'].removeprefix(GAP)))}"
