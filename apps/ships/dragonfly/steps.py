"""Where the Turn of a dogfight stands (dragonfly.ship-turn), who may do what in it, and who is in sight of whom."""

from __future__ import annotations

from collections.abc import Iterable

from apps.characters.access import all_played_by
from apps.rules.dragonfly.lists import BEYOND, SPACE_RANGES
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships.dogfight import STEPS, Step, in_position, ship_turn
from apps.rules.refusal import Refused
from apps.ships.board import encounter_of, sailing, vessels_seen_by
from apps.ships.dragonfly.crew import PILOT, aboard
from apps.ships.dragonfly.sheet import Weapon, weapons_that_fire
from apps.ships.dragonfly.sight import sees
from apps.ships.models import Encounter, Post, Vessel
from apps.table.viewer import Viewer

ENGAGE, DISENGAGE = "engage", "disengage"
RANGES = (*(row.id for row in SPACE_RANGES), BEYOND)
RANGE_TITLES = {**{row.id: row.title for row in SPACE_RANGES}, BEYOND: "Beyond Extreme"}
STEP_TITLES: dict[str, str] = {
    "choose": "Engage or disengage",
    "maneuver": "Maneuver for position",
    "fire": "Open fire",
    "run": "Chase or hide",
}


def step_of(encounter: Encounter) -> Step:
    """The step that runs. In "fire" the phase also names the maneuver total of those who fire now: "fire:14"."""
    word = encounter.phase.partition(":")[0]
    return next(step for step in STEPS if step == word)


def firing_total(encounter: Encounter) -> int | None:
    """The maneuver total of those who fire now; None where nobody does."""
    _, _, total = encounter.phase.partition(":")
    return int(total) if total else None


def next_to_fire(encounter: Encounter) -> int | None:
    """The highest maneuver total of armed ships that have not had their turn to fire, or None."""
    now = firing_total(encounter)
    totals = {one.public_id: one.piloting or 0 for one in sailing(encounter) if working_weapons(one)}
    groups = ship_turn(maneuver_totals=totals).fire
    left = [totals[group[0]] for group in groups if now is None or totals[group[0]] < now]
    return left[0] if left else None


def all_sailing(viewer: Viewer) -> list[Vessel]:
    """The ships of the encounter that runs; none where there is none."""
    encounter = encounter_of(viewer.table)
    return sailing(encounter) if encounter else []


def working_weapons(vessel: Vessel) -> list[Weapon]:
    """The ship's weapons that can fire."""
    return weapons_that_fire(vessel.ship)


def fires_now(vessel: Vessel) -> bool:
    """Whether it is this ship's turn to fire, by the maneuver totals."""
    return firing_total(vessel.encounter) == (vessel.piloting or 0)


def why_not_now(viewer: Viewer, vessel: Vessel, step: Step) -> Refused | None:
    """Why a player cannot do this now, or None if they can. A GM is never locked out."""
    encounter = vessel.encounter
    if viewer.is_gm:
        return None
    if step_of(encounter) != step:
        now = STEP_TITLES[step_of(encounter)].lower()
        return Refused("not-now", f"The step of the Turn is: {now}. The {viewer.game.gm} goes on to the next.")
    if step == "fire" and not fires_now(vessel):
        return Refused("not-yet", "Ships fire in the order of their maneuver totals, and it is not this one’s turn.")
    return None


# who flies, and who is in sight


def steered_by(viewer: Viewer) -> list[Vessel]:
    """The ships whose pilots this seat plays; for a GM every one that is in the encounter."""
    if viewer.is_gm:
        return all_sailing(viewer)
    mine = all_played_by(viewer)
    return [one for one in all_sailing(viewer) if any(pilot in mine for pilot in aboard(one, PILOT))]


def targets_of(viewer: Viewer, vessel: Vessel) -> list[Vessel]:
    """The ships that this seat can aim at from this ship: in sight of both. With the sensors out it sees only at
    visual range, and nothing beyond Extreme."""
    seen = vessels_seen_by(viewer, vessel.encounter)
    return [one for one in seen if one.state == "in" and one.pk != vessel.pk and sees(vessel, one)]


def proposed_target(vessel: Vessel, seen: Iterable[Vessel]) -> Vessel | None:
    """At whom it would fire: its chosen target, else the first of them that is no friend; nobody where all are."""
    others = [one for one in seen if one == vessel.target or not _are_friends(vessel, one)]
    return next((one for one in others if one == vessel.target), next(iter(others), None))


def _are_friends(one: Vessel, other: Vessel) -> bool:
    """Whether people of players are aboard both, or of neither."""
    return _is_of_players(one) == _is_of_players(other)


def _is_of_players(vessel: Vessel) -> bool:
    crew = (one.person for one in vessel.desk.all(Post, ship=vessel.ship_id))
    return vessel.ship.seat_id is not None or any(one.seat_id for one in crew)


def has_position(vessel: Vessel, other: Vessel, options: Options) -> bool:
    """Whether the ship is in firing position on the other, its chosen target (dragonfly.maneuver-for-position).

    `levels` are None for one that did not roll: its drive controls are out, or nobody flies it.
    """
    if vessel.choice != ENGAGE or vessel.target_id != other.pk or vessel.levels is None:
        return False
    return in_position(vessel.piloting or 0, other.piloting or 0, options=options)
