"""Kinds of events about Yarn's scenes."""

from apps.table.kinds import kind

for _name in ("gone-on", "started-anyway", "scene-begins", "scene-set"):
    kind(f"yarn.{_name}", "drama/yarn/events", group="table")
