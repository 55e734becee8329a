"""Kinds of events about characters that every game has."""

from apps.table.kinds import kind

FOLDER = "characters/events"

for _name in (
    "ready-taken",
    "character-present",
    "characters-left",
    "character-hidden",
    "character-deleted",
    "character-let-go",
    "portrait-changed",
):
    kind(_name, FOLDER, group="sheets")
for _name in ("character-given", "condition-added", "condition-removed"):
    kind(_name, FOLDER, group="sheets", news=True)
