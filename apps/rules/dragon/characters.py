"""Sheets: stats, the numbers that come of them, skills and shticks."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from apps.rules.dragon.lists import (
    KNOWN_SKILLS,
    LIMITS,
    MELEE_SKILL,
    OTHER_SKILL,
    PRIMARIES,
    SHEET,
    SHTICK_SWITCHES,
    SUBSTATS,
    Category,
    Defence,
    SheetRow,
    primary_of,
    substat_of,
    substats_under,
)
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule

HIT_POINTS = 5
"""Hit points for each point of Health and Energy."""
TWO_WAYS = 2

# Stats


@dataclass(frozen=True)
class Categorised:
    """The category that a stat belongs to."""

    category: Category


@rule("dragon.categories")
def categories(*, stat: str) -> Categorised:
    """The category of a primary stat, or of a substat by the one it stands under (dragon.categories)."""
    known = {row.title.casefold(): row.category for row in (*PRIMARIES, *SUBSTATS)}
    return Categorised(known.get(stat.strip().casefold()) or substat_of(stat, "stat").category)


@dataclass(frozen=True)
class Stat:
    """A substat as it is rolled: so many d10."""

    pool: int
    primary_stat: str
    category: Category


@rule("dragon.substats")
def substats(*, substat: str, value: int) -> Stat:
    """The dice of a substat and where it stands (dragon.substats). Refuses a name that is none of the fifteen."""
    row = substat_of(substat, "substat")
    return Stat(whole("value", value, least=0), primary_of(row.primary).title, row.category)


@dataclass(frozen=True)
class PrimaryStat:
    """A primary stat, and the speed dice that it gives."""

    primary: int
    speed_dice: int


def dice_for(speed: int, points_per_die: int | None = None, options: Options = DEFAULTS) -> int:
    """One speed die for every two points, an odd one counting in full (dragon.speed-dice, dragon.speed-divisor).

    None for a speed of 0, or one under the switch speed-zero-gives-die.
    """
    per_die = whole("points_per_die", points_per_die or options.speed_points_per_die, least=1)
    return -(-whole("speed", speed, least=0) // per_die) or int(options.speed_zero_gives_die)


@rule("dragon.primary-stats")
def primary_stats(
    *, substats: Mapping[str, int], entered: int | None = None, options: Options = DEFAULTS
) -> PrimaryStat:
    """The lowest of its three substats, unless the sheet has a number `entered` (dragon.primary-stats).

    Refuses three that do not stand under one primary stat and, under the switch primary-from-substats "entered", a
    sheet without a number.
    """
    value = entered
    if value is None:
        _refuse_unentered(options.primary_from_substats, "a primary stat", "entered")
        value = min(_three(substats))
    return PrimaryStat(whole("entered", value, least=0), dice_for(value, options=options))


def _three(substats: Mapping[str, int]) -> tuple[int, ...]:
    rows = {substat_of(name, "substats"): whole("substats", value, least=0) for name, value in substats.items()}
    primary = next(iter(rows)).primary if rows else ""
    if set(rows) != set(substats_under(primary)):
        raise Refused("not-three", "A primary stat comes from the three substats under it: give these.", "substats")
    return tuple(rows.values())


def _refuse_unentered(setting: str, what: str, field: str) -> None:
    if setting == "entered":
        raise Refused("not-entered", f"At this table {what} is entered on the sheet, and nothing is there.", field)


# Numbers that come of stats


@dataclass(frozen=True)
class HitPoints:
    """Hit points: `left` may go below 0, and `past` is by how much."""

    maximum: int
    taken: int
    left: int
    past: int


@rule("dragon.hit-points")
def hit_points(
    *,
    health: int | None = None,
    energy: int | None = None,
    maximum: int | None = None,
    taken: int = 0,
    new_damage: int = 0,
    bonus: int = 0,
    options: Options = DEFAULTS,
) -> HitPoints:
    """5 x (Health + Energy), unless the sheet has a `maximum` entered, less all damage taken (dragon.hit-points).

    `bonus` is what shticks add to what is worked out. Refuses a sheet without the one or the other.
    """
    if maximum is None:
        _refuse_unentered(options.hit_points_formula, "the number of hit points", "maximum")
        maximum = HIT_POINTS * (_stat("health", health) + _stat("energy", energy)) + bonus
    whole("maximum", maximum, least=0)
    taken = whole("taken", taken, least=0) + whole("new_damage", new_damage, least=0)
    return HitPoints(maximum, taken, maximum - taken, max(0, taken - maximum))


def _stat(field: str, value: int | None) -> int:
    if value is None:
        raise Refused("no-stat", f"{field.title()} is missing: this number is worked out from it.", field)
    return whole(field, value, least=0)


@dataclass(frozen=True)
class Movement:
    """How far somebody may go as the diceless action, and whether the way asked for fits in."""

    movement: int
    legal: bool


@rule("dragon.movement")
def movement(
    *,
    strength: int | None = None,
    energy: int | None = None,
    movement: int | None = None,
    hexes: int = 0,
    bonus: int = 0,
    options: Options = DEFAULTS,
) -> Movement:
    """(Strength + Energy) / 2 rounded up, unless the sheet has a number entered (dragon.movement).

    `bonus` is what shticks add to what is worked out. Not `legal`: a way longer than that.
    """
    if movement is None:
        _refuse_unentered(options.move_formula, "the movement number", "movement")
        movement = -(-(_stat("strength", strength) + _stat("energy", energy)) // 2) + bonus
    whole("movement", movement, least=0)
    return Movement(movement, whole("hexes", hexes, least=0) <= movement)


# Skills and shticks


@dataclass(frozen=True)
class SkillOf:
    """The substats that a skill usually goes with, and the defences that it opens."""

    helps: tuple[str, ...]
    unlocks: tuple[Defence, ...]


@rule("dragon.skills")
def skills(*, skill_name: str, skill: int = 0, melee: bool = False) -> SkillOf:
    """What a skill of that level is for (dragon.skills); level 0 is not having it, and opens nothing."""
    whole("skill", skill, least=0)
    named = (row for row in KNOWN_SKILLS if row.title.casefold() == skill_name.strip().casefold())
    row = MELEE_SKILL if melee else next(named, OTHER_SKILL)
    opens: dict[str, tuple[Defence, ...]] = {"dodge": ("dodge",), "melee": ("parry",)}
    return SkillOf(row.helps, opens.get(row.id, ()) if skill else ())


@dataclass(frozen=True)
class Shticked:
    """Whether a limit is lifted, and by which switch."""

    lifted: bool
    lifted_by: str | None


@rule("dragon.shticks")
def shticks(*, shticks: Collection[str], limit: str, shares: Sequence[int] = ()) -> Shticked:
    """Whether a shtick with such a switch lifts one of LIMITS (dragon.shticks).

    A switch is written as it is listed, with its number where it has one: "parry-ranged", "split-ways = 3". For
    split-ways the number must be that of the `shares` or more.
    """
    one_of("limit", limit, LIMITS)
    least = len(shares) if limit == "split-ways" else 0
    fitting = (one for one in shticks if lifts(one, limit, least))
    found = next(fitting, None)
    return Shticked(found is not None, found)


def lifts(switch: str, limit: str, least: int = 0) -> bool:
    """Whether a shtick's switch is of this id, with at least that number."""
    id, number = read_switch(switch)
    return id == limit and (number or 0) >= least


