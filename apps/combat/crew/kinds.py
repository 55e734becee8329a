"""Kinds of events in Crew's conflicts."""

from apps.table.kinds import kind

FOLDER = "combat/crew/events"

for _name in ("conflict-opened", "conflict-joined", "timed-set", "timed-adjusted", "timed-off"):
    kind(f"crew.{_name}", FOLDER, group="rolls")
kind("crew.conflict-closed", FOLDER, group="rolls", news=True)
for _name in ("conflict-left", "passed", "timed-beat"):
    kind(f"crew.{_name}", FOLDER, group="rolls", whole=True)
for _name in ("taken-out", "stayed", "stay-priced", "gmc-stayed"):
    kind(f"crew.{_name}", FOLDER, group="rolls", whole=True)
