"""Whose number a seat may set by hand: ships of the crew belong to everybody in it (crew.ship-sheet)."""

from __future__ import annotations

from apps.characters.access import all_known_to
from apps.characters.models import SHIP, Character, Trait
from apps.table.viewer import Viewer

OF_THE_CREW = "of-the-crew"
"""The text on the sheet of a ship that says that it is the crew's."""


def crews_ships(viewer: Viewer) -> list[Character]:
    """The ships of the crew, as far as this seat knows of them; of no interest to a spectator."""
    known = [] if viewer.is_spectator else all_known_to(viewer)
    return [one for one in known if one.sheet == SHIP and is_of_the_crew(one)]


def is_of_the_crew(ship: Character) -> bool:
    return ship.desk.one(Trait, character=ship, key=OF_THE_CREW) is not None
