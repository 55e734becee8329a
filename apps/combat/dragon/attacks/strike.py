"""An attack as it is made (dragon.attack): what every file of this folder speaks of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from apps.characters.dragon.sheet import DragonSheet, sheet_of
from apps.checks.dragon.pools import Chosen, told
from apps.combat.dragon.phases.spending import options_of
from apps.combat.models import Combatant, CombatantKey, Fight
from apps.rules.dragon.characters import added
from apps.rules.dragon.checks import Pool, Rolled, range_of
from apps.rules.dragon.combat.odds import Blow
from apps.rules.dragon.options import Options
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.models import Exchange

Facts = dict[str, Any]
OPEN, QUIETLY = "dragon.attack", "dragon.attack-secret"
KINDS = (OPEN, QUIETLY)
ACCURACY = "accuracy"
NEXT_TO = 1


@dataclass(frozen=True)
class Arms:
    """What is struck or shot with; `multiple` counts what shticks add."""

    name: str
    multiple: int
    attack: str

    @property
    def is_ranged(self) -> bool:
        return self.attack == "ranged"


@dataclass(frozen=True)
class Strike:
    """One attack on one target, with its dice. They lie sealed in an exchange until the target has answered.

    `of` is how many dice were shared out, where it is a part of split dice. `interrupts`: it was held for a trigger,
    so that whoever falls by it loses what was due in this part.
    """

    attacker: CombatantKey
    target: CombatantKey
    arms: Arms
    chosen: Chosen
    faces: tuple[int, ...] = ()
    typed: bool = False
    distance: int | None = None
    cover: int = 0
    of: int = 0
    interrupts: bool = False

    def pool(self, options: Options) -> Pool:
        return self.chosen.pool(options)

    def rolled(self, options: Options) -> Rolled:
        """Its dice as they count now; of those that a skill added the last ones fall away when it is struck."""
        pool = self.pool(options)
        faces = self.faces[: pool.dice]
        return Rolled(faces, pool.target, pool.successes(faces))

    def side(self, options: Options) -> Facts:
        """Its roll as cards tell it."""
        return told(self.chosen, self.rolled(options), self.typed, options)

    def at(self, distance: int | None) -> Strike:
        """The same from so far away (dragon.range)."""
        far = range_of(self.arms.attack, distance)
        return replace(self, distance=distance, chosen=replace(self.chosen, far=far))


@dataclass(frozen=True)
class Sides:
    """Both who are in an open attack, while both are in the fight."""

    strike: Strike
    attacker: Combatant
    target: Combatant

    @property
    def fight(self) -> Fight:
        return self.target.fight

    @property
    def options(self) -> Options:
        return options_of(self.fight)

    @property
    def attacking(self) -> DragonSheet:
        return sheet_of(self.attacker.character)

    @property
    def struck(self) -> DragonSheet:
        return sheet_of(self.target.character)

    @property
    def assumed(self) -> str:
        """What a blow takes for granted, in words: no weapon has a reach in the book (dragon.range), so that no
        distance refuses one. Nothing of a shot, and of somebody who is known to stand there."""
        name, far = self.target.character.name, self.strike.distance
        if self.strike.arms.is_ranged or (far is not None and far <= NEXT_TO):
            return ""
        if far is None:
            return f"How far away {name} is was not said: it counts as close enough."
        return f"{name} is {far} hexes away. The rules know no reach: the GM says whether this gets there."

    def blow(self, known: bool = True) -> Blow:
        """What it does beside its dice; without the numbers of a target that are not `known`."""
        return blow_of(self.strike, self.attacking, self.struck if known else None)


def blow_of(strike: Strike, attacking: DragonSheet, struck: DragonSheet | None) -> Blow:
    """What an attack does beside its dice (dragon.damage)."""
    return Blow(
        multiple=strike.arms.multiple,
        attack=strike.arms.attack,
        strength=attacking.value("strength"),
        resistance=struck.value("resistance") if struck else 0,
        cover=strike.cover,
        bonus=added(attacking.switches, "damage"),
        maximum=struck.maximum if struck else None,
        taken=struck.taken if struck else 0,
    )


def sides_of(desk: Desk, strike: Strike) -> Sides | None:
    """Both sides; None where one is out of the fight by now."""
    found = [desk.find(Combatant, key) for key in (strike.attacker, strike.target)]
    attacker, target = (one if one is not None and one.state != "out" else None for one in found)
    return Sides(strike, attacker, target) if attacker and target else None


def open_attacks(desk: Desk) -> list[Exchange]:
    """The attacks that wait for their answer."""
    return exchanges.open_exchanges(desk, *KINDS)
