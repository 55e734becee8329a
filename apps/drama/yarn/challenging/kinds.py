"""Kinds of events about challenges and how they are settled."""

from apps.table.kinds import kind

FOLDER = "drama/yarn/challenging/events"

for _name in (
    "duck-asked", "duck-compelled", "rush-asked", "challenged", "time-reworked", "reworked", "rework-judged",
    "novelty-judged", "change-named", "call-fell", "objected", "narration-answered", "struck", "demand-answered",
    "contented", "detail-challenged", "detail-judged",
):  # fmt: skip
    kind(f"yarn.{_name}", FOLDER, group="table")
kind("yarn.described", FOLDER, group="talk")
for _name in ("duck-settled", "rush-settled"):
    kind(f"yarn.{_name}", FOLDER, group="points")
