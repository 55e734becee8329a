"""Hits on a ship, the systems that fail, and repairs."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import SIDES, Check, rolled
from apps.rules.dragonfly.lists import SHIP_DAMAGE, SHIP_SYSTEMS, ShipSystem, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.dragonfly.ships.sheet import counting
from apps.rules.numbers import whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

LIFE_SUPPORT = "life-support"
CARGO = "cargo-space"
SUPPLIES = "food-and-supplies"
BEYOND_REPAIR = 3
"""The hit on one system with which it is beyond repair, until an overhaul in a spaceport."""

SECOND_HIT = Part("second-hit", -5, "rule")

Effect = Literal["holds", "system-fails", "debris"]


@dataclass(frozen=True)
class Hits:
    """What a hit does to the ship as a whole."""

    effect: Effect


@rule("dragonfly.ship-hits")
def ship_hits(*, size: int, hits: int) -> Hits:
    """What the ship's `hits` do, the last one included (dragonfly.ship-hits). Refuses a Size under 1."""
    whole("size", size, least=1)
    if whole("hits", hits, least=0) >= 2 * size:
        return Hits("debris")
    return Hits("holds" if hits <= size else "system-fails")


# which system


@dataclass(frozen=True)
class SystemHit:
    """A roll on the Ship Damage Table. `system` is the book's name of it, `id` that of SHIP_SYSTEMS.

    `hours` of life support that remain, else None. `weapon`: the place, from 1, of the one weapon that falls silent,
    None where it is all or none. `faces` of the table die: more than one where dead systems were rolled again.
    """

    system: str
    repairable: bool
    hours: int | None
    id: str
    weapon: int | None
    faces: tuple[int, ...]


