"""Kinds of events about what bennies buy."""

from apps.table.kinds import kind

for _name in ("token-bought", "procedural-bought", "procedural-laid", "burned"):
    kind(f"yarn.{_name}", "drama/yarn/bennies/events", group="points")
