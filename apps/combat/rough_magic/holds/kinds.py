"""Kinds of events of grapples."""

from apps.checks.rough_magic.kinds import rolled_kind
from apps.table.kinds import kind

FOLDER = "combat/rough_magic/events"

for _name in ("released", "dragged", "threw"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls", whole=True)
rolled_kind("rough_magic.break-free", FOLDER)
