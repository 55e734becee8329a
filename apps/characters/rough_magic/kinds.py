"""Kinds of events about Rough Magic's characters."""

from apps.table.kinds import kind

FOLDER = "characters/rough_magic/events"

for _name in ("made", "edited", "duplicated", "imported", "quick-cast", "sheet-opened", "thing-made"):
    kind(f"rough_magic.{_name}", FOLDER, group="sheets")
for _name in ("hurt", "healed", "rested", "time-passed"):
    kind(f"rough_magic.{_name}", FOLDER, group="sheets", news=True)
kind("rough_magic.state-set", FOLDER, group="sheets", whole=True, news=True)
