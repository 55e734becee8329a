"""Kinds of events about rolls."""

from apps.checks.yarn import words  # noqa: F401  the ledger uses its filters
from apps.table.kinds import kind

FOLDER = "checks/yarn/rolling_acts/events"

for _name in ("check", "fate", "secret-roll", "opposed-rolled"):
    kind(f"yarn.{_name}", FOLDER, shape="result", group="rolls")
kind("yarn.roll-asked", FOLDER, group="rolls")
for _name in ("no-roll", "opposed-begun"):
    kind(f"yarn.{_name}", FOLDER, group="rolls", whole=True)
