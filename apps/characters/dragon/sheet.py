"""A character's rows read as one sheet of Dragon (dragon.sheet), with the numbers that come of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from apps.characters.dragon.states import Badge, badges_of
from apps.characters.models import Character, Condition, Entry, Rating, Track, Trait
from apps.rules import Refused
from apps.rules.dragon import Options
from apps.rules.dragon import characters as rules
from apps.rules.dragon.combat.parts import Side
from apps.rules.dragon.lists import (
    PRIMARIES,
    SHTICK_SWITCHES,
    UNWRITTEN,
    Category,
    Primary,
    substats_under,
)
from apps.table.games import game_of
from apps.table.switches import values_of

SHEET = "dragon"
ROLES = {"hero": "Hero", "ally": "Ally", "enemy": "Enemy"}
DAMAGE, HIT_POINTS, MOVEMENT = "damage", "hit-points", "movement"
"""Tracks: the damage taken, and what is entered instead of the numbers by the rules."""
SWITCH_TITLES = {row.id: row.title for row in SHTICK_SWITCHES}

Value = TypeVar("Value")


@dataclass(frozen=True)
class Substat:
    """So many d10; `listed` says that the sheet has something there."""

    key: str
    title: str
    value: int
    used_for: str
    listed: bool


@dataclass(frozen=True)
class PrimaryStat:
    """`value` is None where the table wants it entered and nothing is; `entered` is what stands on the sheet."""

    key: str
    title: str
    category: Category
    value: int | None
    speed_dice: int
    entered: int | None
    substats: tuple[Substat, ...]


@dataclass(frozen=True)
class Line:
    """Anything with a name on the sheet. `id` is its entry's public id."""

    id: str
    name: str


@dataclass(frozen=True)
class Skill(Line):
    level: int
    melee: bool


@dataclass(frozen=True)
class Weapon(Line):
    """`skill` names the skill that it is used with, in the words of the sheet."""

    multiple: int
    attack: str
    skill: str


@dataclass(frozen=True)
class Shtick(Line):
    """`switches` is what the program carries out of it, as "split-ways = 3"."""

    text: str
    switches: tuple[str, ...]

    @property
    def told(self) -> str:
        """What the program carries out, in words."""
        found = [rules.read_switch(one) for one in self.switches]
        return ", ".join(SWITCH_TITLES[id] + (f": {n}" if n is not None else "") for id, n in found)


@dataclass(frozen=True)
class DragonSheet:
    """Everything on a sheet, as plain values.

    `maximum` and `movement` are None where the table wants them entered and nothing is; `entered_...` is what stands
    on the sheet instead of what is worked out.
    """

    character: Character
    notes: str
    primaries: tuple[PrimaryStat, ...]
    skills: tuple[Skill, ...]
    weapons: tuple[Weapon, ...]
    shticks: tuple[Shtick, ...]
    taken: int
    maximum: int | None
    movement: int | None
    entered_hit_points: int | None
    entered_movement: int | None
    conditions: tuple[Condition, ...]

    @property
    def id(self) -> str:
        return self.character.public_id

    @property
    def name(self) -> str:
        return self.character.name

    @property
    def role_title(self) -> str:
        return ROLES.get(self.character.role, self.character.role)

    @property
    def side(self) -> Side:
        """Whose part of a round is theirs (dragon.sub-rounds)."""
        return "bad" if self.character.role == "enemy" else "good"

    @property
    def left(self) -> int | None:
        """Hit points left, below 0 by what is past them (dragon.hit-points)."""
        return None if self.maximum is None else rules.hit_points(maximum=self.maximum, taken=self.taken).left

    @property
    def is_past(self) -> bool:
        """Whether there is more damage than hit points (dragon.falling)."""
        return self.left is not None and self.left < 0

    @property
    def badges(self) -> list[Badge]:
        """What has become of them, in words, for whoever reads the sheet."""
        return badges_of(self.character, reads=True)

    @property
    def open_badges(self) -> list[Badge]:
        """The same as everybody sees it (dragon.visibility)."""
        return badges_of(self.character)

    @property
    def substats(self) -> tuple[Substat, ...]:
        return tuple(one for primary in self.primaries for one in primary.substats)

    def value(self, key: str) -> int:
        """The dice of a substat, by its id."""
        return next(one.value for one in self.substats if one.key == key)

    @property
    def switches(self) -> tuple[str, ...]:
        """What all shticks together let the program do (dragon.shticks)."""
        return tuple(switch for one in self.shticks for switch in one.switches)


