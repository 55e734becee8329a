"""The switches that powers in use are played by."""

from apps.table.switches import honours

honours(
    "yarn", "fringe-powers", "psychic-recovery", "hunches-vulnerable", "lightning-strike-lasts",
    "telekinetic-punch-resisted",
)  # fmt: skip
