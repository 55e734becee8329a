"""Kinds of events about Dragonfly's characters."""

from apps.table.kinds import kind

FOLDER = "characters/dragonfly/events"

for _name in (
    "made",
    "edited",
    "quick-cast",
    "duplicated",
    "imported",
    "maneuver-added",
    "maneuver-edited",
    "maneuver-removed",
):
    kind(f"dragonfly.{_name}", FOLDER, group="sheets")
for _name in ("adjusted", "rested"):
    kind(f"dragonfly.{_name}", FOLDER, group="sheets", news=True)
kind("dragonfly.treated", FOLDER, shape="result", group="rolls")
