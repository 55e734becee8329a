"""Kinds of events about episodes, turns and calls."""

from apps.table.kinds import kind

FOLDER = "drama/yarn/calling/events"

for _name in (
    "episode-opened", "theme-named", "time-broken", "call-withdrawn", "call-passed", "order-changed", "scene-ended",
    "mode-changed", "closer", "montage-called", "montage-answered", "montage-stopped", "montage-plays", "in-montage",
    "off-stage",
):  # fmt: skip
    kind(f"yarn.{_name}", FOLDER, group="table")
kind("yarn.called", FOLDER, group="table", shape="result")
