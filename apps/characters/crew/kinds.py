"""Kinds of events about Crew's characters."""

from apps.table.kinds import kind

FOLDER = "characters/crew/events"

for _name in (
    "made",
    "edited",
    "gmcs-added",
    "duplicated",
    "imported",
):
    kind(f"crew.{_name}", FOLDER, group="sheets")
for _name in ("complication-set", "taken-out-set", "hero-die-set"):
    kind(f"crew.{_name}", FOLDER, group="sheets", news=True)
kind("crew.adjusted", FOLDER, group="points", news=True)
