"""Ways to do it: an attribute with the highest rank of what helps, and what stands against it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from apps.characters.rough_magic.sheet import RoughSheet
from apps.rules.rough_magic.lists import ATTRIBUTES
from apps.rules.rough_magic.roll import action_value, opposed_task

TITLES = {row.id: row.title for row in ATTRIBUTES}


@dataclass(frozen=True)
class Helper:
    """Gear, or a power that is on, which adds to some action; `attribute` is the one that a power rests on."""

    id: str
    name: str
    rank: int
    helps: str
    attribute: str = ""

    def fits(self, *tasks: str) -> bool:
        """Whether it is made for one of these tasks."""
        return self.helps.casefold() in {task.casefold() for task in tasks if task}


@dataclass(frozen=True)
class Way:
    """One finished value: an attribute and the one layer that counts, if any (rough_magic.non-stacking)."""

    attribute: str
    rank: int
    helper: Helper | None = None

    @property
    def number(self) -> int:
        ranks = [self.helper.rank] if self.helper else []
        return action_value(attribute_rank=self.rank, gear_ranks=ranks).av

    @property
    def title(self) -> str:
        return TITLES[self.attribute]

    @property
    def words(self) -> str:
        """Agility 6 + Climbing gear 2."""
        own = f"{self.title} {self.rank}"
        return f"{own} + {self.helper.name} {self.helper.rank}" if self.helper else own


def helpers(sheet: RoughSheet) -> list[Helper]:
    """All on the sheet that adds to actions."""
    gear = [Helper(one.id, one.name, one.rank, one.helps) for one in sheet.gear if one.helps]
    powers = [
        Helper(one.id, one.name, one.rank, one.helps, one.attribute) for one in sheet.powers if one.helps and one.on
    ]
    return [*gear, *powers]


def helpers_off(sheet: RoughSheet) -> list[str]:
    """The names of what would add to actions, if it were on."""
    return [one.name for one in sheet.powers if one.helps and not one.on]


def best_way(sheet: RoughSheet, attribute: str, with_: Iterable[Helper] = ()) -> Way:
    """The highest of the ways with what was chosen: gear goes with the attribute, a power rests on its own."""
    ways = [Way(attribute, sheet.rank(attribute))]
    for one in with_:
        used = one.attribute or attribute
        ways.append(Way(used, sheet.rank(used), one))
    return max(ways, key=lambda way: way.number)


def best_attribute(sheet: RoughSheet, among: Collection[str] = ()) -> str:
    """The attribute of highest rank, of those named or of all six."""
    return max(among or TITLES, key=sheet.rank)


# against it


@dataclass(frozen=True)
class Against:
    """What a roll is made against. `known`: whether whoever rolls may know the number before. `openly`: the words for
    those who may not. `dv` None is routine."""

    words: str
    dv: int | None
    known: bool = True
    openly: str = ""


def opposed_by(sheet: RoughSheet, attribute: str, *tasks: str) -> int:
    """The DV of somebody who works against it: attribute and best fitting gear (rough_magic.opposed-task)."""
    fitting = [one for one in helpers(sheet) if one.fits(*tasks)]
    way = best_way(sheet, attribute, fitting)
    ranks = [way.helper.rank] if way.helper else []
    return opposed_task(opponent_attribute=way.rank, opponent_gear_ranks=ranks).dv or 0
