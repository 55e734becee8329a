"""The five stats as they are offered for a pick: the dice of each, and how many phases these give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from apps.characters.dragon.sheet import PrimaryStat, sheet_of
from apps.combat.dragon import turns as stored
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant
from apps.rules.dragon.combat.odds import phase_odds
from apps.rules.dragon.combat.parts import ROUNDS
from apps.rules.dragon.lists import Category
from apps.rules.odds import percent

WITHOUT = "no dice: no phase in this turn"
GOOD_FOR: dict[Category, str] = {
    "Physical": "strike, dodge, parry, run",
    "Mental": "talk, notice, think",
    "Spiritual": "powers",
}
OTHERS: dict[Category, str] = {
    "Physical": "mental or spiritual",
    "Mental": "physical or spiritual",
    "Spiritual": "physical or mental",
}


@dataclass(frozen=True)
class Band:
    """A part of the bar: so many phases, and how likely they are; `at` and `width` in percent."""

    phases: int
    chance: str
    at: str
    width: str


@dataclass(frozen=True)
class Tile:
    """One of the five. `expected` is the mean number of phases, as it is written."""

    id: str
    title: str
    value: int
    category: Category
    dice: int
    expected: str
    bands: tuple[Band, ...]

    @property
    def each(self) -> range:
        """A die at a time, to be drawn."""
        return range(self.dice)

    @property
    def dice_told(self) -> str:
        return "1 die" if self.dice == 1 else f"{self.dice} dice"

    @property
    def told(self) -> str:
        """Reflexes 5, 3 dice."""
        return f"{self.title} {self.value}, {self.dice_told if self.dice else 'no dice'}"

    @property
    def button(self) -> str:
        return f"Pick {self.title}, {self.dice_told if self.dice else 'no phase'}"

    @property
    def price(self) -> str:
        """What other rolls cost in such a turn (dragon.off-category)."""
        own = self.category.lower()
        return f"{own} rolls at the plain price; each {OTHERS[self.category]} one costs a later phase more."

    @property
    def odds(self) -> str:
        """3 in 73%, 2 in 27%."""
        if not self.dice:
            return WITHOUT
        if len(self.bands) == 1:
            return f"{self.dice_told}: always {self.bands[0].phases}"
        return f"{self.dice_told}: " + ", ".join(f"{one.phases} in {one.chance}" for one in self.bands)


@dataclass(frozen=True)
class Sort:
    """The stats of one category, and what it is good for."""

    category: Category
    good_for: str
    tiles: tuple[Tile, ...]


def tiles_of(one: Combatant) -> list[Tile]:
    """All five of somebody's sheet; in the middle of a turn only the rounds that have not begun count (dragon.turn)."""
    return [tile_of(stat, ROUNDS - begun_for(one)) for stat in sheet_of(one.character).primaries]


def begun_for(one: Combatant) -> int:
    """The round that is on, for somebody who comes in the middle of a turn; else none is."""
    return stored.round_of(one.fight).number if spending.under_way(one.fight) else 0


def sorts_of(tiles: Sequence[Tile]) -> list[Sort]:
    """The same by category."""
    return [
        Sort(category, good_for, tuple(one for one in tiles if one.category == category))
        for category, good_for in GOOD_FOR.items()
    ]


def tile_of(stat: PrimaryStat, rounds: int) -> Tile:
    odds = phase_odds(stat.speed_dice, rounds)
    mean = sum((Fraction(phases * weight, odds.total) for phases, weight in odds), Fraction())
    chances = [(phases, Fraction(weight, odds.total)) for phases, weight in odds if weight]
    expected = f"{float(mean):.1f}".removesuffix(".0")
    bands = _bands(sorted(chances, reverse=True)) if stat.speed_dice else ()
    return Tile(stat.key, stat.title, stat.value or 0, stat.category, stat.speed_dice, expected, bands)


def _bands(chances: list[tuple[int, Fraction]]) -> tuple[Band, ...]:
    found, at = [], Fraction()
    for phases, chance in chances:
        found.append(Band(phases, percent(chance), f"{float(100 * at):.2f}%", f"{float(100 * chance):.2f}%"))
        at += chance
    return tuple(found)
