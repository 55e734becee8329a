"""Kinds of events about harm."""

from apps.table.kinds import kind

FOLDER = "combat/yarn/harm/events"
for _name in ("harm-dealt", "hit-landed"):
    kind(f"yarn.{_name}", FOLDER, shape="result", group="rolls")
for _name in ("reason-given", "death-judged", "last-act-taken"):
    kind(f"yarn.{_name}", FOLDER, group="rolls", whole=True)
