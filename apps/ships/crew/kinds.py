"""Kinds of events about Crew's ships and vehicles."""

from apps.table.kinds import kind

FOLDER = "ships/crew/events"

for _name in ("ship-made", "ship-edited", "boarded", "left-ship", "vehicle-there"):
    kind(f"crew.{_name}", FOLDER, group="sheets")
