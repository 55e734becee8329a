"""Kinds of events about what mends harm."""

from apps.table.kinds import kind

for _name in ("recovered", "days-healed", "critical-set", "wounded", "wound-judged", "wound-turned"):
    kind(f"yarn.{_name}", "characters/yarn/mending/events", group="sheets")
