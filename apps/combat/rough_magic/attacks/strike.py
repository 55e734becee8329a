"""An attack as it was made (rough_magic.attack-sequence): what every file about attacks speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.models import Character, CharacterKey
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks.rough_magic.boxes import Box, counted, settled
from apps.combat import tracking
from apps.combat.models import Fight
from apps.rules.rough_magic.combat.special import halved
from apps.rules.rough_magic.lists import AttackKind, Auto, Terror
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import DICE, Roll, Sides, facts, rolled
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.games import game_of
from apps.table.models import Exchange

Facts = dict[str, Any]
OPEN, QUIETLY = "rough_magic.attack", "rough_magic.attack-secret"
KINDS = (OPEN, QUIETLY)
PLAIN, SLAM, GRAPPLE = "plain", "slam", "grapple"
"""The sorts of attacks; what a hit of another than PLAIN does besides is registered in `settling`."""


@dataclass(frozen=True)
class Arms:
    """What is struck or shot with, as it was at that moment. `power` names an esoteric power that attacks."""

    name: str
    attack: AttackKind = "close"
    types: tuple[str, ...] = ()
    harmless: bool = False
    power: str = ""

    @property
    def is_ranged(self) -> bool:
        return self.attack == "ranged"


@dataclass(frozen=True)
class Part:
    """A number of a value, such as Brawn 4 or a breastplate's 1."""

    label: str
    value: int


@dataclass(frozen=True, kw_only=True)
class Strike:
    """One attack on one target, with its dice; an exchange holds it until a hit is answered.

    `mine` and `theirs` are the parts of both values, `boxes` all that was ticked on either side. `joined` is the total
    of an attack that several made together; it counts in place of the dice. `bought`: a plot point makes it hit.
    `mode` says who sees the figures, `terror` what the attacker chose for a terrifying attack. `provoked`: the
    target's taunt brought it about (rough_magic.taunting). `beside` are those who struck together with the attacker.
    """

    attacker: CharacterKey
    target: CharacterKey
    arms: Arms
    mine: tuple[Part, ...]
    theirs: tuple[Part, ...]
    sort: str = PLAIN
    boxes: tuple[Box, ...] = ()
    faces: tuple[int, ...] = ()
    typed: bool = False
    joined: int | None = None
    bought: bool = False
    mode: str = "everybody"
    distance: int | None = None
    terror: Terror = "cower"
    provoked: bool = False
    beside: tuple[CharacterKey, ...] = ()

    @property
    def harmful(self) -> bool:
        """Whether a hit costs levels."""
        return not self.arms.harmless and self.sort != GRAPPLE

    @property
    def stunning(self) -> bool:
        return "stunning" in self.arms.types

    @property
    def av(self) -> int:
        return sum(part.value for part in self.mine)

    @property
    def whole_dv(self) -> int:
        """The defence before it is halved."""
        return sum(part.value for part in self.theirs)

    @property
    def dv(self) -> int:
        """The defence as it counts (rough_magic.penetrating)."""
        return halved(self.whole_dv) if "penetrating" in self.arms.types else self.whole_dv

    @property
    def sides(self) -> Sides:
        """The boxes of both sides, counted (rough_magic.bonus-penalty)."""
        return counted(self.boxes)

    @property
    def auto(self) -> Auto:
        """What settles it outright; failing wins (rough_magic.automatic-results)."""
        found = settled(self.boxes)
        return "success" if self.bought and found == "none" else found

    @property
    def fails(self) -> bool:
        """Whether it cannot hit, so that nothing is rolled."""
        return self.auto == "fail"

    def roll(self) -> Roll:
        """What its dice come to; without them the target number alone."""
        made = rolled(self.av, self.dv, self.sides, self._fallen if self.faces else None, self.auto)
        return made if self.joined is None else Roll(**facts(made, total=self.joined))

    def _fallen(self, count: int, sides: int) -> tuple[int, ...]:
        return self.faces[:DICE]

    def at(self, target: Character, theirs: Sequence[Part], boxes: Sequence[Box]) -> Strike:
        """The same dice against somebody else, with the boxes that count then."""
        return replace(self, target=target.pk, theirs=tuple(theirs), boxes=tuple(boxes))


@dataclass(frozen=True)
class Clash:
    """An attack with both who are in it, as they are now."""

    strike: Strike
    attacker: Character
    target: Character

    @property
    def attacking(self) -> RoughSheet:
        return sheet_of(self.attacker)

    @property
    def struck(self) -> RoughSheet:
        return sheet_of(self.target)

    @property
    def attackers(self) -> list[Character]:
        """Who struck, and those who struck together with them, as far as they are still at the table."""
        beside = (self.attacker.desk.find(Character, key) for key in self.strike.beside)
        return [self.attacker, *(one for one in beside if one is not None)]

    @property
    def fight(self) -> Fight | None:
        """The fight that runs, if it is in one."""
        return tracking.fight_of(self.target.table)


def clash_of(desk: Desk, strike: Strike) -> Clash | None:
    """Both sides; None where one is not at the table any more."""
    attacker, target = (desk.find(Character, key) for key in (strike.attacker, strike.target))
    return Clash(strike, attacker, target) if attacker is not None and target is not None else None


def open_attacks(desk: Desk) -> list[Exchange]:
    """The hits that wait for their answer."""
    return exchanges.open_exchanges(desk, *KINDS)


def options_of(exchange: Exchange) -> Options:
    """The switches that an attack began with."""
    found: Options = game_of(exchange.table).options(exchange.options)
    return found
