"""Kinds of events of making the cast."""

from apps.table.kinds import kind

FOLDER = "characters/yarn/creation/events"

for _name in (
    "pitched", "cast-begun", "round-begun", "cast-made", "gone-to-step", "word-passed", "cast-rests",
    "desire-proclaimed", "poles-proclaimed", "tie-objected", "tie-offered", "tie-refused", "tie-agreed", "want-stated",
    "want-answered", "want-worded", "want-agreed", "own-steps-kept", "own-steps-finished", "pool-found",
    "trait-reviewed",
):  # fmt: skip
    kind(f"yarn.{_name}", FOLDER, group="sheets")
for _name in ("proclaimed", "hit-points-rolled"):
    kind(f"yarn.{_name}", FOLDER, shape="result", group="sheets")
