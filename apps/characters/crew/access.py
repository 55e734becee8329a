"""Whose number a seat may set by hand: ships of the crew belong to everybody in it (crew.ship-sheet)."""

from __future__ import annotations

from django.db.models import QuerySet

from apps.characters.access import all_known_to
from apps.characters.models import SHIP, Character
from apps.table.viewer import Viewer

OF_THE_CREW = "of-the-crew"
"""The text on the sheet of a ship that says that it is the crew's."""


def crews_ships(viewer: Viewer) -> QuerySet[Character]:
    """The ships of the crew, as far as this seat knows of them; of no interest to a spectator."""
    known = all_known_to(viewer).filter(sheet=SHIP, traits__key=OF_THE_CREW)
    return known.none() if viewer.is_spectator else known
