"""Kinds of events about learning."""

from apps.table.kinds import kind

FOLDER = "magic/yarn/learning/events"

for _name in ("power-learned", "spell-learned"):
    kind(f"yarn.{_name}", FOLDER, shape="result", group="sheets", guarded=True)
kind("yarn.shot-bought", FOLDER, group="sheets")
