"""Kinds of events about plot points, Assets, triggers, the place and Episodes."""

from apps.drama.crew import words  # noqa: F401  their templates use its filters
from apps.table.kinds import kind

FOLDER = "drama/crew/events"

for _name in (
    "spent",
    "taken-back",
    "bank-spent",
    "bank-set",
    "nominated",
    "seconded",
    "nomination-answered",
    "trigger-asked",
    "trigger-refused",
    "triggered",
):
    kind(f"crew.{_name}", FOLDER, group="points")
kind("crew.awarded", FOLDER, group="points", aloud=True)
for _name in ("asset-made", "asset-kept", "asset-shared", "asset-gone", "place-trait", "place-trait-gone"):
    kind(f"crew.{_name}", FOLDER, group="sheets")
kind("crew.episode-opened", FOLDER, shape="say", group="table")
kind("crew.episode-closed", FOLDER, group="table")
for _name in ("jinx-answered", "jinx-grown", "botched", "botch-named", "opportunity-answered", "recovered"):
    kind(f"crew.{_name}", FOLDER, group="rolls", whole=True)
