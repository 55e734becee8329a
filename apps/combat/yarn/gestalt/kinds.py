"""Kinds of events in fights in one roll."""

from apps.table.kinds import kind

FOLDER = "combat/yarn/gestalt/events"

for _name in ("gestalt-rolled", "gestalt-combined", "gestalt-ended"):
    kind(f"yarn.{_name}", FOLDER, shape="result", group="rolls")
for _name in ("gestalt-summed", "gestalt-turned", "fight-detailed"):
    kind(f"yarn.{_name}", FOLDER, group="rolls")
kind("yarn.gestalt-lent", FOLDER, group="rolls", whole=True)
