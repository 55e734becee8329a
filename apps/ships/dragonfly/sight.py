"""Which ship sees which, who hides from whom, and who hears what a ship does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Track
from apps.rules.dragonfly.lists import BEYOND
from apps.rules.dragonfly.ships.sensors import automatic_sensing
from apps.ships import access, board
from apps.ships.board import gap_between
from apps.ships.dragonfly.sheet import out_key
from apps.ships.models import Concealment, Vessel
from apps.table.audience import GMS, NOBODY, Audience
from apps.table.models import Event
from apps.table.turn import Turn, Version

Facts = dict[str, Any]

# automatic detection


def sensors_out(vessel: Vessel) -> bool:
    """Whether the ship's sensors are out of order, so that it sees at visual range only."""
    found = vessel.desk.one(Track, character=vessel.ship_id, key=out_key("sensors"))
    return found is not None and found.value > 0


def range_between(one: Vessel, other: Vessel) -> str:
    """The range of two ships; beyond Extreme where one of them is gone."""
    found = gap_between(one, other)
    return found.range if found else BEYOND


def reaches(seeker: Vessel, other: Vessel) -> bool:
    """Whether the seeker's sensors reach that ship at all (dragonfly.automatic-sensing)."""
    range_, blind = range_between(seeker, other), sensors_out(seeker)
    return automatic_sensing(range=range_, target_hiding=False, sensors_out=blind).detected != "no"


@board.senses("dragonfly")
def out_of_reach(seekers: list[Vessel], others: list[Vessel]) -> set[int]:
    """The keys of those that the sensors of none of the seekers reach."""
    return {other.pk for other in others if not any(one.pk == other.pk or reaches(one, other) for one in seekers)}


def sees(seeker: Vessel, other: Vessel) -> bool:
    """Whether the crew of a ship knows where the other one is."""
    return hiding_of(other, seeker) is None and reaches(seeker, other)


# who hears


def crew_of(vessel: Vessel) -> Audience:
    """The players of those aboard and whoever runs the ship."""
    return access.crew_of(vessel.ship)


def crew_that_may_know(seeker: Vessel, other: Vessel) -> Audience:
    """The crew of the seeker, unless the other ship is one of which nobody knows."""
    return NOBODY if other.ship.hidden else crew_of(seeker)


def tell(
    turn: Turn,
    kind: str,
    full: Facts,
    also: Mapping[Audience, Facts],
    nearer: Mapping[Audience, Facts] | None = None,
    about: tuple[Event, ...] = (),
) -> Event:
    """The GMs hear all; audiences without anybody in them hear nothing. One version where everybody hears all. Those
    who are `nearer` hear this rather than what else they belong to."""
    if any(who.public and told == full for who, told in also.items()):
        return turn.tell(kind, full, about=about)
    ranked = (({GMS: full}, 2), (nearer or {}, 1), (also, 0))
    versions = [(atom, rank, told) for group, rank in ranked for who, told in group.items() for atom in who.atoms]
    return turn.record(kind, [Version(*atom, rank, told) for atom, rank, told in versions], about)


# who hides from whom


def hidden_from(vessel: Vessel) -> list[Vessel]:
    """The ships from which this one is hidden: for GMs and rules alone, its own crew does not know."""
    return [one.seeker for one in rows_of(vessel)]


def hiding_of(hider: Vessel, seeker: Vessel) -> Concealment | None:
    """The row that says that one ship hides from the other."""
    return hider.desk.one(Concealment, hider=hider, seeker=seeker)


def rows_of(vessel: Vessel) -> list[Concealment]:
    """Its hiding from each ship that is in the encounter still."""
    return [one for one in vessel.desk.all(Concealment, hider=vessel) if one.seeker.state == "in"]
