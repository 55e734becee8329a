"""What stands in the lists of a sheet of Yarn, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from apps.rules.yarn.combat.armour import armour_ratings
from apps.rules.yarn.combat.lists import Armour, weapon_of
from apps.rules.yarn.lists import MELEE

Place = Literal["central", "side1", "side2", "more"]
PLACES: dict[str, str] = {
    "central": "Central trait", "side1": "First side trait", "side2": "Second side trait", "more": "Gained later",
}  # fmt: skip
SHOWN: dict[str, str] = {"always": "Always", "at times": "At times"}
"""How often a sign is to be noticed (yarn.signs)."""
EFFECTS: dict[str, str] = {"penalty dice": "Penalty dice", "roleplay": "Is played out"}
"""What a flaw does (yarn.flaw)."""


@dataclass(frozen=True)
class TraitLine:
    """A trait with dice (yarn.traits). `place` is one of PLACES, `kind` a row of KINDS, `score` how many dice it has;
    `tough` counts for hit points. A `hidden` one is known to the GM alone (yarn.unknown-traits).
    """

    id: str
    name: str
    score: int
    place: str = "more"
    kind: str = "standard"
    superior: bool = False
    text: str = ""
    sign: str = ""
    visible: str = "always"
    tough: bool = False
    combat: bool = False
    hidden: bool = False


@dataclass(frozen=True)
class FlawLine:
    """A disadvantage (yarn.flaw); `penalty` is how many penalty dice it brings where it does."""

    id: str
    name: str
    text: str = ""
    sign: str = ""
    visible: str = "always"
    effect: str = "penalty dice"
    penalty: int = 1
    hidden: bool = False


@dataclass(frozen=True)
class Weapon:
    """Something to attack with. `listed` is the id of its damage factor; `firearm` of its class, empty for none. `left`
    are the rounds in it, of `clip` at most, None where they are not counted (yarn.clip).
    """

    id: str
    name: str
    listed: str = "unarmed"
    firearm: str = ""
    ammunition: str = "standard"
    left: int | None = None
    clip: int | None = None

    @property
    def ranged(self) -> bool:
        """Whether it is for a distance (yarn.weapon-ranges)."""
        return weapon_of(self.listed).range_row != MELEE


@dataclass(frozen=True)
class Layer:
    """Armour that is worn, the innermost first (yarn.armour-ratings)."""

    id: str
    name: str
    listed: str = "jacket"
    worn: bool = True

    @property
    def rating(self) -> Armour:
        """What it is worth, and whether it is heavy."""
        return armour_ratings(armour=self.listed)


@dataclass(frozen=True)
class Power:
    """A fringe power (yarn.power-list): its row of the list, and its dice."""

    id: str
    name: str
    listed: str
    score: int
    text: str = ""


@dataclass(frozen=True)
class SpellLine:
    """A spell that is known or being learned: `failed` throws are noted towards it (yarn.spell-learn)."""

    id: str
    name: str
    listed: str
    known: bool = True
    failed: int = 0


@dataclass(frozen=True)
class Thing:
    """A possession without numbers (yarn.finances)."""

    id: str
    name: str


@dataclass(frozen=True)
class Tie:
    """A text about somebody: a relationship or a want; `about_id` and `about` are empty where they are gone."""

    text: str
    about_id: str = ""
    about: str = ""
    fraught: bool = False
