"""Who hears what of an attack (dragon.visibility): an enemy's numbers and phases are the GM's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any

from apps.characters.models import Character
from apps.checks.dragon import secrecy
from apps.checks.versus import SOMEBODY, arms_unseen
from apps.combat.dragon.attacks.strike import Facts, Sides
from apps.combat.dragon.phases.telling import phases_open
from apps.combat.models import Combatant
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.models import Event
from apps.table.turn import Turn, Version

Cut = Callable[[Facts, "Knows"], Facts]


class Knows:
    """What one audience may know of the fighters of an attack; `owner` is the hidden character whose player it is."""

    def __init__(self, owner: Character | None = None) -> None:
        self.owner = owner

    def name(self, one: Combatant) -> str:
        return SOMEBODY if self._hides(one) else one.character.name

    def arms(self, sides: Sides) -> str:
        """With what is struck: by somebody unseen, whether it comes from afar."""
        return arms_unseen(sides.strike.arms.is_ranged) if self._hides(sides.attacker) else sides.strike.arms.name

    def _hides(self, one: Combatant) -> bool:
        return one.character.hidden and one.character != self.owner

    def numbers(self, one: Combatant) -> bool:
        """Whether the stats and hit points of this one may be known."""
        return one.character == self.owner or not secrecy.is_secret(one.character)

    def phases(self, one: Combatant) -> bool:
        """Whether the phases of this one, and what was paid with them, may be known."""
        return one.character == self.owner or phases_open(one)


def side(roll: Facts | None, open: bool) -> Facts | None:
    """A roll as it may be known: without the stats that it was made of, where they are not open."""
    return roll if open or roll is None else secrecy.cut(roll)


def steps(given: Iterable[Facts], shown: Callable[[str], bool]) -> list[Facts]:
    """A sum up to the first number of a side that is not shown."""
    return list(takewhile(lambda step: shown(step["of"]), given))


def tell(turn: Turn, kind: str, full: Facts, attacker: Combatant, targets: Iterable[Combatant], cut: Cut) -> Event:
    """All of it to the GMs; to the others what they may know, and nothing where all the targets are a secret, or
    where there are none and whoever acts is one."""
    those = list(targets)
    versions: list[tuple[Audience, Facts, int]] = [(GMS, full, 2)]
    for one in (attacker, *those):
        if one.character.hidden and one.character.seat_id:
            versions.append((players_of(one.character_id), cut(full, Knows(one.character)), 1))
    if not is_secret(those or [attacker]):
        public = cut(full, Knows())
        versions = [(EVERYBODY, full, 2)] if public == full else [*versions, (EVERYBODY, public, 0)]
    return turn.record(kind, [Version(*atom, rank, facts) for one, facts, rank in versions for atom in one.atoms])


def is_secret(those: Iterable[Combatant]) -> bool:
    """Whether the players know of none of them."""
    return all(one.character.hidden for one in those)


def named(knows: Knows, attacker: Combatant, target: Combatant) -> dict[str, Any]:
    """How both are called."""
    return {"attacker": knows.name(attacker), "target": knows.name(target)}
