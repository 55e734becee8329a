"""The switches that attacks are played by."""

from apps.table.switches import honours

honours(
    "yarn", "defence-rolls", "penalties-on-ranged-defence", "beyond-last-range", "half-dice", "predictable-attacks",
    "second-shot", "count-ammunition", "full-auto-ammo",
)  # fmt: skip
