"""Kinds of events about Dragonfly's ships."""

from apps.ships.dragonfly import words  # noqa: F401  their templates use its filter
from apps.table.kinds import always, kind

FOLDER = "ships/dragonfly/events"

for _name in ("ship-made", "ship-edited", "post-taken", "post-left", "crew-came"):
    kind(f"dragonfly.{_name}", FOLDER, group="sheets")
kind("dragonfly.dogfight-started", FOLDER, group="rolls", whole=True, by_sight=True, news=True)
for _name in (
    "dogfight-joined",
    "range-changed",
    "engaged",
    "position",
    "ship-hit",
    "chase",
):
    kind(f"dragonfly.{_name}", FOLDER, group="rolls", whole=True, by_sight=True)
kind("dragonfly.shot-fired", FOLDER, group="rolls", whole=True, by_sight=True, awaited=always)
for _name in ("dogfight-step", "dogfight-ended", "hours-passed", "hours-stopped", "chase-rolled"):
    kind(f"dragonfly.{_name}", FOLDER, group="rolls", by_sight=True)
kind("dragonfly.fury-asked", FOLDER, group="rolls")
kind("dragonfly.fury-ended", FOLDER, group="rolls", whole=True)
kind("dragonfly.search", FOLDER, group="rolls")
kind("dragonfly.hidden-move", FOLDER, group="rolls", whole=True)
kind("dragonfly.emerged", FOLDER, group="rolls", guarded=True, whole=True)
kind("dragonfly.fled", FOLDER, group="rolls", guarded=True, by_sight=True)
for _name in ("maneuvered", "shot", "repaired", "chased"):
    kind(f"dragonfly.{_name}", FOLDER, shape="result", group="rolls", by_sight=True)
for _name in ("hid", "detected"):
    kind(f"dragonfly.{_name}", FOLDER, shape="result", group="rolls")
