"""Kinds of events about episodes, turns and calls."""

from apps.table.kinds import kind

FOLDER = "drama/yarn/calling/events"

for _name in (
    "theme-named", "time-corrected", "call-withdrawn", "call-passed", "order-changed", "scene-ended",
    "mode-changed", "closer", "montage-called", "montage-answered", "in-montage",
    "off-stage",
):  # fmt: skip
    kind(f"yarn.{_name}", FOLDER, group="table")
kind("yarn.episode-opened", FOLDER, group="table", news=True)
for _name in ("time-broken", "montage-stopped", "montage-plays"):
    kind(f"yarn.{_name}", FOLDER, group="table", whole=True)
kind("yarn.called", FOLDER, group="table", shape="result")
