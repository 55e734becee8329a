"""Kinds of events of grapples."""

from apps.table.kinds import kind

FOLDER = "combat/rough_magic/events"

for _name in ("released", "dragged", "threw"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls", whole=True)
kind("rough_magic.break-free", FOLDER, shape="result", group="rolls")
