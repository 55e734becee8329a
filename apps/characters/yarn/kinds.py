"""Kinds of events about Yarn's characters."""

from apps.table.kinds import kind

FOLDER = "characters/yarn/events"

for _name in (
    "made", "edited", "duplicated", "imported", "quick-cast", "place-made", "approved", "unknown-written",
    "trait-shown", "order-drawn", "time-passed",
):  # fmt: skip
    kind(f"yarn.{_name}", FOLDER, group="sheets")
kind("yarn.adjusted", FOLDER, group="sheets", whole=True, news=True)
kind("yarn.hand-set", FOLDER, group="points", news=True)
for _name in ("voted", "vote-called"):
    kind(f"yarn.{_name}", FOLDER, group="table")
kind("yarn.vote-opened", FOLDER, shape="result", group="table")
