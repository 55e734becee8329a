"""Kinds of events about efforts of several."""

from apps.table.kinds import kind

FOLDER = "checks/yarn/group/events"

for _name in ("effort-thrown", "effort-settled"):
    kind(f"yarn.{_name}", FOLDER, shape="result", group="rolls")
kind("yarn.effort-begun", FOLDER, group="rolls")
