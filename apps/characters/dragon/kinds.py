"""Kinds of events about Dragon's characters."""

from apps.table.kinds import kind

FOLDER = "characters/dragon/events"

for _name in ("made", "edited", "duplicated", "imported", "quick-cast"):
    kind(f"dragon.{_name}", FOLDER, group="sheets")
kind("dragon.damage-set", FOLDER, group="points", news=True)
