"""Kinds of events about Dragonfly's characters."""

from apps.table.kinds import kind

FOLDER = "characters/dragonfly/events"

for _name in (
    "made",
    "edited",
    "quick-cast",
    "duplicated",
    "adjusted",
    "rested",
    "imported",
    "maneuver-added",
    "maneuver-edited",
    "maneuver-removed",
):
    kind(f"dragonfly.{_name}", FOLDER, group="sheets")
kind("dragonfly.treated", FOLDER, shape="result", group="rolls")
