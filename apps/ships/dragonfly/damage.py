"""Hits on a ship (dragonfly.ship-hits) and the systems that fail (dragonfly.ship-damage-table)."""

from __future__ import annotations

from typing import Any

from apps.characters import rows
from apps.rules.dice import Dice
from apps.rules.dragonfly.lists import SHIP_SYSTEMS, pick
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships import damage as rules
from apps.ships.access import crew_and_gms
from apps.ships.dragonfly.crew import options_of, sheet_of_vessel
from apps.ships.dragonfly.sheet import CARGO, HITS, SUPPLIES, ShipSheet, Weapon, out_key
from apps.ships.dragonfly.telling import watchers
from apps.ships.dragonfly.writing import set_hours
from apps.ships.models import Vessel
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
SYSTEM_FAILS = "system-fails"


def hit(turn: Turn, vessel: Vessel, by: Event | None = None, dice: Dice | None = None) -> Facts:
    """One hit: the ship holds, one of its systems fails, or it is debris. Returns the event's facts.

    `by` is the card of the shot; `dice` are those of the act, where an answer that was taken back fell before.
    """
    ship, options = vessel.ship, options_of(turn.viewer, vessel.encounter)
    sheet = sheet_of_vessel(turn.viewer, vessel)
    hits = sheet.hits + 1
    rows.set_track(turn, ship, HITS, hits)
    effect = rules.ship_hits(size=max(1, sheet.size), hits=hits).effect
    facts: Facts = {"ship": ship.name, "hits": hits, "size": sheet.size, "effect": effect}
    if effect == SYSTEM_FAILS:
        facts |= _system_fails(turn, sheet, dice or turn.dice, options)
    if effect == "debris":
        _lost(turn, vessel)
    _tell(turn, vessel, facts)
    return facts


def is_debris(viewer: Viewer, vessel: Vessel) -> bool:
    """Whether the ship is debris by the hits on its sheet (dragonfly.ship-hits)."""
    return sheet_of_vessel(viewer, vessel).effect == "debris"


def debris_by_hand(turn: Turn, vessel: Vessel) -> None:
    """Hits that were written onto the sheet make debris as those of a shot do. The turn has told of the sheet."""
    sheet = sheet_of_vessel(turn.viewer, vessel)
    if is_debris(turn.viewer, vessel):
        _lost(turn, vessel)
        _tell(turn, vessel, {"ship": sheet.name, "hits": sheet.hits, "size": sheet.size, "effect": sheet.effect})


def _lost(turn: Turn, vessel: Vessel) -> None:
    """Debris takes no part any more: nobody aims at it, and it aims at nobody."""
    turn.change(vessel, state="lost", choice="", target=None)
    for other in turn.desk.all(Vessel, target=vessel):
        turn.change(other, target=None)


def _tell(turn: Turn, vessel: Vessel, facts: Facts) -> Event:
    """Of a players' ship all who see it hear everything; of another one its crew and the GMs do, and the others that
    it was hit, and whether it is debris."""
    crew, watching = crew_and_gms(vessel.ship), watchers(turn, vessel)
    if vessel.ship.seat_id:
        return turn.tell("dragonfly.ship-hit", facts, crew | watching)
    less = {"ship": vessel.ship.name, "effect": facts["effect"], "outside": True}
    return turn.tell("dragonfly.ship-hit", facts, crew, {watching: less} if watching.atoms else {})


def _system_fails(turn: Turn, sheet: ShipSheet, dice: Dice, options: Options) -> Facts:
    """Rolls for the system, and writes what the hit does to it."""
    working = [one for one in sheet.weapons if not one.out]
    found = rules.ship_damage_table(
        armed=sheet.armed, has_medical=sheet.medical, dead=sheet.dead, weapons=len(working), dice=dice, options=options
    )
    weapon = working[found.weapon - 1] if found.weapon else None
    facts: Facts = {
        "faces": list(found.faces),
        "system": pick("system", found.id, SHIP_SYSTEMS).title,
        "id": found.id,
        "hours_rolled": found.hours,
        "weapon": weapon.name if weapon else "",
        "repairable": found.repairable,
    }
    if found.id == "weapons" and options.weapons_hit_silences_one and weapon is None:
        return facts | {"changed": False}
    return facts | _strike(turn, sheet, found, weapon, options)


def _strike(turn: Turn, sheet: ShipSheet, found: rules.SystemHit, weapon: Weapon | None, options: Options) -> Facts:
    remembered = rules.repairable(found.id, options)
    times = weapon.times if weapon else sheet.system(found.id).times if remembered else 0
    after = rules.struck(
        system=found.id,
        times_damaged=times,
        hours=found.hours,
        hours_left=sheet.hours,
        cargo=sheet.cargo,
        supplies=sheet.supplies,
        options=options,
    )
    if remembered and after.changed:
        _remember(turn, sheet, f"weapon-{weapon.id}" if weapon else found.id, after)
    _lose(turn, sheet, after)
    return {
        "changed": after.changed,
        "times": after.times_damaged,
        "hours": after.hours_left,
        "cargo": after.cargo,
        "supplies": after.supplies,
        "dead": remembered and after.times_damaged >= rules.BEYOND_REPAIR,
    }


def _remember(turn: Turn, sheet: ShipSheet, key: str, after: rules.Struck) -> None:
    """How often the system was hit, and whether it still works."""
    rows.set_track(turn, sheet.ship, key, after.times_damaged)
    rows.set_track(turn, sheet.ship, out_key(key), int(not after.works))


def _lose(turn: Turn, sheet: ShipSheet, after: rules.Struck) -> None:
    """The hours, cargo and supplies that the hit has cost."""
    if after.hours_left != sheet.hours:
        set_hours(turn, sheet.ship, after.hours_left)
    for name, before, now in ((CARGO, sheet.cargo, after.cargo), (SUPPLIES, sheet.supplies, after.supplies)):
        if before != now:
            rows.set_track(turn, sheet.ship, name, now)
