"""Who hears of an act about several characters."""

from __future__ import annotations

from apps.characters.access import knowers_of
from apps.characters.models import Character
from apps.table.audience import EVERYBODY, Audience


def hearers_of(*characters: Character | None) -> Audience:
    """Everybody; where somebody hidden is among them, only those who know of that one."""
    hidden = next((one for one in characters if one is not None and one.hidden), None)
    return knowers_of(hidden) if hidden else EVERYBODY
