"""What the demonstrations of all games ask about their characters."""

from __future__ import annotations

from apps.characters.models import Character, Entry
from apps.table.demonstration import Stage


def the(stage: Stage, name: str) -> str:
    """A character's public id."""
    return stage.table.desk.all(Character, name=name)[0].public_id


def line_of(stage: Stage, name: str, called: str) -> str:
    """The public id of that line of their sheet: a trait, a weapon, what came of a scene."""
    owner = stage.table.desk.all(Character, name=name)[0]
    return next(one.public_id for one in stage.table.desk.all(Entry, character=owner) if one.name == called)