def read_switch(text: str) -> tuple[str, int | None]:
    """A switch of a shtick as (id, number), None for one without. Refuses what is none."""
    match = re.fullmatch(r"\s*([a-z-]+)\s*(?:=\s*([0-9]{1,3}))?\s*", text)
    row = next((row for row in SHTICK_SWITCHES if match and row.id == match[1]), None)
    if match is None or row is None or row.counts != (match[2] is not None):
        known = ", ".join(f"{row.id} = n" if row.counts else row.id for row in SHTICK_SWITCHES)
        raise Refused("no-switch", f"“{text}” is nothing that a shtick can do: {known}.", "shticks")
    return row.id, int(match[2]) if match[2] else None


def ways(shticks: Collection[str]) -> int:
    """Into how many parts these shticks let dice be split: two, and more with split-ways."""
    return max((TWO_WAYS, *(n or 0 for id, n in map(read_switch, shticks) if id == "split-ways")))


def added(shticks: Collection[str], switch: str) -> int:
    """What all these shticks add to a number: "multiple", "target", "damage", "hit-points" or "movement"."""
    return sum(n or 0 for id, n in map(read_switch, shticks) if id == switch)


@dataclass(frozen=True)
class Sheet:
    """The fields of a sheet, an enemy's as well."""

    fields: tuple[SheetRow, ...]


@rule("dragon.sheet")
def sheet() -> Sheet:
    """What a sheet holds (dragon.sheet)."""
    return Sheet(SHEET)
