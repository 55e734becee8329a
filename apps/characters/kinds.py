"""Kinds of events about characters that every game has."""

from apps.table.kinds import kind

FOLDER = "characters/events"

for _name in (
    "ready-taken",
    "character-given",
    "character-present",
    "character-hidden",
    "character-deleted",
    "condition-added",
    "condition-removed",
    "portrait-changed",
):
    kind(_name, FOLDER, group="sheets")