@rule("dragonfly.ship-damage-table")
def ship_damage_table(
    *,
    armed: bool = True,
    has_medical: bool = True,
    dead: Collection[str] = (),
    weapons: int = 0,
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> SystemHit:
    """Rolls for the system that fails (dragonfly.ship-damage-table): the table die, then hours or the one weapon.

    `dead` are the ids of systems beyond repair: a hit on them does nothing more, or is rolled again with the switch
    reroll-dead-systems. `weapons` are those that still work: with the switch weapons-hit-silences-one a die with so
    many sides picks one, without it all fall silent. With supplies-last-until-third-hit the stores can be repaired.
    """
    whole("weapons", weapons, least=0)
    faces = [dice(1, SIDES)[0]]
    while options.reroll_dead_systems and _struck(faces[-1], armed, has_medical).id in dead:
        faces.append(dice(1, SIDES)[0])
    system = _struck(faces[-1], armed, has_medical)
    hours = dice(1, SIDES)[0] if system.id == LIFE_SUPPORT and LIFE_SUPPORT not in dead else None
    weapon = _silenced(system, weapons, dead, dice, options)
    return SystemHit(system.title.lower(), repairable(system.id, options), hours, system.id, weapon, tuple(faces))


def _struck(face: int, armed: bool, has_medical: bool) -> ShipSystem:
    row = next(row for row in SHIP_DAMAGE if row.roll_from <= face <= row.roll_to)
    missing = {"weapons": not armed, "medical-facilities": not has_medical}
    return pick("system", row.instead if row.instead and missing[row.system] else row.system, SHIP_SYSTEMS)


def _silenced(system: ShipSystem, weapons: int, dead: Collection[str], dice: Dice, options: Options) -> int | None:
    picks = options.weapons_hit_silences_one and system.id == "weapons" and system.id not in dead
    if not picks or not weapons:
        return None
    return dice(1, weapons)[0] if weapons > 1 else 1


def repairable(system: str, options: Options = DEFAULTS) -> bool:
    """Whether hits on a system (an id of SHIP_SYSTEMS) are remembered and can be repaired."""
    by_switch = system == SUPPLIES and options.supplies_last_until_third_hit
    return pick("system", system, SHIP_SYSTEMS).counts or by_switch


@dataclass(frozen=True)
class Struck:
    """A system after a hit. `changed` is False where it was beyond repair before, or nothing was left to lose."""

    times_damaged: int
    works: bool
    hours_left: int | None
    cargo: int
    supplies: int
    changed: bool


def struck(
    *,
    system: str,
    times_damaged: int = 0,
    hours: int | None = None,
    hours_left: int | None = None,
    cargo: int = 0,
    supplies: int = 0,
    options: Options = DEFAULTS,
) -> Struck:
    """What a hit does to a `system` (an id of SHIP_SYSTEMS) that was damaged `times_damaged` before.

    `hours` were rolled, `hours_left` are those of a clock that runs (None: it does not): the shorter counts. Cargo
    loses one unit, the stores all; with the switch supplies-last-until-third-hit only the third hit takes them. Where
    hits silence one weapon at a time, each weapon keeps a count of its own.
    """
    times = whole("times_damaged", times_damaged, least=0)
    if not repairable(system, options):
        return _lost(system, times, hours_left, cargo, supplies)
    if times >= BEYOND_REPAIR:
        return Struck(times, False, hours_left, cargo, supplies, changed=False)
    clock = min((n for n in (hours, hours_left) if n is not None), default=None)
    gone = system == SUPPLIES and times + 1 >= BEYOND_REPAIR
    return Struck(times + 1, False, clock, cargo, 0 if gone else supplies, changed=True)


def _lost(system: str, times: int, hours_left: int | None, cargo: int, supplies: int) -> Struck:
    """A hit on what is only lost, and neither counted nor repaired."""
    left, food = cargo - (system == CARGO and cargo > 0), 0 if system == SUPPLIES else supplies
    nothing = (left, food) == (cargo, supplies) and system in {CARGO, SUPPLIES}
    return Struck(times, True, hours_left, left, food, changed=not nothing)


# repairs


def why_no_repair(*, times_damaged: int, works: bool = False, repairable: bool = True) -> Refused | None:
    """Why a system cannot be repaired aboard, or None if it can."""
    if whole("times_damaged", times_damaged, least=0) >= BEYOND_REPAIR:
        text = f"This system was damaged {times_damaged} times: it needs new parts and an overhaul in a spaceport."
        return Refused("beyond-repair", text, "system")
    if works or not times_damaged or not repairable:
        return Refused("not-broken", "There is nothing to repair here.", "system")
    return None


def may_attempt(*, tried: bool, director_allows: bool = False, options: Options = DEFAULTS) -> None:
    """Refuses an engineer's second attempt within the time of one, by the switch repair-time; `tried` within it.

    The Director may allow any. With "as the Director says" every attempt needs that.
    """
    if director_allows:
        return
    if options.repair_time == "as the Director says":
        raise Refused("director-says", "At this table the Director says when a repair may be tried.")
    if tried:
        raise Refused("tried", f"This engineer has already tried: one attempt takes {options.repair_time}.")


def repair_parts(*, times_damaged: int) -> tuple[Part, ...]:
    """What goes onto a repair roll besides the engineer's own numbers."""
    return (SECOND_HIT,) if whole("times_damaged", times_damaged, least=0) == 2 else ()


@dataclass(frozen=True)
class Repair:
    """A repair roll; no die falls and there is no total where it is not `possible`. Hits stay counted."""

    possible: bool
    total: int | None
    success: bool
    check: Check | None


@rule("dragonfly.ship-repair")
def ship_repair(
    *, intelligence: int, skill: int, times_damaged: int, modifier: int = 0, dice: Dice = system_dice
) -> Repair:
    """d10 + Intelligence + the engineer's skill, -5 on a system hit twice (dragonfly.ship-repair)."""
    own = (
        Part("intelligence", whole("intelligence", intelligence, least=0), "attribute"),
        Part("repair", whole("skill", skill, least=0), "skill"),
        Part("modifier", whole("modifier", modifier), "modifier"),
    )
    if why_no_repair(times_damaged=times_damaged):
        return Repair(False, None, False, None)
    return repaired(rolled(counting(*own, *repair_parts(times_damaged=times_damaged)), dice))


def repaired(check: Check) -> Repair:
    """A finished repair roll on a system that could be repaired."""
    return Repair(True, check.total, check.success, check)
