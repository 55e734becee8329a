"""Kinds of events about powers and spells in use."""

from apps.table.kinds import kind

FOLDER = "magic/yarn/powers/events"

kind("yarn.power-used", FOLDER, shape="result", group="rolls", guarded=True)
kind("yarn.power-turned", FOLDER, group="rolls")
for _name in ("power-ended", "power-altered", "shot-rate-set"):
    kind(f"yarn.{_name}", FOLDER, group="sheets")
