"""Kinds of events about challenges and how they are settled."""

from collections.abc import Mapping
from typing import Any

from apps.characters.yarn.people import of_viewer
from apps.table.kinds import kind
from apps.table.viewer import Viewer

FOLDER = "drama/yarn/challenging/events"


def told_by_others(viewer: Viewer, facts: Mapping[str, Any]) -> bool:
    """Whether this seat may object to what was told: nobody does to their own words."""
    who = of_viewer(viewer)
    return who is not None and who.key != facts["key"]


for _name in (
    "duck-asked", "duck-compelled", "rush-asked", "challenged", "time-reworked", "reworked", "rework-judged",
    "novelty-judged", "change-named", "call-fell", "objected", "narration-answered", "struck", "demand-answered",
    "contented", "detail-challenged", "detail-judged",
):  # fmt: skip
    kind(f"yarn.{_name}", FOLDER, group="table")
kind(
    "yarn.described",
    FOLDER,
    group="talk",
    gm_buttons=f"{FOLDER}/_object.html",
    own_buttons=f"{FOLDER}/_object.html",
    part=told_by_others,
)
for _name in ("duck-settled", "rush-settled"):
    kind(f"yarn.{_name}", FOLDER, group="points")
