"""Kinds of events about supporting characters and places."""

from apps.table.kinds import kind

for _name in ("introduced", "promoted", "linked", "keeper-named", "described-anew", "scene-moved"):
    kind(f"yarn.{_name}", "drama/yarn/people/events", group="table")