# reading


def sheet_of(character: Character) -> DragonSheet:
    """The character's sheet as it is now, by the table's switches."""
    desk = character.desk
    return desk.memo_of(character, "dragon sheet", lambda: _sheet(desk.own(character)))


def sheets_of(cast: Iterable[Character]) -> list[DragonSheet]:
    """The sheets of several characters."""
    return [sheet_of(one) for one in cast]


def _sheet(character: Character) -> DragonSheet:
    desk, options = character.desk, _options(character)
    ratings = {row.key: row.value for row in desk.all(Rating, character=character)}
    tracks = {row.key: row for row in desk.all(Track, character=character)}
    notes = desk.one(Trait, character=character, key="notes")
    shticks = tuple(map(_shtick, _entries(character, "shtick")))
    primaries = tuple(_primary(row, ratings, options) for row in PRIMARIES)
    entered = {key: tracks[key].override if key in tracks else None for key in (HIT_POINTS, MOVEMENT)}
    return DragonSheet(
        character=character,
        notes=notes.text if notes else "",
        primaries=primaries,
        skills=tuple(map(_skill, _entries(character, "skill"))),
        weapons=tuple(map(_weapon, _entries(character, "weapon"))),
        shticks=shticks,
        taken=tracks[DAMAGE].value if DAMAGE in tracks else 0,
        conditions=tuple(desk.all(Condition, character=character)),
        entered_hit_points=entered[HIT_POINTS],
        entered_movement=entered[MOVEMENT],
        **_derived(primaries, shticks, entered, options),
    )


def _options(character: Character) -> Options:
    desk = character.desk
    found: Options = desk.memo("dragon options", lambda: game_of(character.table).options(values_of(desk)))
    return found


def _primary(row: Primary, ratings: dict[str, int], options: Options) -> PrimaryStat:
    under = tuple(
        Substat(one.id, one.title, ratings.get(one.id, UNWRITTEN[row.category]), one.used_for, one.id in ratings)
        for one in substats_under(row.id)
    )
    values, entered = {one.title: one.value for one in under}, ratings.get(row.id)
    found = _unless_missing(lambda: rules.primary_stats(substats=values, entered=entered, options=options))
    value, dice = (found.primary, found.speed_dice) if found else (None, 0)
    return PrimaryStat(row.id, row.title, row.category, value, dice, entered, under)


def _unless_missing(ask: Callable[[], Value]) -> Value | None:
    """What the rules say; None where the table wants a number entered and the sheet has none."""
    try:
        return ask()
    except Refused:
        return None


def _derived(
    primaries: tuple[PrimaryStat, ...], shticks: tuple[Shtick, ...], entered: dict[str, int | None], options: Options
) -> dict[str, Any]:
    stats = {one.key: one.value for primary in primaries for one in primary.substats}
    switches = [switch for one in shticks for switch in one.switches]
    points = _unless_missing(
        lambda: rules.hit_points(
            health=stats["health"],
            energy=stats["energy"],
            maximum=entered[HIT_POINTS],
            bonus=rules.added(switches, "hit-points"),
            options=options,
        )
    )
    goes = _unless_missing(
        lambda: rules.movement(
            strength=stats["strength"],
            energy=stats["energy"],
            movement=entered[MOVEMENT],
            bonus=rules.added(switches, "movement"),
            options=options,
        )
    )
    return {"maximum": points.maximum if points else None, "movement": goes.movement if goes else None}


def _entries(character: Character, kind: str) -> list[Entry]:
    return character.desk.all(Entry, character=character, kind=kind)


def _skill(row: Entry) -> Skill:
    return Skill(row.public_id, row.name, row.amount or 1, bool(row.facts.get("melee")))


def _weapon(row: Entry) -> Weapon:
    facts = row.facts
    return Weapon(row.public_id, row.name, row.amount or 1, facts.get("attack", "melee"), facts.get("skill", ""))


def _shtick(row: Entry) -> Shtick:
    return Shtick(row.public_id, row.name, row.facts.get("text", ""), tuple(row.facts.get("switches", [])))
