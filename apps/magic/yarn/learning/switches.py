"""The switches that learning is played by."""

from apps.table.switches import honours

honours(
    "yarn", "psi-mute", "magic-limits", "magic-intense-study", "magic-no-fringe-powers", "magic-rare-resources",
    "spell-levels-hidden",
)  # fmt: skip
