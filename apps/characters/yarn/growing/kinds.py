"""Kinds of events of growing."""

from apps.table.kinds import kind

FOLDER = "characters/yarn/growing/events"

for _name in (
    "training-noted", "improvement-asked", "improvement-refused", "improved", "hit-points-raised",
):  # fmt: skip
    kind(f"yarn.{_name}", FOLDER, group="sheets")
kind("yarn.dice-awarded", FOLDER, group="sheets", news=True)
