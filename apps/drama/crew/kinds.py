"""Kinds of events about plot points, Assets, triggers, the place and Episodes."""

from apps.drama.crew import words  # noqa: F401  their templates use its filters
from apps.table.kinds import kind

FOLDER = "drama/crew/events"

for _name in ("spent", "bank-spent", "bank-set", "nominated", "seconded", "trigger-asked"):
    kind(f"crew.{_name}", FOLDER, group="points")
for _name in ("awarded", "taken-back", "nomination-answered", "trigger-refused", "triggered"):
    kind(f"crew.{_name}", FOLDER, group="points", news=True)
for _name in ("asset-made", "asset-kept", "asset-shared", "asset-gone", "place-trait", "place-trait-gone"):
    kind(f"crew.{_name}", FOLDER, group="sheets")
kind("crew.episode-opened", FOLDER, shape="say", group="table", news=True)
kind("crew.episode-closed", FOLDER, group="table")
for _name in ("jinx-answered", "jinx-grown", "botched", "botch-named", "opportunity-answered", "recovered"):
    kind(f"crew.{_name}", FOLDER, group="rolls", whole=True)
