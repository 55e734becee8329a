"""An act that tells of several characters at once, of some of whom only the GMs may hear."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.models import Character, Move
from apps.characters.points import told_by
from apps.table.audience import EVERYBODY, GMS, Audience
from apps.table.turn import Turn

Line = tuple[Character, dict[str, Any]]


def tell_of_many(
    turn: Turn,
    kind: str,
    facts: Mapping[str, Any],
    lines: Sequence[Line],
    moves: Sequence[Move],
    hearers: Callable[[Character], Audience] = watchers_of,
) -> None:
    """One event, with `to` for those of whom everybody hears; what GMs alone may know is told to them in a second.

    `moves` are the lines of the ledger, one for each character in this order.
    """
    groups: dict[bool, list[int]] = {True: [], False: []}
    for place, (character, _) in enumerate(lines):
        groups[hearers(character).public].append(place)
    for public, places in groups.items():
        if places:
            those = [lines[place][1] for place in places]
            told = turn.tell(kind, {**facts, "to": those}, to=EVERYBODY if public else GMS)
            told_by(turn, told, *(moves[place] for place in places))
