"""Triggers that throw a die anew (crew.triggers): whether a side has one at hand while its total does not stand yet."""

from __future__ import annotations

from collections.abc import Iterable

from apps.characters.crew import points
from apps.characters.crew.holding import is_crewmember
from apps.characters.crew.sheet import Trigger, triggers_of
from apps.characters.models import SHIP, Character, Entry
from apps.rules.crew.contest import Side
from apps.table.models import Table

EFFECT = "reroll"


def at_hand(table: Table, side: Side, free: bool = False) -> bool:
    """Whether the roller, or a ship that they are aboard, has such a trigger that can be paid. `free` says that any
    Episode may be called back for it."""
    if not side.faces or not side.character:
        return False
    roller = Character.objects.filter(table=table, public_id=side.character).first()
    return roller is not None and any(_payable(table, roller, one, free) for one in _rerolls(roller))


def _rerolls(roller: Character) -> Iterable[Trigger]:
    aboard = roller.table.characters.filter(sheet=SHIP, posts__person=roller)
    found = Entry.objects.filter(kind__in=("distinction", "signature-asset"), facts__has_key="triggers")
    for entry in found.filter(character__in=[roller, *aboard]):
        yield from (one for one in triggers_of(entry) if one.effect == EFFECT)


def _payable(table: Table, roller: Character, one: Trigger, free: bool) -> bool:
    if one.points >= 0:
        return True
    if not is_crewmember(roller):
        return points.bank_of(table) > 0
    return points.held(roller) > 0 or bool(points.callbacks_of(roller, free))
