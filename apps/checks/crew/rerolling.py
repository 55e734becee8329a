"""Triggers that throw a die anew (crew.triggers): whether a side has one at hand while its total does not stand yet."""

from __future__ import annotations

from collections.abc import Iterable

from apps.characters.crew import points
from apps.characters.crew.holding import held, is_crewmember
from apps.characters.crew.sheet import Trigger, triggers_of
from apps.characters.models import Character
from apps.checks.crew import contests
from apps.checks.crew.bringing import ships_of
from apps.rules.crew.contest import Side
from apps.table.models import Table

EFFECT = "reroll"


def at_hand(table: Table, side: Side, free: bool = False) -> bool:
    """Whether the roller, or a ship that they are aboard, has such a trigger that can be paid. `free` says that any
    Episode may be called back for it."""
    roller = contests.character_of(table, side) if side.faces else None
    return roller is not None and any(_payable(table, roller, one, free) for one in _rerolls(roller))


def _rerolls(roller: Character) -> Iterable[Trigger]:
    for bearer in (roller, *ships_of(roller)):
        for entry in (*held(bearer, "distinction"), *held(bearer, "signature-asset")):
            yield from (one for one in triggers_of(entry) if one.effect == EFFECT)


def _payable(table: Table, roller: Character, one: Trigger, free: bool) -> bool:
    if one.points >= 0:
        return True
    if not is_crewmember(roller):
        return points.bank_of(table) > 0
    return points.held(roller) > 0 or bool(points.callbacks_of(roller, free))
