"""Kinds of events on the board."""

from apps.table.kinds import kind

FOLDER = "board/events"

for _name in (
    "board-laid",
    "board-changed",
    "board-picture",
    "board-cleared",
    "token-placed",
    "token-moved",
    "token-taken-off",
):
    kind(_name, FOLDER, group="table")
