"""Whoever takes a post aboard rolls what was asked of the one who has left it."""

from __future__ import annotations

from apps.characters.models import Character
from apps.ships.board import encounter_of, sailing
from apps.ships.dragonfly import chasing, gunnery, looking, maneuvering
from apps.ships.dragonfly.crew import PILOT, pilot_of
from apps.table.sure import sure
from apps.table.turn import Turn


def taken(turn: Turn, ship: Character, post: str) -> None:
    """Asks whoever is at this post now, where the ship is in the encounter that runs. The turn has told its event."""
    encounter = encounter_of(turn.table)
    vessel = next((one for one in sailing(encounter) if one.ship_id == ship.pk), None) if encounter else None
    if vessel is None:
        return
    if post == PILOT:
        for hand_over in (maneuvering.hand_over, gunnery.hand_over, chasing.hand_over):
            hand_over(turn, vessel, sure(pilot_of(vessel)))
    looking.hand_over(turn, vessel)
