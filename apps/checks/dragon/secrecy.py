"""What a card keeps from the players of an enemy's roll: the dice are seen, the sheet is not (dragon.visibility)."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character
from apps.rules.dragon.visibility import visibility

Facts = dict[str, Any]
OF_THE_SHEET = ("what", "substat", "value", "skills", "difficulty", "bonus", "lines", "struck")
"""What of a roll (pools.told) tells of the sheet; faces and target number are seen of every roll in the open."""


def is_secret(character: Character) -> bool:
    """Whether their stats are the GMs' alone: those of somebody hidden, or of an enemy whom nobody plays."""
    seen = visibility(viewer="player", item="stats of an enemy").shown
    return character.hidden or (character.role == "enemy" and character.seat_id is None and not seen)


def cut(facts: Facts) -> Facts:
    """A roll without what tells of the sheet."""
    return {name: value for name, value in facts.items() if name not in OF_THE_SHEET}


def seen(facts: Facts, character: Character) -> Facts:
    """A roll of theirs as everybody sees it."""
    return cut(facts) if is_secret(character) else facts
