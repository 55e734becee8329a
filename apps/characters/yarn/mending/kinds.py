"""Kinds of events about what mends harm."""

from apps.table.kinds import kind

FOLDER = "characters/yarn/mending/events"

for _name in ("recovered", "days-healed"):
    kind(f"yarn.{_name}", FOLDER, group="sheets")
for _name in ("critical-set", "wounded", "wound-judged", "wound-turned"):
    kind(f"yarn.{_name}", FOLDER, group="sheets", whole=True)
