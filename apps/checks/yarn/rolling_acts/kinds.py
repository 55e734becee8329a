"""Kinds of events about rolls."""

from apps.checks.yarn import words  # noqa: F401  the ledger uses its filters
from apps.table.kinds import always, kind

FOLDER = "checks/yarn/rolling_acts/events"

for _name in ("check", "fate", "secret-roll", "opposed-rolled"):
    kind(f"yarn.{_name}", FOLDER, shape="result", group="rolls")
kind("yarn.roll-asked", FOLDER, group="rolls")
kind("yarn.no-roll", FOLDER, group="rolls", whole=True)
kind("yarn.opposed-begun", FOLDER, group="rolls", whole=True, awaited=always)
