"""Numbered extras of one kind share a pick and its dice; everybody else is a kind of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.characters.dragon.sheet import sheet_of
from apps.combat.gathering import name_of
from apps.combat.models import Combatant
from apps.table.names import stem


@dataclass(frozen=True)
class Kind:
    """Those who share a pick, in the order in which they joined."""

    members: tuple[Combatant, ...]

    @property
    def lead(self) -> Combatant:
        """Whose sheet speaks for them: their stats are alike."""
        return self.members[0]

    @property
    def hidden(self) -> bool:
        """Whether the players know of none of them."""
        return all(one.character.hidden for one in self.members)

    @property
    def title(self) -> str:
        """As the GM reads it."""
        return f"{self.name}, hidden" if self.hidden else self.name

    @property
    def name(self) -> str:
        return name_of(self.members)


def kinds_among(combatants: Iterable[Combatant]) -> list[Kind]:
    """These by their kinds, in order."""
    found: dict[Any, list[Combatant]] = {}
    for one in combatants:
        found.setdefault(_key(one), []).append(one)
    return [Kind(tuple(members)) for members in found.values()]


def are_alike(one: Combatant, other: Combatant) -> bool:
    """Whether two are of one kind."""
    return bool(_key(one) == _key(other))


def _key(one: Combatant) -> Any:
    """Nobody's, called by one name with a number, on one side, with the same five stats."""
    kind = "" if one.character.seat_id else stem(one.character.name)
    if not kind:
        return one.pk
    return kind, one.side, tuple(stat.value for stat in sheet_of(one.character).primaries)
