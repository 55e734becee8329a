"""An encounter as one seat sees it: ranges, positions, who hides from whom, and whose move it is.

Nothing of a ship that the seat may not know of enters here: neither its row nor a choice that aims at it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from apps.rules.dragonfly.lists import SPACE_RANGES, SpaceRange
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships.dogfight import Step
from apps.ships.board import crewed_by, vessels_seen_by
from apps.ships.dragonfly.crew import awake_pilot_of, options_of
from apps.ships.dragonfly.sensing import presences
from apps.ships.dragonfly.sheet import ShipSheet, ship_sheet_of
from apps.ships.dragonfly.sight import range_between
from apps.ships.dragonfly.steps import (
    ENGAGE,
    RANGE_TITLES,
    fires_now,
    firing_total,
    has_position,
    step_of,
    working_weapons,
)
from apps.ships.models import Concealment, Encounter, Vessel
from apps.table import exchanges
from apps.table.models import Ask
from apps.table.viewer import Viewer

ROWS = {row.id: row for row in SPACE_RANGES}
SETTLED: tuple[Step, ...] = ("fire", "run")
OUT = {
    "lost": ("is debris: whoever is aboard had better be in a space suit.", "bad"),
    "escaped": ("has escaped.", "soft"),
}
"""What became of a ship that is out of it, and the tone of that."""


@dataclass(frozen=True)
class Hidden:
    """For the GMs: one ship hides from another one."""

    hider: Vessel
    seeker: Vessel
    cover: str
    felt: bool


@dataclass(frozen=True)
class Pair:
    """Two ships: their range, and which of them has firing position on the other with how many levels."""

    one: Vessel
    other: Vessel
    range: str
    behind: Vessel | None
    ahead: Vessel | None
    levels: int
    hidden: tuple[Hidden, ...]

    @property
    def title(self) -> str:
        return RANGE_TITLES[self.range]

    @property
    def row(self) -> SpaceRange | None:
        """The modifiers of this range; None beyond Extreme."""
        return ROWS.get(self.range)


@dataclass(frozen=True)
class Scope:
    """What this seat sees of the encounter that runs."""

    viewer: Viewer
    encounter: Encounter

    @cached_property
    def options(self) -> Options:
        return options_of(self.viewer, self.encounter)

    @cached_property
    def step(self) -> Step:
        return step_of(self.encounter)

    @cached_property
    def own(self) -> list[Vessel]:
        """The ships that this seat's characters are aboard or that it runs; none for a GM or a spectator."""
        return [] if self.viewer.is_gm or self.viewer.is_spectator else crewed_by(self.viewer, self.encounter)

    @cached_property
    def everything(self) -> list[Vessel]:
        """Every ship that this seat sees, those that are out of it among them."""
        return vessels_seen_by(self.viewer, self.encounter)

    @cached_property
    def sailing(self) -> list[Vessel]:
        return [one for one in self.everything if one.state == "in"]

    @cached_property
    def out(self) -> list[tuple[str, str]]:
        """What became of the ships that are out of it, each with its tone."""
        gone = [(one.ship.name, *OUT[one.state]) for one in self.everything if one.state in OUT]
        return [(f"{name} {words}", tone) for name, words, tone in gone]

    @cached_property
    def middle(self) -> Vessel | None:
        """The ship from which the drawing is seen: an own one, else one of the players’, else the first."""
        own = {one.pk for one in self.own}
        order = sorted(self.sailing, key=lambda one: (one.pk not in own, not one.ship.seat_id, one.pk))
        return order[0] if order else None

    @cached_property
    def sheets(self) -> dict[int, ShipSheet]:
        """The sheets of the ships in sight by the key of their vessel: for what is told of them only."""
        return {one.pk: ship_sheet_of(one.ship, self.options) for one in self.everything}

    @cached_property
    def asks(self) -> list[Ask]:
        """What is asked of this seat."""
        return exchanges.open_asks(self.viewer)

    def mine(self, vessel: Vessel) -> bool:
        return vessel in self.own

    # pairs

    @cached_property
    def pairs(self) -> list[Pair]:
        """For a crew those of its own ships with the others; for everybody else all of them."""
        seen = self.sailing
        found = [self.pair(one, other) for place, one in enumerate(seen) for other in seen[place + 1 :]]
        if not any(one.state == "in" for one in self.own):
            return found
        return [one for one in found if self.mine(one.one) or self.mine(one.other)]

    def pair(self, one: Vessel, other: Vessel) -> Pair:
        """These two, an own ship first."""
        if self.mine(other) and not self.mine(one):
            one, other = other, one
        behind, ahead = self._position(one, other)
        levels = (behind.levels or 0) if behind else 0
        hidden = tuple(row for row in self.hidden if {row.hider, row.seeker} == {one, other})
        return Pair(one, other, range_between(one, other), behind, ahead, levels, hidden)

    def _position(self, one: Vessel, other: Vessel) -> tuple[Vessel | None, Vessel | None]:
        """Who is behind whom, once every pilot has rolled."""
        if self.step in SETTLED:
            for behind, ahead in ((one, other), (other, one)):
                if has_position(behind, ahead, self.options):
                    return behind, ahead
        return None, None

    @cached_property
    def hidden(self) -> list[Hidden]:
        """Who hides from whom: the GMs’ alone, a crew does not know whether its hiding worked."""
        if not self.viewer.is_gm:
            return []
        rows = [row for one in self.sailing for row in one.desk.all(Concealment, hider=one)]
        rows = sorted((one for one in rows if one.seeker in self.sailing), key=lambda one: one.pk)
        return [Hidden(one.hider, one.seeker, one.cover, one.presence_known) for one in rows]

    @property
    def presence(self) -> bool:
        """Whether the own sensors show that something is there, but not where."""
        return not self.viewer.is_gm and presences(self.viewer, self.encounter)

    # choices and moves

    def does(self, vessel: Vessel) -> str:
        """What the ship’s pilot has chosen, as far as this seat may know; nothing where it may not."""
        if not vessel.choice or not self._open(vessel):
            return ""
        if vessel.choice != ENGAGE:
            return "disengages"
        if vessel.target is None:
            return ""
        return f"engages {vessel.target.ship.name}" if self._knows(vessel.target) else ""

    def _open(self, vessel: Vessel) -> bool:
        """Whether the choice is shown: with secret-intentions not before all are."""
        secret = self.options.secret_intentions and self.step == "choose"
        return self.viewer.is_gm or self.mine(vessel) or not secret

    def _knows(self, vessel: Vessel) -> bool:
        return vessel in self.everything

    def waits_for(self) -> list[Vessel]:
        """The ships on which the Turn waits. Of those that have to choose a player is told the own ones alone: that
        another pilot has chosen something says too much where it aims at a ship that is not seen."""
        sees_all = self.viewer.is_gm
        if self.step == "choose":
            own = [one for one in self.sailing if sees_all or self.mine(one)]
            return [one for one in own if not one.choice and awake_pilot_of(one)]
        if self.step == "maneuver":
            return [one for one in self.sailing if one.piloting is None]
        if self.step == "fire":
            return [one for one in self.sailing if fires_now(one) and working_weapons(one)]
        return []

    def order(self) -> list[Vessel]:
        """The armed ships in sight in the order in which they fire, once that is known."""
        if self.step != "fire":
            return []
        armed = [one for one in self.sailing if working_weapons(one)]
        return sorted(armed, key=lambda one: (-(one.piloting or 0), one.pk))

    def has_fired(self, vessel: Vessel) -> bool:
        now = firing_total(self.encounter)
        return now is not None and (vessel.piloting or 0) > now
