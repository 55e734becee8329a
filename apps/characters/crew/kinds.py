"""Kinds of events about Crew's characters."""

from apps.table.kinds import kind

FOLDER = "characters/crew/events"

for _name in (
    "made",
    "edited",
    "gmcs-added",
    "duplicated",
    "imported",
    "complication-set",
    "taken-out-set",
    "hero-die-set",
):
    kind(f"crew.{_name}", FOLDER, group="sheets")
kind("crew.adjusted", FOLDER, group="points", news=True)
